import { randomOf } from "../random.ts";

/** How an export gets on, collection by collection. It follows from the job and the time alone, so that nothing is written. */

/** How heavy the tail of sizes is: most collections are small, and a few hold nearly everything. */
const SHAPE = 1.15;
/** The biggest one is so many times the smallest at most. */
const BIGGEST = 5000;

/**
 * How many collections of an export are done.
 *
 * @param jobId what the sizes of the collections follow from
 * @param part how much of its time has gone by, from 0 to 1
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
