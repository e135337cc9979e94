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
const isOftenEnough = (item: KeptItem, asked: RequiredItem): boolean =>
  asked.frequencyType !== "hourly" || item.frequencyInterval <= asked.frequencyInterval;

const satisfies = (item: KeptItem, asked: RequiredItem): boolean =>
  isOf(asked)(item) && isOftenEnough(item, asked) && (daysOf(item) ?? 0) >= asked.days;

/** Which of the items that a policy asks for a schedule has no match for. */
export const missingItems = (items: readonly KeptItem[], asked: ScheduleRequirements): readonly RequiredItem[] =>
  asked.items.filter((wanted) => !items.some((item) => satisfies(item, wanted)));

/** Whether a schedule does what a policy asks for. */
export const complies = ({ items, windowDays }: Keeping<KeptItem>, asked: ScheduleRequirements): boolean =>
  missingItems(items, asked).length === 0 && windowDays >= asked.windowDays;

/** What of a policy another one asks less for: nothing where it is as strict or stricter (`domain.md` 9.3). */
export const weakenedItems = <Item extends RequiredItem>(
  was: readonly Item[],
  will: readonly RequiredItem[],
): readonly Item[] =>
  was.filter(
    (item) =>
      !will.some(
        (other) =>
          other.frequencyType === item.frequencyType &&
          other.days >= item.days &&
          (item.frequencyType !== "hourly" || other.frequencyInterval <= item.frequencyInterval),
      ),
  );

const keptAtLeast = <Item extends KeptItem>(item: Item, days: number): Item =>
  (daysOf(item) ?? 0) >= days ? item : { ...item, retentionUnit: "days", retentionValue: days };

/** The items of a schedule in which one asked for has its place: the best of its kind raised, or a new one. */
function withItem<Item extends KeptItem>(
  items: readonly Item[],
  asked: RequiredItem,
  made: (item: KeptItem) => Item,
): readonly Item[] {
  if (items.some((item) => satisfies(item, asked))) return items;
  const ofKind = items.filter(isOf(asked));
  const best = ofKind.toSorted((left, right) => (daysOf(right) ?? 0) - (daysOf(left) ?? 0))[0];
  if (best === undefined) {
    const { frequencyType, frequencyInterval, days } = asked;
    return [...items, made({ frequencyType, frequencyInterval, retentionUnit: "days", retentionValue: days })];
  }
  const interval = isOftenEnough(best, asked) ? best.frequencyInterval : asked.frequencyInterval;
  return items.map((item) =>
    item === best ? keptAtLeast({ ...item, frequencyInterval: interval }, asked.days) : item,
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
  asked: ScheduleRequirements,
  made: (item: KeptItem) => Item,
): Keeping<Item> {
  if (complies(schedule, asked)) return schedule;
  let { items } = schedule;
  for (const wanted of asked.items) items = withItem(items, wanted, made);
  return { items: inOrderOfRetention(items), windowDays: Math.max(schedule.windowDays, asked.windowDays) };
}
