import { missingItems } from "../../contract/compliance-policy/complying.ts";
import type { PolicyRequirements } from "./policy-requirements.ts";
import { bodyOfItem, formatKept, type Item, nameOf } from "./schedule-items.ts";

/** Where a schedule falls short of the compliance policy of its project (`domain.md` 9.3, 12.3). */

/** One thing that is missing: of an item (its place in the list, where there is one of that kind), or of the window. */
export type PolicyViolation = {
  readonly words: string;
  /** The item that comes nearest, by its place; null where there is none of that frequency, or where it is the window. */
  readonly item: number | null;
  /** What of it: how long it keeps, how often it comes, that it is not there, or the window of point-in-time. */
  readonly of: "retention" | "interval" | "missing" | "window";
};

function policyViolationOf(items: readonly Item[], required: Item): PolicyViolation {
  const own = items.flatMap((item, index) => (item.frequencyType === required.frequencyType ? [{ item, index }] : []));
  const [best] = own.toSorted((left, right) => right.item.days - left.item.days);
  const often = required.frequencyType === "hourly" ? nameOf(required) : required.frequencyType;
  const wanted = `${often}, retention ${formatKept(required)}`;
  if (best === undefined) return { words: `${wanted}: missing`, item: null, of: "missing" };
  if (best.item.days >= required.days)
    return { words: `${wanted}: schedule has ${nameOf(best.item)}`, item: best.index, of: "interval" };
  return { words: `${wanted}: schedule has ${formatKept(best.item)}`, item: best.index, of: "retention" };
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
  required: PolicyRequirements,
): readonly PolicyViolation[] {
  const missing = missingItems(items.map(bodyOfItem), required).map((wanted) => policyViolationOf(items, wanted));
  if (windowDays >= required.windowDays) return missing;
  const words = `point-in-time window of ${required.windowDays} days: schedule has ${windowDays === 0 ? "none" : windowDays}`;
  return [...missing, { words, item: null, of: "window" }];
}
