import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import type { DeletedRun, DeletionImpact } from "../../domain/backup/missing-snapshots.ts";
import { type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { formatLongDuration, formatOld, formatTimeInZone } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { Times } from "../model/context.ts";
import { formatLostCopies } from "./copies.ts";

/** The restore points that are lost with snapshots that follow each other; null where nothing is. */
function formatPoints({ snapshots, impact }: DeletedRun, times: Times): string | null {
  const at = (time: number): string => formatTimeInZone(time, times);
  const { length } = snapshots;
  const [{ cluster }] = snapshots;
  const { isOnly, newestBefore, oldestAfter, between } = impact;
  if (isOnly) {
    const those =
      length === 1
        ? `This is the only restorable snapshot of ${cluster}: without it`
        : `These are all ${length} restorable snapshots of ${cluster}: without them`;
    return `${those} no restore is possible.`;
  }
  if (newestBefore !== null) {
    const those =
      length === 1 ? "This is the latest usable snapshot" : `These are the ${length} latest usable snapshots`;
    return `${those}. The previous one is ${snapshotKindLabel(newestBefore)}, ${at(newestBefore.takenAt)}, ${formatOld(times.now - newestBefore.takenAt, formatLongDuration)}.`;
  }
  if (oldestAfter !== null) {
    const those = length === 1 ? "This is the oldest snapshot" : `These are the ${length} oldest snapshots`;
    return `${those}: data before ${at(oldestAfter.takenAt)} can no longer be restored.`;
  }
  if (between === null) return null;
  const { from, to } = between;
  return `Leaves a gap of ${formatLongDuration(to - from)} without a snapshot: ${at(from)} to ${at(to)}.`;
}

function formatPointInTime({ pointInTimeFrom }: DeletionImpact, times: Times): string | null {
  if (pointInTimeFrom === null) return null;
  if (pointInTimeFrom === Number.POSITIVE_INFINITY)
    return "Point-in-time restore is impossible until the next snapshot is taken.";
  return `Point-in-time restore to before ${formatTimeInZone(pointInTimeFrom, times)} is no longer possible.`;
}

const formatParts = ({ parts }: Snapshot): string | null =>
  parts.length > 1 ? `The snapshots of all ${parts.length} shards are deleted.` : null;

/**
 * Losses by a deletion, as text for the detail and for the review (`domain.md` 13.4).
 *
 * @param schedule schedule of the cluster; null where it is not known
 */
export const formatImpact = (
  impact: DeletionImpact,
  snapshot: Snapshot,
  schedule: BackupSchedule | null,
  times: Times,
): readonly string[] =>
  present(
    formatPoints({ snapshots: [snapshot], impact }, times),
    formatPointInTime(impact, times),
    formatLostCopies(snapshot, schedule),
    formatParts(snapshot),
  );

/** A review names up to this many runs, the gravest first, and counts the rest. */
const MOST_RUNS = 6;

const gapOf = ({ impact: { between } }: DeletedRun): number =>
  between === null ? Number.POSITIVE_INFINITY : between.to - between.from;

/** The same for snapshots that are deleted together: what several of them lose is said once. */
export function formatImpacts(
  runs: readonly DeletedRun[],
  schedule: BackupSchedule | null,
  times: Times,
): readonly string[] {
  const gravest = runs.toSorted((one, other) => gapOf(other) - gapOf(one));
  const named = gravest.slice(0, MOST_RUNS).flatMap((run) => {
    const [first] = run.snapshots;
    const last = run.snapshots.at(-1) ?? first;
    const from = formatTimeInZone(first.takenAt, times);
    const span = last === first ? from : `${from} to ${formatTimeInZone(last.takenAt, times)}`;
    const points = formatPoints(run, times);
    return points === null ? [] : [`${span}: ${points}`];
  });
  const [grave] = runs;
  const all = runs.flatMap(({ snapshots }) => snapshots);
  return present(
    ...named,
    gravest.length > MOST_RUNS && `${gravest.length - MOST_RUNS} more gaps without a snapshot, none longer than these.`,
    grave !== undefined && formatPointInTime(grave.impact, times),
    ...new Set(all.flatMap((snapshot) => present(formatLostCopies(snapshot, schedule), formatParts(snapshot)))),
  );
}
