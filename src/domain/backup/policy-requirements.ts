import { longestBefore } from "../../contract/backup-policy.ts";
import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { isObject, objectsOf } from "../../contract/json/json.ts";
import { bodyOfItem, type Item, isOfUnknownUnit, isStrange, itemOf } from "./schedule-items.ts";

/** What the compliance policy of a project requires of everything that it binds (`domain.md` 9.3). */

export type PolicyRequirements = {
  readonly items: readonly Item[];
  /** What it asks for in a frequency, an interval or a unit that this console does not know: nothing is known to comply with it. */
  readonly unknown: readonly Item[];
  /** Least days of snapshots on demand; 0 where it says nothing of them. */
  readonly onDemandDays: number;
  /** What it says of snapshots on demand in a unit that this console does not know; null where it does not. */
  readonly onDemandUnknown: Item | null;
  /** Least days of the point-in-time window; 0 where it is not asked for. */
  readonly windowDays: number;
  readonly copiesProtected: boolean;
};

/** A policy that asks for nothing. */
export const NO_REQUIREMENTS: PolicyRequirements = {
  items: [],
  unknown: [],
  onDemandDays: 0,
  onDemandUnknown: null,
  windowDays: 0,
  copiesProtected: false,
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
  const items = objectsOf(scheduledPolicyItems).map(itemOf);
  const onDemand = isObject(onDemandPolicyItem) ? itemOf(onDemandPolicyItem) : null;
  return {
    items: items.filter((item) => !isStrange(item)),
    unknown: items.filter(isStrange),
    onDemandDays: onDemand?.days ?? 0,
    onDemandUnknown: onDemand !== null && isOfUnknownUnit(onDemand) ? onDemand : null,
    windowDays: pitEnabled === true && typeof restoreWindowDays === "number" ? restoreWindowDays : 0,
    copiesProtected: copyProtectionEnabled === true,
  };
}

/** What a policy asks for snapshots of a frequency in a way that this console does not know: no retention can be compared with it. */
export const incomparable = (frequency: string, required: PolicyRequirements | null): Item | null =>
  (frequency === "ondemand"
    ? required?.onDemandUnknown
    : required?.unknown.find(({ frequencyType }) => frequencyType === frequency)) ?? null;

/** The least days of snapshots of a frequency, by a policy and by what more frequent ones are kept. */
export function leastDays(frequency: string, required: PolicyRequirements | null, items: readonly Item[]): number {
  const byPolicy = (required?.items ?? [])
    .filter(({ frequencyType }) => frequencyType === frequency)
    .map(({ days }) => days);
  const before = longestBefore(items.map(bodyOfItem), { frequencyType: frequency });
  return Math.max(0, before, ...byPolicy);
}
