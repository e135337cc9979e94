import type { Ring } from "../sample-ring.ts";
import { type Direction, LEAST_RATE } from "./direction.ts";
import { CAUGHT_UP, type LagSpan, type LagTrend, motionIn, rateAt, replicating, spanOf, trendOf } from "./lag.ts";

/**
 * When a migration will have caught up (`domain.md` 14.6), as a range that holds what comes four times of five, or why that cannot
 * be said. How often it was right on curves whose future is known stands in `docs/forecast.md`.
 */

/** Why there is no forecast. */
export type Silence =
  /** Nothing was read yet, or the service tells no lag: it copies, or it has ended. Not zero. */
  | "unreported"
  /** Too few readings since replication began or went on, or too short a time for how far it has to go. */
  | "too-few"
  /** The newest reading is too old to say anything about now. */
  | "stale"
  /** The lag grows: the source writes faster than is copied, for now. */
  | "rising"
  /** It neither falls nor grows. */
  | "level"
  /** It falls, but so unevenly that the range would say nothing. */
  | "uneven";

/** What the trend says beside the forecast. Lag in seconds, rates in seconds of lag a second, times in ms of the service. */
type Seen = {
  /** The lag now, without its noise; null while it is not known. */
  readonly level: number | null;
  /** Where it goes in the last minutes; null while that is not known. */
  readonly direction: Direction | null;
  /** How fast it falls then; negative while it grows; null while that is not known. */
  readonly rate: number | null;
  /** Since when it has been rising, or, while it does not, since when it has not gained. */
  readonly since: number | null;
};

export type Forecast = Seen &
  (
    | { readonly kind: "expected"; readonly at: number; readonly earliest: number; readonly latest: number }
    | { readonly kind: "caught-up" }
    | { readonly kind: "silent"; readonly why: Silence }
  );

const NOTHING_SEEN: Seen = { level: null, direction: null, rate: null, since: null };

/** It is said for how long it has not gained from here on (ms); after a quarter of an hour it is worth a warning (`domain.md` 14.6). */
export const SAID_AFTER = 10 * 60_000;
const WARNS_AFTER = 15 * 60_000;
/** A reading older than three intervals is stale (`domain.md` 1.5); a pane without the keys reads once a minute, give or take. */
const STALE_AFTER = 200_000;
const STALE_INTERVALS = 3;

/** Windows that are looked at, in spans of the catch-up rate: what the next hour brings is best told by the last one. */
const WINDOWS = [0.5, 1, 2, 4, 8, 16, 32];

/**
 * Constants of the range, chosen on curves of seeds 1 to 20 and measured on others. `slower`: lags fall slower at their end than
 * before. `surprise`: what no window has shown. `unknown`: the part of the way of which there is no history yet. `own`: how far a
 * window's slopes differ within it. `deviations`: how many deviations the range has to each side. `foot`: the back of a bump is flat at
 * its foot.
 */
const RANGE = {
  slower: 1.2,
  surprise: 0.2,
  unknown: 0.2,
  own: 0.2,
  deviations: 1.5,
  foot: { slower: 1.4, surprise: 0.3 },
} as const;
/** A latest time that is so many times the earliest says nothing. */
const WIDEST = 10;

type Rated = { readonly rate: number; readonly deviation: number; readonly weight: number };

/** A window's rate with how sure it is of it: steady windows count more. */
function rated(span: LagSpan): Rated {
  const rate = Math.max(rateAt(span, 0.5), LEAST_RATE / 2);
  const deviation = (rateAt(span, 0.75) - rateAt(span, 0.25)) / 1.35;
  return { rate, deviation: deviation / rate, weight: 1 / (deviation + 0.02 * rate + 0.01) };
}

/** The windows that tell about a future of so many seconds. */
function windows({ points, window }: LagTrend, ahead: number): readonly Rated[] {
  const history = -(points[0]?.x ?? 0);
  const lengths = WINDOWS.map((part) => part * window).filter(
    (length, index, all) => (all[index - 1] ?? 0) < history && length <= Math.max(2 * ahead, window),
  );
  return lengths.flatMap((length) => {
    const span = spanOf(points, length);
    return span === null ? [] : [rated(span)];
  });
}

/** Seconds until it has caught up: likely, and the range. Where the range would say nothing: why. */
function ahead(trend: LagTrend): { likely: number; least: number; most: number } | "too-few" | "uneven" {
  const left = Math.max(1, trend.level - CAUGHT_UP + 2);
  const found = windows(trend, left / -trend.motion.slope);
  const whole = found.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return "too-few";
  const mean = (of: (one: Rated) => number): number =>
    found.reduce((sum, one) => sum + one.weight * of(one), 0) / whole;
  const rate = Math.exp(mean((one) => Math.log(one.rate)));
  const foot = trend.wasLower ? RANGE.foot : { slower: 1, surprise: 0 };
  const likely = (left / rate) * RANGE.slower * foot.slower;
  const between = mean((one) => Math.log(one.rate / rate) ** 2 + RANGE.own * one.deviation ** 2);
  const unseen = RANGE.unknown ** 2 * (likely / Math.max(60, -(trend.points[0]?.x ?? 0)));
  const factorOf = (variance: number): number => Math.exp(RANGE.deviations * Math.sqrt(variance + RANGE.surprise ** 2));
  const factor = factorOf(between + unseen + foot.surprise ** 2);
  if (factor ** 2 > WIDEST) return factorOf(between) ** 2 > WIDEST ? "uneven" : "too-few";
  return { likely, least: likely / factor, most: likely * factor };
}

/**
 * Says when the lag will be gone.
 *
 * @param ring readings of the lag in seconds, null where the service told none
 * @param now the service's time (ms)
 */
export function forecast(ring: Ring, now: number): Forecast {
  const newest = ring.at(-1);
  if (newest === undefined || newest.value === null) return { kind: "silent", why: "unreported", ...NOTHING_SEEN };
  const trend = trendOf(ring);
  if (trend === null) {
    const isLow = replicating(ring).every(({ y }) => y <= CAUGHT_UP);
    const motion = motionIn(ring);
    const rate = motion === null ? null : -motion.slope;
    const seen = { ...NOTHING_SEEN, level: newest.value, direction: motion?.direction ?? null, rate };
    return isLow ? { kind: "caught-up", ...seen } : { kind: "silent", why: "too-few", ...seen };
  }
  const { level, motion, spacing, lasting } = trend;
  const { direction, slope } = motion;
  const seen: Seen = { level, direction, rate: -slope, since: newest.at - lasting * 1000 };
  if (now - newest.at > Math.max(STALE_AFTER, STALE_INTERVALS * spacing * 1000)) {
    return { kind: "silent", why: "stale", ...seen };
  }
  if (level <= CAUGHT_UP) return { kind: "caught-up", ...seen };
  if (direction !== "falling") return { kind: "silent", why: direction, ...seen };
  const found = ahead(trend);
  if (typeof found === "string") return { kind: "silent", why: found, ...seen };
  const at = (seconds: number): number => newest.at + seconds * 1000;
  return { kind: "expected", at: at(found.likely), earliest: at(found.least), latest: at(found.most), ...seen };
}

/** Whether it has been rising or level for so long that somebody has to look. */
export const isStuck = (forecast: Forecast, now: number): boolean =>
  forecast.kind === "silent" &&
  (forecast.why === "rising" || forecast.why === "level") &&
  forecast.since !== null &&
  now - forecast.since >= WARNS_AFTER;
