import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { copiesFor, copyLabel } from "../../domain/backup/backup-schedule.ts";
import { copyName } from "../../domain/backup/schedule-items.ts";
import type { Snapshot } from "../../domain/backup/snapshot.ts";
import { regionLabel } from "../../domain/region.ts";
import { capitalized } from "../../text/format.ts";

/**
 * The copies of a snapshot in other regions, in words. Only the record of a replica set's snapshot names them, and only once it is
 * completed (specification 2.15): of others it is said that they are not told, and what the schedule copies now.
 */

const regionsOf = ({ provider }: Snapshot, regions: readonly string[]): string =>
  regions.map((region) => regionLabel(provider, region)).join(", ");

/** `the schedule copies daily snapshots to eu-west-1`; nothing where the schedule, or what kind of snapshot it is, is not known. */
function formatScheduled(snapshot: Snapshot, schedule: BackupSchedule | null): string | null {
  if (schedule === null || snapshot.frequency === "") return null;
  // The record names its own provider no sooner than its copies.
  const regions = copiesFor(schedule, snapshot).map(({ region, provider }) =>
    regionLabel(provider || snapshot.provider, region),
  );
  const kind = `${copyLabel(copyName(snapshot.frequency))} snapshots`;
  return regions.length === 0
    ? `the schedule copies no ${kind}`
    : `the schedule copies ${kind} to ${regions.join(", ")}`;
}

/** Where its copies are; null for serverless instances, of which no copies are known at all. */
export function formatCopies(snapshot: Snapshot, schedule: BackupSchedule | null): string | null {
  const { copyRegions, kind } = snapshot;
  if (kind === "serverless") return null;
  if (copyRegions !== null)
    return copyRegions.length === 0 ? "none in other regions" : regionsOf(snapshot, copyRegions);
  const why = kind === "sharded" ? "not reported for sharded clusters" : "known when it completes";
  const scheduled = formatScheduled(snapshot, schedule);
  return scheduled === null ? why : `${why}; ${scheduled}`;
}

/** What goes with the snapshot when it is deleted (`domain.md` 13.4); null where nothing does. */
export function formatLostCopies(snapshot: Snapshot, schedule: BackupSchedule | null): string | null {
  const { copyRegions, kind } = snapshot;
  if (kind === "serverless" || copyRegions?.length === 0) return null;
  if (copyRegions !== null) return `The snapshot copies in ${regionsOf(snapshot, copyRegions)} are deleted too.`;
  const scheduled = formatScheduled(snapshot, schedule);
  const why = "Copies in other regions are not reported; any are deleted too.";
  return scheduled === null ? why : `${why} ${capitalized(scheduled)}.`;
}
