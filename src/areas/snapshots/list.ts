import type { Cluster } from "../../domain/cluster.ts";
import {
  formerOf,
  type MissingSpan,
  missingSnapshots,
  newestRestorable,
  plannedAt,
} from "../../domain/missing-snapshots.ts";
import { itemsOf } from "../../domain/schedule-items.ts";
import { changeWords, isUnderWay, kindWords, type Snapshot } from "../../domain/snapshot.ts";
import { isMissing, type Lookup } from "../../state/lookup.ts";
import type { Query } from "../../state/query.ts";
import { formatSize, formatTime, pluralize } from "../../text/format.ts";
import type { Context } from "../context.ts";
import { lookup, lookupOfAll, missingText } from "../lookup.ts";
import { cachedSchedule, scheduleQuery } from "../queries/schedule-of-cluster.ts";
import { cachedSnapshots, clustersWithSnapshots, snapshotQueries } from "../queries/snapshots.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import { expiryWords, spanWords, stateCell } from "./labels.ts";

/** The snapshots of every cluster (E53a, E58), the newest first, with what is missing (`domain.md` 13.6). */

const COLUMNS: readonly Column[] = [
  { id: "taken", title: "TAKEN", min: 12, grow: 0, priority: 1, align: "left", truncate: "end" },
  { id: "kind", title: "KIND", min: 7, grow: 0, max: 16, priority: 1, align: "left", truncate: "end" },
  { id: "state", title: "STATE", min: 6, grow: 0, max: 14, priority: 1, align: "left", truncate: "end" },
  { id: "size", title: "SIZE", min: 7, grow: 0, priority: 2, align: "right", truncate: "end" },
  { id: "change", title: "CHANGE", min: 8, grow: 0, priority: 3, align: "right", truncate: "end" },
  { id: "expires", title: "GOES IN", min: 7, grow: 0, priority: 1, align: "right", truncate: "end", ticks: true },
  { id: "note", title: "NOTE", min: 9, grow: 3, priority: 1, align: "left", truncate: "end" },
  { id: "copies", title: "COPIES", min: 6, grow: 1, max: 30, priority: 4, align: "left", truncate: "end" },
  { id: "version", title: "VERSION", min: 7, grow: 0, priority: 5, align: "left", truncate: "end" },
  { id: "cluster", title: "CLUSTER", min: 8, grow: 0, max: 24, priority: 6, align: "left", truncate: "end" },
];

/** Clusters in which a snapshot waits or runs are looked at more often. */
export const running = (context: Context): readonly Query[] =>
  clustersWithSnapshots(context.scope)
    .filter((cluster) => cachedSnapshots(context, cluster)?.some(isUnderWay) === true)
    .flatMap((cluster) => snapshotQueries(context.scope, cluster, "snapshot"));

/** Snapshots expire: list and detail count down to that. */
export const ends = (context: Context): readonly number[] =>
  clustersWithSnapshots(context.scope).flatMap((cluster) =>
    (cachedSnapshots(context, cluster) ?? []).flatMap(({ expiresAt, status }) =>
      status === "failed" ? [] : (expiresAt ?? []),
    ),
  );

/** What is known of one cluster's backups. */
export type ClusterBackups = {
  readonly cluster: Cluster;
  readonly snapshots: readonly Snapshot[];
  readonly gaps: readonly MissingSpan[];
  /** How far apart snapshots are planned now, in ms; null where none are, or where the schedule is not known (`plan`). */
  readonly planned: number | null;
  /** What is known of its schedule. */
  readonly plan: Lookup;
  /** What is known of its snapshots: of a cluster of unknown kind some lists may be missing. */
  readonly lists: Lookup;
  readonly newest: Snapshot | undefined;
};

export function clusterBackupsOf(context: Context, cluster: Cluster): ClusterBackups | undefined {
  const snapshots = cachedSnapshots(context, cluster);
  if (snapshots === undefined) return undefined;
  const items = itemsOf(cachedSchedule(context, cluster.name));
  return {
    cluster,
    snapshots,
    gaps: missingSnapshots(snapshots, items, context.now, !cluster.paused),
    planned: plannedAt(items, 0),
    plan: lookup(context, scheduleQuery(context.scope, cluster.name)),
    lists: lookupOfAll(context, snapshotQueries(context.scope, cluster, "once")),
    newest: newestRestorable(snapshots),
  };
}

const isOpen = ({ to }: MissingSpan): boolean => to === null;

function noteOf(snapshot: Snapshot, { gaps, newest }: ClusterBackups): Cell {
  const gap = gaps.find(({ to }) => to === snapshot.takenAt);
  const parts = [
    ...(gap === undefined ? [] : [`! ${spanWords(snapshot.takenAt - gap.from)} gap`]),
    ...(snapshot.id === newest?.id ? ["newest"] : []),
    ...(snapshot.description === "" ? [] : [snapshot.description]),
  ];
  const text = parts.join(" · ");
  return gap === undefined ? text : { text, tone: "warn" };
}

function rowOf(snapshot: Snapshot, standing: ClusterBackups, context: Context): Row {
  const { now, zone, lastLook } = context;
  const { bytes, expiresAt, takenAt } = snapshot;
  const former = formerOf(standing.snapshots, snapshot)?.bytes ?? null;
  return {
    id: snapshot.id,
    section: snapshot.cluster,
    cells: {
      taken: formatTime(takenAt, now, zone),
      kind: snapshot.type === "fallback" ? { text: kindWords(snapshot), tone: "warn" } : kindWords(snapshot),
      state: stateCell(snapshot, now),
      size: bytes === null ? { text: "–", tone: "dim" } : formatSize(bytes),
      change:
        bytes === null || former === null
          ? { text: "–", tone: "dim" }
          : { text: changeWords(bytes, former), tone: "dim" },
      expires:
        expiresAt === null || snapshot.status === "failed"
          ? { text: "–", tone: "dim" }
          : { text: expiryWords(expiresAt, now), tone: expiresAt - now < 86_400_000 ? "warn" : "plain" },
      note: noteOf(snapshot, standing),
      copies: snapshot.copyRegions.join(", "),
      version: snapshot.version,
      cluster: snapshot.cluster,
    },
    sort: {
      taken: takenAt,
      size: bytes ?? 0,
      change: bytes === null || former === null ? 0 : bytes - former,
      expires: expiresAt ?? Number.POSITIVE_INFINITY,
    },
    isNew: lastLook !== null && !lastLook.ids.has(snapshot.id),
    ...(snapshot.status === "failed" ? { tone: "bad" as const } : {}),
  };
}

/** Clusters that lack a backup, or whose newest is older than planned; a paused one takes none, and one that may be is not late. */
export const isLate = ({ cluster, gaps, newest, lists }: ClusterBackups): boolean =>
  !isMissing(lists) && (newest === undefined ? cluster.paused !== true : cluster.paused === false && gaps.some(isOpen));

/** What is wrong with a cluster's backups in one short text, or null. */
export function problemOf({ cluster, newest, gaps, planned, lists }: ClusterBackups, now: number): string | null {
  if (isMissing(lists)) return null;
  if (newest === undefined) return `none of ${cluster.name}`;
  if (!gaps.some(isOpen) || planned === null) return null;
  return `${cluster.name} none since ${spanWords(now - newest.takenAt)}`;
}

/** By what plan a cluster's snapshots are taken. */
export function planWords({ cluster, planned, plan }: Pick<ClusterBackups, "cluster" | "planned" | "plan">): string {
  if (cluster.paused) return "paused, none are taken";
  if (cluster.kind === "serverless") return "taken by the service";
  if (isMissing(plan)) return `schedule ${missingText(plan)}`;
  return planned === null ? "none planned" : `planned every ${spanWords(planned)}`;
}

/** The heading of a cluster: how old the newest restorable point is, and how old it should be at most. */
function headingOf(standing: ClusterBackups, now: number): string {
  const { cluster, newest, gaps, lists } = standing;
  const plan = planWords(standing);
  if (isMissing(lists)) return `${cluster.name} · snapshots ${missingText(lists)} · ${plan}`;
  if (newest === undefined) return `${cluster.name} · ! no restorable snapshot · ${plan}`;
  const old = spanWords(now - newest.takenAt);
  const late = cluster.paused === null ? `newest ${old} old, late unless the cluster is paused` : `! none since ${old}`;
  return `${cluster.name} · ${gaps.some(isOpen) ? late : `newest ${old} old`} · ${plan}`;
}

export function list(context: Context): ListModel {
  const clusters = clustersWithSnapshots(context.scope);
  const standings = clusters.flatMap((cluster) => clusterBackupsOf(context, cluster) ?? []);
  const { now } = context;
  const all = standings.flatMap(({ snapshots }) => snapshots);
  const underWay = all.filter(isUnderWay).length;
  const failed = all.filter(({ status }) => status === "failed").length;
  const lacks = standings.flatMap((standing) => (isLate(standing) ? (problemOf(standing, now) ?? []) : []));
  const gaps = standings.reduce((sum, standing) => sum + standing.gaps.filter((gap) => !isOpen(gap)).length, 0);
  return {
    summary: [
      ...(underWay > 0 ? [{ text: `${underWay} running`, tone: "accent" } as const] : []),
      ...(lacks.length > 2
        ? [{ text: `! ${lacks.length} clusters late or without`, tone: "warn" } as const]
        : lacks.map((words) => ({ text: `! ${words}`, tone: "warn" }) as const)),
      ...(failed > 0 ? [{ text: `${failed} failed`, tone: "bad" } as const] : []),
      ...(gaps > 0 ? [{ text: pluralize(gaps, "gap"), tone: "warn" } as const] : []),
      `${all.length} in all`,
    ],
    columns: COLUMNS,
    rows: standings.flatMap((standing) => standing.snapshots.map((snapshot) => rowOf(snapshot, standing, context))),
    sections: standings.map((standing) => ({ id: standing.cluster.name, title: headingOf(standing, now) })),
    defaultSort: { column: "taken", descending: true },
    empty: emptyWords(context, clusters),
  };
}

function emptyWords({ scope }: Context, clusters: readonly Cluster[]): string {
  if (clusters.length === 0) return "No cluster that has snapshots is known in this project.";
  const where = scope.cluster === null ? "of any cluster" : `of ${scope.cluster}`;
  return `No snapshot ${where} yet. n takes one now; the schedule says when further ones are taken.`;
}
