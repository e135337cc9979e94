import { LAST_DAY } from "../backup-policy.ts";

/**
 * When a schedule takes snapshots: pure reckoning in UTC, for the service that takes them and for the calendar that shows them.
 */

/** The time of day from which a schedule counts. */
export type Reference = { readonly hour: number; readonly minute: number };

/** What of an item says when. */
export type Rhythm = { readonly frequencyType: string; readonly frequencyInterval: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The Monday of the first week that times are counted from: 5 January 1970. */
const FIRST_MONDAY = 4 * DAY;

/** Times that can be numbered: `timeOf` grows with the number, `numberAt` is the last one that is not later. */
type Numbered = { readonly timeOf: (number: number) => number; readonly numberAt: (time: number) => number };

const periodic = (first: number, period: number): Numbered => ({
  timeOf: (number) => first + number * period,
  numberAt: (time) => Math.floor((time - first) / period),
});

/** Times that come once in every month, or in every twelfth. */
function calendar(timeInMonth: (year: number, month: number) => number, monthsOf: number, offset: number): Numbered {
  const timeOf = (number: number): number => {
    const months = number * monthsOf + offset;
    return timeInMonth(Math.floor(months / 12), months - Math.floor(months / 12) * 12);
  };
  const numberAt = (time: number): number => {
    const date = new Date(time);
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const number = Math.floor((months - offset) / monthsOf);
    return timeOf(number) <= time ? number : number - 1;
  };
  return { timeOf, numberAt };
}

const isAmong = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** The longest interval that means anything: days of a month and `LAST_DAY` are the greatest. */
const MOST_INTERVAL = LAST_DAY;

/** Null for what takes nothing by itself, and for what is no rhythm or no time of day: nothing can be reckoned with it. */
function numbered({ frequencyType, frequencyInterval }: Rhythm, { hour, minute }: Reference): Numbered | null {
  if (!isAmong(frequencyInterval, 1, MOST_INTERVAL) || !isAmong(hour, 0, 23) || !isAmong(minute, 0, 59)) return null;
  const start = hour * HOUR + minute * MINUTE;
  switch (frequencyType) {
    case "hourly":
      return periodic(start, frequencyInterval * HOUR);
    case "daily":
      return periodic(start, DAY);
    case "weekly":
      return periodic(FIRST_MONDAY + (frequencyInterval - 1) * DAY + start, 7 * DAY);
    case "monthly":
      return calendar(
        (year, month) =>
          frequencyInterval === LAST_DAY
            ? Date.UTC(year, month + 1, 0, hour, minute)
            : Date.UTC(year, month, frequencyInterval, hour, minute),
        1,
        0,
      );
    case "yearly":
      return calendar((year, month) => Date.UTC(year, month, 1, hour, minute), 12, frequencyInterval - 1);
    default:
      return null;
  }
}

/** The first time after a moment (both in milliseconds), or null for an item that takes nothing by itself. */
export function nextTime(rhythm: Rhythm, reference: Reference, after: number): number | null {
  const times = numbered(rhythm, reference);
  return times === null ? null : times.timeOf(times.numberAt(after) + 1);
}

/** The times after `from` and not after `to`, the newest first, and no more than `limit` of them. */
export function timesBetween(
  rhythm: Rhythm,
  reference: Reference,
  from: number,
  to: number,
  limit: number,
): readonly number[] {
  const times = numbered(rhythm, reference);
  if (times === null) return [];
  const found: number[] = [];
  for (let number = times.numberAt(to); found.length < limit; number -= 1) {
    const time = times.timeOf(number);
    if (time <= from) break;
    found.push(time);
  }
  return found;
}
