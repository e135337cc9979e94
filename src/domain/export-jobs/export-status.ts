import type { ExportJob } from "../../contract/export-jobs.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { DAY } from "../../text/durations.ts";
import { timeOf, timeOfId } from "../../text/format.ts";
import { isEnded, type Job, type JobPoll, type JobStatus } from "../job.ts";

/** Status of exports (`domain.md` 10.6). */

const STATUSES: Readonly<Record<string, JobStatus>> = lookupTable({
  Queued: "waiting",
  InProgress: "running",
  Successful: "done",
  Failed: "failed",
  Cancelled: "cancelled",
});

export const exportStatus = ({ state }: Pick<ExportJob, "state">): JobStatus => STATUSES[state ?? ""] ?? "unknown";

/** True while an export may be running: an unknown state does not count as an end. */
export const exportGoesOn = (job: Pick<ExportJob, "state">): boolean => !isEnded({ status: exportStatus(job) });

/** Queued and running exports are polled often, unknown states seldom and only for a day. */
function pollOf(status: JobStatus, startedAt: number | null, now: number): JobPoll {
  if (isEnded({ status })) return "once";
  if (status !== "unknown") return "normal";
  return startedAt === null || now - startedAt < DAY ? "slow" : "once";
}

/** An export as a job, at a service time (ms). */
export function exportAsJob(job: ExportJob, now: number): Job {
  const status = exportStatus(job);
  const startedAt = timeOf(job.createdAt) ?? timeOfId(job.id);
  return {
    status,
    said: status === "unknown" ? (job.state ?? null) : null,
    startedAt,
    endedAt: timeOf(job.finishedAt),
    until: null,
    poll: pollOf(status, startedAt, now),
  };
}
