import { elapsed } from "../../domain/countdown.ts";
import { type RestoreEta, type RestoreStatus, restoreEtaWords, restoreLinks } from "../../domain/restore.ts";
import { kindWords } from "../../domain/snapshot.ts";
import {
  formatAge,
  formatClock,
  formatDuration,
  formatNumber,
  formatSize,
  formatTime,
  formatTimeAndAge,
  formatTimeInZone,
  timeOf,
  zoneName,
} from "../../text/format.ts";
import { progressBar } from "../chart/chart.ts";
import type { Context } from "../context.ts";
import type { Restore } from "../queries/restore-jobs.ts";
import type { Cell, DetailLine, DetailModel } from "../view.ts";
import { cachedRestore, etaOf, momentOf, restoreStatusOf, snapshotOfJob } from "./jobs.ts";
import { DOES, projectNames, removedCell, stateCell, targetWords } from "./labels.ts";
import { linkName } from "./links.ts";

/** One restore job (E50, E57): how it stands, what is left, its links (`domain.md` 11.6). */

const BY_TIME = "by time";

const field = (label: string, value: Cell, link?: Extract<DetailLine, { kind: "field" }>["link"]): DetailLine => ({
  kind: "field",
  label,
  value,
  ...(link === undefined ? {} : { link }),
});

/** How far a restore is by the time that earlier ones took: the service tells nothing of its progress. */
const barLines = (eta: RestoreEta): readonly DetailLine[] =>
  eta.kind === "usual" || eta.left <= 0
    ? []
    : [
        {
          kind: "drawn",
          draw: (width) => {
            const cells = Math.max(1, Math.min(30, width - BY_TIME.length - 1));
            const bar = progressBar(eta.elapsed, eta.elapsed + eta.left, cells);
            return [[{ text: bar, tone: "accent" }, ` ${BY_TIME}`]];
          },
        },
      ];

function standingLines(context: Context, restore: Restore, standing: RestoreStatus): DetailLine[] {
  const { now, zone } = context;
  const { startedAt, finishedAt, linkUntil, state } = standing;
  const took = startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
  const eta = etaOf(context, restore);
  return [
    field("State", stateCell(standing)),
    ...(startedAt === null ? [] : [field("Asked for", formatTimeAndAge(startedAt, now, zone))]),
    ...(state === "running"
      ? [
          ...(startedAt === null ? [] : [field("Runs for", elapsed(now - startedAt))]),
          field("Left", restoreEtaWords(eta)),
          ...barLines(eta),
        ]
      : []),
    ...(finishedAt === null
      ? []
      : [field(state === "failed" ? "Failed" : "Ended", formatTimeAndAge(finishedAt, now, zone))]),
    ...(took === null ? [] : [field("Took", elapsed(took))]),
    ...(linkUntil === null
      ? []
      : [field("Link", removedCell(linkUntil, now)), field("Until", formatTimeInZone(linkUntil, context))]),
  ];
}

function outcomeLines(restore: Restore, { state }: RestoreStatus): DetailLine[] {
  const { job } = restore;
  const into = job.targetClusterName ?? null;
  switch (state) {
    case "failed":
      return [
        { kind: "text", value: { text: "The service tells no reason. Look for alerts of that time.", tone: "warn" } },
        field("Alerts", into === null ? "of this project" : `of ${into}`, { area: "alerts", ids: [] }),
      ];
    case "link-expired":
      return [
        { kind: "text", value: { text: "The link is over. The snapshot has to be downloaded anew.", tone: "dim" } },
      ];
    case "running":
      return into === null
        ? []
        : [{ kind: "text", value: { text: `${into} cannot be read or written until it is done.`, tone: "warn" } }];
    default:
      return [];
  }
}

function linkLines(restore: Restore, { state }: RestoreStatus): DetailLine[] {
  if (state !== "link-ready") return [];
  const links = restoreLinks(restore.job);
  return [
    { kind: "heading", text: links.length > 1 ? `${links.length} files to fetch` : "To fetch" },
    ...links.map((link): DetailLine => {
      let host = link.url;
      try {
        host = new URL(link.url).hostname;
      } catch {
        // What is no address is shown as it is.
      }
      return field(linkName(link), `from ${host}, works once`);
    }),
    { kind: "text", value: { text: "a  copy the command that fetches it", tone: "accent" } },
  ];
}

function whatLines(context: Context, restore: Restore): DetailLine[] {
  const { now, zone } = context;
  const { job, cluster } = restore;
  const snapshot = snapshotOfJob(context, job);
  const wanted = momentOf(job);
  const target = targetWords(job, { groupId: context.scope.groupId, nameOf: projectNames(context) });
  const takenAt = timeOf(job.timestamp);
  const ofSnapshot =
    snapshot === undefined
      ? takenAt === null
        ? "gone"
        : `${formatTimeInZone(takenAt, context)}, gone since`
      : [
          formatTimeInZone(snapshot.takenAt, context),
          kindWords(snapshot),
          ...(snapshot.bytes === null ? [] : [formatSize(snapshot.bytes)]),
        ].join(" · ");
  return [
    { kind: "heading", text: "What it does" },
    field("Does", DOES[job.deliveryType ?? ""] ?? job.deliveryType ?? "not told"),
    field("From", cluster),
    ...(job.deliveryType === "download" ? [] : [field("Into", target)]),
    ...(wanted === null || job.deliveryType !== "pointInTime"
      ? []
      : [
          field("Moment", `${formatTime(wanted, now, zone)}:${formatClock(wanted, zone).slice(-2)} ${zoneName(zone)}`),
          field(
            "That is",
            `${formatAge(Math.max(0, (restoreStatusOf(context, restore).startedAt ?? now) - wanted))} before it was asked for`,
          ),
        ]),
    field("Snapshot", ofSnapshot, snapshot === undefined ? undefined : { area: "snapshots", ids: [snapshot.id] }),
    ...(snapshot?.expiresAt === null || snapshot === undefined
      ? []
      : [field("Kept", `for ${formatDuration(Math.max(0, snapshot.expiresAt - now))} more`)]),
  ];
}

function namedLines({ job, family }: Restore): DetailLine[] {
  const number = (label: string, value: Parameters<typeof formatNumber>[0] | null | undefined): DetailLine[] =>
    value === null || value === undefined ? [] : [field(label, formatNumber(value))];
  const text = (label: string, value: string | null | undefined): DetailLine[] =>
    value === null || value === undefined || value === "" ? [] : [field(label, value)];
  const { desiredTimestamp } = job;
  return [
    { kind: "heading", text: "As the service names it" },
    field("Id", job.id),
    ...text("Delivery", job.deliveryType),
    ...text("Status", "status" in job && typeof job["status"] === "string" ? job["status"] : null),
    ...text("Snapshot id", job.snapshotId),
    ...number("Seconds", job.pointInTimeUTCSeconds),
    ...number("Log time", job.oplogTs ?? desiredTimestamp?.time),
    ...number("Log number", job.oplogInc ?? desiredTimestamp?.increment),
    ...text("Into project", job.targetGroupId),
    ...(family === "serverless" ? [field("Kind", "serverless: these operations end, use flex clusters")] : []),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const found = cachedRestore(context, id);
  if (found === null) return null;
  const { restore, raw } = found;
  const standing = restoreStatusOf(context, restore);
  const target = targetWords(restore.job, { groupId: context.scope.groupId, nameOf: projectNames(context) });
  return {
    title: `${restore.cluster} → ${target}`,
    lines: [
      ...standingLines(context, restore, standing),
      ...outcomeLines(restore, standing),
      ...linkLines(restore, standing),
      ...whatLines(context, restore),
      ...namedLines(restore),
    ],
    raw,
  };
}
