import * as z from "zod";
import { objectsOf } from "./json/json.ts";
import type { Rule, UncheckedRecord } from "./schema/body.ts";
import { amount, INT32, knownValues, text } from "./schema/fields.ts";

/**
 * Parts shared by backup schedules and the compliance policy: items with the frequency and retention of snapshots (specification 2.11 and 2.14;
 * `domain.md` 12.3).
 */

/** Frequencies of policy items, most frequent first. */
export const FREQUENCIES = ["hourly", "daily", "weekly", "monthly", "yearly"] as const;

export const RETENTION_UNITS = ["days", "weeks", "months", "years"] as const;

/** Interval value for the last day of a month. */
export const LAST_DAY = 40;

const DAYS_OF: ReadonlyMap<string, number> = new Map(Object.entries({ days: 1, weeks: 7, months: 31, years: 365 }));

/**
 * A retention in days, for comparisons and expiry: a week has 7, a month 31, a year 365, and twelve months are a year (the service's default keeps
 * monthly snapshots twelve months and yearly ones a year).
 *
 * @param unit in lower case (schedules) or upper case (changes of expiry)
 * @returns null if this is not a retention
 */
export function retentionDays(value: unknown, unit: unknown): number | null {
  if (typeof value !== "number" || typeof unit !== "string") return null;
  const name = unit.toLowerCase();
  if (name === "months") return Math.floor(value / 12) * 365 + (value % 12) * 31;
  const days = DAYS_OF.get(name);
  return days === undefined ? null : value * days;
}

/** Retention of an item in days; null while it has none. */
export const daysOf = (item: UncheckedRecord): number | null =>
  retentionDays(item["retentionValue"], item["retentionUnit"]);

/** Maximum retention of a snapshot in days (100 years): a longer one would expire in a year of more than four digits. */
export const MOST_DAYS = 36_500;

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Allowed hours between hourly snapshots. */
export const HOURLY_INTERVALS: readonly number[] = [1, 2, 4, 6, 8, 12];

type Interval = { readonly words: string; readonly has: (interval: number) => boolean };

/** Valid intervals of each frequency (`domain.md` 12.3). */
const INTERVALS: ReadonlyMap<string, Interval> = new Map(
  Object.entries({
    hourly: {
      words: "enter 1, 2, 4, 6, 8 or 12 hours",
      has: (interval: number) => HOURLY_INTERVALS.includes(interval),
    },
    daily: { words: "enter 1 (every day)", has: (interval: number) => interval === 1 },
    weekly: {
      words: "enter a weekday: 1 (Monday) to 7 (Sunday)",
      has: (interval: number) => isBetween(interval, 1, 7),
    },
    monthly: {
      words: "enter a day of the month: 1 to 28, or 40 for the last",
      has: (interval: number) => isBetween(interval, 1, 28) || interval === LAST_DAY,
    },
    yearly: { words: "enter a month: 1 to 12", has: (interval: number) => isBetween(interval, 1, 12) },
    ondemand: { words: "enter 0 or 1", has: (interval: number) => isBetween(interval, 0, 1) },
  }),
);

/** Minimum retention of a frequency, in days. */
const LEAST_DAYS: ReadonlyMap<string, number> = new Map(Object.entries({ weekly: 7, monthly: 31, yearly: 365 }));

const LEAST_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    weekly: "weekly retention: at least 7 days",
    monthly: "monthly retention: at least 1 month",
    yearly: "yearly retention: at least 1 year",
  }),
);

/** Frequencies that a policy may have only one item of. */
const ONCE: readonly unknown[] = ["hourly", "daily", "ondemand"];

const RARER_LATER: readonly unknown[] = FREQUENCIES;
const rankOf = (item: UncheckedRecord): number => RARER_LATER.indexOf(item["frequencyType"]);

/** Frequency of an item; empty if it is not a text. */
const kindOf = ({ frequencyType: kind }: UncheckedRecord): string => (typeof kind === "string" ? kind : "");

/** The items of the list in a body that holds this item. */
function siblingsOf(body: UncheckedRecord, item: UncheckedRecord): readonly UncheckedRecord[] {
  const lists = [
    objectsOf(body["scheduledPolicyItems"]),
    ...objectsOf(body["policies"]).map((policy) => objectsOf(policy["policyItems"])),
  ];
  return lists.find((list) => list.includes(item)) ?? [];
}

/** Longest retention among the items more frequent than this one, in days. */
export function longestBefore(items: readonly UncheckedRecord[], item: UncheckedRecord): number {
  const rank = rankOf(item);
  const days = items.filter((other) => rankOf(other) >= 0 && rankOf(other) < rank).map((other) => daysOf(other) ?? 0);
  return Math.max(0, ...days);
}

/** The hourly item of a list, which limits the point-in-time window. */
export const hourlyItem = (items: readonly UncheckedRecord[]): UncheckedRecord | undefined =>
  items.find((item) => item["frequencyType"] === "hourly");

/**
 * Rule: no retention is longer than a snapshot's maximum.
 *
 * @param at path to the object that has the retention's value and unit
 */
export const mostRetention = (at: readonly string[]): Rule => ({
  name: "most-retention",
  path: [...at, "retentionValue"],
  message: `enter 100 years (${MOST_DAYS} days) or less`,
  test: (item) => (daysOf(item) ?? 0) <= MOST_DAYS,
});

/**
 * Rules for a single item, independent of the other items.
 *
 * @param at path to the item
 */
export const ownItemRules = (at: readonly string[]): readonly Rule[] => [
  {
    name: "interval-of-frequency",
    path: [...at, "frequencyInterval"],
    message: (item) => INTERVALS.get(kindOf(item))?.words ?? "enter an interval of this frequency",
    test: (item) => {
      const { frequencyInterval } = item;
      return typeof frequencyInterval !== "number" || INTERVALS.get(kindOf(item))?.has(frequencyInterval) !== false;
    },
  },
  {
    name: "least-retention",
    path: [...at, "retentionValue"],
    message: (item) => LEAST_LABELS.get(kindOf(item)) ?? "too short",
    test: (item) => (daysOf(item) ?? Number.POSITIVE_INFINITY) >= (LEAST_DAYS.get(kindOf(item)) ?? 0),
  },
  mostRetention(at),
];

/**
 * Rules for a list of items that can be checked on the request alone.
 *
 * @param at path to an item of the list
 */
export const itemRules = (at: readonly string[]): readonly Rule[] => [
  ...ownItemRules(at),
  {
    name: "one-of-a-kind",
    path: [...at, "frequencyType"],
    message: (item) => `only one ${kindOf(item)} policy item is possible`,
    test: (item, body) => {
      const { frequencyType } = item;
      return (
        !ONCE.includes(frequencyType) ||
        siblingsOf(body, item).find((other) => other["frequencyType"] === frequencyType) === item
      );
    },
  },
  {
    name: "rarer-kept-longer",
    path: [...at, "retentionValue"],
    message: (item, body) =>
      `enter at least ${longestBefore(siblingsOf(body, item), item)} days, the retention of more frequent items`,
    test: (item, body) =>
      rankOf(item) < 0 || (daysOf(item) ?? Number.POSITIVE_INFINITY) >= longestBefore(siblingsOf(body, item), item),
  },
];

const words = {
  hourly: "Hourly",
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
  ondemand: "On demand",
} as const;

/** The frequency field of an item, limited to the given values. */
export const frequencyType = <const Values extends readonly [string, ...string[]]>(values: Values, assumes: string) =>
  knownValues(values).meta({
    title: "Frequency",
    help: "Less frequent items require at least the retention of more frequent ones",
    example: "weekly",
    known: values,
    words,
    assumes,
  });

/** The interval field of an item: its hours, day or month. */
export const frequencyInterval = (least: number) =>
  z.int().min(least, `enter ${least} or more`).max(LAST_DAY, `enter ${LAST_DAY} or less`).meta({
    title: "Interval",
    help: "Hours, weekday (1 is Monday), day of the month (40 is the last) or month",
    example: "6",
    assumes: "frequencyInterval: hours 1, 2, 4, 6, 8, 12; daily 1; weekday 1 to 7; day 1 to 28 or 40; month 1 to 12",
  });

/** The retention fields of an item. */
export const retention = {
  retentionUnit: knownValues(RETENTION_UNITS).meta({
    title: "Retention unit",
    help: "A week has 7 days, a month 31, a year 365; 12 months are a year",
    example: "weeks",
    known: RETENTION_UNITS,
    assumes: "values of retentionUnit beyond days: weeks, months, years",
  }),
  retentionValue: z
    .int()
    .min(1, "enter 1 or more")
    .max(INT32, `enter ${INT32} or less`)
    .meta({
      title: "Retention",
      help: "Snapshots expire after this time, in the unit below",
      example: "4",
      assumes: `retention compared in days: week 7, month 31, year 365, 12 months a year; at least 7, 31 and 365 days, at most ${MOST_DAYS}`,
    }),
};

/** A retention in whole days. */
export const keptDays = () => z.int().min(1, "enter 1 day or more").max(MOST_DAYS, `enter ${MOST_DAYS} or less`);

/** Length of the point-in-time restore window, in days. */
export const restoreWindowDays = keptDays().optional().meta({
  title: "Point-in-time window",
  help: "Days covered by point-in-time restore; at most the hourly retention",
  example: "7",
  unit: "days",
});

/** A policy item in an answer. */
export const PolicyItem = z.looseObject({
  frequencyInterval: amount(),
  frequencyType: text(),
  id: text(),
  retentionUnit: text(),
  retentionValue: amount(),
});
