import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { copiesFor, copyLabel } from "../../domain/backup/backup-schedule.ts";
import { copyName } from "../../domain/backup/schedule-items.ts";
import { isBeingTaken, type Snapshot } from "../../domain/backup/snapshot.ts";
import { regionLabel } from "../../domain/region.ts";
import { capitalized } from "../../text/format.ts";

/**
 * Texts for the copies of a snapshot in other regions. Only the record of a completed replica set snapshot lists them (specification 2.15): for
 * others the text says that they are not reported, and which copies the schedule makes now.
 */

const regionsOf = ({ provider }: Snapshot, regions: readonly string[]): string =>
  regions.map((region) => regionLabel(provider, region)).join(", ");

/** `the schedule copies daily snapshots to eu-west-1`; null where what it copies, or the kind of the snapshot, is not known. */
function formatScheduled(snapshot: Snapshot, schedule: BackupSchedule | null): string | null {
  if (schedule === null || snapshot.frequency === "") return null;
  // The record has its own provider only once it has its copies.
  const regions = copiesFor(schedule, snapshot)?.map(({ region, provider }) =>
    regionLabel(provider || snapshot.provider, region),
  );
  if (regions === undefined) return null;
  const kind = `${copyLabel(copyName(snapshot.frequency))} snapshots`;
  return regions.length === 0
    ? `the schedule copies no ${kind}`
    : `the schedule copies ${kind} to ${regions.join(", ")}`;
}

/** Regions of the copies; null for serverless instances, of which no copies are known at all. */
export function formatCopies(snapshot: Snapshot, schedule: BackupSchedule | null): string | null {
  const { copyRegions, kind } = snapshot;
  if (kind === "serverless") return null;
  if (copyRegions !== null)
    return copyRegions.length === 0 ? "none in other regions" : regionsOf(snapshot, copyRegions);
  const why =
    kind === "sharded"
      ? "not reported for sharded clusters"
      : isBeingTaken(snapshot)
        ? "known when it completes"
        : "not reported";
  const scheduled = formatScheduled(snapshot, schedule);
  return scheduled === null ? why : `${why}; ${scheduled}`;
}

/** Copies that are deleted with the snapshot (`domain.md` 13.4); null where there are none. */
export function formatLostCopies(snapshot: Snapshot, schedule: BackupSchedule | null): string | null {
  const { copyRegions, kind } = snapshot;
  if (kind === "serverless" || copyRegions?.length === 0) return null;
  if (copyRegions !== null) return `The snapshot copies in ${regionsOf(snapshot, copyRegions)} are deleted too.`;
  const scheduled = formatScheduled(snapshot, schedule);
  const why = "Copies in other regions are not reported; any are deleted too.";
  return scheduled === null ? why : `${why} ${capitalized(scheduled)}.`;
}
