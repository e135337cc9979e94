import type { Ring } from "../sample-ring.ts";
import { type Direction, LEAST_RATE } from "./direction.ts";
import { CAUGHT_UP, type LagTrend, motionIn, rateAt, replicating, slopesIn, trendOf } from "./lag.ts";

/**
 * Estimates when a migration will have caught up (`domain.md` 14.6), as a range that is right four times out of five, or the reason why there is no
 * estimate. Its accuracy on curves with known future is in `docs/forecast.md`.
 */

/** Reason why there is no forecast. */
type Silence =
  /** No reading yet, or the service reports no lag: it copies, or it has ended. Not zero. */
  | "unreported"
  /** Too few readings since replication began or resumed, or too short a time for the remaining distance. */
  | "too-few"
  /** The newest reading is too old. */
  | "stale"
  /** The lag grows: at present, the source writes faster than the migration copies. */
  | "rising"
  /** The lag neither falls nor grows. */
  | "level"
  /** The lag falls, but so unevenly that the range would be useless. */
  | "uneven";

/** Trend beside the forecast. Lag in seconds, rates in seconds of lag per second, service times in ms. */
type Seen = {
  /** Direction in the last minutes; null while unknown. */
  readonly direction: Direction | null;
  /** Rate at which it falls; negative while it grows; null while unknown. */
  readonly rate: number | null;
  /** Start of the rise, or, while it does not rise, time of the last gain. */
  readonly since: number | null;
};

export type Forecast = Seen &
  (
    | { readonly kind: "expected"; readonly at: number; readonly earliest: number; readonly latest: number }
    | { readonly kind: "caught-up" }
    | { readonly kind: "silent"; readonly why: Silence }
  );

const NOTHING_SEEN: Seen = { direction: null, rate: null, since: null };

/** Time without a gain after which the text mentions it (ms); after a quarter of an hour it is worth a warning (`domain.md` 14.6). */
export const SAID_AFTER = 10 * 60_000;
const WARNS_AFTER = 15 * 60_000;
/** A reading older than three intervals is stale (`domain.md` 1.5); an unfocused pane reads about once a minute. */
const STALE_AFTER = 200_000;
const STALE_INTERVALS = 3;

/** Windows to examine, in multiples of the catch-up period: the last hour predicts the next one best. */
const WINDOWS = [0.5, 1, 2, 4, 8, 16, 32];

/**
 * Constants of the range, tuned on curves of seeds 1 to 20 and measured on others. `slower`: lags fall more slowly near their end. `surprise`:
 * events that no window has shown. `unknown`: the part of the way without any history yet. `own`: variation of slopes within a window. `deviations`:
 * deviations of the range to each side. `foot`: the falling side of a bump flattens at its foot.
 */
const RANGE = {
  slower: 1.2,
  surprise: 0.2,
  unknown: 0.2,
  own: 0.2,
  deviations: 1.5,
  foot: { slower: 1.4, surprise: 0.3 },
} as const;
/** Largest useful ratio of the latest to the earliest time. */
const WIDEST = 10;

type Rated = { readonly rate: number; readonly deviation: number; readonly weight: number };

/** A window's rate with its deviation: steady windows have more weight. */
function rated(slopes: readonly number[]): Rated {
  const rate = Math.max(rateAt(slopes, 0.5), LEAST_RATE / 2);
  const deviation = (rateAt(slopes, 0.75) - rateAt(slopes, 0.25)) / 1.35;
  return { rate, deviation: deviation / rate, weight: 1 / (deviation + 0.02 * rate + 0.01) };
}

/** Windows that are useful for predicting this many seconds ahead. */
function windows({ points, window }: LagTrend, ahead: number): readonly Rated[] {
  const history = -(points[0]?.x ?? 0);
  const lengths = WINDOWS.map((part) => part * window).filter(
    (length, index, all) => (all[index - 1] ?? 0) < history && length <= Math.max(2 * ahead, window),
  );
  return lengths.flatMap((length) => {
    const slopes = slopesIn(points, length);
    return slopes === null ? [] : [rated(slopes)];
  });
}

/** Seconds until it has caught up: likely value and range, or the reason why the range would be useless. */
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
 * Estimates when the lag will be gone.
 *
 * @param ring readings of the lag in seconds, null when the service reported none
 * @param now service time (ms)
 */
export function forecast(ring: Ring, now: number): Forecast {
  const newest = ring.at(-1);
  if (newest === undefined || newest.value === null) return { kind: "silent", why: "unreported", ...NOTHING_SEEN };
  const trend = trendOf(ring);
  if (trend === null) {
    const isLow = replicating(ring).every(({ y }) => y <= CAUGHT_UP);
    const motion = motionIn(ring);
    const rate = motion === null ? null : -motion.slope;
    const seen = { ...NOTHING_SEEN, direction: motion?.direction ?? null, rate };
    return isLow ? { kind: "caught-up", ...seen } : { kind: "silent", why: "too-few", ...seen };
  }
  const { level, motion, spacing, lasting } = trend;
  const { direction, slope } = motion;
  const seen: Seen = { direction, rate: -slope, since: newest.at - lasting * 1000 };
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

/** True when it has been rising or level for so long that somebody has to look. */
export const isStuck = (forecast: Forecast, now: number): boolean =>
  forecast.kind === "silent" &&
  (forecast.why === "rising" || forecast.why === "level") &&
  forecast.since !== null &&
  now - forecast.since >= WARNS_AFTER;
