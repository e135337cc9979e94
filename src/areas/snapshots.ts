import { DEDICATED } from "../domain/cluster.ts";
import { cannotExport, cannotRestore, type Snapshot } from "../domain/snapshot.ts";
import type { Action, Area } from "./area.ts";
import { inCluster } from "./clusters.ts";
import type { Context } from "./context.ts";
import { type Effect, effectOfAction } from "./effect.ts";
import { clusterLookups } from "./lookup.ts";
import { listQueries, snapshotOf } from "./queries/snapshots.ts";
import { detail, detailQueries } from "./snapshots/detail.ts";
import { keep } from "./snapshots/keep.ts";
import { ends, list, running } from "./snapshots/list.ts";
import { cannotDelete, remove } from "./snapshots/remove.ts";
import { take } from "./snapshots/take.ts";

/** Snapshots of every kind of cluster, live while one runs (`domain.md` 13; E53a to E53e, E58, E59). */

const chosen = (context: Context, ids: readonly string[]): readonly Snapshot[] =>
  ids.flatMap((id) => snapshotOf(context, id) ?? []);

/** Why the expiry of a snapshot cannot be changed, or null. */
function cannotKeep(snapshot: Snapshot | undefined): string | null {
  if (snapshot === undefined) return "it is not in the list any more";
  if (snapshot.kind === "serverless") return "the service changes no expiry of serverless instances";
  if (snapshot.status !== "completed") return "only a completed snapshot can be kept for longer";
  return null;
}

/** The form of another area for a new job of a snapshot. */
const ofSnapshot = (context: Context, area: "restore-jobs" | "export-jobs", { cluster, id }: Snapshot): Effect =>
  effectOfAction(area, `${area}.create`, context, [], { clusterName: cluster, snapshotId: id });

const actions: readonly Action[] = [
  {
    id: "snapshots.take",
    title: "Take a snapshot now…",
    operation: "takeSnapshot",
    standard: "new",
    on: "area",
    disabled: () => null,
    open: (context) =>
      inCluster(context, DEDICATED, "Snapshot of which cluster", (cluster) => ({
        kind: "form",
        setup: take(context, cluster),
      })),
  },
  {
    id: "snapshots.keep",
    title: "Change how long it is kept…",
    operation: "updateSnapshotRetention",
    standard: "edit",
    on: "one",
    disabled: (context, ids) => cannotKeep(chosen(context, ids)[0]),
    open: (context, ids) => {
      const [snapshot] = chosen(context, ids);
      return snapshot === undefined
        ? { kind: "place", place: { area: "snapshots", ids: [] } }
        : { kind: "form", setup: keep(context, snapshot) };
    },
  },
  {
    id: "snapshots.delete",
    title: "Delete…",
    operation: "deleteReplicaSetBackup",
    also: ["deleteShardedClusterBackup"],
    standard: "delete",
    on: "many",
    disabled: (context, ids) => cannotDelete(chosen(context, ids)),
    open: (context, ids) => ({ kind: "write", plan: remove(context, chosen(context, ids)) }),
  },
  {
    id: "snapshots.restore",
    title: "Restore or download it…",
    operation: "createBackupRestoreJob",
    also: ["createServerlessBackupRestoreJob"],
    on: "one",
    disabled: (context, ids) => cannotRestore(chosen(context, ids)[0]),
    open: (context, ids) => {
      const [snapshot] = chosen(context, ids);
      return snapshot === undefined
        ? { kind: "place", place: { area: "snapshots", ids: [] } }
        : ofSnapshot(context, "restore-jobs", snapshot);
    },
  },
  {
    id: "snapshots.export",
    title: "Export to a bucket…",
    operation: "createBackupExportJob",
    on: "one",
    disabled: (context, ids) => cannotExport(chosen(context, ids)[0]),
    open: (context, ids) => {
      const [snapshot] = chosen(context, ids);
      return snapshot === undefined
        ? { kind: "place", place: { area: "snapshots", ids: [] } }
        : ofSnapshot(context, "export-jobs", snapshot);
    },
  },
  {
    id: "snapshots.schedule",
    title: "Go to the schedule that takes them",
    operation: "getBackupSchedule",
    on: "one",
    disabled: (context, ids) =>
      chosen(context, ids)[0]?.kind === "serverless" ? "a serverless instance has no schedule of its own" : null,
    open: (context, ids) => ({
      kind: "place",
      place: {
        area: "backup-schedules",
        ids: chosen(context, ids)
          .map(({ cluster }) => cluster)
          .slice(0, 1),
      },
    }),
  },
];

export const snapshots: Area = {
  id: "snapshots",
  label: "Snapshots",
  group: "Backup",
  scope: "cluster",
  screen: {
    queries: listQueries,
    lookups: clusterLookups,
    running,
    list,
    ends,
    detailQueries,
    detail,
    actions,
    firstHelp:
      "What can be restored, cluster by cluster, and where a snapshot is missing. n takes one now, e keeps one longer.",
  },
};
