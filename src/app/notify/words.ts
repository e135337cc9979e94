import type { FieldValues } from "../../domain/field-value.ts";
import type { Subscription } from "../../state/subscriptions.ts";
import type { Outcome } from "./evaluate.ts";

/** Texts about subscriptions. */

const textOf = (values: FieldValues | null, field: string): string | null => {
  const value = values?.[field];
  return typeof value === "string" && value !== "" ? value : null;
};

/** Text of a subscription in menus: `prod-eu → stage-1: when it ends`. */
export const formatSubscription = ({ name, title }: Pick<Subscription, "name" | "title">): string =>
  `${name}: ${title}`;

/**
 * Text of a notification for a condition that is met, or that can no longer be met: `prod-eu → stage-1: completed (Restores, Payments)`.
 *
 * @param label the area
 * @param nameOf name of a thing in the list
 */
export function formatNotification(
  subscription: Subscription,
  outcome: Exclude<Outcome, { readonly kind: "waiting" }>,
  label: string,
  nameOf: (id: string) => string | null,
): string {
  const { about, name, condition, groupName, title } = subscription;
  const status = textOf(outcome.values, "status");
  const where = ` (${label}, ${groupName})`;
  if (outcome.kind === "unknown") {
    return `${name}: unknown ${title}${about === "thing" ? where : ` (${groupName})`}. ${outcome.why}`;
  }
  if (outcome.kind === "over") {
    const why = outcome.values === null ? "no longer listed" : (status ?? "ended");
    return `${name}: ${why}, so not ${title}${where}`;
  }
  if (about === "list") return `${label}: ${title.replace(/^when /u, "")} (${groupName})`;
  if (about === "thing")
    return `${name}: ${status ?? title.replace(/^when /u, "")}${status === null || condition === "ended" ? "" : `, ${condition}`}${where}`;
  const [first = "", ...others] = outcome.ids;
  const called = textOf(outcome.values, "what") ?? nameOf(first) ?? first;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${called}${more}: ${title.replace(/^when /u, "")}${where}`;
}
