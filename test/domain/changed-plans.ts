import { timesBetween } from "../../src/contract/backup-schedules/times.ts";
import { type Item, rankOf } from "../../src/domain/backup/schedule-items.ts";
import type { Snapshot } from "../../src/domain/backup/snapshot.ts";
import { nextSnapshots } from "../../src/domain/backup/snapshot-plan.ts";
import { DAY, MINUTE } from "../../src/text/durations.ts";
import { snapshotAt } from "./snapshots-at.ts";

/** What a service takes and keeps whose schedule is changed: each snapshot by the rules of its time. */

const REFERENCE = { hour: 1, minute: 30 };

/** Rules from a time on (ms). */
export type Era = { readonly from: number; readonly items: readonly Item[] };

/** What happens beside the plan. */
type Course = {
  /** From then on none is taken. */
  readonly stopsAt?: number;
  /** Planned ones that do not come, by their place since the beginning. */
  readonly isLost?: (index: number) => boolean;
  /** How long each takes, by its place. */
  readonly takes?: (index: number) => number;
  /** Whether each change of the rules holds for the snapshots that are there, too. */
  readonly updates?: boolean;
};

/** A snapshot that all items ask for at one time: called after the rarest, kept as long as the longest says. */
function taken(at: number, items: readonly Item[]): Snapshot {
  const [rarest] = items.toSorted((left, right) => rankOf(right.frequencyType) - rankOf(left.frequencyType));
  return snapshotAt(at, {
    frequency: rarest?.frequencyType ?? "",
    itemIds: items.flatMap(({ id }) => id ?? []),
    expiresAt: at + Math.max(...items.map(({ days }) => days)) * DAY,
  });
}

/** The snapshots of an era, the oldest first. */
function takenIn({ from, items }: Era, to: number): readonly Snapshot[] {
  const asking = new Map<number, Item[]>();
  for (const item of items) {
    for (const at of timesBetween(item, REFERENCE, from, to, 10_000)) asking.set(at, [...(asking.get(at) ?? []), item]);
  }
  return [...asking].map(([at, wanting]) => taken(at, wanting)).sort((left, right) => left.takenAt - right.takenAt);
}

/** The retention of changed items on snapshots that are there. */
function updated(snapshot: Snapshot, items: readonly Item[]): Snapshot {
  const days = items.filter(({ id }) => snapshot.itemIds.includes(id ?? "")).map((item) => item.days);
  return days.length === 0 ? snapshot : { ...snapshot, expiresAt: snapshot.takenAt + Math.max(...days) * DAY };
}

/** The snapshots that are there at a time, the oldest first. */
export function kept(eras: readonly Era[], now: number, course: Course = {}): readonly Snapshot[] {
  const { stopsAt = now, isLost = () => false, takes = () => 3 * MINUTE, updates = false } = course;
  let there: readonly Snapshot[] = [];
  for (const [index, era] of eras.entries()) {
    const lasting = there.filter(({ expiresAt }) => expiresAt === null || expiresAt > era.from);
    const to = Math.min(stopsAt, eras[index + 1]?.from ?? now);
    there = [...(updates ? lasting.map((one) => updated(one, era.items)) : lasting), ...takenIn(era, to)];
  }
  return there
    .filter((_, index) => !isLost(index))
    .map((one, index) => ({
      ...one,
      takenAt: one.takenAt + takes(index),
      expiresAt: (one.expiresAt ?? 0) + takes(index),
    }))
    .filter(({ takenAt, expiresAt }) => takenAt <= now && expiresAt > now);
}

/** When the service says that it takes the next one: it goes by the rules of now, whether the last one came or not. */
export const nextBy = (items: readonly Item[], now: number): number | null =>
  nextSnapshots({ items, reference: REFERENCE }, now, 1)[0]?.at ?? null;
