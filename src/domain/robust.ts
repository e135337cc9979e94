/** Statistics that are robust against outliers: medians, quantiles, and the Theil–Sen slope (`domain.md` 14.6). */

/** A reading as a point: x in seconds, y in the unit of the reading. */
export type Point = { readonly x: number; readonly y: number };

/**
 * Quantile of the values, interpolated between neighbours.
 *
 * @param values not empty, in any order
 * @param part from 0 (the smallest) to 1 (the largest)
 * @returns NaN for no values
 */
export function quantile(values: readonly number[], part: number): number {
  return quantileOfSorted(
    values.toSorted((left, right) => left - right),
    part,
  );
}

/** The same for values in ascending order. */
export function quantileOfSorted(sorted: readonly number[], part: number): number {
  const place = Math.min(1, Math.max(0, part)) * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Slopes between all pairs of points at least `apart` from each other, in ascending order: their median is the Theil–Sen slope, the others show its
 * uncertainty.
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

/** A straight line: the median slope, through the median of the residuals. */
type TrendLine = { readonly slope: number; readonly at: (x: number) => number };

/** Theil–Sen line through at least two points of different x; null when there are no such points. */
export function theilSen(points: readonly Point[]): TrendLine | null {
  const slopes = pairSlopes(points);
  if (slopes.length === 0) return null;
  const slope = quantileOfSorted(slopes, 0.5);
  const start = median(points.map(({ x, y }) => y - slope * x));
  return { slope, at: (x) => start + slope * x };
}

/** Usual distance of values from their median: the median absolute deviation, scaled to the standard deviation of normal noise. */
export function spread(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const middle = median(values);
  return 1.4826 * median(values.map((value) => Math.abs(value - middle)));
}

/**
 * Reduces points to at most `most`, each the median of its neighbours: the number of pairs grows with the square of the number of points.
 */
export function reducePoints(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, index) => {
    const from = Math.floor((index * points.length) / most);
    const to = Math.floor(((index + 1) * points.length) / most);
    const part = points.slice(from, to);
    return { x: median(part.map(({ x }) => x)), y: median(part.map(({ y }) => y)) };
  });
}
