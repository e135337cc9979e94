import type { Cluster } from "../../domain/cluster.ts";
import type { Bucket } from "../../domain/export-bucket.ts";
import { daysWords, isStrange, itemsOf, rankOf, shortName } from "../../domain/schedule-items.ts";
import { formatDuration, pluralize, shortId } from "../../text/format.ts";
import { dedicatedClusters } from "../clusters.ts";
import type { Context } from "../context.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedRequirements } from "../queries/compliance-policy.ts";
import { cachedBuckets } from "../queries/export-buckets.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { spanWords } from "../snapshots/labels.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import { isOpen, type ScheduleStatus, scheduleStatusOf } from "./status.ts";

/** The schedules of the clusters (E52), a row each: what comes next, how long it is kept, and what is missing. */

const COLUMNS: readonly Column[] = [
  { id: "cluster", title: "CLUSTER", min: 12, grow: 1, max: 30, priority: 1, align: "left", truncate: "end" },
  { id: "next", title: "NEXT IN", min: 7, grow: 0, max: 14, priority: 1, align: "right", truncate: "end", ticks: true },
  { id: "gap", title: "GAP", min: 9, grow: 1, max: 16, priority: 1, align: "left", truncate: "end" },
  { id: "takes", title: "EVERY", min: 22, grow: 1, max: 34, priority: 2, align: "left", truncate: "end" },
  { id: "keeps", title: "KEEPS", min: 8, grow: 0, max: 12, priority: 3, align: "left", truncate: "end" },
  { id: "window", title: "WINDOW", min: 6, grow: 0, priority: 4, align: "right", truncate: "end" },
  { id: "policy", title: "POLICY", min: 8, grow: 0, max: 14, priority: 3, align: "left", truncate: "end" },
  { id: "copies", title: "COPIES", min: 8, grow: 1, max: 28, priority: 5, align: "left", truncate: "end" },
  { id: "export", title: "EXPORT", min: 8, grow: 1, max: 28, priority: 6, align: "left", truncate: "end" },
];

const none = (text: string): Cell => ({ text, tone: "dim" });

function nextCell({ cluster, next, plan, schedule }: ScheduleStatus, now: number): Cell {
  if (cluster.paused) return none("paused");
  if (next === null && itemsOf(schedule).some(isStrange)) return { text: "not known", tone: "warn" };
  if (plan.items.length === 0 || next === null) return { text: "never", tone: "bad" };
  return next <= now ? { text: "due", tone: "accent" } : formatDuration(next - now);
}

/** Whether the snapshots of a cluster could not be read; else they are still asked for. */
function snapshotsUnread(context: Context, { name }: Cluster): boolean {
  const args = clusterArgs(context.scope, name);
  return (["listReplicaSetBackups", "listShardedClusterBackups"] as const).some(
    (operation) => context.unread(operation, args) !== null,
  );
}

/** What is missing of what was planned: since when there is none, or the longest stretch without one. */
function gapCell({ cluster, gaps, newest, snapshots, plan }: ScheduleStatus, context: Context): Cell {
  const { now } = context;
  if (snapshots === null) return none(snapshotsUnread(context, cluster) ? "not read" : "…");
  if (newest === undefined)
    return cluster.paused || plan.items.length === 0 ? none("–") : { text: "! none yet", tone: "warn" };
  if (gaps.some(isOpen)) {
    const old = spanWords(now - newest.takenAt);
    return { text: cluster.paused === null ? `${old} now, or paused` : `! ${old} now`, tone: "warn" };
  }
  const longest = Math.max(0, ...gaps.map(({ from, to }) => (to ?? now) - from));
  if (longest === 0) return { text: "none", tone: "good" };
  return { text: `${spanWords(longest)}${gaps.length > 1 ? `, ${gaps.length} gaps` : ", past"}`, tone: "warn" };
}

const inOrder = ({ plan }: ScheduleStatus) =>
  plan.items.toSorted((one, other) => rankOf(one.frequencyType) - rankOf(other.frequencyType));

const unique = (words: readonly string[]): string => [...new Set(words)].join(" ");

/** `7d to 1y`, or the one length where all are kept alike. */
function rangeWords(days: readonly number[]): string {
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return least === most ? daysWords(least) : `${daysWords(least)} to ${daysWords(most)}`;
}

function exportCell({ schedule }: ScheduleStatus, buckets: readonly Bucket[]): Cell {
  const target = schedule.export;
  if (schedule.autoExportEnabled !== true) return none("–");
  const id = target?.exportBucketId ?? "";
  const name = buckets.find((bucket) => bucket.id === id)?.name ?? (id === "" ? "no bucket" : shortId(id));
  return `${target?.frequencyType ?? "?"} to ${name}`;
}

const policyCell = ({ lacks }: ScheduleStatus): Cell => {
  if (lacks === null) return none("–");
  return lacks.length === 0 ? { text: "complies", tone: "good" } : { text: `! ${lacks.length} short`, tone: "warn" };
};

/** The rules by their short names; what is not understood of them as it came. */
function takesCell({ schedule }: ScheduleStatus): Cell {
  const items = itemsOf(schedule).toSorted((one, other) => rankOf(one.frequencyType) - rankOf(other.frequencyType));
  if (items.length === 0) return { text: "nothing", tone: "bad" };
  const words = unique(items.map((item) => shortName(item) || "?"));
  return items.some(isStrange) ? { text: `! ${words}`, tone: "warn" } : words;
}

function rowOf(standing: ScheduleStatus, buckets: readonly Bucket[], context: Context): Row {
  const { now } = context;
  const { cluster, windowDays, schedule, next, lacks, gaps } = standing;
  const items = inOrder(standing);
  const regions = (schedule.copySettings ?? []).flatMap(({ regionName }) => regionName ?? []);
  return {
    id: cluster.name,
    cells: {
      cluster: cluster.name,
      next: nextCell(standing, now),
      gap: gapCell(standing, context),
      takes: takesCell(standing),
      keeps: items.length === 0 ? none("–") : rangeWords(items.map(({ days }) => days)),
      window: windowDays === 0 ? none("off") : `${windowDays}d`,
      policy: policyCell(standing),
      copies: regions.length === 0 ? none("–") : regions.join(", "),
      export: exportCell(standing, buckets),
    },
    sort: {
      next: next ?? Number.POSITIVE_INFINITY,
      gap: gaps.length,
      keeps: Math.max(0, ...items.map(({ days }) => days)),
      window: windowDays,
      policy: lacks?.length ?? 0,
      copies: regions.length,
    },
  };
}

/** A cluster whose schedule the service does not have is an answer of its own: it is not backed up. */
const notBackedUp = ({ name }: Cluster): Row => ({
  id: name,
  cells: { cluster: name, next: none("–"), takes: { text: "not backed up", tone: "warn" } },
  sort: { next: Number.POSITIVE_INFINITY },
});

/** Why a cluster's schedule is not here. A cluster of another kind has none. */
function absent(context: Context, cluster: Cluster): "no-backup" | "other-kind" | "unread" | "asked" {
  const why = context.unread("getBackupSchedule", clusterArgs(context.scope, cluster.name));
  if (why === null) return "asked";
  if (why.code === "BACKUP_CONFIG_NOT_FOUND") return "no-backup";
  return cluster.kind === "unknown" && (why.status === 400 || why.status === 404) ? "other-kind" : "unread";
}

export function list(context: Context): ListModel {
  const clusters = dedicatedClusters(context.scope);
  const standings = clusters.flatMap((cluster) => scheduleStatusOf(context, cluster) ?? []);
  const missing = clusters.filter(({ name }) => cachedSchedule(context, name) === undefined);
  const buckets = cachedBuckets(context);
  const late = standings.filter(({ cluster, gaps }) => cluster.paused === false && gaps.some(isOpen)).length;
  const empty = standings.filter(({ plan }) => plan.items.length === 0).length;
  const short = standings.filter(({ lacks }) => lacks !== null && lacks.length > 0).length;
  return {
    summary: [
      pluralize(standings.length, "schedule"),
      ...(empty === 0 ? [] : [{ text: `! ${empty} without rules`, tone: "bad" } as const]),
      ...(late === 0 ? [] : [{ text: `! ${late} late`, tone: "warn" } as const]),
      ...(short === 0 ? [] : [{ text: `! ${short} short of the policy`, tone: "warn" } as const]),
    ],
    columns: cachedRequirements(context) === null ? COLUMNS.filter(({ id }) => id !== "policy") : COLUMNS,
    rows: [
      ...standings.map((standing) => rowOf(standing, buckets, context)),
      ...missing.filter((cluster) => absent(context, cluster) === "no-backup").map(notBackedUp),
    ],
    sections: [],
    defaultSort: { column: "next", descending: false },
    empty: "No cluster of this project has a schedule: only clusters with machines of their own are backed up by one.",
  };
}
