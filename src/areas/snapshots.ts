import { cannotExport, cannotRestore, isRestorable, type Snapshot } from "../domain/backup/snapshot.ts";
import { DEDICATED } from "../domain/cluster.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { pickClusterFor } from "./builders/clusters.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { actionOn } from "./builders/one-thing.ts";
import { snapshotName } from "./builders/row-names.ts";
import type { Action } from "./model/area.ts";
import type { Context } from "./model/context.ts";
import { type Effect, effectOfAction, goTo } from "./model/effect.ts";
import { listQueries, snapshotOf } from "./queries/snapshots.ts";
import { check } from "./snapshots/check.ts";
import { detail, detailQueries } from "./snapshots/detail.ts";
import { openKeep } from "./snapshots/keep.ts";
import { COLUMNS, endTimes, list, takingQueries } from "./snapshots/list.ts";
import { openCalendar, openRetention } from "./snapshots/pages.ts";
import { cannotDelete, remove } from "./snapshots/remove.ts";
import { conditions, counts, fields } from "./snapshots/row-fields.ts";
import { openTake } from "./snapshots/take.ts";

/** Snapshots of every kind of cluster, live while one runs (`domain.md` 13; E53a to E53e, E58, E59). */

const chosen = (context: Context, ids: readonly string[]): readonly Snapshot[] =>
  ids.flatMap((id) => snapshotOf(context, id) ?? []);

const onSnapshot = actionOn("snapshots", snapshotOf);

/** The reason why the expiry of a snapshot cannot be changed, or null. */
function cannotKeep(snapshot: Snapshot): string | null {
  if (snapshot.kind === "serverless") return "the expiry of serverless snapshots cannot be changed";
  return isRestorable(snapshot) ? null : "only completed snapshots have a retention to change";
}

/** The form of another area for a new job with a snapshot. */
const ofSnapshot = (context: Context, area: "restore-jobs" | "export-jobs", { cluster, id }: Snapshot): Effect =>
  effectOfAction(area, `${area}.create`, context, [], { clusterName: cluster, snapshotId: id });

const actions: readonly Action[] = [
  {
    id: "snapshots.take",
    title: "Take a snapshot now…",
    operation: "takeSnapshot",
    standard: "new",
    open: (context, _ids, start) =>
      pickClusterFor(context, DEDICATED, "Cluster to take a snapshot of", (cluster) =>
        openTake(context, cluster, start),
      ),
  },
  onSnapshot({
    id: "snapshots.keep",
    title: "Change retention…",
    operation: "updateSnapshotRetention",
    standard: "edit",
    disabled: cannotKeep,
    open: (snapshot, context) => openKeep(context, snapshot),
  }),
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
  onSnapshot({
    id: "snapshots.restore",
    title: "Restore or download snapshot…",
    operation: "createBackupRestoreJob",
    also: ["createServerlessBackupRestoreJob"],
    disabled: cannotRestore,
    open: (snapshot, context) => ofSnapshot(context, "restore-jobs", snapshot),
  }),
  onSnapshot({
    id: "snapshots.export",
    title: "Export to bucket…",
    operation: "createBackupExportJob",
    disabled: cannotExport,
    open: (snapshot, context) => ofSnapshot(context, "export-jobs", snapshot),
  }),
  onSnapshot({
    id: "snapshots.calendar",
    title: "Show snapshot calendar",
    operation: "listReplicaSetBackups",
    also: ["listShardedClusterBackups", "listServerlessBackups"],
    open: ({ cluster, takenAt }, context) => openCalendar(context, cluster, takenAt),
  }),
  onSnapshot({
    id: "snapshots.retention",
    title: "Show retention timeline",
    operation: "listReplicaSetBackups",
    also: ["listShardedClusterBackups", "listServerlessBackups"],
    open: ({ cluster }, context) => openRetention(context, cluster),
  }),
  onSnapshot({
    id: "snapshots.schedule",
    title: "Go to the backup schedule",
    operation: "getBackupSchedule",
    disabled: ({ kind }) => (kind === "serverless" ? "serverless instances have no backup schedule" : null),
    open: ({ cluster }) => goTo("backup-schedules", cluster),
  }),
];

export const snapshots = ofAllProjects({
  id: "snapshots",
  label: "Snapshots",
  group: "Backup",
  scope: "cluster",
  screen: {
    queries: listQueries,
    lookups: clusterLookups,
    running: (context) => takingQueries(context, "snapshot"),
    columns: () => COLUMNS,
    list,
    fields,
    counts,
    conditions,
    check,
    endTimes,
    detailQueries,
    detail,
    nameOf: snapshotName,
    actions,
    firstHelp: (key) =>
      `Snapshots by cluster, and gaps between them. ${key("action.new")} takes a snapshot, ${key("action.edit")} changes the retention of the selected one.`,
  },
});
