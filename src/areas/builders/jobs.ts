import { elapsed } from "../../domain/countdown.ts";
import {
  ageOf,
  durationOf,
  isBehind,
  isEnded,
  isUnderWay,
  type Job,
  type JobPoll,
  type JobStatus,
} from "../../domain/job.ts";
import type { PollInterval } from "../../state/answers/poll-intervals.ts";
import { DAY } from "../../text/durations.ts";
import { present } from "../../text/present.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Times } from "../model/context.ts";
import type { DetailLine, ListModel } from "../model/view.ts";
import { accent, bad, dim, good, warn } from "./cells.ts";
import { isUnseen, type RowBase } from "./columns.ts";
import { count } from "./count.ts";
import { field, timeField } from "./lines.ts";

/** Display and poll intervals of jobs of all kinds, derived from their status alone. */

type JobKind = "restore" | "export" | "snapshot" | "migration" | "validation" | "index";

const OFTEN: Readonly<Record<JobKind, PollInterval>> = {
  restore: "job",
  export: "job",
  snapshot: "snapshot",
  migration: "migration",
  validation: "validation",
  index: "index-build",
};

/** Poll interval of jobs of a kind. */
export function intervalOf(kind: JobKind, poll: JobPoll): PollInterval {
  if (poll === "once") return "once";
  if (poll === "slow") return "overview-jobs";
  return poll === "fast" && kind === "migration" ? "migration-closing" : OFTEN[kind];
}

/** The statuses as cells. Cancelled is an ordinary end, not a failure (`domain.md` 10.5). */
export const STATUSES = {
  waiting: accent("queued"),
  running: accent("running"),
  ready: good("ready"),
  done: good("completed"),
  failed: bad("failed"),
  cancelled: dim("cancelled"),
  expired: dim("expired"),
  unknown: warn("status unknown"),
} as const satisfies Readonly<Record<JobStatus, Cell>>;

/** Statuses of the service that say no more than the job status here. */
const ORDINARY: readonly string[] = ["PENDING", "QUEUED", "RUNNING"];

/** The status as a cell. A status that this version does not know is shown as the service gives it while nothing else is known. */
export function jobCell({ status, said }: Pick<Job, "status" | "said">): Cell {
  const isNews = (status === "running" || status === "unknown") && said !== null && !ORDINARY.includes(said);
  return isNews ? said : STATUSES[status];
}

/** Sections of a job list: jobs that run or wait for somebody, above those that have ended. */
export const JOB_SECTIONS = [
  { id: "now", title: "" },
  { id: "ended", title: "ended" },
];

/** The row of a job without its cells. */
export const jobRow = (id: string, job: Job, context: Context): RowBase => ({
  id,
  section: isEnded(job) ? "ended" : "now",
  isNew: isUnseen(context, id),
  tone: isEnded(job) && job.status !== "failed" ? "dim" : undefined,
});

/**
 * The title of a list of jobs: running ones, ready ones, recent failures.
 *
 * @param isKnown true when all were read: only then can the title say that none runs
 * @param ready label of the ready ones
 */
export function jobSummary(
  jobs: readonly Job[],
  { failedDays, isKnown, ready = "ready" }: { failedDays: number; isKnown: boolean; ready?: string },
  now: number,
): ListModel["summary"] {
  const numberOf = (is: (job: Job) => boolean): number => jobs.filter(is).length;
  const goingOn = numberOf((job) => !isEnded(job) && job.status !== "ready");
  const readyCount = numberOf(({ status }) => status === "ready");
  const failed = numberOf(
    (job) => job.status === "failed" && now - (job.endedAt ?? job.startedAt ?? now) < failedDays * DAY,
  );
  return present(
    goingOn > 0 && count("running", [goingOn], (sum) => accent(`${sum} running`)),
    goingOn === 0 && readyCount === 0 && isKnown && "none running",
    readyCount > 0 && count("ready", [readyCount], (sum) => good(`${sum} ${ready}`)),
    failed > 0 && count("failed", [failed], (sum) => bad(`${sum} failed in ${failedDays} days`)),
  );
}

/** Each job once of a cluster: an id that two clusters list is two jobs. */
export const onceInCluster = <One extends { readonly cluster: string; readonly job: { readonly id: string } }>(
  found: readonly One[],
): readonly One[] => [...new Map(found.map((one) => [`${one.cluster}/${one.job.id}`, one])).values()];

/** A listed job as last read: on its own, or as the row of its list, where that is further ahead. */
export function lastRead<Record, One extends { readonly job: Record }>(
  listed: One,
  cached: { readonly data: Record; readonly raw: unknown } | undefined,
  asJob: (job: Record) => Job,
): { readonly found: One; readonly raw: unknown } {
  if (cached === undefined) return { found: listed, raw: null };
  const found = isBehind(asJob(cached.data), asJob(listed.job)) ? listed : { ...listed, job: cached.data };
  return { found, raw: cached.raw };
}

/** The detail lines that every job has. `going`: further lines while it runs. */
export function jobLines(
  job: Job,
  context: Times,
  { status, going }: { readonly status: readonly DetailLine[]; readonly going: readonly DetailLine[] },
): readonly DetailLine[] {
  const [age, took] = [ageOf(job, context.now), durationOf(job)];
  const goesOn = isUnderWay(job) || job.status === "unknown";
  return present(
    field("Status", jobCell(job)),
    ...status,
    timeField("Requested", job.startedAt, context),
    goesOn && age !== null && field("Running for", elapsed(age)),
    ...(goesOn ? going : []),
    timeField(job.status === "failed" ? "Failed" : "Ended", job.endedAt, context),
    took !== null && field("Duration", elapsed(took)),
  );
}
