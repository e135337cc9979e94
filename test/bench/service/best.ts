import { median, percentile } from "../figures.ts";
import type { Measured } from "./job.ts";

/** The better of some rounds: what the machine did beside it only makes a round worse. */
export type Best = { readonly rate: number; readonly p50: number; readonly p99: number };

export const better = (former: Best | undefined, { seconds, milliseconds: each }: Measured): Best => ({
  rate: Math.max(former?.rate ?? 0, each.length / seconds),
  p50: Math.min(former?.p50 ?? Number.POSITIVE_INFINITY, median(each)),
  p99: Math.min(former?.p99 ?? Number.POSITIVE_INFINITY, percentile(each, 0.99)),
});
