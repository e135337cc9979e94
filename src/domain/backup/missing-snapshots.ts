import { HOURLY_INTERVALS } from "../../contract/backup-policy.ts";
import { DAY, MINUTE } from "../../text/durations.ts";
import { everyOf, type Item } from "./schedule-items.ts";
import { isRestorable, isRestorableAt, type Snapshot } from "./snapshot.ts";

/** Conclusions from the snapshots of one cluster besides its plan: missing ones, and the reach of restores (`domain.md` 13.6). */

/** A snapshot is missing when the interval exceeds the planned one by this factor. */
const TOLERANCE = 1.5;

/** A snapshot is stamped when it is done, some minutes after it was due (`domain.md` 13.2: nine at most). */
const TAKES = 10 * MINUTE;

/** Snapshots within this factor of an interval prove that interval: the next longer one that can be set is further off. */
const ON_TIME = 1.25;

/** An item that takes snapshots, with its interval in ms. */
type Paced = { readonly item: Item; readonly every: number };

/** Items that take snapshots automatically, the most frequent first. */
const paced = (items: readonly Item[]): readonly Paced[] =>
  items
    .flatMap((item) => {
      const every = everyOf(item);
      return every === null ? [] : [{ item, every }];
    })
    .toSorted((left, right) => left.every - right.every);

/** Currently planned interval of snapshots, in ms, by the most frequent item; null when no item takes any. */
export const plannedInterval = (items: readonly Item[]): number | null => paced(items)[0]?.every ?? null;

/** A stretch without a restorable point that is longer than planned. `to` is null while it lasts. Times in ms. */
export type MissingSpan = { readonly from: number; readonly to: number | null; readonly planned: number };

/** True while the gap lasts: no snapshot came since. */
export const isOpen = ({ to }: MissingSpan): boolean => to === null;

/** True when an item requested a snapshot: by its id, or by frequency when the snapshot lists no ids. */
const isTakenBy = ({ itemIds, frequency }: Snapshot, { id, frequencyType }: Item): boolean =>
  itemIds.length > 0 && typeof id === "string" ? itemIds.includes(id) : frequency === frequencyType;

/** True when only this item keeps a snapshot: it has the item's frequency, so no rarer item keeps it, and is not kept longer than the item says. */
const isKeptBy = ({ frequency, takenAt, expiresAt }: Snapshot, { frequencyType, days }: Item): boolean =>
  frequency === frequencyType && (expiresAt === null || expiresAt - takenAt <= (days + 1) * DAY);

/**
 * Time since which an item is known to have had its present interval (ms): the first two snapshots at that interval, failed ones too. Before that,
 * its interval may have been longer, or its snapshots have expired by a former retention. Infinity when there are no such two.
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

/** Longest possible interval of an item of a frequency, whatever its setting was, in ms. */
const slowestPace = (frequencyType: string): number =>
  everyOf({ frequencyType, frequencyInterval: Math.max(...HOURLY_INTERVALS) }) ?? DAY;

/** Longest planned interval at the time of a snapshot, in ms: a snapshot has the frequency of the rarest item that requested it. */
function slowestAt(snapshot: Snapshot, item: Item): number {
  if (isTakenBy(snapshot, item)) return slowestPace(item.frequencyType);
  return snapshot.itemIds.length > 1 ? DAY : slowestPace(snapshot.frequency);
}

/**
 * Longest interval planned until now, in ms: the shortest of the last intervals, because one snapshot may have been missed. If those in between have
 * expired since, it is bounded by the items that requested the newest one.
 *
 * @param item the most frequent item now
 */
function latestPace(snapshots: readonly Snapshot[], item: Item): number {
  const scheduled = snapshots.filter((one) => isRestorable(one) && one.type !== "onDemand");
  const newest = scheduled.at(-1);
  if (newest === undefined) return DAY;
  const intervals = scheduled.slice(1).map(({ takenAt }, index) => takenAt - (scheduled[index]?.takenAt ?? 0));
  return Math.min(slowestAt(newest, item), ...intervals.slice(-3));
}

/**
 * Gaps between restorable points, oldest first: stretches longer than planned, where the snapshots show that the plan was the same then. The service
 * returns only the current plan and not since when it is valid, so no gap is reported before the first snapshots at its interval. Reported as gaps
 * by mistake: an interval that was changed and changed back, another weekday or time of day that lengthened one interval, a pause, a deletion.
 *
 * @param snapshots oldest first
 * @param items including the extra retention days
 * @param goesOn true when another snapshot is expected: a paused cluster takes none
 * @param next time of the next snapshot according to the service (ms); null when it does not say
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
  // Right after a plan was made denser, the former interval counts while the service still announces the next snapshot.
  const isToCome = next !== null && now <= next + (TOLERANCE - 1) * planned;
  const expected = isToCome ? Math.max(planned, latestPace(snapshots, item)) : planned;
  return now - newest > TOLERANCE * expected ? [...found, { from: newest, to: null, planned }] : found;
}

/**
 * True when a missing snapshot was due within a period: planned times are counted from the last snapshot, and a slightly late one is not missing.
 * Times in ms, `end` is excluded.
 */
export function isMissedWithin({ from, to, planned }: MissingSpan, start: number, end: number, now: number): boolean {
  const due = from + planned * Math.max(1, Math.ceil((start - from) / planned));
  return due < end && due <= (to ?? now) - (TOLERANCE - 1) * planned;
}

/** The newest restorable point, or undefined. */
export const newestRestorable = (snapshots: readonly Snapshot[]): Snapshot | undefined =>
  snapshots.findLast(isRestorable);

/** The previous snapshot of the same frequency with a known size, for comparing sizes. */
export const previousOfFrequency = (
  snapshots: readonly Snapshot[],
  { frequency, takenAt }: Snapshot,
): Snapshot | undefined =>
  snapshots.findLast(
    (other) => other.takenAt < takenAt && other.frequency === frequency && isRestorable(other) && other.bytes !== null,
  );

/**
 * Earliest time that point-in-time restores reach (`domain.md` 11.3; ms, in whole minutes, as restores are requested): the start of the window, but
 * not before the oldest snapshot. The log is replayed onto the newest snapshot before the chosen time, which may be older than the window. Null
 * without a snapshot, or when point-in-time is off.
 *
 * @param oldest time of the oldest restorable snapshot
 * @param windowDays 0 when it is off, null when nothing limits it: a serverless instance has no schedule
 */
export function earliestPointInTime(oldest: number | undefined, windowDays: number | null, now: number): number | null {
  if (oldest === undefined || windowDays === 0) return null;
  const exact = windowDays === null ? oldest : Math.max(oldest, now - windowDays * DAY);
  return Math.min(Math.ceil(exact / MINUTE) * MINUTE, now);
}

/** The same for snapshots, oldest first. */
export const windowStart = (snapshots: readonly Snapshot[], windowDays: number | null, now: number): number | null =>
  earliestPointInTime(snapshots.find((snapshot) => isRestorableAt(snapshot, now))?.takenAt, windowDays, now);

/** Losses caused by a deletion. Times in ms. */
export type DeletionImpact = {
  /** True for the only restorable point of the cluster. */
  readonly isOnly: boolean;
  /** Set for the newest one: the next older. */
  readonly newestBefore: Snapshot | null;
  /** Set for the oldest one: the next younger; nothing before that can be restored any more. */
  readonly oldestAfter: Snapshot | null;
  /** Set when it is between two others. */
  readonly between: { readonly from: number; readonly to: number } | null;
  /** Point-in-time restores before this time become impossible; null when nothing of it is lost, Infinity when all is. */
  readonly pointInTimeFrom: number | null;
};

/** Restorable snapshots that follow each other and are deleted together, with what is lost by it. */
export type DeletedRun = {
  readonly snapshots: readonly [Snapshot, ...(readonly Snapshot[])];
  readonly impact: DeletionImpact;
};

/**
 * Losses when snapshots are deleted together, oldest first.
 *
 * @param snapshots of their cluster, oldest first
 * @param lost ids of those that are deleted
 * @param windowDays of point-in-time; 0 when it is off
 */
export function deletionImpacts(
  snapshots: readonly Snapshot[],
  lost: ReadonlySet<string>,
  windowDays: number,
  now: number,
): readonly DeletedRun[] {
  const good = snapshots.filter(isRestorable);
  const stays = good.filter(({ id }) => !lost.has(id));
  const [was, will] = [windowStart(good, windowDays, now), windowStart(stays, windowDays, now)];
  const pointInTimeFrom = was === null || will === was ? null : (will ?? Number.POSITIVE_INFINITY);
  const runs: DeletedRun[] = [];
  let before: Snapshot | null = null;
  let run: Snapshot[] = [];
  const end = (after: Snapshot | null): void => {
    const [first, ...others] = run;
    run = [];
    if (first === undefined) return;
    const impact = {
      isOnly: stays.length === 0,
      newestBefore: after === null ? before : null,
      oldestAfter: before === null ? after : null,
      between: before !== null && after !== null ? { from: before.takenAt, to: after.takenAt } : null,
      pointInTimeFrom,
    };
    runs.push({ snapshots: [first, ...others], impact });
  };
  for (const snapshot of good) {
    if (lost.has(snapshot.id)) {
      run.push(snapshot);
    } else {
      end(snapshot);
      before = snapshot;
    }
  }
  end(null);
  return runs;
}

/** Losses when one snapshot is deleted; null for one that cannot be restored anyway. */
export const deletionImpact = (
  snapshots: readonly Snapshot[],
  id: string,
  windowDays: number,
  now: number,
): DeletionImpact | null => deletionImpacts(snapshots, new Set([id]), windowDays, now)[0]?.impact ?? null;
