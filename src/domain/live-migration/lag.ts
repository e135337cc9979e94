import { median, type Point, pairSlopes, quantileOfSorted, reducePoints, spread, theilSen } from "../robust.ts";
import type { Ring } from "../sample-ring.ts";
import { type Motion, motionOf, secondsRising, secondsWithoutGain } from "./direction.ts";

/** Analysis of a migration's lag readings: present lag, rate, and time without a gain (`domain.md` 14.6). */

/** At this lag (s) or less, the source counts as caught up with (`domain.md` 14.4). */
export const CAUGHT_UP = 5;
/** Number of consecutive readings that must be that low before a cut-over (`domain.md` 14.4). */
export const READINGS_BEFORE_CUTOVER = 3;
/** Minimum number of readings for a slope. */
const LEAST_READINGS = 6;

/** Period of the catch-up rate (`domain.md` 14.6: the last ten minutes), in seconds. */
const WINDOW = 600;
/** Minimum number of readings in that period; it is longer when readings come slowly. */
const READINGS_IN_WINDOW = 20;
/** More points do not improve a slope. */
const MOST_POINTS = 40;

export type LagTrend = {
  /** Points since replication began or resumed: seconds before the newest reading (negative), and the lag. */
  readonly points: readonly Point[];
  /** Present lag without its noise, in seconds. */
  readonly level: number;
  /** Seconds between readings. */
  readonly spacing: number;
  /** Period of the catch-up rate in seconds. */
  readonly window: number;
  /** Present direction; it turns before the trend of ten minutes does. */
  readonly motion: Motion;
  /** Duration of this direction in seconds: rising since the lowest lag, level since the last gain. */
  readonly lasting: number;
  /** True when it was lower before: it falls from a bump. */
  readonly wasLower: boolean;
};

/**
 * Readings of the present replication, since it began or began again. A missing lag is not zero (`domain.md` 0): it ends what came before, unless it
 * is a single reading.
 */
export function replicating(ring: Ring): readonly Point[] {
  const last = ring.at(-1);
  if (last === undefined || last.value === null) return [];
  const points: Point[] = [];
  let unreported = 0;
  for (const { at, value } of ring.toReversed()) {
    if (value === null) {
      unreported += 1;
      if (unreported > 1) break;
      continue;
    }
    unreported = 0;
    points.push({ x: (at - last.at) / 1000, y: value });
  }
  return points.reverse();
}

const since = (points: readonly Point[], seconds: number): readonly Point[] => points.filter(({ x }) => x >= -seconds);

/**
 * Slopes of the last `seconds` between readings at least a quarter of that time apart, in ascending order (seconds per second); null when there are
 * too few readings.
 */
export function slopesIn(all: readonly Point[], seconds: number): readonly number[] | null {
  const points = reducePoints(since(all, seconds), MOST_POINTS);
  if (points.length < LEAST_READINGS) return null;
  const length = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
  return pairSlopes(points, length / 4);
}

/** Seconds of lag worked off per second, at a quantile of the slopes: 0.5 is the median, 1 the fastest. */
export const rateAt = (slopes: readonly number[], part: number): number => -quantileOfSorted(slopes, 1 - part);

const spacingOf = (points: readonly Point[]): number => {
  const intervals = points.slice(-31).map(({ x }, index, part) => x - (part[index - 1]?.x ?? x));
  return Math.max(1, median(intervals.slice(1)));
};

/** Direction of readings that are too few for a trend; null when they are too few even for that. */
export function motionIn(ring: Ring): Motion | null {
  const points = replicating(ring);
  return motionOf(points, spacingOf(points));
}

/** Trend of the newest readings; null when there are too few. */
export function trendOf(ring: Ring): LagTrend | null {
  const points = replicating(ring);
  const spacing = spacingOf(points);
  const window = Math.max(WINDOW, READINGS_IN_WINDOW * spacing);
  const inWindow = reducePoints(since(points, window), MOST_POINTS);
  if (inWindow.length < LEAST_READINGS) return null;
  const short = since(points, Math.max(window / 5, spacing * (LEAST_READINGS - 0.5)));
  const recent = theilSen(
    reducePoints(short.length >= LEAST_READINGS ? short : inWindow.slice(-LEAST_READINGS), MOST_POINTS),
  );
  const motion = motionOf(points, spacing);
  if (recent === null || motion === null) return null;
  // With few readings that fall steeply and flatten out, the line undershoots: at least half of the last reading
  // counts.
  const level = Math.max((points.at(-1)?.y ?? 0) / 2, recent.at(0));
  const noise = spread(short.map(({ x, y }) => y - recent.at(x)));
  const tolerance = Math.max(3 * noise, 0.01 * level, 1);
  const lasting =
    motion.direction === "rising" ? secondsRising(points, tolerance) : secondsWithoutGain(points, level, tolerance);
  const wasLower = points.some(({ y }) => y < level - Math.max(tolerance, 0.1 * level));
  return { points, level, spacing, window, motion, lasting, wasLower };
}
