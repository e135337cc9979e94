/** Statistics that a few wild readings do not move: medians, quantiles, and the slope of Theil and Sen (`domain.md` 14.6). */

/** A reading as a point: seconds along, whatever is measured up. */
export type Point = { readonly x: number; readonly y: number };

/**
 * The value below which a part of the values lies, interpolated between neighbours.
 *
 * @param values not empty, in any order
 * @param part from 0 (the smallest) to 1 (the largest)
 * @returns NaN of no values
 */
export function quantile(values: readonly number[], part: number): number {
  return quantileOfSorted(
    values.toSorted((left, right) => left - right),
    part,
  );
}

/** The same of values that are in ascending order. */
export function quantileOfSorted(sorted: readonly number[], part: number): number {
  const place = Math.min(1, Math.max(0, part)) * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * The slopes between all pairs of points that are at least so far apart, in ascending order: the median of them is the slope of
 * Theil and Sen, the others say how sure it is.
 *
 * @param points in ascending order of x
 */
export function pairSlopes(points: readonly Point[], apart = 0): readonly number[] {
  const slopes: number[] = [];
  for (const [index, left] of points.entries()) {
    for (let other = index + 1; other < points.length; other += 1) {
      const right = points[other];
      if (right === undefined) break;
      const span = right.x - left.x;
      if (span > 0 && span >= apart) slopes.push((right.y - left.y) / span);
    }
  }
  return slopes.sort((left, right) => left - right);
}

/** A straight line: the median of the slopes, through the median of what they leave. */
export type TrendLine = { readonly slope: number; readonly at: (x: number) => number };

/** The line of Theil and Sen through at least two points of different x; null where there is none. */
export function theilSen(points: readonly Point[]): TrendLine | null {
  const slopes = pairSlopes(points);
  if (slopes.length === 0) return null;
  const slope = quantileOfSorted(slopes, 0.5);
  const start = median(points.map(({ x, y }) => y - slope * x));
  return { slope, at: (x) => start + slope * x };
}

/** How far values usually lie from their middle: the median distance, scaled so that it is the deviation of normal noise. */
export function spread(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const middle = median(values);
  return 1.4826 * median(values.map((value) => Math.abs(value - middle)));
}

/**
 * Points put together to no more than so many, each the median of its neighbours: slopes of pairs grow with the square of the
 * number of points.
 */
export function condensed(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, index) => {
    const from = Math.floor((index * points.length) / most);
    const to = Math.floor(((index + 1) * points.length) / most);
    const part = points.slice(from, to);
    return { x: median(part.map(({ x }) => x)), y: median(part.map(({ y }) => y)) };
  });
}
