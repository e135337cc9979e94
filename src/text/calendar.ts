import { MONTHS, type Zone } from "./format.ts";

/** Calendar days and months in the time zone of the display. Weeks begin on Monday. */

/** A month of a year; `month` counts from 0. */
export type CalendarMonth = { readonly year: number; readonly month: number };

/** A day of a month; `weekday` counts from 0 (Monday). */
export type CalendarDay = CalendarMonth & { readonly date: number; readonly weekday: number };

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** Calendar day of a time (ms). */
export function calendarDayOf(time: number, zone: Zone): CalendarDay {
  const at = new Date(time);
  const [year, month, date, day] =
    zone === "utc"
      ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCDay()]
      : [at.getFullYear(), at.getMonth(), at.getDate(), at.getDay()];
  return { year, month, date, weekday: (day + 6) % 7 };
}

/**
 * Start of a day (ms), which is also the end of the day before. A day is not always 24 h: clocks may change. A `date` beyond the end of the month is
 * a day of the next month.
 */
export const startOfDay = ({ year, month, date }: Omit<CalendarDay, "weekday">, zone: Zone): number =>
  zone === "utc" ? Date.UTC(year, month, date) : new Date(year, month, date).getTime();

/** The month `by` months later; earlier if `by` is negative. */
export function monthAfter({ year, month }: CalendarMonth, by: number): CalendarMonth {
  const months = year * 12 + month + by;
  return { year: Math.floor(months / 12), month: months - Math.floor(months / 12) * 12 };
}

/** Compares two months for sorting: negative if `one` is earlier, 0 if they are the same. */
export const compareMonths = (one: CalendarMonth, other: CalendarMonth): number =>
  (one.year - other.year) * 12 + one.month - other.month;

/** All days of a month in order. */
export function daysOfMonth({ year, month }: CalendarMonth): readonly CalendarDay[] {
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const first = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
  return Array.from({ length: count }, (_, index) => ({
    year,
    month,
    date: index + 1,
    weekday: (first + index) % 7,
  }));
}

/** `Sun 22 Nov`; `Fri 1 Jan 2027` outside the year that the reader is in. */
export const formatDayName = ({ weekday, date, month, year }: CalendarDay, thisYear: number): string =>
  `${WEEKDAYS[weekday] ?? ""} ${date} ${MONTHS[month] ?? ""}${year === thisYear ? "" : ` ${year}`}`;

/** A unique string for each day, used as a key. */
export const dayKey = ({ year, month, date }: Omit<CalendarDay, "weekday">): string => `${year}-${month}-${date}`;

/** `Sun 22 to Fri 27 Nov`, `Sun 29 Nov to Thu 3 Dec`, `Thu 31 Dec to Fri 1 Jan 2027`. */
export function formatDaySpan(first: CalendarDay, last: CalendarDay, thisYear: number): string {
  if (dayKey(first) === dayKey(last)) return formatDayName(first, thisYear);
  const isOneMonth = compareMonths(first, last) === 0;
  const from = isOneMonth ? `${WEEKDAYS[first.weekday] ?? ""} ${first.date}` : formatDayName(first, thisYear);
  return `${from} to ${formatDayName(last, thisYear)}`;
}
