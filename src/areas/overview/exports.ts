import type { ExportJob } from "../../contract/export-jobs.ts";
import { exportProgress, formatExportCount, formatExportRate } from "../../domain/export-jobs/export.ts";
import { type ExportOf, exportEta } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob, exportGoesOn, exportStatus } from "../../domain/export-jobs/export-status.ts";
import { isEnded, type Job } from "../../domain/job.ts";
import { jobCell } from "../builders/jobs.ts";
import { bucketOfJob, cachedExports, endedAt, FAILED_STAY, isUnresolved, ringOfExport } from "../export-jobs/jobs.ts";
import { formatExportRemaining } from "../export-jobs/labels.ts";
import { type Cell, cellText } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import { projectQuery } from "../queries/args.ts";
import { cachedJobs, exportQueries, exportQuery } from "../queries/export-jobs.ts";
import { snapshotOfJob } from "../queries/snapshots.ts";
import { countedBar, endedRows, LATELY, type OverviewJob, runningRow } from "./job-rows.ts";
import { jobPoll } from "./poll-intervals.ts";
import type { OverviewPart, OverviewRow } from "./sections.ts";

/** Running and recently ended exports; a failed one stays until a later one of its cluster completes (`domain.md` 10). */

type Known = Omit<ExportOf, "bytes">;

function runningState({ job, cluster }: Known, context: Context): Cell {
  // With the sizes of their snapshots, as in the detail: for running ones only, since a size is looked up in all
  // snapshots.
  const one = { job, cluster, bytes: snapshotOfJob(context, job)?.bytes ?? null };
  const ring = ringOfExport(context, one);
  const progress = exportProgress(job, ring, context.now);
  const remaining = progress.isDead
    ? formatExportRate(progress)
    : cellText(formatExportRemaining(exportEta(one, cachedExports(context), ring, context.now)));
  const state = exportStatus(job);
  const words = state === "waiting" ? "waiting" : formatExportCount(progress.count);
  const shown = state === "unknown" ? `${job.state ?? "status unknown"} · ${words}` : words;
  const tone = progress.isDead ? "warn" : "plain";
  return remaining === null || remaining === ""
    ? { text: shown, tone }
    : { text: `${shown}, ${remaining}`, tone, short: remaining };
}

/** Progress bar, once its collections are counted. */
function countedProgress({ job, cluster }: Known, context: Context): Cell | undefined {
  const { count } = exportProgress(job, ringOfExport(context, { job, cluster, bytes: null }), context.now);
  return count.kind === "counted" ? countedBar(count.done, count.total) : undefined;
}

/** Final status, with the reason of a failure. */
function endCell(job: ExportJob, state: Job): Cell {
  const reason = state.status === "failed" ? (job.stateReason?.message ?? job.stateReason?.errorCode ?? "") : "";
  const cell = jobCell(state);
  return reason === "" || typeof cell === "string" ? cell : { ...cell, text: `${cell.text}: ${reason}` };
}

function rowsOf(one: Known, all: readonly Known[], context: Context): readonly OverviewRow[] {
  const { job, cluster } = one;
  const { now } = context;
  const bucket = bucketOfJob(context, job)?.name ?? "bucket";
  const state = exportAsJob(job, now);
  const entry: OverviewJob = { job: state, kind: "export", id: job.id, name: `${cluster} → ${bucket}` };
  if (!isEnded(state)) {
    return [runningRow(entry, now, runningState(one, context), 2, { progress: countedProgress(one, context) })];
  }
  const isFailed = state.status === "failed";
  if (state.status !== "done" && !isUnresolved(one, all, now)) return [];
  return endedRows(entry, now, endCell(job, state), {
    at: endedAt(job, now),
    stays: isFailed ? FAILED_STAY : LATELY,
  });
}

export const exportsPart: OverviewPart = {
  section: "running",
  queries: (scope) => {
    const exports = exportQueries(scope, jobPoll(scope));
    // Buckets are requested for their names, which no row needs where no cluster can export.
    return exports.length === 0 ? exports : [...exports, projectQuery("listExportBuckets", scope)];
  },
  running: (context) => {
    const busy = new Set(cachedJobs(context).flatMap(({ job, cluster }) => (exportGoesOn(job) ? [cluster] : [])));
    return [...busy].map((name) => exportQuery(context.scope, name, "overview-jobs"));
  },
  rows: (context) => {
    const all = cachedJobs(context);
    return all.flatMap((one) => rowsOf(one, all, context));
  },
};
