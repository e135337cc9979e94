import { MONTHS, type Zone } from "./format.ts";

/** Days and months as calendars have them, in the zone that times are shown in. Weeks begin on Monday. */

/** A month of a year; `month` counts from 0. */
export type CalendarMonth = { readonly year: number; readonly month: number };

/** A day of a month; `weekday` counts from 0, which is Monday. */
export type CalendarDay = CalendarMonth & { readonly date: number; readonly weekday: number };

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** The day that a time (ms) lies on. */
export function calendarDayOf(time: number, zone: Zone): CalendarDay {
  const at = new Date(time);
  const [year, month, date, day] =
    zone === "utc"
      ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCDay()]
      : [at.getFullYear(), at.getMonth(), at.getDate(), at.getDay()];
  return { year, month, date, weekday: (day + 6) % 7 };
}

/**
 * When a day begins (ms): the day after ends there. Where clocks are changed it is not a whole day later; dates beyond the end of a month are
 * days of the next one.
 */
export const startOfDay = ({ year, month, date }: Omit<CalendarDay, "weekday">, zone: Zone): number =>
  zone === "utc" ? Date.UTC(year, month, date) : new Date(year, month, date).getTime();

/** The month so many months later, or earlier. */
export function monthAfter({ year, month }: CalendarMonth, by: number): CalendarMonth {
  const months = year * 12 + month + by;
  return { year: Math.floor(months / 12), month: months - Math.floor(months / 12) * 12 };
}

/** Less than 0 where the first is earlier, 0 where it is the same. */
export const compareMonths = (one: CalendarMonth, other: CalendarMonth): number =>
  (one.year - other.year) * 12 + one.month - other.month;

/** The days of a month, the first one first. */
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

/** `Sun 22 Nov` */
export const formatDayName = ({ weekday, date, month }: CalendarDay): string =>
  `${WEEKDAYS[weekday] ?? ""} ${date} ${MONTHS[month] ?? ""}`;

/** One text a day, for keys. */
export const dayKey = ({ year, month, date }: Omit<CalendarDay, "weekday">): string => `${year}-${month}-${date}`;

/** `Sun 22 to Fri 27 Nov`, `Sun 29 Nov to Thu 3 Dec`. */
export function formatDaySpan(first: CalendarDay, last: CalendarDay): string {
  if (dayKey(first) === dayKey(last)) return formatDayName(first);
  const from = first.month === last.month ? `${WEEKDAYS[first.weekday] ?? ""} ${first.date}` : formatDayName(first);
  return `${from} to ${formatDayName(last)}`;
}
