import { longestBefore } from "../../contract/backup-policy.ts";
import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { isObject, objectsOf } from "../../contract/json/json.ts";
import { bodyOfItem, type Item, isNotComputable, isOfUnknownUnit, itemOf } from "./schedule-items.ts";

/** Requirements of a project's compliance policy for everything that it binds (`domain.md` 9.3). */

export type PolicyRequirements = {
  readonly items: readonly Item[];
  /** Required items with a frequency, an interval or a unit that this console does not know: compliance cannot be judged. */
  readonly unknown: readonly Item[];
  /** Minimum retention of on-demand snapshots in days; 0 without a requirement. */
  readonly onDemandDays: number;
  /** On-demand requirement in a unit that this console does not know; null otherwise. */
  readonly onDemandUnknown: Item | null;
  /** Minimum point-in-time window in days; 0 without a requirement. */
  readonly windowDays: number;
  readonly copiesProtected: boolean;
  /** The service answers null in place of a requirement of schedules: compliance cannot be judged. */
  readonly isPartial: boolean;
};

/** A policy without requirements. */
export const NO_REQUIREMENTS: PolicyRequirements = {
  items: [],
  unknown: [],
  onDemandDays: 0,
  onDemandUnknown: null,
  windowDays: 0,
  copiesProtected: false,
  isPartial: false,
};

/**
 * True when there is a policy: without one, the answer is an empty record, or a 404. One whose fields are null is not reported, which is not none:
 * it would make all that a policy forbids look possible.
 */
export const hasPolicy = (policy: CompliancePolicy | undefined): policy is CompliancePolicy =>
  policy !== undefined && ("authorizedEmail" in policy || "state" in policy);

/** Requirements of a policy; null without a policy. */
export function requirementsOf(policy: CompliancePolicy | undefined): PolicyRequirements | null {
  return hasPolicy(policy) ? requirementsIn(policy) : null;
}

/** Requirements of a policy, or of a body that is being filled in. */
export function requirementsIn(policy: Readonly<Record<string, unknown>>): PolicyRequirements {
  const { onDemandPolicyItem, pitEnabled, restoreWindowDays, copyProtectionEnabled, scheduledPolicyItems } = policy;
  const items = objectsOf(scheduledPolicyItems).map(itemOf);
  const onDemand = isObject(onDemandPolicyItem) ? itemOf(onDemandPolicyItem) : null;
  return {
    items: items.filter((item) => !isNotComputable(item)),
    unknown: items.filter(isNotComputable),
    onDemandDays: onDemand?.days ?? 0,
    onDemandUnknown: onDemand !== null && isOfUnknownUnit(onDemand) ? onDemand : null,
    windowDays: pitEnabled === true && typeof restoreWindowDays === "number" ? restoreWindowDays : 0,
    copiesProtected: copyProtectionEnabled === true,
    isPartial:
      scheduledPolicyItems === null || pitEnabled === null || (pitEnabled === true && restoreWindowDays === null),
  };
}

/** A required item for a frequency that this console does not understand: no retention can be compared with it. */
export const incomparable = (frequency: string, required: PolicyRequirements | null): Item | null =>
  (frequency === "ondemand"
    ? required?.onDemandUnknown
    : required?.unknown.find(({ frequencyType }) => frequencyType === frequency)) ?? null;

/** Minimum days of snapshots of a frequency, by the policy and by the retention of more frequent ones. */
export function leastDays(frequency: string, required: PolicyRequirements | null, items: readonly Item[]): number {
  const byPolicy = (required?.items ?? [])
    .filter(({ frequencyType }) => frequencyType === frequency)
    .map(({ days }) => days);
  const before = longestBefore(items.map(bodyOfItem), { frequencyType: frequency });
  return Math.max(0, before, ...byPolicy);
}
