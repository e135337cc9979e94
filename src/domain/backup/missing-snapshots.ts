import { HOURS } from "../../contract/backup-policy.ts";
import { DAY, MINUTE } from "../../text/durations.ts";
import { everyOf, type Item } from "./schedule-items.ts";
import { isRestorable, isRestorableAt, type Snapshot } from "./snapshot.ts";

/** What the snapshots of one cluster say beside its plan: where one is missing, and how far back one can go (`domain.md` 13.6). */

/** So much more than planned may lie between two snapshots before one is missing. */
const TOLERANCE = 1.5;

/** A snapshot bears the time when it was done, some minutes after it was due (`domain.md` 13.2: nine at most). */
const TAKES = 10 * MINUTE;

/** Snapshots that lie no further apart than this show that the pace was kept: too near for the next slower pace that can be set. */
const ON_TIME = 1.25;

/** An item that takes snapshots, and how far apart, in ms. */
type Paced = { readonly item: Item; readonly every: number };

/** The items that take snapshots by themselves, the most frequent first. */
const paced = (items: readonly Item[]): readonly Paced[] =>
  items
    .flatMap((item) => {
      const every = everyOf(item);
      return every === null ? [] : [{ item, every }];
    })
    .toSorted((left, right) => left.every - right.every);

/** How far apart snapshots are planned now, in ms: by the most frequent item; null where no item takes any. */
export const plannedInterval = (items: readonly Item[]): number | null => paced(items)[0]?.every ?? null;

/** A stretch without a restorable point that is longer than planned. `to` is null where it lasts. Times in ms. */
export type MissingSpan = { readonly from: number; readonly to: number | null; readonly planned: number };

/** It lasts: no snapshot came since. */
export const isOpen = ({ to }: MissingSpan): boolean => to === null;

/** Whether an item asked for a snapshot: by its id, or by its name where no ids are told. */
const isTakenBy = ({ itemIds, frequency }: Snapshot, { id, frequencyType }: Item): boolean =>
  itemIds.length > 0 && typeof id === "string" ? itemIds.includes(id) : frequency === frequencyType;

/** Whether a snapshot is there by an item alone: called after it, so no rarer one keeps it, and not kept for longer than it says. */
const isKeptBy = ({ frequency, takenAt, expiresAt }: Snapshot, { frequencyType, days }: Item): boolean =>
  frequency === frequencyType && (expiresAt === null || expiresAt - takenAt <= (days + 1) * DAY);

/**
 * Since when an item is known to have asked for snapshots as often as it does now (ms): since the first two at its pace, failed ones too.
 * Before that it may have asked more seldom, or what it took has expired by the retention of then. Infinity where there are no such two.
 */
function paceKnownSince(snapshots: readonly Snapshot[], { item, every }: Paced): number {
  const taken = snapshots.filter((snapshot) => isTakenBy(snapshot, item));
  const first = taken.find((snapshot, index) => {
    const next = taken[index + 1];
    if (next === undefined || next.takenAt - snapshot.takenAt > ON_TIME * every) return false;
    return isKeptBy(snapshot, item) || isKeptBy(next, item);
  });
  return first?.takenAt ?? Number.POSITIVE_INFINITY;
}

/** How far apart an item of a frequency takes snapshots at most, whatever its interval was, in ms. */
const slowestPace = (frequencyType: string): number =>
  everyOf({ frequencyType, frequencyInterval: Math.max(...HOURS) }) ?? DAY;

/** How far apart snapshots were planned at most when one was taken, in ms: it is called after the rarest of those that asked for it. */
function slowestAt(snapshot: Snapshot, item: Item): number {
  if (isTakenBy(snapshot, item)) return slowestPace(item.frequencyType);
  return snapshot.itemIds.length > 1 ? DAY : slowestPace(snapshot.frequency);
}

/**
 * How far apart snapshots were planned until now at most, in ms: the shortest of the last intervals, as one may have been missed. Where
 * those between have expired since, it is no more than what asked for the newest one can have asked for.
 *
 * @param item the one that asks most often now
 */
function latestPace(snapshots: readonly Snapshot[], item: Item): number {
  const scheduled = snapshots.filter((one) => isRestorable(one) && one.type !== "onDemand");
  const newest = scheduled.at(-1);
  if (newest === undefined) return DAY;
  const intervals = scheduled.slice(1).map(({ takenAt }, index) => takenAt - (scheduled[index]?.takenAt ?? 0));
  return Math.min(slowestAt(newest, item), ...intervals.slice(-3));
}

/**
 * The gaps between restorable points, the oldest first: stretches that are longer than planned, where the snapshots show that the plan
 * was the same then. The service tells the plan as it is now and not since when, so nothing is claimed of a time before the first
 * snapshots at its pace. Not known, and so taken for a gap: a pace that was changed and changed back, another weekday or time of day
 * that made one interval longer, a pause, a deletion.
 *
 * @param snapshots the oldest first
 * @param items with the days that are added to them
 * @param goesOn whether a further one is expected: a paused cluster takes none
 * @param next when the service says that it takes the next one (ms); null where it says nothing
 */
export function missingSnapshots(
  snapshots: readonly Snapshot[],
  items: readonly Item[],
  now: number,
  goesOn: boolean,
  next: number | null = null,
): readonly MissingSpan[] {
  const times = snapshots.filter(isRestorable).map(({ takenAt }) => takenAt);
  const rules = paced(items).map((rule) => ({ ...rule, since: paceKnownSince(snapshots, rule) }));
  const found = times.slice(0, -1).flatMap((from, index): readonly MissingSpan[] => {
    const to = times[index + 1] ?? from;
    const planned = rules.find(({ item, since }) => since <= from && now - from <= item.days * DAY)?.every;
    return planned !== undefined && to - from > TOLERANCE * planned + TAKES ? [{ from, to, planned }] : [];
  });
  const [newest, [rule]] = [times.at(-1), rules];
  if (!goesOn || newest === undefined || rule === undefined) return found;
  const { item, every: planned } = rule;
  // A plan that was made denser a moment ago: what was in time until then is, while the service says that the next one is still to come.
  const isToCome = next !== null && now <= next + (TOLERANCE - 1) * planned;
  const expected = isToCome ? Math.max(planned, latestPace(snapshots, item)) : planned;
  return now - newest > TOLERANCE * expected ? [...found, { from: newest, to: null, planned }] : found;
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
