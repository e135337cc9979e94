import { FREQUENCIES } from "../../contract/backup-policy.ts";
import { nextTime, type Reference, timesBetween } from "../../contract/backup-schedules/times.ts";
import { DAY } from "../../text/durations.ts";
import { type Item, rankOf } from "./schedule-items.ts";

/**
 * What comes of a schedule: which snapshots it takes next, and how many there are in the long run (`domain.md` 12.6). Pure reckoning in
 * UTC, the same that the service goes by.
 */

/** What a schedule says of its times. */
export type Plan = { readonly items: readonly Item[]; readonly reference: Reference };

/** A snapshot that will be taken: one for all items that ask for it at that time, kept as long as the longest of them says. */
export type Planned = { readonly at: number; readonly frequencyType: string; readonly days: number };

/** More than this is no plan any more. */
const MOST_OF_AN_ITEM = 10_000;

/** One snapshot a time: called after its rarest item, kept as long as the longest. */
function together(at: number, items: readonly Item[]): Planned {
  const [rarest] = items.toSorted((left, right) => rankOf(right.frequencyType) - rankOf(left.frequencyType));
  return { at, frequencyType: rarest?.frequencyType ?? "", days: Math.max(0, ...items.map(({ days }) => days)) };
}

/** The next snapshots after a moment (ms), the soonest first. */
export function nextSnapshots({ items, reference }: Plan, after: number, most: number): readonly Planned[] {
  const found: Planned[] = [];
  let from = after;
  while (found.length < most) {
    const times = items.flatMap((item) => {
      const at = nextTime(item, reference, from);
      return at === null ? [] : [{ at, item }];
    });
    if (times.length === 0) break;
    const at = Math.min(...times.map((time) => time.at));
    found.push(
      together(
        at,
        times.filter((time) => time.at === at).map(({ item }) => item),
      ),
    );
    from = at;
  }
  return found;
}

/** The snapshots between two moments (ms), the soonest first. */
export function snapshotsWithin(plan: Plan, from: number, to: number): readonly Planned[] {
  const times = new Map<number, Item[]>();
  for (const item of plan.items) {
    for (const at of timesBetween(item, plan.reference, from, to, MOST_OF_AN_ITEM)) {
      const beside = times.get(at);
      if (beside === undefined) times.set(at, [item]);
      else beside.push(item);
    }
  }
  return [...times].map(([at, items]) => together(at, items)).sort((left, right) => left.at - right.at);
}

/** How many snapshots there are of each frequency once the schedule has run for long, the most frequent first. */
export function inTheLongRun(plan: Plan, now: number): ReadonlyMap<string, number> {
  const longest = Math.max(0, ...plan.items.map(({ days }) => days));
  const counts = new Map<string, number>();
  for (const { at, frequencyType, days } of snapshotsWithin(plan, now - longest * DAY, now)) {
    if (at + days * DAY > now) counts.set(frequencyType, (counts.get(frequencyType) ?? 0) + 1);
  }
  const order: readonly string[] = FREQUENCIES;
  return new Map([...counts].toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right)));
}

/** How many snapshots of one rule there are once it has run for long. */
export const keptCount = (item: Item, reference: Reference, now: number): number =>
  timesBetween(item, reference, now - item.days * DAY, now, MOST_OF_AN_ITEM).length;

export const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
