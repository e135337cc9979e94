import { daysOf, FREQUENCIES, HOURLY_INTERVALS, LAST_DAY } from "../../contract/backup-policy.ts";
import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import type { RetainedItem } from "../../contract/compliance-policy/complying.ts";
import { objectsOf } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { DAY, HOUR } from "../../text/durations.ts";
import { pluralize } from "../../text/format.ts";

/** Texts of the items of schedules and policies: frequency, interval, retention (`domain.md` 12). */

/** Frequency and retention of an item; any part may be missing or unknown to this version. */
export type Item = {
  readonly id?: string | null;
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  /** Retention in days; 0 when the item does not say. */
  readonly days: number;
  /** Extra days of the schedule that are included in `days`; absent when there are none. */
  readonly extra?: number;
  readonly value: number;
  readonly unit: string;
};

type Loose = Readonly<Record<string, unknown>>;

/** Reads an item, as far as it can be read. */
export function itemOf(item: Loose): Item {
  const { id, frequencyType, frequencyInterval, retentionValue, retentionUnit } = item;
  return {
    ...(typeof id === "string" ? { id } : {}),
    frequencyType: typeof frequencyType === "string" ? frequencyType : "",
    frequencyInterval: typeof frequencyInterval === "number" ? frequencyInterval : 0,
    days: daysOf(item) ?? 0,
    value: typeof retentionValue === "number" ? retentionValue : 0,
    unit: typeof retentionUnit === "string" ? retentionUnit : "",
  };
}

/** An item in the form of a request body. */
export const bodyOfItem = ({ frequencyType, frequencyInterval, value, unit }: Item): RetainedItem => ({
  frequencyType,
  frequencyInterval,
  retentionValue: value,
  retentionUnit: unit,
});

/** False where a stored schedule leaves out its policies, or their items. */
export const reportsItems = ({ policies }: Pick<BackupSchedule, "policies">): boolean =>
  policies?.every(({ policyItems }) => policyItems != null) ?? false;

/** Items of a stored schedule: it has one policy with all of them. What is not reported is an item of which nothing is known. */
export const itemsOf = (schedule: Pick<BackupSchedule, "policies"> | undefined): readonly Item[] =>
  schedule !== undefined && !reportsItems(schedule)
    ? [itemOf({})]
    : (schedule?.policies ?? []).flatMap(({ policyItems }) => (policyItems ?? []).map(itemOf));

const RARER_LATER: readonly string[] = [...FREQUENCIES, "ondemand"];

/** True when nothing can be computed from a rule: its frequency, interval or retention is unknown to this console. */
export const isNotComputable = (item: Item): boolean => !isWhole(item) || !RARER_LATER.includes(item.frequencyType);

/** Rank of a frequency, the most frequent first; unknown ones last. */
export const rankOf = (frequencyType: string): number => {
  const rank = RARER_LATER.indexOf(frequencyType);
  return rank === -1 ? RARER_LATER.length : rank;
};

/** Most frequent first. */
export const byFrequency = <One extends { readonly frequencyType: string }>(all: readonly One[]): readonly One[] =>
  all.toSorted((one, other) => rankOf(one.frequencyType) - rankOf(other.frequencyType));

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Allowed intervals of each frequency; the last day of a month has a number of its own. */
export const INTERVALS: Readonly<Record<string, readonly number[]>> = lookupTable({
  hourly: HOURLY_INTERVALS,
  daily: [1],
  weekly: WEEKDAYS.map((_, day) => day + 1),
  monthly: [...Array.from({ length: 28 }, (_, day) => day + 1), LAST_DAY],
  yearly: MONTHS.map((_, month) => month + 1),
});

/** Defaults of the service for a new item of each frequency. */
export const USUAL_ITEMS = {
  hourly: { frequencyInterval: 6, retentionValue: 7, retentionUnit: "days" },
  daily: { frequencyInterval: 1, retentionValue: 7, retentionUnit: "days" },
  weekly: { frequencyInterval: 6, retentionValue: 4, retentionUnit: "weeks" },
  monthly: { frequencyInterval: LAST_DAY, retentionValue: 12, retentionUnit: "months" },
  yearly: { frequencyInterval: 12, retentionValue: 1, retentionUnit: "years" },
} as const;

/** `every 6 hours`, `every day`, `Saturdays`, `last day of the month`, `1 December`. */
export function formatFrequency({
  frequencyType,
  frequencyInterval,
}: Pick<Item, "frequencyType" | "frequencyInterval">): string {
  if (frequencyInterval === 0 && frequencyType !== "ondemand") return frequencyType === "" ? "when?" : frequencyType;
  switch (frequencyType) {
    case "hourly":
      return frequencyInterval === 1 ? "every hour" : `every ${frequencyInterval} hours`;
    case "daily":
      return "every day";
    case "weekly":
      return `${WEEKDAYS[frequencyInterval - 1] ?? `weekday ${frequencyInterval}`}s`;
    case "monthly":
      return frequencyInterval === LAST_DAY ? "last day of the month" : `day ${frequencyInterval} of the month`;
    case "yearly":
      return `1 ${MONTHS[frequencyInterval - 1] ?? `month ${frequencyInterval}`}`;
    case "ondemand":
      return "on demand";
    default:
      return `${frequencyType} ${frequencyInterval}`.trim();
  }
}

/** Unit of a retention after its number: `day` after 1. */
export const unitAfter = (value: number | undefined, unit: string): string =>
  value === 1 ? unit.replace(/s$/u, "") : unit;

/** `7 days`, `1 year`, `7 days + 1 extra day`; `…` while a rule is incomplete. */
export function formatRetention({ value, unit, extra = 0 }: Pick<Item, "value" | "unit" | "extra">): string {
  if (value === 0 || unit === "") return "…";
  const own = `${value} ${unitAfter(value, unit)}`;
  return extra === 0 ? own : `${own} + ${pluralize(extra, "extra day")}`;
}

/** `weekly, Saturdays, retention 4 weeks`, `every 6 hours, retention 7 days`. */
export const formatItem = (item: Item): string => `${nameOf(item)}, retention ${formatRetention(item)}`;

/** The same of an item that the service answered: what it leaves out is not being filled in. */
export function formatReceivedItem(item: Item): string {
  const often = item.frequencyType === "" ? "frequency not reported" : nameOf(item);
  if (item.value === 0) return `${often}, retention not reported`;
  return `${often}, retention ${item.unit === "" ? `${item.value} without a unit` : formatRetention(item)}`;
}

/** `every 6 hours`, `weekly, Saturdays`: the interval, with the frequency if the interval does not show it. */
export const nameOf = (item: Pick<Item, "frequencyType" | "frequencyInterval">): string =>
  ["weekly", "monthly", "yearly"].includes(item.frequencyType) && item.frequencyInterval > 0
    ? `${item.frequencyType}, ${formatFrequency(item)}`
    : formatFrequency(item);

/** True for a retention in a unit that this console does not know, so that its length is unknown. */
export const isOfUnknownUnit = ({ unit, value, days }: Item): boolean => unit !== "" && value >= 1 && days < 1;

/** True when an item is complete enough to compute with: one that is being filled in may not be. */
export const isWhole = ({ frequencyInterval, days }: Item): boolean => frequencyInterval >= 1 && days >= 1;

/** Longest time between two snapshots of an item, in ms; null for one that takes none automatically. */
export function everyOf({
  frequencyType,
  frequencyInterval,
}: Pick<Item, "frequencyType" | "frequencyInterval">): number | null {
  switch (frequencyType) {
    case "hourly":
      return Math.max(1, frequencyInterval) * HOUR;
    case "daily":
      return DAY;
    case "weekly":
      return 7 * DAY;
    case "monthly":
      return 31 * DAY;
    case "yearly":
      return 366 * DAY;
    default:
      return null;
  }
}

const SHORT_NAMES: Readonly<Record<string, string>> = lookupTable({
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
  ondemand: "on demand",
});

/** Shortest text of a frequency, to be read after "every": `6h`, `day`, `week`. */
export const shortName = ({ frequencyType, frequencyInterval }: Item): string =>
  frequencyType === "hourly" ? `${frequencyInterval}h` : (SHORT_NAMES[frequencyType] ?? frequencyType);

/** Days in their largest whole unit: `7d`, `4w`, `3mo`, `1y`. Twelve months are a year (`domain.md` 12.3). */
export function formatDays(days: number): string {
  if (days >= 365 && days % 365 === 0) return `${days / 365}y`;
  if (days >= 31 && days % 31 === 0) return `${days / 31}mo`;
  if (days > 7 && days % 7 === 0) return `${days / 7}w`;
  return `${days}d`;
}

/** Shortest text of a retention; an unknown unit as received, `?` for one that is not reported. */
export const formatShortRetention = (item: Item): string =>
  isOfUnknownUnit(item) ? formatRetention(item) : item.days === 0 ? "?" : formatDays(item.days);

/** Name of a frequency in copies and extra retention. */
export const copyName = (frequencyType: string): string =>
  frequencyType === "ondemand" ? "ON_DEMAND" : frequencyType.toUpperCase();

/** Extra days of a schedule above a compliance policy, by frequency as spelled there (`HOURLY`, `ON_DEMAND`). */
export function extraDays({ extraRetentionSettings: settings }: Loose): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { frequencyType, retentionDays } of objectsOf(settings)) {
    if (typeof frequencyType !== "string" || typeof retentionDays !== "number") continue;
    days.set(frequencyType, (days.get(frequencyType) ?? 0) + retentionDays);
  }
  return days;
}

/** Items in a body or a schedule. */
export const ownItemsIn = ({ policies }: Loose): readonly Item[] =>
  objectsOf(objectsOf(policies)[0]?.["policyItems"]).map(itemOf);

/** Items including their extra days. */
export function itemsIn(schedule: Loose): readonly Item[] {
  const added = extraDays(schedule);
  return ownItemsIn(schedule).map((item) => {
    const extra = added.get(copyName(item.frequencyType)) ?? 0;
    return extra === 0 ? item : { ...item, days: item.days + extra, extra };
  });
}
