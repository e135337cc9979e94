import { daysOf, FREQUENCIES, longestBefore } from "../backup-policy.ts";

/**
 * Compares a schedule with a compliance policy and adjusts it to comply (`domain.md` 9.3): retention and window are raised, missing items are added,
 * nothing is removed. The embedded service applies this, and forms use it to preview the impact of a policy.
 */

/** Frequency and retention of a schedule's item. */
export type RetainedItem = {
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  readonly retentionUnit: string;
  readonly retentionValue: number;
};

/** A policy's requirement for one frequency. */
export type RequiredItem = {
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  readonly days: number;
};

/** A policy's requirements for every schedule; `windowDays` is 0 if the policy requires no point-in-time window. */
type ScheduleRequirements = { readonly items: readonly RequiredItem[]; readonly windowDays: number };

/** The part of a schedule that a policy covers; `windowDays` is 0 if point-in-time restore is off. */
type RetentionPlan<Item extends RetainedItem> = { readonly items: readonly Item[]; readonly windowDays: number };

const isOf =
  ({ frequencyType }: RequiredItem) =>
  (item: RetainedItem): boolean =>
    item.frequencyType === frequencyType;

/** Hourly items have to be as frequent as required; for other frequencies the cluster may choose the day or month. */
const isOftenEnough = (item: RetainedItem, required: RequiredItem): boolean =>
  required.frequencyType !== "hourly" || item.frequencyInterval <= required.frequencyInterval;

const satisfies = (item: RetainedItem, required: RequiredItem): boolean =>
  isOf(required)(item) && isOftenEnough(item, required) && (daysOf(item) ?? 0) >= required.days;

/** Required items that no item of the schedule satisfies. */
export const missingItems = <Required extends RequiredItem>(
  items: readonly RetainedItem[],
  required: { readonly items: readonly Required[] },
): readonly Required[] => required.items.filter((wanted) => !items.some((item) => satisfies(item, wanted)));

/** True if a schedule meets a policy's requirements. */
export const complies = ({ items, windowDays }: RetentionPlan<RetainedItem>, required: ScheduleRequirements): boolean =>
  missingItems(items, required).length === 0 && windowDays >= required.windowDays;

const isAsStrict = (other: RequiredItem, item: RequiredItem): boolean =>
  other.frequencyType === item.frequencyType &&
  other.days >= item.days &&
  (item.frequencyType !== "hourly" || other.frequencyInterval <= item.frequencyInterval);

const byDays = (left: RequiredItem, right: RequiredItem): number => right.days - left.days;

/**
 * Items of the policy `was` that the policy `will` weakens or drops. Each item needs a counterpart of its own in `will` that is at least as strict,
 * because items cannot be removed (`domain.md` 9.3). A counterpart of the same interval is matched first.
 */
export function weakenedItems<Item extends RequiredItem>(
  was: readonly Item[],
  will: readonly RequiredItem[],
): readonly Item[] {
  const unused = will.toSorted(byDays);
  const takes = (item: Item, isMeant: (other: RequiredItem) => boolean): boolean => {
    const found = unused.findLastIndex((other) => isMeant(other) && isAsStrict(other, item));
    if (found >= 0) unused.splice(found, 1);
    return found >= 0;
  };
  const elsewhere = was.filter(
    (item) => !takes(item, ({ frequencyInterval }) => frequencyInterval === item.frequencyInterval),
  );
  const weaker = new Set(elsewhere.toSorted(byDays).filter((item) => !takes(item, () => true)));
  return elsewhere.filter((item) => weaker.has(item));
}

const keptAtLeast = <Item extends RetainedItem>(item: Item, days: number): Item =>
  (daysOf(item) ?? 0) >= days ? item : { ...item, retentionUnit: "days", retentionValue: days };

/** The items of a schedule after one requirement is met: the longest-kept item of its frequency is raised, or a new item added. */
function withItem<Item extends RetainedItem>(
  items: readonly Item[],
  required: RequiredItem,
  made: (item: RetainedItem) => Item,
): readonly Item[] {
  if (items.some((item) => satisfies(item, required))) return items;
  const ofKind = items.filter(isOf(required));
  const best = ofKind.toSorted((left, right) => (daysOf(right) ?? 0) - (daysOf(left) ?? 0))[0];
  if (best === undefined) {
    const { frequencyType, frequencyInterval, days } = required;
    return [...items, made({ frequencyType, frequencyInterval, retentionUnit: "days", retentionValue: days })];
  }
  const interval = isOftenEnough(best, required) ? best.frequencyInterval : required.frequencyInterval;
  return items.map((item) =>
    item === best ? keptAtLeast({ ...item, frequencyInterval: interval }, required.days) : item,
  );
}

/** Raises the retention of less frequent items to that of more frequent ones. */
function inOrderOfRetention<Item extends RetainedItem>(items: readonly Item[]): readonly Item[] {
  let raised = items;
  for (const frequency of FREQUENCIES) {
    raised = raised.map((item) =>
      item.frequencyType === frequency ? keptAtLeast(item, longestBefore(raised, item)) : item,
    );
  }
  return raised;
}

/**
 * A schedule adjusted to comply; the same object if it complies already.
 *
 * @param made creates a new item of the schedule (the service gives it an id)
 */
export function raisedToPolicy<Item extends RetainedItem>(
  schedule: RetentionPlan<Item>,
  required: ScheduleRequirements,
  made: (item: RetainedItem) => Item,
): RetentionPlan<Item> {
  if (complies(schedule, required)) return schedule;
  let { items } = schedule;
  for (const wanted of required.items) items = withItem(items, wanted, made);
  return { items: inOrderOfRetention(items), windowDays: Math.max(schedule.windowDays, required.windowDays) };
}
