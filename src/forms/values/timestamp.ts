import { MONTHS, timeOf, two } from "../../text/format.ts";
import type { FormEnv } from "../form-plan.ts";
import { isTimeZone, isWall, plusDays, type Wall, wallAt, weekdayOf, zonedTime } from "./zone.ts";

/** Times as people type and read them. Nobody has to type UTC or count seconds (`domain.md` 1.8). */

export type TimeOptions = FormEnv & {
  /** True to accept `forever`: a hundred years from now. */
  readonly forever?: boolean;
  /** True for past times only: an ambiguous time, weekday or day means the last one. Otherwise, a day without a year means the nearest. */
  readonly past?: boolean;
};

type TimeResult =
  | { readonly ok: true; readonly at: number; readonly iso: string; readonly note: string | null }
  | { readonly ok: false; readonly message: string };

/** Examples of accepted times, for help and messages. */
const timeForms = ({ past }: Pick<TimeOptions, "past">): string =>
  past === true
    ? "-2h, -30m, -3d, today 10:00, mon 08:00, 2025-11-21 15:06"
    : "+2h, +30m, +3d, today 08:00, mon 08:00, 2025-11-21 15:06";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const STEPS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;
const FOREVER_YEARS = 100;
/** Range of years that a timestamp of the service can have. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59);
const FIRST = Date.UTC(1, 0, 1);

/** A time in the service's spelling: ISO 8601 in UTC, without zero milliseconds. */
export const isoOf = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");

/**
 * Parses a time. Words and wall times are in the zone of `options`; `Z`, `UTC` and offsets are respected. A time alone means the next such time, a
 * weekday the next one whose time is in the future; with `past`, the last one. `note` says when a clock change moved the time.
 */
export function parseTime(text: string, options: TimeOptions): TimeResult {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/gu, " ");
  if (typed === "") return { ok: false, message: "enter a time" };
  if (["forever", "for ever", "permanently"].includes(typed)) return forever(options);
  if (typed === "now") return timeResult(options.now);
  const written = iso(text.trim());
  if (written !== null) return written;
  const utc = /\d ?(utc|z)$/u.test(typed);
  const zone = utc ? "UTC" : options.timeZone;
  if (!isTimeZone(zone)) return { ok: false, message: `Time zone ${zone} is unknown on this machine` };
  const local = utc ? typed.replace(/ ?(utc|z)$/u, "") : typed;
  return (
    relative(typed, options) ?? spoken(local, options, zone) ?? dated(local, options, zone) ?? unread(text, options)
  );
}

const unread = (text: string, options: TimeOptions): TimeResult => ({
  ok: false,
  message: `"${text.trim()}" is not a time. Examples: ${timeForms(options)}`,
});

function timeResult(at: number, note: string | null = null): TimeResult {
  if (!(at >= FIRST && at <= LAST)) return { ok: false, message: "enter a time between the years 1 and 9999" };
  return { ok: true, at, iso: isoOf(at), note };
}

function forever(options: TimeOptions): TimeResult {
  if (options.forever !== true) return { ok: false, message: `enter an end time, for example ${timeForms(options)}` };
  const date = new Date(Math.floor(options.now / 1000) * 1000);
  date.setUTCFullYear(date.getUTCFullYear() + FOREVER_YEARS);
  return timeResult(date.getTime());
}

function relative(typed: string, options: TimeOptions): TimeResult | null {
  const match = /^([+-]) ?((?:\d+ ?[mhdw] ?)+)$/u.exec(typed);
  if (match === null) return null;
  let length = 0;
  for (const [, amount, unit] of (match[2] ?? "").matchAll(/(\d+) ?([mhdw])/gu)) {
    if (unit === "m" || unit === "h" || unit === "d" || unit === "w") length += Number(amount) * STEPS[unit];
  }
  const start = Math.floor(options.now / 1000) * 1000;
  return timeResult(match[1] === "-" ? start - length : start + length);
}

const ISO = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:z|[+-]\d\d:\d\d)$/iu;

function iso(text: string): TimeResult | null {
  if (!ISO.test(text)) return null;
  const at = Date.parse(text.toUpperCase());
  const day = { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), day: Number(text.slice(8, 10)) };
  if (Number.isNaN(at) || !isWall({ ...day, hour: 0, minute: 0, second: 0 }))
    return { ok: false, message: "Invalid date or time" };
  return timeResult(at);
}

type Clock = { readonly hour: number; readonly minute: number; readonly second: number };

function clockOf(text: string | undefined): Clock | null {
  const match = /^(\d{1,2})(?::(\d\d))?(?::(\d\d))?$/u.exec(text ?? "");
  if (match === null) return null;
  return { hour: Number(match[1]), minute: Number(match[2] ?? "0"), second: Number(match[3] ?? "0") };
}

function atWall(wall: Wall, zone: string): TimeResult {
  if (!isWall(wall)) return { ok: false, message: "Invalid date or time" };
  const { at, clock } = zonedTime(wall, zone);
  if (clock === "skipped")
    return timeResult(at, `this time does not exist (clocks go forward); ${clockText(wallAt(at, zone))} is used`);
  return timeResult(at, clock === "twice" ? "this time occurs twice (clocks go back); the first is used" : null);
}

/** `today 08:00`, `tomorrow 8:00`, `mon 08:00`, `08:00`. */
function spoken(typed: string, { now, past }: TimeOptions, zone: string): TimeResult | null {
  const match = /^(?:([a-z]+) ?)?(\d{1,2}(?::\d\d(?::\d\d)?)?)?$/u.exec(typed);
  if (match === null) return null;
  const [, word, time] = match;
  const today = wallAt(now, zone);
  const clock = clockOf(time ?? (word === undefined ? undefined : "0:00"));
  if (clock === null || (word === undefined && time?.includes(":") !== true)) return null;
  const on = (days: number): TimeResult => atWall({ ...plusDays(today, days), ...clock }, zone);
  const near = (days: number, period: number): TimeResult =>
    past === true ? (behind(on(days), now) ?? on(days - period)) : (ahead(on(days), now) ?? on(days + period));
  if (word === undefined) return near(0, 1);
  if (word === "today") return on(0);
  if (word === "tomorrow") return on(1);
  if (word === "yesterday") return on(-1);
  const weekday = word.length < 2 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(word));
  if (weekday === -1) return null;
  const days = (weekday - weekdayOf(today) + 7) % 7;
  return near(days, 7);
}

/** The result, or null for a time in the past. */
const ahead = (result: TimeResult, now: number): TimeResult | null => (result.ok && result.at <= now ? null : result);

/** The result, or null for a time in the future. */
const behind = (result: TimeResult, now: number): TimeResult | null => (result.ok && result.at > now ? null : result);

/** `2025-11-21 15:06`, `2025-11-21`, `21 nov 2025 15:06`, `21 nov 15:06`. */
function dated(typed: string, { now, past }: TimeOptions, zone: string): TimeResult | null {
  const time = "(?:[ t](\\d{1,2}:\\d\\d(?::\\d\\d)?))?";
  const numbers = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}$`, "u").exec(typed);
  const words = new RegExp(`^(\\d{1,2}) ([a-z]{3,9})(?: (\\d{4}))?${time}$`, "u").exec(typed);
  const clock = clockOf(numbers?.[4] ?? words?.[4] ?? "0:00");
  if (clock === null) return null;
  if (numbers !== null) {
    return atWall({ year: Number(numbers[1]), month: Number(numbers[2]), day: Number(numbers[3]), ...clock }, zone);
  }
  if (words === null) return null;
  const month = MONTHS.findIndex((name) => words[2]?.startsWith(name.toLowerCase()) === true) + 1;
  if (month === 0) return null;
  const inYear = (year: number): TimeResult => atWall({ year, month, day: Number(words[1]), ...clock }, zone);
  if (words[3] !== undefined) return inYear(Number(words[3]));
  const { year } = wallAt(now, zone);
  if (past === true) return behind(inYear(year), now) ?? inYear(year - 1);
  const ofThis = inYear(year);
  if (!ofThis.ok) return ofThis;
  // In December, 3 January is in the next year.
  const distance = (result: TimeResult): number => (result.ok ? Math.abs(result.at - now) : Number.POSITIVE_INFINITY);
  const near = [ofThis, inYear(year + 1), inYear(year - 1)];
  return near.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest));
}

const clockText = (wall: Wall): string =>
  `${two(wall.hour)}:${two(wall.minute)}${wall.second === 0 ? "" : `:${two(wall.second)}`}`;
const dayText = (wall: Wall, today: Wall): string =>
  `${wall.day} ${MONTHS[wall.month - 1] ?? ""}${wall.year === today.year ? "" : ` ${wall.year}`}`;

/** A readable time in the zone of the screen: `today 15:06 local`, `24 Nov 07:00 UTC`. Text that is not a time is returned unchanged. */
export function showTime(iso: string, env: FormEnv): string {
  const at = timeOf(iso);
  if (at === null || !isTimeZone(env.timeZone)) return iso;
  const wall = wallAt(at, env.timeZone);
  const today = wallAt(env.now, env.timeZone);
  if (wall.year - today.year >= FOREVER_YEARS - 1) return `permanently (${dayText(wall, today)})`;
  return `${wordOf(wall, today) ?? dayText(wall, today)} ${clockText(wall)} ${env.timeZone === "UTC" ? "UTC" : "local"}`;
}

function wordOf(wall: Wall, today: Wall): string | null {
  const sameDay = (days: number): boolean => {
    const other = plusDays(today, days);
    return other.year === wall.year && other.month === wall.month && other.day === wall.day;
  };
  if (sameDay(0)) return "today";
  if (sameDay(1)) return "tomorrow";
  return sameDay(-1) ? "yesterday" : null;
}

/** A stored time as text for editing: a wall time that `parseTime` converts back to the same time. */
export function editTime(iso: string, env: FormEnv): string {
  const at = timeOf(iso);
  if (at === null || !isTimeZone(env.timeZone)) return iso;
  const wall = wallAt(at, env.timeZone);
  const text = `${String(wall.year).padStart(4, "0")}-${two(wall.month)}-${two(wall.day)} ${clockText(wall)}`;
  const back = parseTime(text, env);
  return back.ok && back.at === at ? text : iso;
}
