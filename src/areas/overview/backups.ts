import { isRestorable, isUnderWay, kindWords, type Snapshot } from "../../domain/snapshot.ts";
import { isMissing } from "../../state/lookup.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, pluralize } from "../../text/format.ts";
import type { Context, Scope } from "../context.ts";
import { missingText } from "../lookup.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedSnapshots, clustersWithSnapshots, snapshotQueries } from "../queries/snapshots.ts";
import { spanWords, stateCell } from "../snapshots/labels.ts";
import { type ClusterBackups, clusterBackupsOf, isLate, planWords } from "../snapshots/list.ts";
import type { Cell } from "../view.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Snapshots that run, and for every cluster how old its newest restorable one is, against its plan (`domain.md` 13.6). */

const queries = (scope: Scope): readonly Query[] => [
  ...clustersWithSnapshots(scope).flatMap((cluster) => snapshotQueries(scope, cluster, "backup-ages")),
  ...clustersWithSnapshots(scope)
    .filter(({ kind }) => kind !== "serverless")
    .map(
      ({ name }): Query => ({
        operation: "getBackupSchedule",
        args: clusterArgs(scope, name),
        pace: "backup-ages",
        optional: true,
      }),
    ),
];

function runningRow(snapshot: Snapshot, now: number): WallRow {
  const state = stateCell(snapshot, now);
  return {
    id: `snapshots/${snapshot.id}/running`,
    section: "running",
    kind: "snapshot",
    time: formatAge(now - snapshot.takenAt),
    name: snapshot.cluster,
    state: `${typeof state === "string" ? state : state.text} · ${kindWords(snapshot)}`,
    order: 4,
    link: { area: "snapshots", ids: [snapshot.id] },
    news: { one: "snapshot begun", several: "snapshots begun" },
  };
}

/** How the age of the newest one stands against the plan. */
function planCell(standing: ClusterBackups): Cell {
  const { cluster, gaps, newest, planned, snapshots, plan: known, lists } = standing;
  const failed = snapshots.filter(
    ({ status, takenAt }) => status === "failed" && takenAt > (newest?.takenAt ?? Number.NEGATIVE_INFINITY),
  ).length;
  const since = failed === 0 ? "" : `, ${pluralize(failed, "failed one")} since`;
  const plan = planWords(standing);
  if (cluster.paused) return { text: plan, tone: "dim" };
  if (isMissing(lists)) return { text: `snapshots ${missingText(lists)}`, tone: "warn" };
  if (newest === undefined) return { text: `! no restorable snapshot, ${plan}${since}`, tone: "bad" };
  if (gaps.some(({ to }) => to === null)) {
    const late = cluster.paused === null ? "late, unless the cluster is paused" : "! late";
    return { text: `${late}: ${plan}${since}`, tone: "warn" };
  }
  if (cluster.kind === "serverless") return `${plan}${since}`;
  if (planned === null || isMissing(known)) return { text: `${plan}${since}`, tone: "dim" };
  return { text: `in time, ${plan}${since}`, tone: failed === 0 ? "good" : "warn" };
}

function backupRow(standing: ClusterBackups, now: number): WallRow {
  const { cluster, newest } = standing;
  const old = newest === undefined ? null : now - newest.takenAt;
  const isBad = isLate(standing);
  return {
    id: `backups/${cluster.name}`,
    section: "backups",
    kind: isBad ? { text: "backup", tone: "warn" } : "backup",
    time: old === null ? (isMissing(standing.lists) ? "–" : "none") : spanWords(old),
    name: cluster.name,
    state: planCell(standing),
    order: (isBad ? 0 : cluster.paused ? 2 : 1) - (old === null ? 0.9 : Math.min(0.8, old / 1e12)),
    link: { area: "snapshots", ids: newest === undefined ? [] : [newest.id] },
  };
}

/** The clusters of a project whose snapshots were read. */
export const backupStandings = (context: Context): readonly ClusterBackups[] =>
  clustersWithSnapshots(context.scope).flatMap((cluster) => clusterBackupsOf(context, cluster) ?? []);

const FAILED_NEWS = { one: "snapshot failed", several: "snapshots failed" } as const;

/** A snapshot that failed and that no later one makes up for. */
function failedRow(snapshot: Snapshot, now: number): WallRow {
  return {
    id: `snapshots/${snapshot.id}/failed`,
    section: "ended",
    kind: "snapshot",
    time: formatAge(now - snapshot.takenAt),
    name: snapshot.cluster,
    state: { text: `failed: ${kindWords(snapshot)}, none after it`, tone: "bad" },
    order: now - snapshot.takenAt,
    link: { area: "snapshots", ids: [snapshot.id] },
    news: FAILED_NEWS,
  };
}

export const backupsPart: WallPart = {
  section: "backups",
  queries,
  running: (context) =>
    clustersWithSnapshots(context.scope)
      .filter((cluster) => cachedSnapshots(context, cluster)?.some(isUnderWay) === true)
      .flatMap((cluster) => snapshotQueries(context.scope, cluster, "overview-jobs")),
  rows: (context) =>
    backupStandings(context).flatMap((standing) => {
      const newest = standing.snapshots.findLast(isRestorable)?.takenAt ?? Number.NEGATIVE_INFINITY;
      const failed = standing.snapshots.filter(({ status, takenAt }) => status === "failed" && takenAt > newest);
      return [
        backupRow(standing, context.now),
        ...standing.snapshots.filter(isUnderWay).map((snapshot) => runningRow(snapshot, context.now)),
        ...failed.map((snapshot) => failedRow(snapshot, context.now)),
      ];
    }),
};
