import { randomOf } from "../random.ts";

/** Progress of an export, collection by collection. It is computed from the job and the time alone, so that nothing is written. */

/** Shape of the size distribution: most collections are small, and a few hold nearly everything. */
const SHAPE = 1.15;
/** The largest is at most this many times the smallest. */
const BIGGEST = 5000;

/**
 * Number of exported collections.
 *
 * @param jobId seed of the collections' sizes
 * @param part elapsed share of the job's duration, from 0 to 1
 */
export function exportedAt(jobId: string, total: number, part: number): number {
  if (part >= 1) return total;
  const random = randomOf(jobId, "collections");
  const sizes = Array.from({ length: total }, () => Math.min(BIGGEST, (1 - random.next()) ** (-1 / SHAPE)));
  const wanted = Math.max(0, part) * sizes.reduce((sum, size) => sum + size, 0);
  let sum = 0;
  let done = 0;
  for (const size of sizes) {
    sum += size;
    if (sum > wanted) break;
    done += 1;
  }
  return done;
}
