import { LAST_DAY } from "../backup-policy.ts";

/** Computes the times of scheduled snapshots in UTC, for the service that takes them and for the calendar that shows them. */

/** Time of day at which a schedule starts. */
export type TimeOfDay = { readonly hour: number; readonly minute: number };

/** The fields of an item that determine its times. */
type Recurrence = { readonly frequencyType: string; readonly frequencyInterval: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Weeks are counted from the first Monday of the epoch: 5 January 1970. */
const FIRST_MONDAY = 4 * DAY;

/** A numbered sequence of times: `timeOf` grows with the number, `numberAt` is the last one not later than a time. */
type Numbered = { readonly timeOf: (number: number) => number; readonly numberAt: (time: number) => number };

const periodic = (first: number, period: number): Numbered => ({
  timeOf: (number) => first + number * period,
  numberAt: (time) => Math.floor((time - first) / period),
});

/** Times that occur once in every month, or once in every twelve months. */
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

/** Maximum meaningful interval: `LAST_DAY`, above all days of a month. */
const MOST_INTERVAL = LAST_DAY;

/** Null for on-demand items and for invalid intervals or times of day, which have no times. */
function numbered({ frequencyType, frequencyInterval }: Recurrence, { hour, minute }: TimeOfDay): Numbered | null {
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

/** The first time after `after` (both in milliseconds); null for an item that takes no snapshots by itself. */
export function nextTime(rhythm: Recurrence, reference: TimeOfDay, after: number): number | null {
  const times = numbered(rhythm, reference);
  return times === null ? null : times.timeOf(times.numberAt(after) + 1);
}

/** The times in (`from`, `to`], newest first, at most `limit`. */
export function timesBetween(
  rhythm: Recurrence,
  reference: TimeOfDay,
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
