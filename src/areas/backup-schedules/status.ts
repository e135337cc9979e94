import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { missingBySchedule, nextOf, planOf, windowDays } from "../../domain/backup/backup-schedule.ts";
import { type MissingSpan, newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { type PolicyViolation, policyViolationsOf } from "../../domain/backup/policy-violations.ts";
import { itemsOf, reportsItems } from "../../domain/backup/schedule-items.ts";
import { isRestorable, type Snapshot } from "../../domain/backup/snapshot.ts";
import type { Plan } from "../../domain/backup/snapshot-plan.ts";
import type { Cluster } from "../../domain/cluster.ts";
import type { Context } from "../model/context.ts";
import { cachedRequirements } from "../queries/compliance-policy.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { cachedSnapshots } from "../queries/snapshots.ts";

/** Status of one cluster's schedule: its plan, the resulting snapshots, and its violations. */
export type ScheduleStatus = {
  readonly cluster: Cluster;
  readonly schedule: BackupSchedule;
  /** Its policy items, with extra retention included. */
  readonly plan: Plan;
  /** Length of the point-in-time window in days; 0 where it is off. */
  readonly windowDays: number;
  /** Time of the next snapshot (ms); null where none is planned or the cluster is paused. */
  readonly next: number | null;
  /** The oldest first; null while they are not read. */
  readonly snapshots: readonly Snapshot[] | null;
  readonly missingSpans: readonly MissingSpan[];
  readonly newest: Snapshot | undefined;
  /** Violations of the compliance policy; null where there is no policy, none where the policy items are not reported. */
  readonly violations: readonly PolicyViolation[] | null;
  /** Number of requirements of the compliance policy that this version does not know, and so cannot check. */
  readonly unknownRequirements: number;
};

export function scheduleStatusOf(context: Context, cluster: Cluster): ScheduleStatus | undefined {
  const schedule = cachedSchedule(context, cluster.name);
  if (schedule === undefined) return undefined;
  const { now } = context;
  const snapshots = cachedSnapshots(context, cluster) ?? null;
  const own = itemsOf(schedule);
  const requirements = cachedRequirements(context);
  const window = windowDays(schedule);
  return {
    cluster,
    schedule,
    plan: planOf(schedule),
    windowDays: window,
    next: cluster.paused ? null : nextOf(schedule, now),
    snapshots,
    missingSpans: snapshots === null ? [] : missingBySchedule(snapshots, schedule, now, !cluster.paused),
    newest: snapshots === null ? undefined : newestRestorable(snapshots),
    violations:
      requirements === null ? null : reportsItems(schedule) ? policyViolationsOf(own, window, requirements) : [],
    unknownRequirements: (requirements?.unknown.length ?? 0) + (requirements?.isPartial === true ? 1 : 0),
  };
}

/** The mean size of restorable snapshots in bytes; null where none is known. */
export function meanSize(snapshots: readonly Snapshot[]): number | null {
  const sizes = snapshots.flatMap((snapshot) => (isRestorable(snapshot) ? (snapshot.bytes ?? []) : []));
  return sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
}
