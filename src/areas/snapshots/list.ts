import { weakMapMemoize } from "reselect";
import { missingBySchedule } from "../../domain/backup/backup-schedule.ts";
import {
  isOpen,
  type MissingSpan,
  newestRestorable,
  plannedInterval,
  previousOfFrequency,
} from "../../domain/backup/missing-snapshots.ts";
import { isNotComputable, itemsOf } from "../../domain/backup/schedule-items.ts";
import { formatSizeChange, isBeingTaken, type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import type { Cluster } from "../../domain/cluster.ts";
import { isMissing, type Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { DAY } from "../../text/durations.ts";
import { formatLargestUnit, formatLongLargestUnit, formatOld, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, DASH, dim, timeCell, warn } from "../builders/cells.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import { column, isUnseen, type ListColumn, rowsOf, sizeColumn } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import { lookup, lookupOfAll, missingText } from "../builders/lookup.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel } from "../model/view.ts";
import { cachedSchedule, scheduleQuery } from "../queries/schedule-of-cluster.ts";
import { cachedSnapshots, snapshotQueries } from "../queries/snapshots.ts";
import { formatExpiry, stateCell } from "./labels.ts";

/** The snapshots of every cluster (E53a, E58), the newest first, with gaps (`domain.md` 13.6). */

/** Queries for clusters with a snapshot that is queued or running, which are polled more often. */
export const takingQueries = (context: Context, poll: Query["poll"]): readonly Query[] =>
  unsharedClusters(context.scope)
    .filter((cluster) => cachedSnapshots(context, cluster)?.some(isBeingTaken) === true)
    .flatMap((cluster) => snapshotQueries(context.scope, cluster, poll));

/** Expiry times of snapshots, for countdowns in list and detail. */
export const endTimes = (context: Context): readonly number[] =>
  unsharedClusters(context.scope).flatMap((cluster) =>
    (cachedSnapshots(context, cluster) ?? []).flatMap(({ expiresAt, status }) =>
      status === "failed" ? [] : (expiresAt ?? []),
    ),
  );

/** The backups of one cluster, as far as known. */
export type ClusterBackups = {
  readonly cluster: Cluster;
  readonly snapshots: readonly Snapshot[];
  readonly missingSpans: readonly MissingSpan[];
  /** Interval between planned snapshots in ms; null where none are planned, or where the schedule is not known (`plan`). */
  readonly planned: number | null;
  /** True when its schedule has a policy item that this version cannot project. */
  readonly isPlanStrange: boolean;
  /** State of its schedule. */
  readonly plan: Lookup;
  /** State of its snapshot lists: for a cluster of unknown kind some lists may be missing. */
  readonly lists: Lookup;
  readonly newest: Snapshot | undefined;
};

export function clusterBackupsOf(context: Context, cluster: Cluster): ClusterBackups | undefined {
  const snapshots = cachedSnapshots(context, cluster);
  if (snapshots === undefined) return undefined;
  const schedule = cachedSchedule(context, cluster.name);
  return {
    cluster,
    snapshots,
    missingSpans: missingBySchedule(snapshots, schedule, context.now, !cluster.paused),
    planned: plannedInterval(itemsOf(schedule)),
    isPlanStrange: itemsOf(schedule).some(isNotComputable),
    plan: lookup(context, scheduleQuery(context.scope, cluster.name)),
    lists: lookupOfAll(context, snapshotQueries(context.scope, cluster, "once")),
    newest: newestRestorable(snapshots),
  };
}

/** The clusters of a project whose snapshots were read. */
export const backupsOfClusters = weakMapMemoize((context: Context): readonly ClusterBackups[] =>
  unsharedClusters(context.scope).flatMap((cluster) => clusterBackupsOf(context, cluster) ?? []),
);

/** Snapshots that failed since the newest restorable one. */
export const failedSince = ({ snapshots, newest }: ClusterBackups): readonly Snapshot[] =>
  snapshots.filter(
    ({ status, takenAt }) => status === "failed" && takenAt > (newest?.takenAt ?? Number.NEGATIVE_INFINITY),
  );

function noteOf(snapshot: Snapshot, { missingSpans, newest }: ClusterBackups): Cell {
  const gap = missingSpans.find(({ to }) => to === snapshot.takenAt);
  const parts = present(
    gap !== undefined && `! ${formatLargestUnit(snapshot.takenAt - gap.from)} gap`,
    snapshot.id === newest?.id && "latest",
    snapshot.description !== "" && snapshot.description,
  );
  const text = parts.join(" · ");
  return gap === undefined ? text : warn(text);
}

/** A snapshot with the data of its row. */
type Listed = {
  readonly snapshot: Snapshot;
  readonly current: ClusterBackups;
  /** Growth in bytes since the previous snapshot, null where that is not known. */
  readonly change: { readonly bytes: number; readonly former: number } | null;
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "taken", title: "TAKEN", min: 12, priority: 1, sort: ({ snapshot }) => snapshot.takenAt },
    ({ snapshot }, context) => timeCell(snapshot.takenAt, context),
  ),
  column({ id: "type", title: "TYPE", min: 9, max: 16, priority: 1 }, ({ snapshot }) =>
    snapshot.type === "fallback" ? warn(snapshotKindLabel(snapshot)) : snapshotKindLabel(snapshot),
  ),
  column({ id: "status", title: "STATUS", min: 9, max: 14, priority: 1 }, ({ snapshot }, { now }) =>
    stateCell(snapshot, now),
  ),
  sizeColumn(2, ({ snapshot }) => snapshot.bytes, DASH),
  column(
    {
      id: "change",
      title: "CHANGE",
      min: 8,
      priority: 3,
      align: "right",
      sort: ({ change }) => (change === null ? 0 : change.bytes - change.former),
    },
    ({ change }) => (change === null ? DASH : dim(formatSizeChange(change.bytes, change.former))),
  ),
  column(
    {
      id: "expires",
      title: "EXPIRES",
      min: 7,
      priority: 1,
      align: "right",
      ticks: true,
      sort: ({ snapshot }) => snapshot.expiresAt ?? Number.POSITIVE_INFINITY,
    },
    ({ snapshot: { expiresAt, status } }, { now }) =>
      expiresAt === null || status === "failed"
        ? DASH
        : { text: formatExpiry(expiresAt, now), tone: expiresAt - now < DAY ? "warn" : "plain" },
  ),
  column({ id: "note", title: "NOTE", min: 9, grow: 3, priority: 1 }, ({ snapshot, current }) =>
    noteOf(snapshot, current),
  ),
  column({ id: "copies", title: "COPIES", min: 6, grow: 1, max: 30, priority: 4 }, ({ snapshot }) =>
    snapshot.copyRegions === null ? DASH : snapshot.copyRegions.join(", "),
  ),
  column({ id: "version", title: "VERSION", min: 7, priority: 5 }, ({ snapshot }) => snapshot.version),
  column(
    { id: "cluster", title: "CLUSTER", min: 9, max: 24, priority: 6, truncate: "middle" },
    ({ snapshot }) => snapshot.cluster,
  ),
];

function listed(snapshot: Snapshot, status: ClusterBackups): Listed {
  const { bytes } = snapshot;
  const former = previousOfFrequency(status.snapshots, snapshot)?.bytes ?? null;
  return { snapshot, current: status, change: bytes === null || former === null ? null : { bytes, former } };
}

/** True when a planned snapshot is missing; a paused cluster takes none, and one that may be paused is not late. */
export const isLate = ({ cluster, missingSpans, newest, lists }: ClusterBackups): boolean =>
  !isMissing(lists) && newest !== undefined && cluster.paused === false && missingSpans.some(isOpen);

/** True when a cluster that takes snapshots has no restorable one. */
export const isWithoutBackup = ({ cluster, newest, lists }: ClusterBackups): boolean =>
  !isMissing(lists) && newest === undefined && cluster.paused !== true;

/** True when the backups of a cluster need attention. */
export const isBackupBad = (status: ClusterBackups): boolean => isLate(status) || isWithoutBackup(status);

/** The problem with a cluster's backups as a short text, or null. */
export function problemOf(
  { cluster, newest, missingSpans, planned, lists }: ClusterBackups,
  now: number,
): string | null {
  if (isMissing(lists)) return null;
  if (newest === undefined) return `${cluster.name}: no snapshot`;
  if (!missingSpans.some(isOpen) || planned === null) return null;
  return `${cluster.name}: no snapshot for ${formatLongLargestUnit(now - newest.takenAt)}`;
}

/** The schedule of a cluster's snapshots as text. */
export function formatPlan({
  cluster,
  planned,
  plan,
  isPlanStrange,
}: Pick<ClusterBackups, "cluster" | "planned" | "plan" | "isPlanStrange">): string {
  if (cluster.paused) return "paused, takes no snapshots";
  if (cluster.kind === "serverless") return "taken by the service";
  if (isMissing(plan)) return `schedule ${missingText(plan)}`;
  if (planned === null) return isPlanStrange ? "schedule unknown" : "no schedule";
  return `scheduled every ${formatLongLargestUnit(planned)}`;
}

/** Heading of a cluster: the age of its newest restorable snapshot, and the planned interval. */
function headingOf(status: ClusterBackups, now: number): string {
  const { cluster, newest, missingSpans, lists } = status;
  const plan = formatPlan(status);
  if (isMissing(lists)) return `${cluster.name} · snapshots ${missingText(lists)} · ${plan}`;
  if (newest === undefined) return `${cluster.name} · ! no restorable snapshot · ${plan}`;
  const age = now - newest.takenAt;
  const latest = `latest ${formatOld(age, formatLongLargestUnit)}`;
  const late =
    cluster.paused === null
      ? `${latest}, late unless the cluster is paused`
      : `! no snapshot for ${formatLongLargestUnit(age)}`;
  return `${cluster.name} · ${missingSpans.some(isOpen) ? late : latest} · ${plan}`;
}

export function list(context: Context): ListModel {
  const clusters = unsharedClusters(context.scope);
  const statuses = clusters.flatMap((cluster) => clusterBackupsOf(context, cluster) ?? []);
  const { now } = context;
  const all = statuses.flatMap(({ snapshots }) => snapshots);
  const underWay = all.filter(isBeingTaken).length;
  const failed = all.filter(({ status }) => status === "failed").length;
  const problems = statuses.flatMap((current) => (isBackupBad(current) ? (problemOf(current, now) ?? []) : []));
  const missingCount = statuses.reduce(
    (sum, status) => sum + status.missingSpans.filter((gap) => !isOpen(gap)).length,
    0,
  );
  return {
    summary: present(
      underWay > 0 && count("running", [underWay], (sum) => accent(`${sum} running`)),
      ...(problems.length > 2
        ? [count("problems", [problems.length], (sum) => warn(`! ${sum} clusters with late or no backup`))]
        : problems.map((words) => warn(`! ${words}`))),
      failed > 0 && count("failed", [failed], (sum) => bad(`${sum} failed`)),
      missingCount > 0 && count("gaps", [missingCount], (sum = 0) => warn(pluralize(sum, "gap"))),
      count("all", [all.length], (sum) => `${sum} in total`),
    ),
    rows: rowsOf(
      COLUMNS,
      statuses.flatMap((status) => status.snapshots.map((snapshot) => listed(snapshot, status))),
      context,
      ({ snapshot: { id, cluster, status } }) => ({
        id,
        section: cluster,
        isNew: isUnseen(context, id),
        tone: status === "failed" ? "bad" : undefined,
      }),
    ),
    sections: statuses.map((status) => ({
      id: status.cluster.name,
      title: headingOf(status, now),
      isOfProject: true,
      isName: true,
    })),
    defaultSort: { column: "taken", descending: true },
    empty: emptyText(context, clusters),
  };
}

function emptyText({ scope, key }: Context, clusters: readonly Cluster[]): string {
  if (clusters.length === 0) return "No cluster with snapshots is known in this project.";
  const where = scope.cluster === null ? "of any cluster" : `of ${scope.cluster}`;
  return `No snapshot ${where} yet. ${key("action.new")} takes one now; a schedule takes them regularly.`;
}
