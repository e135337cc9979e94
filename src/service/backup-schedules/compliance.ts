import { missingItems, raisedToPolicy } from "../../contract/compliance-policy/complying.ts";
import type { StoredRequirements } from "../compliance-policy/stored.ts";
import type { Schedule } from "./stored.ts";

/** Requirements of a compliance policy on a stored schedule, and the schedule changed to comply (`domain.md` 9.3). */

/** The violations of a policy by a schedule, as text; empty when it complies. */
export function policyViolationsOf(schedule: Schedule, requirements: StoredRequirements): readonly string[] {
  const window = schedule.restoreWindowDays ?? 0;
  return [
    ...missingItems(schedule.policy.policyItems, requirements).map(
      ({ frequencyType, days }) => `${frequencyType} snapshots kept ${days} days`,
    ),
    ...(window < requirements.windowDays ? [`a point-in-time window of ${requirements.windowDays} days`] : []),
  ];
}

/** A schedule that complies with a policy: missing parts are added or raised, and nothing is removed. */
export function withPolicyMet(schedule: Schedule, requirements: StoredRequirements, newId: () => string): Schedule {
  if (policyViolationsOf(schedule, requirements).length === 0) return schedule;
  const { items, windowDays } = raisedToPolicy(
    { items: schedule.policy.policyItems, windowDays: schedule.restoreWindowDays ?? 0 },
    requirements,
    (item) => ({ id: newId(), ...item }),
  );
  return {
    ...schedule,
    policy: { ...schedule.policy, policyItems: items },
    ...(windowDays === 0 ? {} : { restoreWindowDays: windowDays }),
  };
}
