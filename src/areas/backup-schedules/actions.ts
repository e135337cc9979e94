import { exportOf } from "../../domain/export-jobs/export-bucket.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import { goTo } from "../model/effect.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { openCalendar, openRetention } from "../snapshots/pages.ts";
import { openSchedule } from "./edit.ts";
import { removeAll } from "./remove.ts";

/** Actions on the schedule of a cluster: E51, E52, and links to related areas. */

const onCluster = actionOn("backup-schedules", (_context, cluster) => cluster);

const bucketIn = (context: Context, cluster: string): string | null => {
  const schedule = cachedSchedule(context, cluster);
  return schedule === undefined ? null : (exportOf(schedule)?.bucketId ?? null);
};

export const actions: readonly Action[] = [
  onCluster({
    id: "backup-schedules.update",
    title: "Edit schedule…",
    operation: "updateBackupSchedule",
    standard: "edit",
    open: (cluster, context, start) => openSchedule(context, cluster, start),
  }),
  onCluster({
    id: "backup-schedules.delete",
    title: "Delete schedule…",
    operation: "deleteAllBackupSchedules",
    standard: "delete",
    disabled: (cluster, context) =>
      cachedSchedule(context, cluster) === undefined ? "the schedule is not loaded: backup may be off" : null,
    open: (cluster, context) => ({ kind: "write", plan: removeAll(context, cluster) }),
  }),
  onCluster({
    id: "backup-schedules.calendar",
    title: "Show snapshot calendar",
    operation: "listReplicaSetBackups",
    also: ["listShardedClusterBackups"],
    open: (cluster, context) => openCalendar(context, cluster),
  }),
  onCluster({
    id: "backup-schedules.retention",
    title: "Show retention timeline",
    operation: "listReplicaSetBackups",
    also: ["listShardedClusterBackups"],
    open: (cluster, context) => openRetention(context, cluster),
  }),
  {
    id: "backup-schedules.snapshots",
    title: "Show snapshots of this project",
    operation: "getBackupSchedule",
    open: () => goTo("snapshots"),
  },
  onCluster({
    id: "backup-schedules.bucket",
    title: "Go to the export bucket",
    operation: "getBackupSchedule",
    disabled: (cluster, context) => (bucketIn(context, cluster) === null ? "no automatic export" : null),
    open: (cluster, context) => goTo("export-buckets", bucketIn(context, cluster) ?? ""),
  }),
];
