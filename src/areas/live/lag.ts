import type { Ring } from "../../state/samples.ts";
import { condensed, type Line, median, type Point, pairSlopes, quantileOfSorted, spread, theilSen } from "./robust.ts";

/** What the readings of a migration's lag say: how far behind it is, how fast it gains, since when it does not (`domain.md` 14.6). */

/** At this lag or less the source is caught up with (`domain.md` 14.4). */
export const CAUGHT_UP = 5;
/** So many readings in a row have to be that low before a cut-over (`domain.md` 14.4). */
export const READINGS_BEFORE_CUTOVER = 3;
/** A change of less than so many seconds a second is none (`domain.md` 14.6). */
export const LEAST_RATE = 0.05;
/** Fewer readings than this are no basis for a slope. */
export const LEAST_READINGS = 6;

/** The span of the catch-up rate (`domain.md` 14.6: the last ten minutes), in seconds. */
const WINDOW = 600;
/** It holds at least so many readings, where they come slowly. */
const READINGS_IN_WINDOW = 20;
/** More points than this say no more about a slope. */
const MOST_POINTS = 40;

/** A window of the readings and the slopes in it. */
export type Span = {
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
  /** How far readings usually lie from the trend, in seconds. */
  readonly noise: number;
  /** Seconds between readings. */
  readonly spacing: number;
  /** The span of the catch-up rate in seconds. */
  readonly window: number;
  /** The trend of the last ten minutes. */
  readonly line: Line;
  /** The trend of the last minutes: it turns first. */
  readonly recent: Line;
  /** For how many seconds the lag has been no lower than now. */
  readonly withoutGain: number;
};

/**
 * The readings that belong together: since replication began, or began again. A lag that is not told is not zero (`domain.md`
 * 0): it ends what came before, unless it is a single reading.
 */
export function replicating(ring: Ring): readonly Point[] {
  const last = ring.at(-1);
  if (last === undefined || last.value === null) return [];
  const points: Point[] = [];
  let untold = 0;
  for (const { at, value } of ring.toReversed()) {
    if (value === null) {
      untold += 1;
      if (untold > 1) break;
      continue;
    }
    untold = 0;
    points.push({ x: (at - last.at) / 1000, y: value });
  }
  return points.reverse();
}

const since = (points: readonly Point[], seconds: number): readonly Point[] => points.filter(({ x }) => x >= -seconds);

/** The slopes of the last so many seconds; null where there are too few readings. */
export function spanOf(all: readonly Point[], seconds: number): Span | null {
  const points = condensed(since(all, seconds), MOST_POINTS);
  if (points.length < LEAST_READINGS) return null;
  const length = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
  return { seconds: length, points, slopes: pairSlopes(points, length / 4) };
}

/** Seconds of lag worked off a second, at a part of the slopes: 0.5 is the middle, 1 the fastest. */
export const rateAt = ({ slopes }: Span, part: number): number => -quantileOfSorted(slopes, 1 - part);

/** For how long the lag was never clearly above what it is now, looking back from now. */
function withoutGain(points: readonly Point[], level: number, tolerance: number): number {
  const smooth = points.map((point, index) => ({
    x: point.x,
    y: median(points.slice(Math.max(0, index - 2), index + 3).map(({ y }) => y)),
  }));
  return -(smooth.find(({ y }) => y <= level + tolerance)?.x ?? 0);
}

/** The trend of the newest readings; null where there are too few of them. */
export function trendOf(ring: Ring): LagTrend | null {
  const points = replicating(ring);
  const gaps = points.slice(-31).map(({ x }, index, part) => x - (part[index - 1]?.x ?? x));
  const spacing = Math.max(1, median(gaps.slice(1)));
  const window = Math.max(WINDOW, READINGS_IN_WINDOW * spacing);
  const inWindow = condensed(since(points, window), MOST_POINTS);
  if (inWindow.length < LEAST_READINGS) return null;
  const line = theilSen(inWindow);
  const short = since(points, Math.max(window / 5, spacing * (LEAST_READINGS - 0.5)));
  const recent = theilSen(
    condensed(short.length >= LEAST_READINGS ? short : inWindow.slice(-LEAST_READINGS), MOST_POINTS),
  );
  if (line === null || recent === null) return null;
  const level = Math.max(0, recent.at(0));
  const noise = spread(short.map(({ x, y }) => y - recent.at(x)));
  const tolerance = Math.max(3 * noise, 0.01 * level, 1);
  return { points, level, noise, spacing, window, line, recent, withoutGain: withoutGain(points, level, tolerance) };
}
