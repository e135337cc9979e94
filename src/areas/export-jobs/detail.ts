import { cloudLabel } from "../../contract/clouds.ts";
import { formatSnapshot } from "../../domain/backup/snapshot.ts";
import { exportProgress, formatExportCount, formatExportRate, grouped } from "../../domain/export-jobs/export.ts";
import { isUnwritable } from "../../domain/export-jobs/export-bucket.ts";
import { type ExportOf, exportEta, formatExportEta, formatLastTook } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob, exportGoesOn, exportStatus } from "../../domain/export-jobs/export-status.ts";
import { isEnded } from "../../domain/job.ts";
import { formatExpires, formatHourMinute } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, dim } from "../builders/cells.ts";
import { jobLines } from "../builders/jobs.ts";
import { drawn, field, fieldIfAny, heading, section, textLine } from "../builders/lines.ts";
import { chart, progressBar } from "../chart/chart.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { judgedRoles } from "../queries/export-buckets.ts";
import { missingSnapshotText, snapshotOfJob } from "../queries/snapshots.ts";
import { bucketOfJob, cachedExport, cachedExports, knowsBuckets, ringOfExport } from "./jobs.ts";
import { exportReason, exportRemedy, formatLabel } from "./labels.ts";
import { formatBucket } from "./list.ts";

/** The detail of one export (E46): progress, reason of a failure, and path of its files (`domain.md` 10.6). */

const BAR = { least: 8, most: 48 } as const;

/** The progress bar with its percentage, as wide as there is room. */
function barLine(done: number, total: number): DetailLine {
  const percent = `${Math.floor((100 * done) / total)} %`;
  return drawn((width) => {
    const cells = Math.max(BAR.least, Math.min(BAR.most, width - percent.length - 2));
    return [[accent(progressBar(done, total, cells)), ` ${percent}`]];
  });
}

/** Chart of exported collections over time, once there are enough samples. */
function curveLines(context: Context, one: ExportOf): DetailLine[] {
  const ring = ringOfExport(context, one);
  if (ring.length < 3) return [];
  return [
    heading("Collections exported"),
    drawn((width) =>
      chart(ring, {
        width: Math.min(width, 72),
        height: 5,
        value: (value) => String(Math.round(value)),
        time: (at) => formatHourMinute(at, context.zone),
      }).map((line) => [line]),
    ),
  ];
}

/** Remaining time, or the duration of earlier exports where it is unknown. */
function remainingLines(context: Context, one: ExportOf): DetailLine[] {
  const others = cachedExports(context);
  const eta = exportEta(one, others, ringOfExport(context, one), context.now);
  const words = formatExportEta(eta);
  if (words !== null) return [field("Time left", words)];
  const last = formatLastTook(one.cluster, others);
  const why = `unknown: too little progress yet${last === null ? ", and no earlier export" : ""}`;
  return present(
    eta.kind !== "dead" && field("Time left", why),
    last !== null && field("Earlier exports", `${last} for ${one.cluster}`),
  );
}

function progressLines(context: Context, one: ExportOf): readonly DetailLine[] {
  const state = exportAsJob(one.job, context.now);
  const progress = exportProgress(one.job, ringOfExport(context, one), context.now);
  const { count } = progress;
  const rate = formatExportRate(progress);
  const isCounted = !isEnded(state) && count.kind === "counted";
  const counts = isCounted ? `${grouped(count.done)} of ${grouped(count.total)}` : formatExportCount(count);
  return jobLines(state, context, {
    status: present(
      state.status !== "waiting" && state.status !== "failed" && field("Collections", counts),
      isCounted && barLine(count.done, count.total),
    ),
    going: present(
      rate !== null && field("Rate", { text: rate, tone: progress.isDead ? "bad" : "plain" }),
      ...remainingLines(context, one),
    ),
  });
}

function reasonLines(context: Context, one: ExportOf): DetailLine[] {
  const { job } = one;
  if (exportStatus(job) === "cancelled") {
    return [textLine(dim("The files copied so far stay in the bucket."))];
  }
  if (exportStatus(job) !== "failed") return [];
  const remedy = exportRemedy(job);
  const roleId = bucketOfJob(context, job)?.roleId ?? null;
  const code = job.stateReason?.errorCode ?? "";
  return present(
    heading("Failure"),
    textLine(bad(exportReason(job) ?? "The service reports no reason.")),
    remedy !== null && textLine(accent(remedy)),
    fieldIfAny("Error code", code),
    code === "ACCESS_DENIED" &&
      roleId !== null &&
      field("Role", "in Cloud access", { area: "cloud-access", ids: [roleId] }),
    textLine(
      dim(
        `The files copied so far stay in the bucket. No automatic retry: press ${context.key("action.menu")} to export again.`,
      ),
    ),
  );
}

function bucketLine(context: Context, one: ExportOf): DetailLine {
  const bucket = bucketOfJob(context, one.job);
  if (bucket === undefined) {
    const tone = knowsBuckets(context) ? "bad" : "plain";
    return field("Bucket", { text: formatBucket(context, one), tone });
  }
  const shut = isUnwritable(bucket, judgedRoles(context)) ? ", not writable" : "";
  return field("Bucket", `${bucket.name} (${cloudLabel(bucket.provider)}${shut})`, {
    area: "export-buckets",
    ids: [bucket.id],
  });
}

function whatLines(context: Context, one: ExportOf): DetailLine[] {
  const { job, cluster } = one;
  const snapshot = snapshotOfJob(context, job);
  const words =
    snapshot === undefined
      ? missingSnapshotText(context, one)
      : formatSnapshot(
          snapshot,
          context,
          snapshot.expiresAt !== null && `${formatExpires(snapshot.expiresAt, context.now)} (files in the bucket stay)`,
        );
  const labels = job.customData ?? [];
  return [
    heading("Request"),
    field("Cluster", cluster),
    snapshot === undefined
      ? field("Snapshot", dim(words))
      : field("Snapshot", words, { area: "snapshots", ids: [snapshot.id] }),
    bucketLine(context, one),
    ...labels.map((label, index) => field(index === 0 ? "Labels" : "", formatLabel(label))),
  ];
}

/** Completeness by the file `.complete` in the bucket, which is written last (`domain.md` 10.2). */
function formatWhole(job: ExportOf["job"]): string {
  if (exportStatus(job) === "done") return "Complete: the file .complete exists and contains the labels.";
  return exportGoesOn(job) ? "Incomplete until the file .complete exists." : "Incomplete: there is no file .complete.";
}

/** The path of the files, in lines that can be read and copied. */
function pathLines({ key }: Context, { job }: ExportOf): DetailLine[] {
  const prefix = job.prefix ?? "";
  if (prefix === "") return [];
  return [
    heading(`Path in the bucket (${key("action.menu")} copies it)`),
    textLine(prefix),
    textLine(dim(formatWhole(job))),
  ];
}

function namedLines({ job }: ExportOf): DetailLine[] {
  const components = job.components ?? [];
  return present(
    heading("API fields"),
    field("Id", job.id),
    fieldIfAny("Status", job.state),
    fieldIfAny("Snapshot id", job.snapshotId),
    fieldIfAny("Bucket id", job.exportBucketId),
    ...section(
      `${components.length} shards, one export each`,
      components.map(({ exportId, replicaSetName }, index) =>
        field(`Shard ${index + 1}`, `${replicaSetName ?? "?"} · ${exportId ?? "?"}`),
      ),
    ),
  );
}

export function detail(context: Context, id: string): DetailModel | null {
  const cached = cachedExport(context, id);
  if (cached === null) return null;
  const { found, raw } = cached;
  return {
    title: `${found.cluster} → ${formatBucket(context, found)}`,
    lines: [
      ...progressLines(context, found),
      ...reasonLines(context, found),
      ...(exportGoesOn(found.job) ? curveLines(context, found) : []),
      ...whatLines(context, found),
      ...pathLines(context, found),
      ...namedLines(found),
    ],
    raw,
  };
}
