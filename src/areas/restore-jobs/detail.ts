import { formatSnapshot } from "../../domain/backup/snapshot.ts";
import type { Job } from "../../domain/job.ts";
import { formatRestoreEta, type RestoreEta, restoreAsJob, restoreLinks, writesTo } from "../../domain/restore.ts";
import {
  formatAge,
  formatExpires,
  formatNumber,
  formatTimeInZone,
  formatTimeToSecond,
  timeOf,
  zoneName,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, dim, warn } from "../builders/cells.ts";
import { jobLines } from "../builders/jobs.ts";
import { drawn, field, fieldIfAny, heading, textLine } from "../builders/lines.ts";
import { progressBar } from "../chart/chart.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import type { Restore } from "../queries/restore-jobs.ts";
import { missingSnapshotText, snapshotOfJob } from "../queries/snapshots.ts";
import { cachedRestore, etaOf, pointInTimeOf } from "./jobs.ts";
import { formatDelivery, formatTarget, formatWay, linkCell } from "./labels.ts";
import { linkName } from "./links.ts";

/** The detail of one restore job (E50, E57): status, remaining time, links (`domain.md` 11.6). */

const BY_TIME = "by time";

/** Progress bar by the duration of earlier restores: the service reports no progress. */
const barLines = (eta: RestoreEta): readonly DetailLine[] =>
  eta.kind === "usual" || eta.left <= 0
    ? []
    : [
        drawn((width) => {
          const cells = Math.max(1, Math.min(30, width - BY_TIME.length - 1));
          const bar = progressBar(eta.elapsed, eta.elapsed + eta.left, cells);
          return [[accent(bar), ` ${BY_TIME}`]];
        }),
      ];

function stateLines(context: Context, restore: Restore, state: Job): readonly DetailLine[] {
  const eta = etaOf(context, restore);
  const { until } = state;
  return [
    ...jobLines(state, context, { status: [], going: [field("Forecast", formatRestoreEta(eta)), ...barLines(eta)] }),
    ...(until === null
      ? []
      : [
          field("Download link", linkCell(until, context.now)),
          field("Link expires", formatTimeInZone(until, context)),
        ]),
  ];
}

function outcomeLines(restore: Restore, { status }: Job): DetailLine[] {
  const into = writesTo(restore.job)?.name ?? null;
  switch (status) {
    case "failed":
      return [
        textLine(warn("The service reports no reason. Check the alerts of that time.")),
        field("Alerts", into === null ? "all of this project" : `of ${into}`, { area: "alerts", ids: [] }),
      ];
    case "expired":
      return [textLine(dim("The download link has expired. Download the snapshot again."))];
    case "running":
      return into === null ? [] : [textLine(warn(`${into} cannot be read or written until the restore completes.`))];
    default:
      return [];
  }
}

function linkLines({ key }: Context, restore: Restore, { status }: Job): DetailLine[] {
  if (status !== "ready") return [];
  const links = restoreLinks(restore.job);
  return [
    heading(links.length > 1 ? `${links.length} files to download` : "Download"),
    // A link that is not a URL is shown as it is.
    ...links.map((link) =>
      field(linkName(link), `from ${URL.parse(link.url)?.hostname ?? link.url}, can be used once`),
    ),
    textLine(accent(`${key("action.menu")}  copy the download command`)),
  ];
}

function whatLines(context: Context, restore: Restore): DetailLine[] {
  const { now, zone } = context;
  const { job, cluster } = restore;
  const snapshot = snapshotOfJob(context, job);
  const wanted = pointInTimeOf(job);
  const takenAt = timeOf(job.timestamp);
  const ofSnapshot =
    snapshot === undefined
      ? takenAt === null
        ? missingSnapshotText(context, restore)
        : `${formatTimeInZone(takenAt, context)}, ${missingSnapshotText(context, restore)}`
      : formatSnapshot(snapshot, context, snapshot.expiresAt !== null && formatExpires(snapshot.expiresAt, now));
  const requestedAt = restoreAsJob(job, now).startedAt ?? now;
  const isPointInTime = wanted !== null && job.deliveryType === "pointInTime";
  return present(
    heading("Request"),
    field("Type", formatDelivery(job)),
    field("Source", cluster),
    writesTo(job) !== null && field("Target", formatTarget(job, context)),
    isPointInTime && field("Point in time", `${formatTimeToSecond(wanted, now, zone)} ${zoneName(zone)}`),
    isPointInTime && field("Rollback", `${formatAge(Math.max(0, requestedAt - wanted))} before the request`),
    field("Snapshot", ofSnapshot, snapshot === undefined ? undefined : { area: "snapshots", ids: [snapshot.id] }),
  );
}

function namedLines({ job, family }: Restore): DetailLine[] {
  const number = (label: string, value: Parameters<typeof formatNumber>[0] | null | undefined) =>
    value != null && field(label, formatNumber(value));
  const { desiredTimestamp } = job;
  return present(
    heading("API fields"),
    field("Id", job.id),
    fieldIfAny("Delivery type", job.deliveryType),
    fieldIfAny("Status", "status" in job && typeof job["status"] === "string" ? job["status"] : null),
    fieldIfAny("Snapshot id", job.snapshotId),
    number("UTC seconds", job.pointInTimeUTCSeconds),
    number("Oplog time", job.oplogTs ?? desiredTimestamp?.time),
    number("Oplog increment", job.oplogInc ?? desiredTimestamp?.increment),
    fieldIfAny("Target project", job.targetGroupId),
    family === "serverless" && field("Kind", "serverless: this API is deprecated, use flex clusters"),
  );
}

export function detail(context: Context, id: string): DetailModel | null {
  const cached = cachedRestore(context, id);
  if (cached === null) return null;
  const { found: restore, raw } = cached;
  const state = restoreAsJob(restore.job, context.now);
  return {
    title: formatWay(restore, context),
    lines: [
      ...stateLines(context, restore, state),
      ...outcomeLines(restore, state),
      ...linkLines(context, restore, state),
      ...whatLines(context, restore),
      ...namedLines(restore),
    ],
    raw,
  };
}
