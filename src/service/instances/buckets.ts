import { MINUTE } from "../../text/durations.ts";

/** Token buckets of request budgets. */

/** Capacity of a bucket, and tokens added each minute. */
export type BucketSize = { readonly limit: number; readonly refillPerMinute: number };

/** Level of a bucket at a time of the wall clock (milliseconds). */
export type BucketLevel = { readonly tokens: number; readonly at: number };

/** Remaining tokens, and the wait (seconds) when there are none. */
export type BucketState = BucketSize & { readonly remaining: number; readonly waitSeconds: number };

/** Takes one token from a bucket; a bucket without a level is full. */
export function takeToken(
  bucket: BucketLevel | undefined,
  size: BucketSize,
  now: number,
): { readonly bucket: BucketLevel; readonly spent: BucketState } {
  const { tokens: former, at } = bucket ?? { tokens: size.limit, at: now };
  const filled = Math.min(size.limit, former + (Math.max(0, now - at) / MINUTE) * size.refillPerMinute);
  const isEnough = filled >= 1;
  const tokens = isEnough ? filled - 1 : filled;
  return { bucket: { tokens, at: now }, spent: bucketStateOf(tokens, isEnough, size) };
}

/** Rate limit values for an answer, after a token was taken or refused. */
export const bucketStateOf = (
  tokens: number,
  isEnough: boolean,
  { limit, refillPerMinute }: BucketSize,
): BucketState => ({
  limit,
  refillPerMinute,
  remaining: Math.floor(tokens),
  waitSeconds: isEnough ? 0 : Math.max(1, Math.ceil(((1 - tokens) / refillPerMinute) * 60)),
});
