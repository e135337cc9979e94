import { exportOf } from "../../domain/export-jobs/export-bucket.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import { goTo } from "../model/effect.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { openCalendar, openRetention } from "../snapshots/pages.ts";
import { openSchedule } from "./edit.ts";
import { removeAll } from "./remove.ts";

/** What can be done with the schedule of a cluster: E51, E52, and the ways to what it is about. */

const clusterIn = (ids: readonly string[]): string => ids[0] ?? "";

const bucketIn = (context: Context, ids: readonly string[]): string | null => {
  const schedule = cachedSchedule(context, clusterIn(ids));
  return schedule === undefined ? null : (exportOf(schedule)?.bucketId ?? null);
};

const isThere = (context: Context, ids: readonly string[]): boolean =>
  cachedSchedule(context, clusterIn(ids)) !== undefined;

export const actions: readonly Action[] = [
  {
    id: "backup-schedules.update",
    title: "Edit schedule…",
    operation: "updateBackupSchedule",
    standard: "edit",
    on: "one",
    open: (context, ids, start) => openSchedule(context, clusterIn(ids), start),
  },
  {
    id: "backup-schedules.delete",
    title: "Delete schedule…",
    operation: "deleteAllBackupSchedules",
    standard: "delete",
    on: "one",
    disabled: (context, ids) => (isThere(context, ids) ? null : "the schedule is not loaded: backup may be off"),
    open: (context, ids) => ({ kind: "write", plan: removeAll(context, clusterIn(ids)) }),
  },
  {
    id: "backup-schedules.calendar",
    title: "Show snapshot calendar",
    operation: "listReplicaSetBackups",
    also: ["listShardedClusterBackups"],
    on: "one",
    open: (context, ids) => openCalendar(context, clusterIn(ids)),
  },
  {
    id: "backup-schedules.retention",
    title: "Show retention timeline",
    operation: "listReplicaSetBackups",
    also: ["listShardedClusterBackups"],
    on: "one",
    open: (context, ids) => openRetention(context, clusterIn(ids)),
  },
  {
    id: "backup-schedules.snapshots",
    title: "Show snapshots of this project",
    operation: "getBackupSchedule",
    open: () => goTo("snapshots"),
  },
  {
    id: "backup-schedules.bucket",
    title: "Go to the export bucket",
    operation: "getBackupSchedule",
    on: "one",
    disabled: (context, ids) => (bucketIn(context, ids) === null ? "automatic exports are off" : null),
    open: (context, ids) => goTo("export-buckets", bucketIn(context, ids) ?? ""),
  },
];
