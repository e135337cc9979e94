import { nextTime, type TimeOfDay, timesBetween } from "../../contract/backup-schedules/times.ts";
import { DAY } from "../../text/durations.ts";
import { everyOf, type Item, rankOf } from "./schedule-items.ts";

/**
 * Results of a schedule: the next snapshots, and their number in the long run (`domain.md` 12.6). Computed in UTC by the rules of the service. Pure.
 */

/** Times of a schedule. */
export type Plan = { readonly items: readonly Item[]; readonly reference: TimeOfDay };

/** A snapshot that will be taken: one for all items due at that time, with the longest retention among them. */
export type Planned = { readonly at: number; readonly frequencyType: string; readonly days: number };

/** Upper bound of snapshots per item. */
const MOST_OF_AN_ITEM = 10_000;

/** One snapshot per time: it has the frequency of its rarest item and the longest retention. */
function together(at: number, due: readonly { readonly item: Item }[]): Planned {
  const items = due.map(({ item }) => item);
  const [rarest] = items.toSorted((left, right) => rankOf(right.frequencyType) - rankOf(left.frequencyType));
  return { at, frequencyType: rarest?.frequencyType ?? "", days: Math.max(0, ...items.map(({ days }) => days)) };
}

/** The next snapshots after a time (ms), soonest first. */
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
    const due = times.filter((time) => time.at === at);
    found.push(together(at, due));
    from = at;
  }
  return found;
}

/** Snapshots between two times (ms), soonest first. */
export function snapshotsWithin(plan: Plan, from: number, to: number): readonly Planned[] {
  const times = plan.items.flatMap((item) =>
    timesBetween(item, plan.reference, from, to, MOST_OF_AN_ITEM).map((at) => ({ at, item })),
  );
  return [...Map.groupBy(times, ({ at }) => at)]
    .map(([at, due]) => together(at, due))
    .sort((left, right) => left.at - right.at);
}

/** Number of snapshots once a schedule has run for long: per item, and in total, where a shared one counts once. */
export type Projection = { readonly items: readonly number[]; readonly all: number };

/** Null when an item's time never occurs: nothing can be counted then. */
export function projectionOf(plan: Plan, now: number): Projection | null {
  const { items, reference } = plan;
  if (items.some((item) => everyOf(item) !== null && nextTime(item, reference, now) === null)) return null;
  const longest = Math.max(0, ...items.map(({ days }) => days));
  return {
    items: items.map((item) => timesBetween(item, reference, now - item.days * DAY, now, MOST_OF_AN_ITEM).length),
    all: snapshotsWithin(plan, now - longest * DAY, now).filter(({ at, days }) => at + days * DAY > now).length,
  };
}
