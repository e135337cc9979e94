import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import type { DeletionImpact } from "../../domain/backup/missing-snapshots.ts";
import { type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { formatLongDuration, formatTimeInZone } from "../../text/format.ts";
import type { Context } from "../model/context.ts";
import { formatLostCopies } from "./copies.ts";

/**
 * Losses by a deletion, as text for the detail and for the review (`domain.md` 13.4).
 *
 * @param schedule schedule of the cluster; null where it is not known
 */
export function formatImpact(
  impact: DeletionImpact,
  snapshot: Snapshot,
  schedule: BackupSchedule | null,
  context: Pick<Context, "now" | "zone">,
): readonly string[] {
  const { cluster, parts } = snapshot;
  const at = (time: number): string => formatTimeInZone(time, context);
  const said: string[] = [];
  if (impact.isOnly)
    said.push(`This is the only restorable snapshot of ${cluster}: without it no restore is possible.`);
  else if (impact.newestBefore !== null) {
    const { newestBefore } = impact;
    said.push(
      `This is the latest usable snapshot. The previous one is ${snapshotKindLabel(newestBefore)}, ${at(newestBefore.takenAt)}, ${formatLongDuration(context.now - newestBefore.takenAt)} old.`,
    );
  } else if (impact.oldestAfter !== null) {
    said.push(`This is the oldest snapshot: data before ${at(impact.oldestAfter.takenAt)} can no longer be restored.`);
  } else if (impact.between !== null) {
    const { from, to } = impact.between;
    said.push(`Leaves a gap of ${formatLongDuration(to - from)} without a snapshot: ${at(from)} to ${at(to)}.`);
  }
  if (impact.pointInTimeFrom === Number.POSITIVE_INFINITY)
    said.push("Point-in-time restore is impossible until the next snapshot is taken.");
  else if (impact.pointInTimeFrom !== null)
    said.push(`Point-in-time restore to before ${at(impact.pointInTimeFrom)} is no longer possible.`);
  const copies = formatLostCopies(snapshot, schedule);
  if (copies !== null) said.push(copies);
  if (parts.length > 1) said.push(`The snapshots of all ${parts.length} shards are deleted.`);
  return said;
}
