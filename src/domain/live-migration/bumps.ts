import { spread } from "../robust.ts";
import type { Ring } from "../sample-ring.ts";
import { smoothed } from "./direction.ts";
import { replicating } from "./lag.ts";

/** A period in which a falling lag grew, for example during a nightly batch of the source. Service times in ms. */
type Bump = {
  /** Time of the lowest lag before. */
  readonly from: number;
  /** Time at which the lag was back at its start; null before that. */
  readonly until: number | null;
  /** Growth in seconds. */
  readonly height: number;
};

/** Smaller growth is noise: a part of the lag, and some seconds (`domain.md` 14.7: noise of a few per cent). */
const LEAST = { part: 0.05, seconds: 30 } as const;

/** Bumps of a curve since replication began, oldest first. A lag that only grows is one bump that has not ended. */
export function bumpsIn(ring: Ring): readonly Bump[] {
  const end = ring.at(-1)?.at ?? 0;
  const points = replicating(ring);
  const smooth = smoothed(points);
  const noise = spread(points.map(({ y }, index) => y - (smooth[index]?.y ?? y)));
  const time = (x: number): number => end + x * 1000;
  const found: Bump[] = [];
  let low = smooth[0];
  let top = low;
  for (const point of smooth) {
    if (low === undefined || top === undefined) break;
    if (point.y > top.y) top = point;
    if (point.y > low.y) continue;
    const height = top.y - low.y;
    if (height > Math.max(LEAST.seconds, LEAST.part * low.y, 4 * noise)) {
      found.push({ from: time(low.x), until: time(point.x), height });
    }
    low = point;
    top = point;
  }
  const height = (top?.y ?? 0) - (low?.y ?? 0);
  if (low !== undefined && top !== undefined && height > Math.max(LEAST.seconds, LEAST.part * low.y, 4 * noise)) {
    found.push({ from: time(low.x), until: null, height });
  }
  return found;
}
