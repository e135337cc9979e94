import type { ExportJob } from "../../contract/export-jobs.ts";
import { exportCountWords, exportProgress, exportRateWords } from "../../domain/export.ts";
import { type ExportOf, exportEta } from "../../domain/export-eta.ts";
import { exportGoesOn, exportStatus } from "../../domain/export-status.ts";
import { formatAge, timeOf, timeOfId } from "../../text/format.ts";
import { dedicatedClusters } from "../clusters.ts";
import type { Context } from "../context.ts";
import { cachedExports, ringOfExport, snapshotOfJob } from "../export-jobs/jobs.ts";
import { exportStateCell } from "../export-jobs/labels.ts";
import { exportLeftShort } from "../export-jobs/left.ts";
import { projectArgs } from "../queries/args.ts";
import { cachedJobs, exportQuery } from "../queries/export-jobs.ts";
import { type Cell, cellText } from "../view.ts";
import { jobPace, LATELY } from "./poll-intervals.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Exports that run, and those that ended; a failed one stays until a later one of its cluster is done (`domain.md` 10). */

/** Failed exports are shown for so long: monthly ones that fail are told nowhere else (`domain.md` 10.3). */
const FAILED_STAY = 35 * 24 * 3_600_000;

type Known = Omit<ExportOf, "bytes">;

const startedAt = ({ createdAt, id }: ExportJob): number | null => timeOf(createdAt) ?? timeOfId(id);

const endedAt = (job: ExportJob): number | null => timeOf(job.finishedAt) ?? startedAt(job);

/** Whether an export of the same cluster was done after a failed one. */
const isMadeUp = (failed: Known, all: readonly Known[]): boolean =>
  all.some(
    ({ job, cluster }) =>
      cluster === failed.cluster && exportStatus(job) === "done" && (endedAt(job) ?? 0) > (endedAt(failed.job) ?? 0),
  );

function runningState({ job, cluster }: Known, context: Context): Cell {
  // With the sizes of what they copy, as the detail has them: only of what runs, for these are looked up in all snapshots.
  const one = { job, cluster, bytes: snapshotOfJob(context, job)?.bytes ?? null };
  const ring = ringOfExport(context, one);
  const progress = exportProgress(job, ring, context.now);
  const left = progress.isDead
    ? exportRateWords(progress)
    : cellText(exportLeftShort(exportEta(one, cachedExports(context), ring, context.now)));
  const state = exportStatus(job);
  const words = state === "queued" ? "waiting" : exportCountWords(progress.count);
  const shown = state === "unknown" ? `${job.state ?? "state not told"} · ${words}` : words;
  return { text: left === null || left === "" ? shown : `${shown}, ${left}`, tone: progress.isDead ? "warn" : "plain" };
}

const NEWS = {
  done: { one: "export done", several: "exports done" },
  failed: { one: "export failed", several: "exports failed" },
} as const;

function row(one: Known, all: readonly Known[], context: Context): readonly WallRow[] {
  const { job, cluster } = one;
  const { now, scope } = context;
  const standing = exportStatus(job);
  const buckets = context.cached("listExportBuckets", projectArgs(scope))?.data.results ?? [];
  const bucket = buckets.find(({ _id }) => String(_id) === job.exportBucketId)?.bucketName ?? "bucket";
  const common = {
    id: `exports/${job.id}/${standing}`,
    kind: "export",
    name: `${cluster} → ${bucket}`,
    link: { area: "export-jobs", ids: [job.id] },
  } as const;
  if (exportGoesOn(job)) {
    const since = startedAt(job);
    const time = since === null ? "–" : formatAge(now - since);
    const news = { one: "export begun", several: "exports begun" };
    return [{ ...common, section: "running", time, state: runningState(one, context), order: 2, news }];
  }
  if (standing !== "done" && standing !== "failed") return [];
  const ended = endedAt(job);
  if (ended === null || now - ended > (standing === "failed" ? FAILED_STAY : LATELY)) return [];
  if (standing === "failed" && isMadeUp(one, all)) return [];
  const reason = standing === "failed" ? (job.stateReason?.message ?? job.stateReason?.errorCode ?? "") : "";
  const cell = exportStateCell(job);
  const state: Cell = reason === "" || typeof cell === "string" ? cell : { ...cell, text: `${cell.text}: ${reason}` };
  return [
    { ...common, section: "ended", time: formatAge(now - ended), state, order: now - ended, news: NEWS[standing] },
  ];
}

export const exportsPart: WallPart = {
  section: "running",
  queries: (scope) => [
    ...dedicatedClusters(scope).map(({ name }) => exportQuery(scope, name, jobPace(scope))),
    { operation: "listExportBuckets", args: projectArgs(scope), pace: "once", optional: true },
  ],
  running: (context) => {
    const busy = new Set(cachedJobs(context).flatMap(({ job, cluster }) => (exportGoesOn(job) ? [cluster] : [])));
    return [...busy].map((name) => exportQuery(context.scope, name, "overview-jobs"));
  },
  rows: (context) => {
    const all = cachedJobs(context);
    return all.flatMap((one) => row(one, all, context));
  },
};
