import * as z from "zod";

/**
 * When a rule strikes among the requests (or things) that it is about. They are counted from one; `after` are let pass first, and
 * what follows is counted anew for `nth` and `every`.
 */
export const When = z.strictObject({
  /** How many are let pass first. */
  after: z.int().min(0).max(1_000_000).optional(),
  /** Only the n-th. */
  nth: z.int().min(1).max(1_000_000).optional(),
  /** Every n-th. */
  every: z.int().min(1).max(1_000_000).optional(),
  /** How often at most; then it is over. */
  times: z.int().min(1).max(1_000_000).optional(),
  /** For how many seconds of the wall clock from when it is switched on. */
  seconds: z.number().positive().max(31_536_000).optional(),
});

export type When = z.output<typeof When>;

/** How far a rule has counted. */
export type Count = { seen: number; triggered: number };

/** Counts one that a rule is about. @returns whether the rule strikes it */
export function strikes({ after = 0, nth, every = 1, times }: When, count: Count): boolean {
  count.seen += 1;
  const number = count.seen - after;
  if (number < 1 || (nth !== undefined && number !== nth) || number % every !== 0) return false;
  if (times !== undefined && count.triggered >= times) return false;
  count.triggered += 1;
  return true;
}

/** Whether a rule can never strike again: it has struck as often as it may. */
export const isSpent = ({ nth, times }: When, { triggered }: Count): boolean =>
  (nth !== undefined && triggered >= 1) || (times !== undefined && triggered >= times);
