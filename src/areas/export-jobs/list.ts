import type { Snapshot } from "../../domain/backup/snapshot.ts";
import { snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { elapsed } from "../../domain/countdown.ts";
import { exportProgress, grouped } from "../../domain/export-jobs/export.ts";
import { type ExportOf, exportEta, exportTook } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob, exportStatus } from "../../domain/export-jobs/export-status.ts";
import { ageOf, isEnded, type Job } from "../../domain/job.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { shortId } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";
import { bad, dim, timeCell } from "../builders/cells.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { ageColumn, column, type ListColumn, rowsOf, sizeColumn } from "../builders/columns.ts";
import { JOB_SECTIONS, jobCell, jobRow, jobSummary } from "../builders/jobs.ts";
import { type Cell, cellText, cellTone } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel } from "../model/view.ts";
import { missingSnapshotText, snapshotOfJob } from "../queries/snapshots.ts";
import { bucketOfJob, cachedExports, jobsLookup, knowsBuckets, ringOfExport } from "./jobs.ts";
import { exportReasonShort, formatExportRemaining } from "./labels.ts";

/** The list of exports (E44; `domain.md` 10.6): progress of running ones, results of the others. */

/** The title counts failures of this many days: a scheduled monthly export fails silently (`domain.md` 10.5). */
const FAILED_DAYS = 35;

/** Progress and remaining time in one cell. */
function goingCell(context: Context, one: ExportOf, all: readonly ExportOf[]): Cell {
  const ring = ringOfExport(context, one);
  const rest = formatExportRemaining(exportEta(one, all, ring, context.now));
  const { count } = exportProgress(one.job, ring, context.now);
  const current = exportStatus(one.job);
  const first =
    current === "waiting"
      ? ""
      : count.kind === "counted"
        ? `${String(Math.floor((100 * count.done) / count.total)).padStart(2)} %`
        : count.kind;
  const text = joinTexts("  ", first, cellText(rest));
  return { text, tone: cellTone(rest) };
}

/** Result of an ended export. */
function endCell(one: ExportOf, now: number): Cell {
  const { job } = one;
  const current = exportStatus(job);
  if (current === "failed") return bad(exportReasonShort(job));
  const { count } = exportProgress(job, [], now);
  if (current === "cancelled") {
    return count.kind === "counted" && count.done > 0
      ? dim(`${grouped(count.done)} of ${grouped(count.total)} collections`)
      : "";
  }
  const took = exportTook(job);
  if (count.kind !== "counted") return dim("nothing to export");
  const what = `${grouped(count.total)} collections`;
  return dim(took === null ? what : `took ${elapsed(took)} · ${what}`);
}

/** Target of an export: the name of the bucket, or its id where the bucket is no longer known. */
export function formatBucket(context: Context, { job }: ExportOf): string {
  const bucket = bucketOfJob(context, job);
  if (bucket !== undefined) return bucket.name;
  const id = job.exportBucketId ?? "";
  return id === "" ? "?" : `${shortId(id)}${knowsBuckets(context) ? " (deleted)" : ""}`;
}

/** An export with the data of its row. */
type Listed = {
  readonly one: ExportOf;
  readonly job: ExportOf["job"];
  readonly all: readonly ExportOf[];
  readonly state: Job;
  readonly snapshot: Snapshot | undefined;
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column({ id: "status", title: "STATUS", min: 9, max: 14, priority: 1 }, ({ state }) => jobCell(state)),
  column(
    { id: "cluster", title: "CLUSTER", min: 9, max: 24, priority: 1, truncate: "middle" },
    ({ one }) => one.cluster,
  ),
  column(
    { id: "progress", title: "PROGRESS", min: 24, grow: 2, max: 34, priority: 1 },
    ({ one, all, state }, context) => (!isEnded(state) ? goingCell(context, one, all) : endCell(one, context.now)),
  ),
  column(
    { id: "bucket", title: "BUCKET", min: 15, grow: 1, max: 30, priority: 3, truncate: "middle" },
    ({ one }, context) => formatBucket(context, one),
  ),
  column(
    {
      id: "snapshot",
      title: "SNAPSHOT",
      min: 22,
      grow: 1,
      max: 30,
      priority: 4,
      sort: ({ snapshot }) => snapshot?.takenAt ?? 0,
    },
    ({ snapshot, one }, context) =>
      snapshot === undefined
        ? dim(missingSnapshotText(context, one))
        : timeCell(snapshot.takenAt, context, `${snapshotKindLabel(snapshot)} `),
  ),
  sizeColumn(5, ({ snapshot }) => snapshot?.bytes),
  column({ id: "labels", title: "LABELS", min: 14, grow: 2, max: 40, priority: 6 }, ({ job }) =>
    (job.customData ?? []).map(({ key, value }) => value ?? key ?? "?").join(", "),
  ),
  ageColumn(2, ({ state }, { now }) => ageOf(state, now)),
];

const listed = (context: Context, one: ExportOf, all: readonly ExportOf[]): Listed => ({
  one,
  job: one.job,
  all,
  state: exportAsJob(one.job, context.now),
  snapshot: snapshotOfJob(context, one.job),
});

export function list(context: Context): ListModel {
  const all = cachedExports(context);
  const things = all.map((one) => listed(context, one, all));
  return {
    summary: jobSummary(
      things.map(({ state }) => state),
      { failedDays: FAILED_DAYS, isKnown: !isMissing(jobsLookup(context)) },
      context.now,
    ),
    rows: rowsOf(COLUMNS, things, context, ({ job, state }) => jobRow(job.id, state, context)),
    sections: JOB_SECTIONS,
    defaultSort: { column: "age", descending: false },
    empty:
      dedicatedClusters(context.scope).length === 0
        ? "No dedicated cluster is known in this project: only these can export snapshots."
        : `No exports. ${context.key("action.new")} exports a snapshot to your bucket.`,
  };
}
