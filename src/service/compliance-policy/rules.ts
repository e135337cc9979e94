import { daysOf, FREQUENCIES, longestBefore } from "../../contract/backup-policy.ts";
import type { PolicyItem, Schedule } from "../backup-schedules/stored.ts";
import type { Asked, AskedItem } from "./stored.ts";

/** What a compliance policy asks of a schedule, and how a schedule is made to comply (`domain.md` 9.3). */

const isOf =
  ({ frequencyType }: AskedItem) =>
  (item: PolicyItem): boolean =>
    item.frequencyType === frequencyType;

/** Hourly items have to come as often; of the others the day or month is the cluster's own business. */
const isOftenEnough = (item: PolicyItem, asked: AskedItem): boolean =>
  asked.frequencyType !== "hourly" || item.frequencyInterval <= asked.frequencyInterval;

const satisfies = (item: PolicyItem, asked: AskedItem): boolean =>
  isOf(asked)(item) && isOftenEnough(item, asked) && (daysOf(item) ?? 0) >= asked.days;

/** What a schedule lacks of what a policy asks for, in words; empty when it complies. */
export function lacksOf(schedule: Schedule, asked: Asked): readonly string[] {
  const missing = asked.items.filter((wanted) => !schedule.policy.policyItems.some((item) => satisfies(item, wanted)));
  const window = schedule.restoreWindowDays ?? 0;
  return [
    ...missing.map(({ frequencyType, days }) => `${frequencyType} snapshots kept ${days} days`),
    ...(window < asked.windowDays ? [`a point-in-time window of ${asked.windowDays} days`] : []),
  ];
}

/** The items of a schedule in which one asked for has its place: the best of its kind raised, or a new one. */
function withItem(items: readonly PolicyItem[], asked: AskedItem, newId: () => string): readonly PolicyItem[] {
  if (items.some((item) => satisfies(item, asked))) return items;
  const ofKind = items.filter(isOf(asked));
  const best = ofKind.toSorted((left, right) => (daysOf(right) ?? 0) - (daysOf(left) ?? 0))[0];
  if (best === undefined) {
    const { frequencyType, frequencyInterval, days } = asked;
    return [...items, { id: newId(), frequencyType, frequencyInterval, retentionUnit: "days", retentionValue: days }];
  }
  const interval = isOftenEnough(best, asked) ? best.frequencyInterval : asked.frequencyInterval;
  return items.map((item) =>
    item === best ? keptAtLeast({ ...item, frequencyInterval: interval }, asked.days) : item,
  );
}

const keptAtLeast = (item: PolicyItem, days: number): PolicyItem =>
  (daysOf(item) ?? 0) >= days ? item : { ...item, retentionUnit: "days", retentionValue: days };

/** Rarer items raised to what the more frequent ones are kept. */
function inOrderOfRetention(items: readonly PolicyItem[]): readonly PolicyItem[] {
  let raised = items;
  for (const frequency of FREQUENCIES) {
    raised = raised.map((item) =>
      item.frequencyType === frequency ? keptAtLeast(item, longestBefore(raised, item)) : item,
    );
  }
  return raised;
}

/** A schedule that complies with a policy: what it lacks is raised or added, and nothing is taken away. */
export function compliant(schedule: Schedule, asked: Asked, newId: () => string): Schedule {
  if (lacksOf(schedule, asked).length === 0) return schedule;
  let items = schedule.policy.policyItems;
  for (const wanted of asked.items) items = withItem(items, wanted, newId);
  const window = Math.max(schedule.restoreWindowDays ?? 0, asked.windowDays);
  return {
    ...schedule,
    policy: { ...schedule.policy, policyItems: inOrderOfRetention(items) },
    ...(window === 0 ? {} : { restoreWindowDays: window }),
  };
}
