import { DAY, MINUTE } from "../text/durations.ts";
import { everyOf, type Item } from "./schedule-items.ts";
import { isRestorable, isRestorableAt, type Snapshot } from "./snapshot.ts";

/** What the snapshots of one cluster say beside its plan: where one is missing, and how far back one can go (`domain.md` 13.6). */

/** So much more than planned may lie between two snapshots before one is missing. */
const TOLERANCE = 1.5;

/**
 * How far apart snapshots of an age should be, in ms: by the most frequent item that still keeps them; null where no item does.
 *
 * @param age how long ago, in ms
 */
export function plannedAt(items: readonly Item[], age: number): number | null {
  const spans = items.flatMap((item) => (item.days * DAY >= age ? (everyOf(item) ?? []) : []));
  return spans.length === 0 ? null : Math.min(...spans);
}

/** A stretch without a restorable point that is longer than planned. `to` is null where it lasts. Times in ms. */
export type MissingSpan = { readonly from: number; readonly to: number | null; readonly planned: number };

/**
 * The gaps between restorable points, the oldest first, by the plan as it is now.
 *
 * @param snapshots the oldest first
 * @param goesOn whether a further one is expected: a paused cluster takes none
 */
export function missingSnapshots(
  snapshots: readonly Snapshot[],
  items: readonly Item[],
  now: number,
  goesOn: boolean,
): readonly MissingSpan[] {
  const times = snapshots.filter(isRestorable).map(({ takenAt }) => takenAt);
  const found: MissingSpan[] = [];
  for (const [index, from] of times.entries()) {
    const next = times[index + 1];
    if (next === undefined && !goesOn) continue;
    const planned = plannedAt(items, now - from);
    if (planned !== null && (next ?? now) - from > TOLERANCE * planned) found.push({ from, to: next ?? null, planned });
  }
  return found;
}

/**
 * Whether a snapshot that did not come was due within a stretch of time: the planned ones are counted from the last that came, and one
 * that came somewhat late is none that is missing. Times in ms, `end` is not within.
 */
export function isMissedWithin({ from, to, planned }: MissingSpan, start: number, end: number, now: number): boolean {
  const due = from + planned * Math.max(1, Math.ceil((start - from) / planned));
  return due < end && due <= (to ?? now) - (TOLERANCE - 1) * planned;
}

/** The newest restorable point, or undefined. */
export const newestRestorable = (snapshots: readonly Snapshot[]): Snapshot | undefined =>
  snapshots.findLast(isRestorable);

/** The one of the same frequency before it, whose size is known: what its size is compared with. */
export const formerOf = (snapshots: readonly Snapshot[], { frequency, takenAt }: Snapshot): Snapshot | undefined =>
  snapshots.findLast(
    (other) => other.takenAt < takenAt && other.frequency === frequency && isRestorable(other) && other.bytes !== null,
  );

/**
 * The earliest moment that point-in-time reaches (`domain.md` 11.3; ms, in whole minutes, as a moment is asked for): as far back as the
 * window, but not behind the oldest snapshot. The log is played onto the newest snapshot before the moment, which may be older than the
 * window. Null where there is no snapshot, or where it is off.
 *
 * @param oldest when the oldest snapshot was taken that can be restored
 * @param windowDays 0 where it is off, null where nothing bounds it: a serverless instance has no schedule
 */
export function earliestPointInTime(oldest: number | undefined, windowDays: number | null, now: number): number | null {
  if (oldest === undefined || windowDays === 0) return null;
  const exact = windowDays === null ? oldest : Math.max(oldest, now - windowDays * DAY);
  return Math.min(Math.ceil(exact / MINUTE) * MINUTE, now);
}

/** The same of snapshots, the oldest first. */
export const windowStart = (snapshots: readonly Snapshot[], windowDays: number | null, now: number): number | null =>
  earliestPointInTime(snapshots.find((snapshot) => isRestorableAt(snapshot, now))?.takenAt, windowDays, now);

/** What a deletion makes impossible. Times in ms. */
export type DeletionImpact = {
  /** It is the only restorable point of the cluster. */
  readonly isOnly: boolean;
  /** It is the newest one; the next older. */
  readonly newestBefore: Snapshot | null;
  /** It is the oldest one; the next younger: nothing before that can be restored any more. */
  readonly oldestAfter: Snapshot | null;
  /** It stands between two others. */
  readonly between: { readonly from: number; readonly to: number } | null;
  /** Point-in-time before this moment becomes impossible; null where nothing of it is lost, Infinity where all is. */
  readonly pointInTimeFrom: number | null;
};

/**
 * What becomes impossible without a snapshot.
 *
 * @param snapshots of its cluster, the oldest first
 * @param lost ids of all that go with it
 * @param windowDays of point-in-time; 0 where it is off
 */
export function deletionImpact(
  snapshots: readonly Snapshot[],
  lost: readonly string[],
  id: string,
  windowDays: number,
  now: number,
): DeletionImpact | null {
  const good = snapshots.filter(isRestorable);
  const at = good.findIndex((snapshot) => snapshot.id === id);
  const snapshot = good[at];
  if (snapshot === undefined) return null;
  const stays = good.filter((other) => !lost.includes(other.id));
  const before = stays.findLast(({ takenAt }) => takenAt < snapshot.takenAt) ?? null;
  const after = stays.find(({ takenAt }) => takenAt > snapshot.takenAt) ?? null;
  const [was, will] = [windowStart(good, windowDays, now), windowStart(stays, windowDays, now)];
  return {
    isOnly: stays.length === 0,
    newestBefore: after === null ? before : null,
    oldestAfter: before === null ? after : null,
    between: before !== null && after !== null ? { from: before.takenAt, to: after.takenAt } : null,
    pointInTimeFrom: was === null || will === was ? null : (will ?? Number.POSITIVE_INFINITY),
  };
}
