import { daysOf, longestBefore } from "../contract/backup-policy.ts";
import type { CompliancePolicy } from "../contract/compliance-policy.ts";
import { isObject } from "../contract/json.ts";
import { type Item, itemOf } from "./schedule-items.ts";

/** What the compliance policy of a project requires of everything that it binds (`domain.md` 9.3). */

export type PolicyRequirements = {
  readonly items: readonly Item[];
  /** Least days of snapshots on demand; 0 where it says nothing of them. */
  readonly onDemandDays: number;
  /** Least days of the point-in-time window; 0 where it is not asked for. */
  readonly windowDays: number;
  readonly copiesProtected: boolean;
};

/** Whether there is a policy at all: none reads as an empty record, or as a 404. */
export const isThere = (policy: CompliancePolicy | undefined): policy is CompliancePolicy =>
  policy !== undefined && (policy.authorizedEmail ?? policy.state ?? null) !== null;

/** What a policy asks for; null where there is none. */
export function requirementsOf(policy: CompliancePolicy | undefined): PolicyRequirements | null {
  return isThere(policy) ? requirementsIn(policy) : null;
}

/** What a policy asks for, or the body of one that is filled in. */
export function requirementsIn(policy: Readonly<Record<string, unknown>>): PolicyRequirements {
  const { onDemandPolicyItem, pitEnabled, restoreWindowDays, copyProtectionEnabled, scheduledPolicyItems } = policy;
  return {
    items: Array.isArray(scheduledPolicyItems) ? scheduledPolicyItems.filter(isObject).map(itemOf) : [],
    onDemandDays: isObject(onDemandPolicyItem) ? (daysOf(onDemandPolicyItem) ?? 0) : 0,
    windowDays: pitEnabled === true && typeof restoreWindowDays === "number" ? restoreWindowDays : 0,
    copiesProtected: copyProtectionEnabled === true,
  };
}

/** The least days of snapshots of a frequency, by a policy and by what more frequent ones are kept. */
export function leastDays(frequency: string, required: PolicyRequirements | null, items: readonly Item[]): number {
  const byPolicy = (required?.items ?? [])
    .filter(({ frequencyType }) => frequencyType === frequency)
    .map(({ days }) => days);
  const before = longestBefore(
    items.map(({ frequencyType, value, unit }) => ({ frequencyType, retentionValue: value, retentionUnit: unit })),
    { frequencyType: frequency },
  );
  return Math.max(0, before, ...byPolicy);
}
