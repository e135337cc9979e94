import { elapsed } from "../../domain/countdown.ts";
import { exportCountWords, exportProgress, exportRateWords, grouped } from "../../domain/export.ts";
import { isShut } from "../../domain/export-bucket.ts";
import { type ExportOf, exportEta, exportEtaWords, lastTookWords } from "../../domain/export-eta.ts";
import { exportGoesOn, exportStatus } from "../../domain/export-status.ts";
import { kindWords } from "../../domain/snapshot.ts";
import type { Place } from "../../state/place.ts";
import {
  formatHourMinute,
  formatSize,
  formatTimeAndAge,
  formatTimeInZone,
  goesWords,
  timeOf,
} from "../../text/format.ts";
import { chart, progressBar } from "../chart/chart.ts";
import type { Context } from "../context.ts";
import { cachedRoles } from "../queries/export-buckets.ts";
import type { Cell, DetailLine, DetailModel } from "../view.ts";
import { bucketOfJob, cachedExport, cachedExports, knowsBuckets, ringOfExport, snapshotOfJob } from "./jobs.ts";
import { exportReason, exportRemedy, exportStateCell, labelWords } from "./labels.ts";
import { bucketWords } from "./list.ts";

/** One export (E46): how far it is, why it failed, and where its files are (`domain.md` 10.6). */

const field = (label: string, value: Cell, link?: Place): DetailLine => ({
  kind: "field",
  label,
  value,
  ...(link === undefined ? {} : { link }),
});

const BAR = { least: 8, most: 48 } as const;

/** The bar with its percentage, as wide as there is room. */
function barLine(done: number, total: number): DetailLine {
  const percent = `${Math.floor((100 * done) / total)} %`;
  return {
    kind: "drawn",
    draw: (width) => {
      const cells = Math.max(BAR.least, Math.min(BAR.most, width - percent.length - 2));
      return [[{ text: progressBar(done, total, cells), tone: "accent" }, ` ${percent}`]];
    },
  };
}

/** Finished collections over time, once there is a curve. */
function curveLines(context: Context, one: ExportOf): DetailLine[] {
  const ring = ringOfExport(context, one);
  if (ring.length < 3) return [];
  return [
    { kind: "heading", text: "Collections done" },
    {
      kind: "drawn",
      draw: (width) =>
        chart(ring, {
          width: Math.min(width, 72),
          height: 5,
          value: (value) => String(Math.round(value)),
          time: (at) => formatHourMinute(at, context.zone),
        }).map((line) => [line]),
    },
  ];
}

/** What is left, or what earlier ones took where that is not known. */
function leftLines(context: Context, one: ExportOf): DetailLine[] {
  const others = cachedExports(context);
  const eta = exportEta(one, others, ringOfExport(context, one), context.now);
  const words = exportEtaWords(eta);
  if (words !== null) return [field("Left", words)];
  const last = lastTookWords(one.cluster, others);
  return [
    ...(eta.kind === "dead" ? [] : [field("Left", "not known: too little is done, and there is no earlier export")]),
    ...(last === null ? [] : [field("Earlier", `${last} for ${one.cluster}`)]),
  ];
}

function progressLines(context: Context, one: ExportOf): DetailLine[] {
  const { job } = one;
  const { now, zone } = context;
  const progress = exportProgress(job, ringOfExport(context, one), now);
  const { count } = progress;
  const created = timeOf(job.createdAt);
  const finished = timeOf(job.finishedAt);
  const goesOn = exportGoesOn(job);
  const rate = exportRateWords(progress);
  const standing = exportStatus(job);
  const isCounted = goesOn && count.kind === "counted";
  const counts = isCounted ? `${grouped(count.done)} of ${grouped(count.total)}` : exportCountWords(count);
  return [
    field("State", exportStateCell(job)),
    ...(standing === "queued" || standing === "failed" ? [] : [field("Collections", counts)]),
    ...(isCounted ? [barLine(count.done, count.total)] : []),
    ...(created === null ? [] : [field("Asked for", formatTimeAndAge(created, now, zone))]),
    ...(goesOn && created !== null ? [field("Runs for", elapsed(now - created))] : []),
    ...(goesOn && rate !== null ? [field("Pace", { text: rate, tone: progress.isDead ? "bad" : "plain" })] : []),
    ...(goesOn ? leftLines(context, one) : []),
    ...(finished === null
      ? []
      : [field(standing === "failed" ? "Failed" : "Ended", formatTimeAndAge(finished, now, zone))]),
    ...(finished === null || created === null || finished <= created
      ? []
      : [field("Took", elapsed(finished - created))]),
  ];
}

function reasonLines(context: Context, one: ExportOf): DetailLine[] {
  const { job } = one;
  if (exportStatus(job) === "cancelled") {
    return [{ kind: "text", value: { text: "What was copied until then is still in the bucket.", tone: "dim" } }];
  }
  if (exportStatus(job) !== "failed") return [];
  const remedy = exportRemedy(job);
  const roleId = bucketOfJob(context, job)?.roleId ?? null;
  const code = job.stateReason?.errorCode ?? "";
  return [
    { kind: "heading", text: "Why it failed" },
    { kind: "text", value: { text: exportReason(job) ?? "The service tells no reason.", tone: "bad" } },
    ...(remedy === null ? [] : [{ kind: "text", value: { text: remedy, tone: "accent" } } as const]),
    ...(code === "" ? [] : [field("Code", code)]),
    ...(code === "ACCESS_DENIED" && roleId !== null
      ? [field("Role", "in Cloud access", { area: "cloud-access", ids: [roleId] })]
      : []),
    {
      kind: "text",
      value: {
        text: "What was copied until then is still in the bucket. Nothing is tried again by itself: a exports it again.",
        tone: "dim",
      },
    },
  ];
}

function bucketLine(context: Context, one: ExportOf): DetailLine {
  const bucket = bucketOfJob(context, one.job);
  if (bucket === undefined) {
    const tone = knowsBuckets(context) ? "bad" : "plain";
    return field("Into", { text: bucketWords(context, one), tone });
  }
  const shut = isShut(bucket, cachedRoles(context)) ? ", not writable now" : "";
  return field("Into", `${bucket.name} (${bucket.provider}${shut})`, { area: "export-buckets", ids: [bucket.id] });
}

function whatLines(context: Context, one: ExportOf): DetailLine[] {
  const { job, cluster } = one;
  const snapshot = snapshotOfJob(context, job);
  const words =
    snapshot === undefined
      ? "not there any more"
      : [
          formatTimeInZone(snapshot.takenAt, context),
          kindWords(snapshot),
          ...(snapshot.bytes === null ? [] : [formatSize(snapshot.bytes)]),
        ].join(" · ");
  const labels = job.customData ?? [];
  return [
    { kind: "heading", text: "What it copies" },
    field("From", cluster),
    snapshot === undefined
      ? field("Snapshot", { text: words, tone: "dim" })
      : field("Snapshot", words, { area: "snapshots", ids: [snapshot.id] }),
    ...(snapshot?.expiresAt == null
      ? []
      : [field("Goes", `${goesWords(snapshot.expiresAt, context.now)}; the copy in the bucket stays`)]),
    bucketLine(context, one),
    ...labels.map((label, index) => field(index === 0 ? "Labels" : "", labelWords(label))),
  ];
}

/** What a file in the bucket says of the export: it is written last (`domain.md` 10.2). */
function wholeWords(job: ExportOf["job"]): string {
  if (exportStatus(job) === "done") return "A file .complete there ends it, and holds the labels.";
  return exportGoesOn(job)
    ? "A file .complete there will say that it is whole."
    : "It is not whole: there is no file .complete.";
}

/** Where the files are, in lines that can be read and copied. */
function pathLines({ job }: ExportOf): DetailLine[] {
  const prefix = job.prefix ?? "";
  if (prefix === "") return [];
  return [
    { kind: "heading", text: "In the bucket (a copies the path)" },
    { kind: "text", value: prefix },
    { kind: "text", value: { text: wholeWords(job), tone: "dim" } },
  ];
}

function namedLines({ job }: ExportOf): DetailLine[] {
  const components = job.components ?? [];
  const known = (label: string, value: string | null | undefined): DetailLine[] =>
    value === null || value === undefined || value === "" ? [] : [field(label, value)];
  return [
    { kind: "heading", text: "As the service names it" },
    field("Id", job.id),
    ...known("Status", job.state),
    ...known("Snapshot id", job.snapshotId),
    ...known("Bucket id", job.exportBucketId),
    ...(components.length === 0
      ? []
      : [
          { kind: "heading", text: `${components.length} shards, an export each` } as const,
          ...components.map(
            ({ exportId, replicaSetName }, index): DetailLine =>
              field(`Shard ${index + 1}`, `${replicaSetName ?? "?"} · ${exportId ?? "?"}`),
          ),
        ]),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const cached = cachedExport(context, id);
  if (cached === null) return null;
  const { found, raw } = cached;
  return {
    title: `${found.cluster} → ${bucketWords(context, found)}`,
    lines: [
      ...progressLines(context, found),
      ...reasonLines(context, found),
      ...(exportGoesOn(found.job) ? curveLines(context, found) : []),
      ...whatLines(context, found),
      ...pathLines(found),
      ...namedLines(found),
    ],
    raw,
  };
}
