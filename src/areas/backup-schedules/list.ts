import { copiesOf } from "../../domain/backup/backup-schedule.ts";
import { isOpen } from "../../domain/backup/missing-snapshots.ts";
import {
  byFrequency,
  formatDays,
  formatRetention,
  isNotComputable,
  isOfUnknownUnit,
  itemsOf,
  reportsItems,
  shortName,
} from "../../domain/backup/schedule-items.ts";
import type { Cluster } from "../../domain/cluster.ts";
import type { Bucket } from "../../domain/export-jobs/export-bucket.ts";
import { regionLabel } from "../../domain/region.ts";
import { saysAbsent } from "../../state/answers/lookup.ts";
import { formatDuration, formatLargestUnit, pluralize, shortId } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, DASH, dim, good, NOT_REPORTED, warn } from "../builders/cells.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import type { ListColumn } from "../builders/columns.ts";
import { column, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedRequirements } from "../queries/compliance-policy.ts";
import { cachedBuckets } from "../queries/export-buckets.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { type ScheduleStatus, scheduleStatusOf } from "./status.ts";

/** The schedules of the clusters (E52), one row each: next snapshot, retention, and missing snapshots. */

function nextCell({ cluster, next, schedule }: ScheduleStatus, now: number): Cell {
  if (cluster.paused) return dim("paused");
  const items = itemsOf(schedule);
  if (next === null && items.some(isNotComputable)) return warn("unknown");
  if (items.length === 0 || next === null) return bad("never");
  return next <= now ? accent("due") : formatDuration(next - now);
}

/** True when the snapshots of a cluster could not be read; false while they are loading. */
function snapshotsUnread(context: Context, { name }: Cluster): boolean {
  const args = clusterArgs(context.scope, name);
  return (["listReplicaSetBackups", "listShardedClusterBackups"] as const).some(
    (operation) => context.unread(operation, args) !== null,
  );
}

/** Missing snapshots: the time since the last one, or the longest gap. */
function gapCell(status: ScheduleStatus, context: Context): Cell {
  const { cluster, missingSpans, newest, snapshots, plan, schedule } = status;
  const { now } = context;
  if (snapshots === null) return dim(snapshotsUnread(context, cluster) ? "not loaded" : "…");
  if (newest === undefined) return cluster.paused || plan.items.length === 0 ? dim("–") : warn("! none yet");
  if (missingSpans.some(isOpen)) {
    const old = formatLargestUnit(now - newest.takenAt);
    return warn(cluster.paused === null ? `${old}, or paused` : `! none for ${old}`);
  }
  const longest = Math.max(0, ...missingSpans.map(({ from, to }) => (to ?? now) - from));
  if (longest === 0) return itemsOf(schedule).some(isNotComputable) ? warn("unknown") : good("none");
  return warn(`${formatLargestUnit(longest)}${missingSpans.length > 1 ? `, ${missingSpans.length} gaps` : ", ended"}`);
}

const unique = (words: readonly string[]): string => [...new Set(words)].join(" ");

/** `7d to 1y`, or the one length where all are equal. */
function formatDayRange(days: readonly number[]): string {
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return least === most ? formatDays(least) : `${formatDays(least)} to ${formatDays(most)}`;
}

function exportCell({ schedule }: ScheduleStatus, buckets: readonly Bucket[]): Cell {
  const target = schedule.export;
  if (schedule.autoExportEnabled === null) return warn("?");
  if (schedule.autoExportEnabled !== true) return dim("–");
  const id = target?.exportBucketId ?? "";
  const name = buckets.find((bucket) => bucket.id === id)?.name ?? (id === "" ? "no bucket" : shortId(id));
  return `${target?.frequencyType ?? "?"} to ${name}`;
}

const policyCell = ({ schedule, violations, unknownRequirements }: ScheduleStatus): Cell => {
  if (violations === null) return dim("–");
  if (!reportsItems(schedule)) return warn("! unknown");
  if (violations.length > 0) return warn(`! ${pluralize(violations.length, "violation")}`);
  return unknownRequirements > 0 ? warn("! unknown") : good("compliant");
};

/** Retention range of the policy items; an item of unknown unit is shown as it was received. */
function retentionCell({ days, state }: Listed): Cell {
  if (!reportsItems(state.schedule)) return warn("?");
  const unknown = itemsOf(state.schedule).find(isOfUnknownUnit);
  if (unknown !== undefined) return warn(`! ${formatRetention(unknown)}`);
  return days.length === 0 ? DASH : formatDayRange(days);
}

/** The policy items by their short names; unknown parts are shown as they were received. */
function takesCell({ schedule }: ScheduleStatus): Cell {
  const items = byFrequency(itemsOf(schedule));
  if (!reportsItems(schedule)) return NOT_REPORTED;
  if (items.length === 0) return bad("nothing");
  const words = unique(items.map((item) => shortName(item) || "?"));
  return items.some(isNotComputable) ? warn(`! ${words}`) : words;
}

/** A schedule with the data of its row. */
type Listed = {
  readonly state: ScheduleStatus;
  /** Retention of its policy items in days, shortest first. */
  readonly days: readonly number[];
  readonly regions: readonly string[];
  readonly buckets: readonly Bucket[];
};

const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "cluster", title: "CLUSTER", min: 12, grow: 1, max: 30, priority: 1, truncate: "middle" },
    ({ state }) => state.cluster.name,
  ),
  column(
    {
      id: "next",
      title: "NEXT IN",
      min: 7,
      max: 14,
      priority: 1,
      align: "right",
      ticks: true,
      sort: ({ state }) => state.next ?? Number.POSITIVE_INFINITY,
    },
    ({ state }, { now }) => nextCell(state, now),
  ),
  column(
    { id: "gap", title: "GAP", min: 9, grow: 1, max: 16, priority: 1, sort: ({ state }) => state.missingSpans.length },
    ({ state }, context) => gapCell(state, context),
  ),
  column({ id: "frequency", title: "FREQUENCY", min: 22, grow: 1, max: 34, priority: 2 }, ({ state }) =>
    takesCell(state),
  ),
  column(
    { id: "retention", title: "RETENTION", min: 9, max: 12, priority: 3, sort: ({ days }) => Math.max(0, ...days) },
    (one) => retentionCell(one),
  ),
  column(
    { id: "window", title: "WINDOW", min: 6, priority: 4, align: "right", sort: ({ state }) => state.windowDays },
    ({ state }) =>
      state.schedule.restoreWindowDays === null
        ? warn("?")
        : state.windowDays === 0
          ? dim("off")
          : `${state.windowDays}d`,
  ),
  column(
    {
      id: "policy",
      title: "COMPLIANCE",
      min: 8,
      max: 14,
      priority: 3,
      sort: ({ state }) => state.violations?.length ?? 0,
    },
    ({ state }) => policyCell(state),
  ),
  column(
    { id: "copies", title: "COPIES", min: 8, grow: 1, max: 28, priority: 5, sort: ({ regions }) => regions.length },
    ({ regions }) => (regions.length === 0 ? DASH : regions.join(", ")),
  ),
  column({ id: "export", title: "AUTO EXPORT", min: 8, grow: 1, max: 28, priority: 6 }, ({ state, buckets }) =>
    exportCell(state, buckets),
  ),
];

const WITHOUT_POLICY = COLUMNS.filter(({ id }) => id !== "policy");

/** The compliance column is shown where there is a policy. */
export const columns = (context: Context): readonly ListColumn<Listed>[] =>
  cachedRequirements(context) === null ? WITHOUT_POLICY : COLUMNS;

const listed = (state: ScheduleStatus, buckets: readonly Bucket[]): Listed => ({
  state,
  days: byFrequency(state.plan.items).map(({ days }) => days),
  regions: copiesOf(state.schedule).map(({ provider, region }) => regionLabel(provider, region)),
  buckets,
});

/** A cluster without a schedule gets a row of its own: it is not backed up. */
const notBackedUp = ({ name }: Cluster): Row => ({
  id: name,
  cells: { cluster: name, next: dim("–"), frequency: warn("not backed up") },
  sort: { next: Number.POSITIVE_INFINITY },
});

/**
 * True when the service says that a cluster is not backed up. For another kind of cluster it refuses with another code; such a cluster is left out.
 */
function isNotBackedUp(context: Context, { name }: Cluster): boolean {
  const why = context.unread("getBackupSchedule", clusterArgs(context.scope, name));
  return saysAbsent(why) && why?.code === "BACKUP_CONFIG_NOT_FOUND";
}

export function list(context: Context): ListModel {
  const clusters = dedicatedClusters(context.scope);
  const statuses = clusters.flatMap((cluster) => scheduleStatusOf(context, cluster) ?? []);
  const missing = clusters.filter(({ name }) => cachedSchedule(context, name) === undefined);
  const buckets = cachedBuckets(context);
  const late = statuses.filter(
    ({ cluster, missingSpans }) => cluster.paused === false && missingSpans.some(isOpen),
  ).length;
  const empty = statuses.filter(({ schedule }) => itemsOf(schedule).length === 0).length;
  const short = statuses.filter(({ violations }) => violations !== null && violations.length > 0).length;
  return {
    summary: present(
      count("schedules", [statuses.length], (sum = 0) => pluralize(sum, "schedule")),
      empty !== 0 && count("empty", [empty], (sum) => bad(`! ${sum} without policy items`)),
      late !== 0 && count("late", [late], (sum) => warn(`! ${sum} late`)),
      short !== 0 && count("not-compliant", [short], (sum) => warn(`! ${sum} not compliant`)),
    ),
    rows: [
      ...rowsOf(
        COLUMNS,
        statuses.map((state) => listed(state, buckets)),
        context,
        ({ state }) => ({ id: state.cluster.name }),
      ),
      ...missing.filter((cluster) => isNotBackedUp(context, cluster)).map(notBackedUp),
    ],
    sections: [],
    defaultSort: { column: "next", descending: false },
    empty: "No schedules. Only dedicated clusters have a backup schedule.",
  };
}
