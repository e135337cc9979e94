import { DAY } from "../../text/durations.ts";
/** Wall clocks: from a moment to the time that a clock in a zone shows, and back. Pure, on the zone data of Intl. */

/** What a wall clock shows. Months count from 1. */
export type Wall = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

/** A moment for a wall time. `clock` says when the clocks skip that time, or show it twice. */
export type ZonedTime = { readonly at: number; readonly clock: "plain" | "skipped" | "twice" };

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

/** Whether a zone is one that this machine knows. */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** What a clock in the zone shows at a moment. */
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

/** The moment at which a clock in UTC shows a wall time; days and hours beyond their range carry over. */
function utcOf(wall: Wall): number {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  date.setUTCHours(wall.hour, wall.minute, wall.second, 0);
  return date.getTime();
}

/** Whether a wall time is one that a calendar and a clock have. */
export function isWall(wall: Wall): boolean {
  const back = wallAt(utcOf(wall), "UTC");
  return utcOf(back) === utcOf(wall) && sameWall(back, wall);
}

const sameWall = (left: Wall, right: Wall): boolean =>
  left.year === right.year &&
  left.month === right.month &&
  left.day === right.day &&
  left.hour === right.hour &&
  left.minute === right.minute &&
  left.second === right.second;

const offsetAt = (at: number, timeZone: string): number => utcOf(wallAt(at, timeZone)) - Math.floor(at / 1000) * 1000;

/**
 * The moment at which a clock in the zone shows a wall time. Where the clocks are put back and show it twice, the first; where
 * they skip it, the moment as far after the change as the wall time is after it.
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

/** A wall time some days later. */
export const plusDays = (wall: Wall, days: number): Wall => wallAt(utcOf({ ...wall, day: wall.day + days }), "UTC");

/** Day of the week, 0 for Sunday. */
export const weekdayOf = (wall: Wall): number => new Date(utcOf(wall)).getUTCDay();
