import { daysOf, FREQUENCIES, longestBefore } from "../backup-policy.ts";

/**
 * What a compliance policy asks of a schedule, and how a schedule is made to comply (`domain.md` 9.3): what it lacks is raised or
 * added, and nothing is taken away. The embedded service goes by it, and forms say by it what would come of a policy.
 */

/** What of a schedule's item says how often and how long. */
export type KeptItem = {
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  readonly retentionUnit: string;
  readonly retentionValue: number;
};

/** What a policy asks for of one kind of snapshot. */
export type RequiredItem = {
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  readonly days: number;
};

/** What a policy asks of every schedule; a window of 0 days where it asks for none. */
export type ScheduleRequirements = { readonly items: readonly RequiredItem[]; readonly windowDays: number };

/** What of a schedule a policy is about; a window of 0 days where point-in-time is off. */
export type Keeping<Item extends KeptItem> = { readonly items: readonly Item[]; readonly windowDays: number };

const isOf =
  ({ frequencyType }: RequiredItem) =>
  (item: KeptItem): boolean =>
    item.frequencyType === frequencyType;

/** Hourly items have to come as often; of the others the day or month is the cluster's own business. */
const isOftenEnough = (item: KeptItem, required: RequiredItem): boolean =>
  required.frequencyType !== "hourly" || item.frequencyInterval <= required.frequencyInterval;

const satisfies = (item: KeptItem, required: RequiredItem): boolean =>
  isOf(required)(item) && isOftenEnough(item, required) && (daysOf(item) ?? 0) >= required.days;

/** Which of the items that a policy asks for a schedule has no match for. */
export const missingItems = <Required extends RequiredItem>(
  items: readonly KeptItem[],
  required: { readonly items: readonly Required[] },
): readonly Required[] => required.items.filter((wanted) => !items.some((item) => satisfies(item, wanted)));

/** Whether a schedule does what a policy asks for. */
export const complies = ({ items, windowDays }: Keeping<KeptItem>, required: ScheduleRequirements): boolean =>
  missingItems(items, required).length === 0 && windowDays >= required.windowDays;

const isAsStrict = (other: RequiredItem, item: RequiredItem): boolean =>
  other.frequencyType === item.frequencyType &&
  other.days >= item.days &&
  (item.frequencyType !== "hourly" || other.frequencyInterval <= item.frequencyInterval);

const byDays = (left: RequiredItem, right: RequiredItem): number => right.days - left.days;

/**
 * What of a policy another one asks less for, or no longer: nothing where each item has one of its own there that is as strict or
 * stricter, because items cannot be removed (`domain.md` 9.3). One of the same day or month comes before others.
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

const keptAtLeast = <Item extends KeptItem>(item: Item, days: number): Item =>
  (daysOf(item) ?? 0) >= days ? item : { ...item, retentionUnit: "days", retentionValue: days };

/** The items of a schedule in which one asked for has its place: the best of its kind raised, or a new one. */
function withItem<Item extends KeptItem>(
  items: readonly Item[],
  required: RequiredItem,
  made: (item: KeptItem) => Item,
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

/** Rarer items raised to what the more frequent ones are kept. */
function inOrderOfRetention<Item extends KeptItem>(items: readonly Item[]): readonly Item[] {
  let raised = items;
  for (const frequency of FREQUENCIES) {
    raised = raised.map((item) =>
      item.frequencyType === frequency ? keptAtLeast(item, longestBefore(raised, item)) : item,
    );
  }
  return raised;
}

/**
 * A schedule as it is after it was made to comply; the same object where it does already.
 *
 * @param made a new item of the schedule (the service gives it an id)
 */
export function complying<Item extends KeptItem>(
  schedule: Keeping<Item>,
  required: ScheduleRequirements,
  made: (item: KeptItem) => Item,
): Keeping<Item> {
  if (complies(schedule, required)) return schedule;
  let { items } = schedule;
  for (const wanted of required.items) items = withItem(items, wanted, made);
  return { items: inOrderOfRetention(items), windowDays: Math.max(schedule.windowDays, required.windowDays) };
}
