import { complying, missingItems } from "../../contract/compliance-policy/complying.ts";
import type { StoredRequirements } from "../compliance-policy/stored.ts";
import type { Schedule } from "./stored.ts";

/** What a compliance policy asks of a stored schedule, and the schedule made to comply (`domain.md` 9.3). */

/** What a schedule lacks of what a policy asks for, in words; empty when it complies. */
export function policyViolationsOf(schedule: Schedule, requirements: StoredRequirements): readonly string[] {
  const window = schedule.restoreWindowDays ?? 0;
  return [
    ...missingItems(schedule.policy.policyItems, requirements).map(
      ({ frequencyType, days }) => `${frequencyType} snapshots kept ${days} days`,
    ),
    ...(window < requirements.windowDays ? [`a point-in-time window of ${requirements.windowDays} days`] : []),
  ];
}

/** A schedule that complies with a policy: what it lacks is raised or added, and nothing is taken away. */
export function compliant(schedule: Schedule, requirements: StoredRequirements, newId: () => string): Schedule {
  if (policyViolationsOf(schedule, requirements).length === 0) return schedule;
  const { items, windowDays } = complying(
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
