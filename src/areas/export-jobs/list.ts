import { elapsed } from "../../domain/countdown.ts";
import { exportProgress, grouped } from "../../domain/export.ts";
import { type ExportOf, exportEta, exportTook } from "../../domain/export-eta.ts";
import { exportGoesOn, exportStatus } from "../../domain/export-status.ts";
import { kindWords } from "../../domain/snapshot.ts";
import { isMissing } from "../../state/lookup.ts";
import { DAY } from "../../text/durations.ts";
import { formatAge, formatSize, formatTime, shortId, timeOf } from "../../text/format.ts";
import { dedicatedClusters } from "../clusters.ts";
import type { Context } from "../context.ts";
import { type Cell, type Column, cellText, cellTone, type ListModel, type Row } from "../view.ts";
import { bucketOfJob, cachedExports, jobsLookup, knowsBuckets, ringOfExport, snapshotOfJob } from "./jobs.ts";
import { exportReasonShort, exportStateCell } from "./labels.ts";
import { exportLeftShort } from "./left.ts";

/** The live list of exports (E44; `domain.md` 10.6): how far those are that go on, and what became of the others. */

/** Failures of so many days are told in the title: a monthly export by schedule fails in silence (`domain.md` 10.5). */
const FAILED_DAYS = 35;

const COLUMNS: readonly Column[] = [
  { id: "state", title: "STATE", min: 9, grow: 0, max: 14, priority: 1, align: "left", truncate: "end" },
  { id: "from", title: "FROM", min: 9, grow: 0, max: 24, priority: 1, align: "left", truncate: "end" },
  { id: "progress", title: "PROGRESS", min: 24, grow: 2, max: 34, priority: 1, align: "left", truncate: "end" },
  { id: "into", title: "INTO", min: 15, grow: 1, max: 30, priority: 3, align: "left", truncate: "end" },
  { id: "snapshot", title: "SNAPSHOT", min: 22, grow: 1, max: 30, priority: 4, align: "left", truncate: "end" },
  { id: "size", title: "SIZE", min: 7, grow: 0, priority: 5, align: "right", truncate: "end" },
  { id: "labels", title: "LABELS", min: 14, grow: 2, max: 40, priority: 6, align: "left", truncate: "end" },
  { id: "age", title: "AGE", min: 4, grow: 0, priority: 2, align: "right", truncate: "end", ticks: true },
];

const SECTIONS = [
  { id: "now", title: "" },
  { id: "ended", title: "ended" },
];

/** Progress and what is left in one cell. */
function goingCell(context: Context, one: ExportOf, all: readonly ExportOf[]): Cell {
  const ring = ringOfExport(context, one);
  const rest = exportLeftShort(exportEta(one, all, ring, context.now));
  const { count } = exportProgress(one.job, ring, context.now);
  const standing = exportStatus(one.job);
  const first =
    standing === "queued"
      ? ""
      : count.kind === "counted"
        ? `${String(Math.floor((100 * count.done) / count.total)).padStart(2)} %`
        : count.kind;
  const text = [first, cellText(rest)].filter((part) => part !== "").join("  ");
  return { text, tone: cellTone(rest) === "plain" ? "plain" : cellTone(rest) };
}

/** What became of an export that is over. */
function endCell(one: ExportOf, now: number): Cell {
  const { job } = one;
  const standing = exportStatus(job);
  if (standing === "failed") return { text: exportReasonShort(job), tone: "bad" };
  const { count } = exportProgress(job, [], now);
  if (standing === "cancelled") {
    return count.kind === "counted" && count.done > 0
      ? { text: `${grouped(count.done)} of ${grouped(count.total)} collections`, tone: "dim" }
      : "";
  }
  const took = exportTook(job);
  if (count.kind !== "counted") return { text: "nothing to export", tone: "dim" };
  const what = `${grouped(count.total)} collections`;
  return { text: took === null ? what : `took ${elapsed(took)} · ${what}`, tone: "dim" };
}

/** Where an export goes: the bucket by its name, or by its id where it is not known any more. */
export function bucketWords(context: Context, { job }: ExportOf): string {
  const bucket = bucketOfJob(context, job);
  if (bucket !== undefined) return bucket.name;
  const id = job.exportBucketId ?? "";
  return id === "" ? "?" : `${shortId(id)}${knowsBuckets(context) ? " (gone)" : ""}`;
}

function rowOf(context: Context, one: ExportOf, all: readonly ExportOf[]): Row {
  const { job, cluster } = one;
  const goesOn = exportGoesOn(job);
  const created = timeOf(job.createdAt);
  const since = created === null ? null : context.now - created;
  const snapshot = snapshotOfJob(context, job);
  return {
    id: job.id,
    section: goesOn ? "now" : "ended",
    cells: {
      state: exportStateCell(job),
      from: cluster,
      into: bucketWords(context, one),
      progress: goesOn ? goingCell(context, one, all) : endCell(one, context.now),
      snapshot:
        snapshot === undefined
          ? { text: "not there any more", tone: "dim" }
          : `${kindWords(snapshot)} ${formatTime(snapshot.takenAt, context.now, context.zone)}`,
      size: snapshot?.bytes == null ? "" : formatSize(snapshot.bytes),
      labels: (job.customData ?? []).map(({ value }) => value ?? "").join(", "),
      age: since === null ? "" : formatAge(since),
    },
    sort: { age: since ?? Number.POSITIVE_INFINITY, size: snapshot?.bytes ?? 0, snapshot: snapshot?.takenAt ?? 0 },
    isNew: context.lastLook !== null && !context.lastLook.ids.has(job.id),
    ...(goesOn || exportStatus(job) === "failed" ? {} : { tone: "dim" as const }),
  };
}

/** What an empty list says. */
function emptyWords({ scope }: Context): string {
  if (dedicatedClusters(scope).length === 0) return "No cluster that can export snapshots is known in this project.";
  return "No export is known here. n copies a snapshot into a bucket of your own.";
}

export function list(context: Context): ListModel {
  const all = cachedExports(context);
  const count = (test: (one: ExportOf) => boolean): number => all.filter(test).length;
  const going = count(({ job }) => exportGoesOn(job));
  const since = context.now - FAILED_DAYS * DAY;
  const isKnown = !isMissing(jobsLookup(context));
  const failed = count(({ job }) => exportStatus(job) === "failed" && (timeOf(job.createdAt) ?? 0) >= since);
  return {
    summary: [
      ...(going > 0 ? [{ text: `${going} running`, tone: "accent" } as const] : []),
      ...(going === 0 && isKnown ? ["none running"] : []),
      ...(failed > 0 ? [{ text: `${failed} failed in ${FAILED_DAYS} days`, tone: "bad" } as const] : []),
    ],
    columns: COLUMNS,
    rows: all.map((one) => rowOf(context, one, all)),
    sections: SECTIONS,
    defaultSort: { column: "age", descending: false },
    empty: emptyWords(context),
  };
}
