import * as z from "zod";

/**
 * Selects which matching requests (or things) trigger a rule. They are counted from one; the first `after` are skipped, and `nth` and `every` count
 * the rest from one again.
 */
export const TriggerRule = z.strictObject({
  /** Number of matches skipped first. */
  after: z.int().min(0).max(1_000_000).optional(),
  /** Only the n-th match. */
  nth: z.int().min(1).max(1_000_000).optional(),
  /** Every n-th match. */
  every: z.int().min(1).max(1_000_000).optional(),
  /** Maximum number of triggers; then the rule is spent. */
  times: z.int().min(1).max(1_000_000).optional(),
  /** Duration in seconds of the wall clock, from when it is switched on. */
  seconds: z.number().positive().max(31_536_000).optional(),
});

export type TriggerRule = z.output<typeof TriggerRule>;

/** Counts of a rule. */
export type TriggerCount = { seen: number; triggered: number };

/** Counts a match of a rule. @returns true when it triggers the rule */
export function isTriggeredAt({ after = 0, nth, every = 1, times }: TriggerRule, count: TriggerCount): boolean {
  count.seen += 1;
  const number = count.seen - after;
  if (number < 1 || (nth !== undefined && number !== nth) || number % every !== 0) return false;
  if (times !== undefined && count.triggered >= times) return false;
  count.triggered += 1;
  return true;
}

/** True when a rule has triggered as often as it may. */
export const isSpent = ({ nth, times }: TriggerRule, { triggered }: TriggerCount): boolean =>
  (nth !== undefined && triggered >= 1) || (times !== undefined && triggered >= times);
