import { MINUTE } from "../../text/durations.ts";

/** Token buckets: what a request budget is kept in. */

/** What fits into a bucket, and what comes back each minute. */
export type BucketSize = { readonly limit: number; readonly refillPerMinute: number };

/** What is in a bucket at a moment of the wall clock (milliseconds). */
export type BucketLevel = { readonly tokens: number; readonly at: number };

/** What is left of a budget, and how long to wait (seconds) when nothing is. */
export type Spent = BucketSize & { readonly remaining: number; readonly waitSeconds: number };

/** Takes one call from a bucket; one that nobody used yet is full. */
export function takenFrom(
  bucket: BucketLevel | undefined,
  size: BucketSize,
  now: number,
): { readonly bucket: BucketLevel; readonly spent: Spent } {
  const { tokens: former, at } = bucket ?? { tokens: size.limit, at: now };
  const filled = Math.min(size.limit, former + (Math.max(0, now - at) / MINUTE) * size.refillPerMinute);
  const isEnough = filled >= 1;
  const tokens = isEnough ? filled - 1 : filled;
  return { bucket: { tokens, at: now }, spent: spentOf(tokens, isEnough, size) };
}

/** What an answer says of a bucket that holds so much after a call was taken, or asked for in vain. */
export const spentOf = (tokens: number, isEnough: boolean, { limit, refillPerMinute }: BucketSize): Spent => ({
  limit,
  refillPerMinute,
  remaining: Math.floor(tokens),
  waitSeconds: isEnough ? 0 : Math.max(1, Math.ceil(((1 - tokens) / refillPerMinute) * 60)),
});
