import { formatDuration, formatLongDuration, formatNumber } from "../text/format.ts";
import { type Forecast, isStuck, SAID_AFTER } from "./live-migration/forecast.ts";

/** Texts for durations and forecasts, in readable words (`screens.md`, cockpit). */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A lag in seconds, exact below an hour: `40 s`, `14 min 20 s`, `3 h 12 min`, `4 days 21 h`. */
export function formatLongSpan(seconds: number): string {
  const span = Math.max(0, Math.round(seconds));
  if (span < MINUTE) return `${span} s`;
  const rest = span % MINUTE;
  const words = formatLongDuration(span * 1000);
  return span >= HOUR || rest === 0 ? words : `${words} ${rest} s`;
}

/** The same for a column: `40s`, `14m 20s`, `3h 12m`. */
export function formatSpan(seconds: number): string {
  const span = Math.max(0, Math.round(seconds));
  const rest = span % MINUTE;
  const text = formatDuration(span * 1000);
  return span < MINUTE || span >= HOUR || rest === 0 ? text : `${text} ${rest}s`;
}

/** Unit and rounding of an estimated time in seconds: no finer than its precision. */
type Scale = { readonly unit: string; readonly of: (seconds: number) => number };

const coarse = (value: number): number => {
  if (value < 20) return Math.max(1, Math.round(value));
  if (value < 100) return Math.round(value / 5) * 5;
  return Math.round(value / 10) * 10;
};

function scaleOf(seconds: number): Scale {
  if (seconds < 90) return { unit: "s", of: (span) => Math.max(5, Math.round(span / 5) * 5) };
  if (seconds < 100 * MINUTE) return { unit: "min", of: (span) => coarse(span / MINUTE) };
  if (seconds < 2 * DAY) return { unit: "h", of: (span) => Math.max(0.5, Math.round((span / HOUR) * 2) / 2) };
  return { unit: "days", of: (span) => Math.max(0.5, Math.round((span / DAY) * 2) / 2) };
}

type Range = { readonly middle: string; readonly low: string; readonly high: string; readonly unit: string };

/** An estimated time and its bounds, all in the unit of the likely value. */
function rangeOf(likely: number, least: number, most: number): Range {
  const { unit, of } = scaleOf(likely / 1000);
  const text = (time: number): string => formatNumber(of(Math.max(0, time) / 1000));
  return { middle: text(likely), low: text(least), high: text(most), unit };
}

/** An estimated time with its range: `about 5 min (4 to 7)`, `about 2 h (1.5 to 3)`. Milliseconds from now. */
export function formatRange(likely: number, least: number, most: number): string {
  const { middle, low, high, unit } = rangeOf(likely, least, most);
  return `about ${middle} ${unit}${low === high ? "" : ` (${low} to ${high})`}`;
}

/** The same for a cell: `4 to 7 min`, or `about 5 min` when both bounds are equal. */
export function formatShortRange(likely: number, least: number, most: number): string {
  const { middle, low, high, unit } = rangeOf(likely, least, most);
  return low === high ? `about ${middle} ${unit}` : `${low} to ${high} ${unit}`;
}

/** An estimated time without a range: 1 min 20 s gives `about 80 s`. Milliseconds. */
export const formatAbout = (time: number): string => formatRange(time, time, time);

/** A range of durations: `4 to 10 min`, `6 min`. Milliseconds. */
export function formatSpanRange(least: number, most: number): string {
  const { unit, of } = scaleOf(most / 1000);
  const [low, high] = [of(least / 1000), of(most / 1000)];
  return low === high ? `${formatNumber(high)} ${unit}` : `${formatNumber(low)} to ${formatNumber(high)} ${unit}`;
}

/** Duration of a state, by the minute: `12 min`, `3 h 12 min`. Milliseconds. */
export function formatLasting(span: number): string {
  const minutes = Math.floor(span / 60_000);
  return minutes < 100 ? `${minutes} min` : formatLongSpan(minutes * MINUTE);
}

/** A lag as text: `14 min 20 s`; null is not zero (`domain.md` 0). */
export const formatLag = (lag: number | null): string => (lag === null ? "unknown" : formatLongSpan(lag));

/** A rate: `3.1 s per second`. */
const formatRate = (rate: number): string => `${Math.abs(rate).toFixed(Math.abs(rate) < 9.95 ? 1 : 0)} s per second`;

/** Direction and rate of a lag: `falling 3.1 s per second`, `level`. */
const formatMotion = ({ direction, rate }: Forecast): string | null =>
  direction === null || direction === "level" ? direction : `${direction} ${formatRate(rate ?? 0)}`;

/** Text for a lag that does not fall: for how long, and the consequence. */
function formatNoGain(forecast: Forecast, now: number): string {
  const { direction, since } = forecast;
  const span = since === null ? 0 : now - since;
  const isRising = direction === "rising";
  const long = span < SAID_AFTER ? "" : `${isRising ? "" : ", no gain"} for ${formatLasting(span)}`;
  const what = isStuck(forecast, now)
    ? `writes on the source are ${isRising ? "faster than" : "as fast as"} copying`
    : `no forecast while it ${isRising ? "rises" : "does not fall"}`;
  return `${formatMotion(forecast) ?? "level"}${long}: ${what}`;
}

/**
 * A forecast in one sentence, without the lag itself: `falling 3.1 s per second: caught up in about 5 min (4 to 7)`.
 *
 * @param now the service's time (ms)
 */
export function formatForecast(forecast: Forecast, now: number): string {
  const moves = formatMotion(forecast);
  if (forecast.kind === "caught-up") return "caught up with the source";
  if (forecast.kind === "expected") {
    const { at, earliest, latest } = forecast;
    const end = at <= now ? "soon" : `in ${formatRange(at - now, earliest - now, latest - now)}`;
    return `${moves ?? "falling"}: caught up ${end}`;
  }
  switch (forecast.why) {
    case "unreported":
      return "no lag reported by the service: no forecast";
    case "too-few":
      return `${moves === null ? "" : `${moves}, `}too few readings for a forecast`;
    case "stale":
      return "the last reading is too old for a forecast";
    case "rising":
    case "level":
      return formatNoGain(forecast, now);
    case "uneven":
      return `${moves ?? "falling"}, too uneven for a forecast`;
  }
}
