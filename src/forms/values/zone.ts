import { DAY } from "../../text/durations.ts";
import { areSameIn } from "../../text/same-items.ts";
/** Converts between times and wall clocks of a zone. Pure, based on the zone data of Intl. */

/** Reading of a wall clock. Months count from 1. */
export type Wall = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

/** Time of a wall clock reading. `clock` says when the clocks skip that reading, or show it twice. */
type ZonedTime = { readonly at: number; readonly clock: "plain" | "skipped" | "twice" };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}

/** True for a zone that this machine knows. */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** Wall clock reading in a zone at a time. */
export function wallAt(at: number, timeZone: string): Wall {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name) ?? "0");
  const before = parts.get("era")?.startsWith("B") === true;
  return {
    year: before ? 1 - part("year") : part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

/** Time at which a UTC clock shows a reading; days and hours beyond their range carry over. */
function utcOf(wall: Wall): number {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  date.setUTCHours(wall.hour, wall.minute, wall.second, 0);
  return date.getTime();
}

/** True for a valid date and time of day. */
export function isWall(wall: Wall): boolean {
  const back = wallAt(utcOf(wall), "UTC");
  return utcOf(back) === utcOf(wall) && sameWall(back, wall);
}

const sameWall = (left: Wall, right: Wall): boolean =>
  areSameIn(left, right, "year", "month", "day", "hour", "minute", "second");

const offsetAt = (at: number, timeZone: string): number => utcOf(wallAt(at, timeZone)) - Math.floor(at / 1000) * 1000;

/**
 * Time at which a clock in the zone shows a reading. When clocks go back and show it twice, the first; when they skip it, the time as far after the
 * change as the reading.
 */
export function zonedTime(wall: Wall, timeZone: string): ZonedTime {
  const guess = utcOf(wall);
  const before = offsetAt(guess - DAY, timeZone);
  const after = offsetAt(guess + DAY, timeZone);
  const found = [...new Set([guess - before, guess - after])]
    .filter((at) => sameWall(wallAt(at, timeZone), wall))
    .sort((left, right) => left - right);
  const [first] = found;
  if (first === undefined) return { at: guess - before, clock: "skipped" };
  return { at: first, clock: found.length > 1 ? "twice" : "plain" };
}

/** A reading some days later. */
export const plusDays = (wall: Wall, days: number): Wall => wallAt(utcOf({ ...wall, day: wall.day + days }), "UTC");

/** Day of the week, 0 for Sunday. */
export const weekdayOf = (wall: Wall): number => new Date(utcOf(wall)).getUTCDay();
