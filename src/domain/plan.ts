import { nextTime, type Reference, timesBetween } from "../contract/backup-schedules/times.ts";
import { itemsIn } from "../contract/backup-schedules.ts";
import { isObject } from "../contract/json.ts";
import { sizeText } from "../text/format.ts";
import { type Item, itemOf, rankOf } from "./schedule-items.ts";

/**
 * What a schedule brings forth and what of it is kept: the next snapshots, what there is in the long run, and which ones are missing
 * (`domain.md` 12.6, 13.6). Times in ms, UTC as the schedule has them.
 */

const DAY = 86_400_000;

/** What of a schedule says when and how long. */
export type Plan = {
  readonly items: readonly Item[];
  readonly reference: Reference;
  /** Days that snapshots of a frequency are kept beyond their item's own. */
  readonly extraDays: (frequencyType: string) => number;
};

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The plan of a schedule, as it is read or as a form is about to send it; what it does not say is zero. */
export function planOf(schedule: Readonly<Record<string, unknown>>): Plan {
  const { extraRetentionSettings: extra } = schedule;
  const settings = Array.isArray(extra) ? extra.filter(isObject) : [];
  return {
    items: itemsIn(schedule).map(itemOf),
    reference: {
      hour: numberOf(schedule["referenceHourOfDay"]),
      minute: numberOf(schedule["referenceMinuteOfHour"]),
    },
    extraDays: (frequencyType) =>
      settings
        .filter((setting) => setting["frequencyType"] === frequencyType.toUpperCase())
        .reduce((sum, setting) => sum + numberOf(setting["retentionDays"]), 0),
  };
}

/** A snapshot that a plan asks for: one for all items that ask for it at the time, kept as long as the longest of them says. */
export type PlannedSnapshot = {
  readonly at: number;
  /** The items, the most frequent first; the snapshot has the frequency of the last. */
  readonly items: readonly Item[];
  readonly frequencyType: string;
  readonly days: number;
  readonly expiresAt: number;
};

/** How many of one item are reckoned with at most: an hourly one kept for two years. */
const MOST_OF_AN_ITEM = 20_000;

const keptDays = (plan: Plan, item: Item): number => item.days + plan.extraDays(item.frequencyType);

function merged(plan: Plan, times: readonly (readonly [time: number, item: Item])[]): readonly PlannedSnapshot[] {
  const byTime = Map.groupBy(times, ([time]) => time);
  return [...byTime]
    .toSorted(([left], [right]) => left - right)
    .map(([at, found]) => {
      const items = found
        .map(([, item]) => item)
        .toSorted((left, right) => rankOf(left.frequencyType) - rankOf(right.frequencyType));
      const days = Math.max(0, ...items.map((item) => keptDays(plan, item)));
      return { at, items, frequencyType: items.at(-1)?.frequencyType ?? "", days, expiresAt: at + days * DAY };
    });
}

/** Whether an item's interval can be reckoned with: a form may hold anything. */
const isReckonable = ({ frequencyInterval }: Item): boolean =>
  Number.isInteger(frequencyInterval) && frequencyInterval > 0;

/** The snapshots that a plan asks for after a time and not after another, the oldest first. */
export const plannedBetween = (plan: Plan, from: number, to: number): readonly PlannedSnapshot[] =>
  merged(
    plan,
    plan.items
      .filter(isReckonable)
      .flatMap((item) =>
        timesBetween(item, plan.reference, from, to, MOST_OF_AN_ITEM).map((time) => [time, item] as const),
      ),
  );

/** The next snapshots that a plan asks for, the soonest first. */
export function nextPlanned(plan: Plan, now: number, count = 30): readonly PlannedSnapshot[] {
  const times = plan.items.filter(isReckonable).flatMap((item) => {
    const found: (readonly [number, Item])[] = [];
    let time = nextTime(item, plan.reference, now);
    while (time !== null && found.length < count) {
      found.push([time, item]);
      time = nextTime(item, plan.reference, time);
    }
    return found;
  });
  return merged(plan, times).slice(0, count);
}

/** What a plan keeps in the long run. */
export type Kept = {
  /** Snapshots that there are at a time, once the plan has run for as long as it keeps any. */
  readonly total: number;
  /** How many of them each item keeps: those that it is the rarest of. In the order of the items. */
  readonly byItem: readonly { readonly item: Item; readonly count: number }[];
  /** How old the oldest is; null of none. */
  readonly oldest: number | null;
};

/** What retention keeps at a time, as if the plan had always been so (`domain.md` 12.6: every 6 hours kept 7 days is 28). */
export function keptInTheLongRun(plan: Plan, at: number): Kept {
  const all = plan.items.filter(isReckonable).flatMap((item) => {
    // A snapshot of two items is there as long as the longer of them: the shorter one's own count ends with its days.
    const times = timesBetween(item, plan.reference, at - keptDays(plan, item) * DAY, at, MOST_OF_AN_ITEM);
    return times.map((time) => [time, item] as const);
  });
  const snapshots = merged(plan, all).filter(({ expiresAt }) => expiresAt > at);
  const count = (item: Item): number => snapshots.filter(({ items }) => items.at(-1) === item).length;
  const [first] = snapshots;
  return {
    total: snapshots.length,
    byItem: plan.items.map((item) => ({ item, count: count(item) })),
    oldest: first === undefined ? null : at - first.at,
  };
}

/** What a change of plan means in the long run. */
export type WhatIf = {
  readonly before: Kept;
  readonly after: Kept;
  /** Further snapshots; negative: fewer. */
  readonly more: number;
  /** The same in bytes, by the mean size of a snapshot; null where that is not known. */
  readonly moreBytes: number | null;
};

export function whatIf(before: Plan, after: Plan, meanBytes: number | null, now: number): WhatIf {
  const [was, will] = [keptInTheLongRun(before, now), keptInTheLongRun(after, now)];
  const more = will.total - was.total;
  return { before: was, after: will, more, moreBytes: meanBytes === null ? null : more * meanBytes };
}

/** A change in words: `36 snapshots more in the long run, about 450 GB more`, `as many snapshots as now`. */
export function whatIfWords({ more, moreBytes }: WhatIf): string {
  if (more === 0) return "as many snapshots in the long run as now";
  const way = more > 0 ? "more" : "fewer";
  const count = `${Math.abs(more)} ${Math.abs(more) === 1 ? "snapshot" : "snapshots"} ${way} in the long run`;
  return moreBytes === null ? count : `${count}, about ${sizeText(Math.abs(moreBytes))} ${more > 0 ? "more" : "less"}`;
}

/** A snapshot may be there a little before its time by another clock, and is done some time after it (ms). */
const EARLY = 5 * 60_000;
/** So long after its time it is not missing yet: it is queued and taken first (`domain.md` 13.2, 17.3). */
const LATE = 30 * 60_000;

/**
 * The times at which a plan asked for a snapshot that should still be kept, and there is none until the next one was due.
 *
 * @param taken times of good snapshots, in any order
 * @param since when the plan began, or from when on it is looked at
 */
export function missing(plan: Plan, taken: readonly number[], since: number, now: number): readonly PlannedSnapshot[] {
  const planned = plannedBetween(plan, since, now - LATE);
  return planned.filter(({ at, expiresAt }, index) => {
    const next = planned[index + 1]?.at ?? now + EARLY;
    return expiresAt > now && !taken.some((time) => time >= at - EARLY && time < next - EARLY);
  });
}
