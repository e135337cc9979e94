import {
  condensed,
  median,
  type Point,
  pairSlopes,
  quantileOfSorted,
  spread,
  type TrendLine,
  theilSen,
} from "../robust.ts";
import type { Ring } from "../sample-ring.ts";
import { type Motion, motionOf, risingFor, withoutGain } from "./direction.ts";

/** What the readings of a migration's lag say: how far behind it is, how fast it gains, since when it does not (`domain.md` 14.6). */

/** At this lag or less the source is caught up with (`domain.md` 14.4). */
export const CAUGHT_UP = 5;
/** So many readings in a row have to be that low before a cut-over (`domain.md` 14.4). */
export const READINGS_BEFORE_CUTOVER = 3;
/** Fewer readings than this are no basis for a slope. */
const LEAST_READINGS = 6;

/** The span of the catch-up rate (`domain.md` 14.6: the last ten minutes), in seconds. */
const WINDOW = 600;
/** It holds at least so many readings, where they come slowly. */
const READINGS_IN_WINDOW = 20;
/** More points than this say no more about a slope. */
const MOST_POINTS = 40;

/** A window of the readings and the slopes in it. */
export type LagSpan = {
  /** Its length in seconds. */
  readonly seconds: number;
  readonly points: readonly Point[];
  /** Slopes between readings that are a quarter of it apart or more, in ascending order; in seconds a second. */
  readonly slopes: readonly number[];
};

export type LagTrend = {
  /** Points since replication began or went on: seconds before the newest reading (negative), and the lag. */
  readonly points: readonly Point[];
  /** The lag now, without its noise, in seconds. */
  readonly level: number;
  /** Seconds between readings. */
  readonly spacing: number;
  /** The span of the catch-up rate in seconds. */
  readonly window: number;
  /** The trend of the last ten minutes. */
  readonly line: TrendLine;
  /** Where it goes now; it turns before the trend of ten minutes does. */
  readonly motion: Motion;
  /** For how many seconds it has been going there: rising since its lowest, level since it last gained. */
  readonly lasting: number;
  /** It was lower before: what falls is the back of a bump. */
  readonly wasLower: boolean;
};

/**
 * The readings that belong together: since replication began, or began again. A lag that is not told is not zero (`domain.md`
 * 0): it ends what came before, unless it is a single reading.
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

/** The slopes of the last so many seconds; null where there are too few readings. */
export function spanOf(all: readonly Point[], seconds: number): LagSpan | null {
  const points = condensed(since(all, seconds), MOST_POINTS);
  if (points.length < LEAST_READINGS) return null;
  const length = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
  return { seconds: length, points, slopes: pairSlopes(points, length / 4) };
}

/** Seconds of lag worked off a second, at a part of the slopes: 0.5 is the middle, 1 the fastest. */
export const rateAt = ({ slopes }: LagSpan, part: number): number => -quantileOfSorted(slopes, 1 - part);

const spacingOf = (points: readonly Point[]): number => {
  const intervals = points.slice(-31).map(({ x }, index, part) => x - (part[index - 1]?.x ?? x));
  return Math.max(1, median(intervals.slice(1)));
};

/** Where readings go that are too few for a trend; null where that cannot be told either. */
export function motionIn(ring: Ring): Motion | null {
  const points = replicating(ring);
  return motionOf(points, spacingOf(points));
}

/** The trend of the newest readings; null where there are too few of them. */
export function trendOf(ring: Ring): LagTrend | null {
  const points = replicating(ring);
  const spacing = spacingOf(points);
  const window = Math.max(WINDOW, READINGS_IN_WINDOW * spacing);
  const inWindow = condensed(since(points, window), MOST_POINTS);
  if (inWindow.length < LEAST_READINGS) return null;
  const line = theilSen(inWindow);
  const short = since(points, Math.max(window / 5, spacing * (LEAST_READINGS - 0.5)));
  const recent = theilSen(
    condensed(short.length >= LEAST_READINGS ? short : inWindow.slice(-LEAST_READINGS), MOST_POINTS),
  );
  const motion = motionOf(points, spacing);
  if (line === null || recent === null || motion === null) return null;
  // Where few readings fall steeply and flatten out, the line undershoots: what was just read is not made nothing of.
  const level = Math.max((points.at(-1)?.y ?? 0) / 2, recent.at(0));
  const noise = spread(short.map(({ x, y }) => y - recent.at(x)));
  const tolerance = Math.max(3 * noise, 0.01 * level, 1);
  const lasting = motion.direction === "rising" ? risingFor(points, tolerance) : withoutGain(points, level, tolerance);
  const wasLower = points.some(({ y }) => y < level - Math.max(tolerance, 0.1 * level));
  return { points, level, spacing, window, line, motion, lasting, wasLower };
}
