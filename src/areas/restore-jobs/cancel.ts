import { elapsed } from "../../domain/countdown.ts";
import { restoreAsJob, writesTo } from "../../domain/restore.ts";
import type { Fact } from "../../forms/review/review.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { STATUSES } from "../builders/jobs.ts";
import type { Context } from "../model/context.ts";
import type { Preflight, ReviewSources, WritePlan } from "../model/effect.ts";
import type { Restore } from "../queries/restore-jobs.ts";
import { jobArgs } from "./jobs.ts";
import { formatDelivery, formatTarget } from "./labels.ts";

/** Cancelling a restore (E49, `domain.md` 11.2 and 11.4). */

/** The reason why a job cannot be cancelled, or null. */
export function cannotCancel(restore: Restore, context: Context): string | null {
  if (restore.family === "serverless") return "restores of serverless instances cannot be cancelled";
  const { status } = restoreAsJob(restore.job, context.now);
  switch (status) {
    case "running":
      return null;
    case "ready":
      return "the files are ready: nothing to cancel";
    case "expired":
      return "the download link has expired: nothing to cancel";
    default:
      return `the job is ${STATUSES[status].text}: nothing to cancel`;
  }
}

const isDownload = ({ job }: Restore): boolean => writesTo(job) === null;

/** The specification has a cancellation of any restore, and the hosted service refuses that of one to a cluster (`domain.md` 11.2). */
export const RARELY_CANCELLED = "The service usually refuses to cancel a restore to a cluster.";

/** Losses and likely refusals when a job is cancelled. */
function warningsOf({ job }: Restore): readonly string[] {
  const into = writesTo(job);
  if (into === null) return [];
  return [
    RARELY_CANCELLED,
    `If the service cancels it, the data in ${into.name ?? "the target"} may be incomplete: check before use.`,
  ];
}

async function preflight({ ask, context }: ReviewSources, restore: Restore): Promise<Preflight> {
  const { now, zone } = context;
  const { data } = await ask("getBackupRestoreJob", jobArgs(context, restore.cluster, restore.job.id));
  const { status, startedAt } = restoreAsJob(data, now);
  const facts: readonly Fact[] = [
    { label: "Status", value: STATUSES[status].text },
    { label: "Type", value: formatDelivery(data) },
    ...(startedAt === null
      ? []
      : [
          { label: "Requested", value: formatTimeAndAge(startedAt, now, zone) },
          { label: "Running for", value: elapsed(now - startedAt) },
        ]),
  ];
  const ended = status === "running" ? [] : ["The job has ended: the service will refuse this."];
  return { warnings: [...ended, ...warningsOf({ ...restore, job: data })], facts };
}

/** The write that cancels a job. */
export function cancel(context: Context, restore: Restore): WritePlan {
  const { job, cluster } = restore;
  const what = isDownload(restore)
    ? `download of ${cluster}`
    : `restore of ${cluster} to ${formatTarget(job, context)}`;
  return {
    operation: "cancelBackupRestoreJob",
    title: `Cancel ${what}`,
    sentence: `Cancels the ${what}. The snapshot is not deleted.`,
    button: isDownload(restore) ? "Cancel download" : "Cancel restore",
    targets: [{ id: job.id, name: what, params: jobArgs(context, cluster, job.id).params }],
    risk: "disruptive",
    confirmName: what,
    preflight: (review) => preflight(review, restore),
  };
}
