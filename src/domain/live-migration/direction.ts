import { condensed, median, type Point, quantile, theilSen } from "../robust.ts";

/** Where a lag is going now: of the last minutes, and of longer only where these do not stand out from the noise. */

/** A change of less than so many seconds a second is none (`domain.md` 14.6). */
export const LEAST_RATE = 0.05;

export type Direction = "rising" | "falling" | "level";

export type Motion = {
  readonly direction: Direction;
  /** Seconds of lag a second over the span that told the direction; negative while it falls. */
  readonly slope: number;
};

/** The spans that are looked at, the shortest first: seconds, and readings where these come more slowly. */
const SPANS = [
  { seconds: 120, readings: 1 },
  { seconds: 300, readings: 3 },
  { seconds: 600, readings: 6 },
] as const;
/** Fewer readings tell no direction. */
const LEAST = 4;
/** A change counts from so many times the noise on. */
const CLEAR = 4.25;
/** Noise is a part of the lag and of so many seconds: it shrinks with the lag, but not to nothing. */
const BASE = 60;
/** The newest so many readings tell how noisy they are; below the middle, for in a bump most of them are off for another reason. */
const HISTORY = 720;
const NOISE_QUANTILE = 0.4;
const MOST_POINTS = 40;

/** How far a reading usually lies from the middle of those a span before and after it, as a part of the lag. */
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
 * The direction of the newest readings; null where there are too few.
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
    const line = theilSen(condensed(part, MOST_POINTS));
    if (line === null) continue;
    const length = last.x - (part[0]?.x ?? last.x);
    const stride = Math.max(1, Math.round(span / spacing));
    const noise = noisePart(points, stride) ?? noisePart(points, 1) ?? 0.02;
    const { slope } = line;
    const least = Math.max(CLEAR * noise * (last.y + BASE), LEAST_RATE * length);
    // What a longer span shows holds for now only where the shorter ones might be going the same way.
    const isOver = shorter.some((one) => Math.abs(slope - one.slope) * one.length > one.least);
    if (isOver) break;
    if (Math.abs(slope) * length > least) return { direction: slope > 0 ? "rising" : "falling", slope };
    shorter.push({ slope, length, least });
  }
  return { direction: "level", slope: shorter.at(-1)?.slope ?? 0 };
}

const smoothed = (points: readonly Point[]): readonly Point[] =>
  points.map(({ x }, index) => ({
    x,
    y: median(points.slice(Math.max(0, index - 2), index + 3).map(({ y }) => y)),
  }));

/**
 * For how many seconds the lag has not gained: since it last came down to what it is now without having been lower after. A lag
 * that was lower a while ago has lost since then, however long ago it was lower for the first time.
 */
export function withoutGain(points: readonly Point[], level: number, tolerance: number): number {
  const smooth = smoothed(points);
  const beaten = smooth.findLastIndex(({ y }) => y < level - tolerance);
  return -(smooth.slice(beaten + 1).find(({ y }) => y <= level + tolerance)?.x ?? 0);
}

/** For how many seconds it has been rising: since it was last about as low as before the rise. */
export function risingFor(points: readonly Point[], tolerance: number): number {
  const rise: Point[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const point of smoothed(points).toReversed()) {
    if (point.y > lowest + tolerance) break;
    lowest = Math.min(lowest, point.y);
    rise.push(point);
  }
  return -(rise.find(({ y }) => y <= lowest + tolerance)?.x ?? 0);
}
