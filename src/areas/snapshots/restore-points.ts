import { planOf, windowDays } from "../../domain/backup/backup-schedule.ts";
import { isNotComputable, itemsOf, reportsItems } from "../../domain/backup/schedule-items.ts";
import { isBeingTaken } from "../../domain/backup/snapshot.ts";
import type { SnapshotRecord } from "../../domain/backup/snapshot-days.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { dim, warn } from "../builders/cells.ts";
import { formatMissing } from "../builders/lookup.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { kindOf } from "../queries/snapshots.ts";
import { type ClusterBackups, clusterBackupsOf } from "./list.ts";

/** Data of a cluster's calendar and retention timeline, with notes on missing parts. */

export type RestorePoints = Omit<SnapshotRecord, "now" | "zone"> & {
  readonly cluster: string;
  /** Point-in-time window in days; 0 where it is off, null where the schedule is not known. */
  readonly windowDays: number | null;
  /** Notes on what is unknown or not scheduled, as sentences. */
  readonly notes: readonly Cell[];
};

/** The reason why nothing is scheduled, as a sentence; null where something is. */
function unscheduled(context: Context, cluster: string, backups: ClusterBackups | undefined): Cell | null {
  const schedule = cachedSchedule(context, cluster);
  if (kindOf(context.scope, cluster) === "serverless")
    return dim("The service takes the snapshots of serverless instances. When it takes the next ones is unknown.");
  if (backups?.cluster.paused === true) return dim("The cluster is paused: no snapshots are taken.");
  if (schedule === undefined) {
    const plan = backups?.plan;
    return plan !== undefined && isMissing(plan)
      ? warn(`Schedule ${formatMissing(plan)}. Only existing snapshots are shown.`)
      : dim("No schedule: no snapshots are taken regularly.");
  }
  return itemsOf(schedule).length === 0 ? warn("The schedule has no policy items: no new snapshots.") : null;
}

export function restorePointsOf(context: Context, name: string): RestorePoints {
  const cluster = context.scope.clusters.find((one) => one.name === name);
  const backups = cluster && clusterBackupsOf(context, cluster);
  const schedule = cachedSchedule(context, name);
  const why = unscheduled(context, name, backups);
  const isSilent = schedule !== undefined && !reportsItems(schedule);
  const strange = itemsOf(schedule).filter(isNotComputable).length;
  const snapshots = backups?.snapshots ?? [];
  const running = snapshots.filter(isBeingTaken).length;
  return {
    cluster: name,
    snapshots,
    missingSpans: backups?.missingSpans ?? [],
    plan: why === null && schedule !== undefined ? planOf(schedule) : null,
    windowDays: schedule === undefined ? null : windowDays(schedule),
    notes: present(
      backups === undefined && warn("Snapshots are not loaded."),
      backups !== undefined && isMissing(backups.lists) && warn(`Snapshots ${formatMissing(backups.lists)}.`),
      why,
      isSilent && warn("The policy items of the schedule are not reported: only existing snapshots are shown."),
      !isSilent && strange > 0 && warn(`${pluralize(strange, "policy item")} with unknown values left out.`),
      running > 0 && dim(`${pluralize(running, "snapshot")} in progress: not counted until completed.`),
    ),
  };
}
