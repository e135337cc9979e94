import { missingItems } from "../../contract/compliance-policy/complying.ts";
import type { PolicyRequirements } from "./policy-requirements.ts";
import { bodyOfItem, formatShortRetention, type Item, nameOf } from "./schedule-items.ts";

/** Violations of the project's compliance policy by a schedule (`domain.md` 9.3, 12.3). */

/** One violation: of an item (by its index in the list, when there is one of that frequency), or of the window. */
export type PolicyViolation = {
  readonly words: string;
  /** Index of the closest item; null when there is none of that frequency, or for the window. */
  readonly item: number | null;
  /** Violated property: retention, interval, a missing item, or the point-in-time window. */
  readonly of: "retention" | "interval" | "missing" | "window";
};

function policyViolationOf(items: readonly Item[], required: Item): PolicyViolation {
  const own = items.flatMap((item, index) => (item.frequencyType === required.frequencyType ? [{ item, index }] : []));
  const [best] = own.toSorted((left, right) => right.item.days - left.item.days);
  const often = required.frequencyType === "hourly" ? nameOf(required) : required.frequencyType;
  const wanted = `${often}, retention ${formatShortRetention(required)}`;
  if (best === undefined) return { words: `${wanted}: missing`, item: null, of: "missing" };
  if (best.item.days >= required.days)
    return { words: `${wanted}: schedule has ${nameOf(best.item)}`, item: best.index, of: "interval" };
  return { words: `${wanted}: schedule has ${formatShortRetention(best.item)}`, item: best.index, of: "retention" };
}

/**
 * Violations in the order of the policy; empty when the schedule complies.
 *
 * @param items without the extra days that are kept above the policy
 * @param windowDays of point-in-time; 0 when it is off
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
