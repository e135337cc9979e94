import { median, type Point, quantile, reducePoints, theilSen } from "../robust.ts";

/** Present direction of a lag: from the last minutes, and from longer periods only if these do not stand out from the noise. */

/** Smaller changes, in seconds per second, count as level (`domain.md` 14.6). */
export const LEAST_RATE = 0.05;

export type Direction = "rising" | "falling" | "level";

export type Motion = {
  readonly direction: Direction;
  /** Seconds of lag per second over the period that gave the direction; negative while it falls. */
  readonly slope: number;
};

/** Periods to examine, shortest first: seconds, or this number of readings when these come more slowly. */
const SPANS = [
  { seconds: 120, readings: 1 },
  { seconds: 300, readings: 3 },
  { seconds: 600, readings: 6 },
] as const;
/** Minimum number of readings for a direction. */
const LEAST = 4;
/** A change counts from this multiple of the noise on. */
const CLEAR = 4.25;
/** Noise is proportional to the lag plus this many seconds: it shrinks with the lag, but not to nothing. */
const BASE = 60;
/** Number of newest readings for measuring noise; a quantile below the median, because in a bump most readings are off for another reason. */
const HISTORY = 720;
const NOISE_QUANTILE = 0.4;
const MOST_POINTS = 40;

/** Usual distance of a reading from the mean of those one period before and after it, relative to the lag. */
function noisePart(points: readonly Point[], stride: number): number | null {
  const recent = points.slice(-HISTORY);
  const off: number[] = [];
  for (let index = stride; index + stride < recent.length; index += 1) {
    const [before, here, after] = [recent[index - stride], recent[index], recent[index + stride]];
    if (before === undefined || here === undefined || after === undefined) break;
    off.push(Math.abs(here.y - (before.y + after.y) / 2) / (here.y + BASE));
  }
  return off.length < 3 ? null : quantile(off, NOISE_QUANTILE);
}

/**
 * Direction of the newest readings; null when there are too few.
 *
 * @param points in ascending order of x
 * @param spacing seconds between readings
 */
export function motionOf(points: readonly Point[], spacing: number): Motion | null {
  const last = points.at(-1);
  if (points.length < LEAST || last === undefined) return null;
  const shorter: { readonly slope: number; readonly length: number; readonly least: number }[] = [];
  for (const { seconds, readings } of SPANS) {
    const span = Math.max(seconds, readings * spacing);
    const part = points.filter(({ x }) => x >= last.x - span * 1.01);
    const line = theilSen(reducePoints(part, MOST_POINTS));
    if (line === null) continue;
    const length = last.x - (part[0]?.x ?? last.x);
    const stride = Math.max(1, Math.round(span / spacing));
    const noise = noisePart(points, stride) ?? noisePart(points, 1) ?? 0.02;
    const { slope } = line;
    const least = Math.max(CLEAR * noise * (last.y + BASE), LEAST_RATE * length);
    // A longer period counts for now only if the shorter ones are compatible with it.
    const isOver = shorter.some((one) => Math.abs(slope - one.slope) * one.length > one.least);
    if (isOver) break;
    if (Math.abs(slope) * length > least) return { direction: slope > 0 ? "rising" : "falling", slope };
    shorter.push({ slope, length, least });
  }
  return { direction: "level", slope: shorter.at(-1)?.slope ?? 0 };
}

/** Points without their single outliers. */
export const smoothed = (points: readonly Point[]): readonly Point[] =>
  points.map(({ x }, index) => ({
    x,
    y: median(points.slice(Math.max(0, index - 2), index + 3).map(({ y }) => y)),
  }));

/**
 * Seconds without a gain: since the lag last came down to its present level without having been lower after. A lag that was lower a while ago has
 * grown since, however long ago it first was that low.
 */
export function secondsWithoutGain(points: readonly Point[], level: number, tolerance: number): number {
  const smooth = smoothed(points);
  const beaten = smooth.findLastIndex(({ y }) => y < level - tolerance);
  return -(smooth.slice(beaten + 1).find(({ y }) => y <= level + tolerance)?.x ?? 0);
}

/** Seconds of rising: since the lag was last about as low as before the rise. */
export function secondsRising(points: readonly Point[], tolerance: number): number {
  const rise: Point[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const point of smoothed(points).toReversed()) {
    if (point.y > lowest + tolerance) break;
    lowest = Math.min(lowest, point.y);
    rise.push(point);
  }
  return -(rise.find(({ y }) => y <= lowest + tolerance)?.x ?? 0);
}
