import { missingItems } from "../contract/compliance-policy/complying.ts";
import type { PolicyRequirements } from "./policy-requirements.ts";
import { daysWords, type Item, nameOf } from "./schedule-items.ts";

/** Where a schedule falls short of the compliance policy of its project (`domain.md` 9.3, 12.3). */

/** One thing that is missing: of an item (its place in the list, where there is one of that kind), or of the window. */
export type PolicyViolation = {
  readonly words: string;
  /** The item that comes nearest, by its place; null where there is none of that frequency, or where it is the window. */
  readonly item: number | null;
  /** What of it: how long it keeps, how often it comes, that it is not there, or the window of point-in-time. */
  readonly of: "retention" | "interval" | "missing" | "window";
};

type Wanted = Pick<Item, "frequencyType" | "frequencyInterval" | "days">;

function policyViolationOf(items: readonly Item[], asked: Wanted): PolicyViolation {
  const own = items.flatMap((item, index) => (item.frequencyType === asked.frequencyType ? [{ item, index }] : []));
  const [best] = own.toSorted((left, right) => right.item.days - left.item.days);
  const often = asked.frequencyType === "hourly" ? nameOf(asked) : asked.frequencyType;
  const wanted = `${often}, kept ${daysWords(asked.days)}`;
  if (best === undefined) return { words: `${wanted}: there is none`, item: null, of: "missing" };
  if (best.item.days >= asked.days)
    return { words: `${wanted}: here only ${nameOf(best.item)}`, item: best.index, of: "interval" };
  return { words: `${wanted}: here only ${daysWords(best.item.days)}`, item: best.index, of: "retention" };
}

/**
 * What is missing, in the order of the policy; empty where the schedule complies.
 *
 * @param items without the days that are kept above the policy
 * @param windowDays of point-in-time; 0 where it is off
 */
export function policyViolationsOf(
  items: readonly Item[],
  windowDays: number,
  asked: PolicyRequirements,
): readonly PolicyViolation[] {
  const kept = items.map(({ frequencyType, frequencyInterval, value, unit }) => ({
    frequencyType,
    frequencyInterval,
    retentionValue: value,
    retentionUnit: unit,
  }));
  const missing = missingItems(kept, asked).map((wanted) => policyViolationOf(items, wanted));
  if (windowDays >= asked.windowDays) return missing;
  const words = `point-in-time of ${asked.windowDays} days: here ${windowDays === 0 ? "off" : `only ${windowDays}`}`;
  return [...missing, { words, item: null, of: "window" }];
}
