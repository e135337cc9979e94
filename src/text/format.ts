/** Formats of ages, durations, times, numbers and ids (`screens.md`, grammar). */
import { DAY, HOUR, MINUTE, SECOND } from "./durations.ts";

/** A number kept as its source text because a double cannot represent it exactly. */
type WrittenNumber = { readonly source: string };

/** An age in one unit: `40s`, `4m`, `3h`, `12d`. A negative age counts as 0. */
export function formatAge(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return `${Math.floor(span / SECOND)}s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)}m`;
  if (span < DAY) return `${Math.floor(span / HOUR)}h`;
  return `${Math.floor(span / DAY)}d`;
}

/** An age for a column: `3h`; `in 3h` for a time that lies ahead. `now` advances by the minute, so less than that is no time ahead. */
export const formatAgeOrAhead = (age: number): string => (age > -MINUTE ? formatAge(age) : `in ${formatAge(-age)}`);

/** The age since a time; a dash if the time is unknown. */
export const formatAgeSince = (time: number | null, now: number): string =>
  time === null ? "–" : formatAgeOrAhead(now - time);

/** From this duration on, hours are left out. */
const HOURS_UNTIL = 100 * DAY;

type Unit = "s" | "m" | "h" | "d" | "y";

/** A duration in at most two units; in a single unit below an hour, from 100 days (days) and from a year (years). */
function unitsOf(milliseconds: number): readonly (readonly [count: number, unit: Unit])[] {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return [[Math.ceil(span / SECOND), "s"]];
  if (span < HOUR) return [[Math.floor(span / MINUTE), "m"]];
  if (span >= 365 * DAY) return [[Math.floor(span / (365 * DAY)), "y"]];
  if (span >= HOURS_UNTIL) return [[Math.floor(span / DAY), "d"]];
  const [large, small, largeUnit, smallUnit] =
    span < DAY ? ([HOUR, MINUTE, "h", "m"] as const) : ([DAY, HOUR, "d", "h"] as const);
  const rest = Math.floor((span % large) / small);
  const whole = [Math.floor(span / large), largeUnit] as const;
  return rest === 0 ? [whole] : [whole, [rest, smallUnit]];
}

/** A duration for columns and fields: `5h 12m`, `4d 21h`, `11m`; in seconds below a minute. */
export const formatDuration = (milliseconds: number): string =>
  unitsOf(milliseconds)
    .map(([count, unit]) => `${count}${unit}`)
    .join(" ");

/** A duration in one unit, for places that need no minutes: hours up to three days, then days. */
function largestUnitOf(milliseconds: number): readonly [count: number, unit: Unit] {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return [Math.floor(span / SECOND), "s"];
  if (span < HOUR) return [Math.floor(span / MINUTE), "m"];
  return span < 3 * DAY ? [Math.round(span / HOUR), "h"] : [Math.floor(span / DAY), "d"];
}

/** A duration in its largest unit for columns: `31h`, `4d`. */
export const formatLargestUnit = (milliseconds: number): string => largestUnitOf(milliseconds).join("");

const LONG_UNITS = { s: " s", m: " min", h: " h", d: " day", y: " year" } as const satisfies Record<Unit, string>;

const formatLongUnit = ([count, unit]: readonly [count: number, unit: Unit]): string =>
  `${count}${LONG_UNITS[unit]}${(unit === "d" || unit === "y") && count !== 1 ? "s" : ""}`;

/** A duration in a sentence: `5 h 12 min`, `4 days 21 h`, `11 min`, `1 year`. */
export const formatLongDuration = (milliseconds: number): string => unitsOf(milliseconds).map(formatLongUnit).join(" ");

/** A duration in its largest unit in a sentence: `31 h`, `4 days`. */
export const formatLongLargestUnit = (milliseconds: number): string => formatLongUnit(largestUnitOf(milliseconds));

/** A wait in a sentence, never shorter than it is: `1 s`, `119 s`, `2 min`, `90 min`, `24 h`. */
export function formatWait(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / SECOND));
  if (seconds < 120) return `${seconds} s`;
  return milliseconds < 2 * HOUR ? `${Math.ceil(seconds / 60)} min` : formatLongDuration(milliseconds);
}

/** Age of a thing in a sentence, in a format of durations: `5 h 12 min old`; `dated 3 h ahead` where its time lies ahead. */
export const formatOld = (age: number, format: (milliseconds: number) => string = formatDuration): string =>
  age > -MINUTE ? `${format(age)} old` : `dated ${format(-age)} ahead`;

/** Rounds a duration to the nearest minute, for a time just entered: two hours from now should not read `1h 59m` a second later. */
export const toTheMinute = (milliseconds: number): number =>
  milliseconds < MINUTE ? milliseconds : Math.round(milliseconds / MINUTE) * MINUTE;

/** A date and a time of day without a time zone. */
const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)$/iu;

/** A date as the service writes it. `Date.parse` takes 30 February for 2 March. */
const DAY_FIRST = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ])/iu;
/** A zone at the end of a text, or before its year. `Date.parse` makes a day of any text with a number, in the zone of this machine. */
const WITH_ZONE = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?: \d{4})?$/iu;

function isDated(text: string): boolean {
  const [, year, month, day] = DAY_FIRST.exec(text) ?? [];
  if (day === undefined) return WITH_ZONE.test(text);
  return (
    Number(day) <= 28 || new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
}

/**
 * Milliseconds of a timestamp of the service; null if it is absent or cannot be parsed. A timestamp without a zone is UTC, as all of the service's
 * are (specification 2.0), in whatever zone this machine is.
 */
export function timeOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined || !isDated(text)) return null;
  const [, day, clock] = WITHOUT_ZONE.exec(text) ?? [];
  const time = Date.parse(day === undefined || clock === undefined ? text : `${day}T${clock.replace(",", ".")}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Largest distance of a `Date` from 1970, in either direction (ms). */
export const LATEST = 8.64e15;

/** A number in at least two digits: `07`. */
export const two = (value: number): string => String(value).padStart(2, "0");

export type Zone = "local" | "utc";

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

function partsOf(time: number, zone: Zone): Parts {
  const date = new Date(time);
  return zone === "utc"
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth(),
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth(),
        day: date.getDate(),
        hour: date.getHours(),
        minute: date.getMinutes(),
        second: date.getSeconds(),
      };
}

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** Upper-cases the first letter, for the start of a line or a sentence. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Lower-cases the first letter, for the middle of a sentence. */
export const uncapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Name of the zone as shown after a time. */
export const zoneName = (zone: Zone): string => (zone === "utc" ? "UTC" : "local");

/**
 * True if local time equals UTC all year round; local times are then labelled UTC. Checks each month, because some zones equal UTC for half a year
 * only.
 */
export function isUtcHere(now: number): boolean {
  if (new Date(now).getTimezoneOffset() !== 0) return false;
  const year = new Date(now).getUTCFullYear();
  const months = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(year, month, 15)));
  return months.every((day) => day.getTimezoneOffset() === 0);
}

/** Time zone in which a form reads and shows times: that of the screen behind it. */
export const zoneOf = ({ timeZone }: { readonly timeZone: string }): Zone => (timeZone === "UTC" ? "utc" : "local");

const hourMinuteOf = ({ hour, minute }: Parts): string => `${two(hour)}:${two(minute)}`;

/** `14:06` */
export const formatHourMinute = (time: number, zone: Zone): string => hourMinuteOf(partsOf(time, zone));

/** `14:06:12` */
export function formatClock(time: number, zone: Zone): string {
  const at = partsOf(time, zone);
  return `${hourMinuteOf(at)}:${two(at.second)}`;
}

const dayMonth = ({ day, month }: Parts): string => `${day} ${MONTHS[month] ?? ""}`;

/** A day with its year: `21 Nov 2025`. */
export function formatDay(time: number, zone: Zone): string {
  const at = partsOf(time, zone);
  return `${dayMonth(at)} ${at.year}`;
}

/** Beyond this distance a day of another year says enough without its hour. */
const HALF_A_YEAR = 182 * DAY;

/** Within this distance nobody takes a day for that of another year. */
const A_MONTH = 30 * DAY;

const isDate = (time: number): boolean => Math.abs(time) <= LATEST;

const NO_DATE = "an invalid date";

const isOfYear = (time: number, now: number, zone: Zone): boolean =>
  partsOf(time, zone).year === partsOf(now, zone).year;

/** The day shown before a time of day: empty for today; with its year unless that is the current one. */
function dayBefore(time: number, now: number, zone: Zone): string {
  if (!isOfYear(time, now, zone)) return `${formatDay(time, zone)} `;
  const at = partsOf(time, zone);
  const today = partsOf(now, zone);
  return at.month === today.month && at.day === today.day ? "" : `${dayMonth(at)} `;
}

/** `13:29` today, `21 Nov 13:29` on other days of this year, `17 Jan 2027 13:29` within half a year of now, else `21 Nov 2025`. */
export function formatTime(time: number, now: number, zone: Zone): string {
  if (!isDate(time)) return NO_DATE;
  const day = dayBefore(time, now, zone);
  const isFar = Math.abs(time - now) > HALF_A_YEAR && !isOfYear(time, now, zone);
  return isFar ? day.trimEnd() : `${day}${formatHourMinute(time, zone)}`;
}

/** A time in at most 12 cells, for columns: `31 Dec 13:29` within a month of now, without its hour where it needs its year. */
export function formatShortTime(time: number, now: number, zone: Zone): string {
  if (!isDate(time) || isOfYear(time, now, zone)) return formatTime(time, now, zone);
  return Math.abs(time - now) > A_MONTH
    ? formatDay(time, zone)
    : `${dayMonth(partsOf(time, zone))} ${formatHourMinute(time, zone)}`;
}

/** Always to the second: `13:29:07`, `21 Nov 13:29:07`, `21 Nov 2025 13:29:07`. */
export function formatTimeToSecond(time: number, now: number, zone: Zone): string {
  return isDate(time) ? `${dayBefore(time, now, zone)}${formatClock(time, zone)}` : NO_DATE;
}

/** `14:06:12` today, `21 Nov 14:06` on any other day. */
export function formatClockOrDay(time: number, now: number, zone: Zone): string {
  return formatIsoDay(time, zone) === formatIsoDay(now, zone) ? formatClock(time, zone) : formatTime(time, now, zone);
}

/** `13:29 UTC`, `21 Nov 13:29 local`; only the day if it is far away. */
export function formatTimeInZone(time: number, { now, zone }: { readonly now: number; readonly zone: Zone }): string {
  const words = formatTime(time, now, zone);
  return words.includes(":") ? `${words} ${zoneName(zone)}` : words;
}

/** A day in ISO format, for file names and documents: `2026-11-21`. */
export function formatIsoDay(time: number, zone: Zone): string {
  const { year, month, day } = partsOf(time, zone);
  return `${year}-${two(month + 1)}-${two(day)}`;
}

/** Age of an event. `now` advances by the minute here, so an event that has just happened may lie some seconds in the future. */
function formatAgo(time: number, now: number): string {
  if (now - time >= SECOND) return `${formatAge(now - time)} ago`;
  return time - now < MINUTE ? "just now" : `in ${formatDuration(time - now)}`;
}

/** Time and age of an event: `13:29 UTC (37m ago)`, with the day unless it is today. */
export const formatTimeAndAge = (time: number, now: number, zone: Zone): string =>
  `${formatTime(time, now, zone)} ${zoneName(zone)} (${formatAgo(time, now)})`;

/** A number with at most one decimal; a number kept as text keeps all its digits. */
export function formatNumber(value: number | WrittenNumber): string {
  if (typeof value === "object") return value.source;
  return Number.isInteger(value) ? String(value) : String(Math.round(value * 10) / 10);
}

const SIZES = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** Bytes with one decimal, in powers of a thousand: `12.4 GB`, `812 MB`. Sizes may exceed 2^53 (`domain.md` 1.8). */
export function formatSize(bytes: number | WrittenNumber): string {
  let size = typeof bytes === "object" ? Number(bytes.source) : bytes;
  let unit = 0;
  while (Math.abs(size) >= 999.95 && unit < SIZES.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || Math.abs(size) >= 99.95 ? String(Math.round(size)) : size.toFixed(1)} ${SIZES[unit] ?? "B"}`;
}

/** A size configured in MB of 1024 kB, as for clusters: `990 MB`, `100 GB`, `1.5 TB`. */
export function formatMegabytes(megabytes: number | WrittenNumber): string {
  let size = typeof megabytes === "object" ? Number(megabytes.source) : megabytes;
  let unit = 2;
  while (Math.abs(size) >= 1024 && unit < SIZES.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${formatNumber(size)} ${SIZES[unit] ?? "MB"}`;
}

/** Creation time (ms) encoded in an object id: its first eight hex digits are seconds since 1970. Null for any other id. */
export const timeOfId = (id: string): number | null =>
  /^[0-9a-f]{24}$/u.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1000 : null;

/** The end of an id, as long as it takes to tell it from others: `…9c1a`. */
export function idEnd(id: string, others: readonly string[]): string {
  const isShared = (end: string): boolean => others.some((other) => other !== id && other.endsWith(end));
  let length = 4;
  while (length < id.length && isShared(id.slice(-length))) length += 1;
  return length < id.length ? `…${id.slice(-length)}` : id;
}

/** An id shortened in its middle: `65f0…9c1a`. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id);

/**
 * Message for an action that is not possible: the reason first, then the action's title without its trailing `…` and without what it explains in
 * parentheses. A narrow line may cut the title, which is known from the key that was pressed.
 */
export const refusalText = (title: string, reason: string): string =>
  `${reason.replace(/\.$/u, "")} (${title.replace(/(?:\u2026| \([^()]*\))$/u, "")})`;

/** `Cluster: prod-eu`; only the value if its label is empty (the single item of a list). */
export const labelled = (label: string, words: string): string => (label === "" ? words : `${label}: ${words}`);

/** `1 alert`, `2 alerts`. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** `alert, restore or snapshot` */
export const either = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** A text with a full stop where it has no end mark. */
export const withFullStop = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[?[\da-f]*:[\da-f]*:[\da-f:.]*\]?)$/iu;

/** A part of an address without its percent signs; with an invalid one, as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A host name without its port. */
export const withoutPort = (host: string): string => (ADDRESS.test(host) ? host : host.replace(/:\d+$/u, ""));

/** First label of a host name, without domain and port, as hosts of one cluster share the domain. An IP address stays whole. */
export function hostName(host: string): string {
  const name = withoutPort(host);
  return ADDRESS.test(name) ? name : (name.split(".")[0] ?? name);
}

/** First label of a host name with its port: the domain is the same for all hosts, and the detail shows it in full. */
export function shortHost(target: string): string {
  const name = hostName(target);
  const port = /:\d+$/u.exec(target)?.[0] ?? "";
  return name === target ? name : `${name}${port}`;
}

/** Expiry as a phrase: `expires in 6d 21h`, `expired`. */
export const formatExpires = (expiresAt: number, now: number): string =>
  expiresAt > now ? `expires in ${formatDuration(expiresAt - now)}` : "expired";

/** Expiry for a column or field that is named so: `in 6d 21h`, `expired`. */
export const formatExpiresIn = (expiresAt: number, now: number): string =>
  expiresAt > now ? `in ${formatDuration(expiresAt - now)}` : "expired";
