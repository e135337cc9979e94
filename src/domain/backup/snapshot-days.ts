import { lookupTable } from "../../contract/json/own-values.ts";
import {
  type CalendarDay,
  type CalendarMonth,
  calendarDayOf,
  dayKey,
  daysOfMonth,
  startOfDay,
} from "../../text/calendar.ts";
import type { Zone } from "../../text/format.ts";
import { isMissedWithin, type MissingSpan } from "./missing-snapshots.ts";
import { rankOf } from "./schedule-items.ts";
import { isBeingTaken, isRestorable, type Snapshot, snapshotAsJob } from "./snapshot.ts";
import { type Plan, type Planned, snapshotsWithin } from "./snapshot-plan.ts";

/** Snapshots by day: days that can be restored, days with missing snapshots, planned ones (`domain.md` 13.6). */

/** Snapshots of one day. Times in ms; a day on which clocks change is shorter or longer. */
export type SnapshotDay = CalendarDay & {
  readonly start: number;
  readonly end: number;
  readonly isToday: boolean;
  /** Oldest first, as in all following lists. */
  readonly restorable: readonly Snapshot[];
  readonly failed: readonly Snapshot[];
  readonly beingTaken: readonly Snapshot[];
  /** In a state that this console does not know. */
  readonly unknown: readonly Snapshot[];
  /** True when snapshots were due on this day and are missing. */
  readonly isMissing: boolean;
  /** Snapshots still to come on this day. */
  readonly planned: readonly Planned[];
};

/** Inputs for computing days. */
export type SnapshotRecord = {
  /** Oldest first. */
  readonly snapshots: readonly Snapshot[];
  readonly missingSpans: readonly MissingSpan[];
  /** Null when no snapshots are planned, or the plan is unknown. */
  readonly plan: Plan | null;
  readonly now: number;
  readonly zone: Zone;
};

/** Days of a month, in order: every snapshot taken in the month is on one of them. */
export function snapshotDays(
  month: CalendarMonth,
  { snapshots, missingSpans, plan, now, zone }: SnapshotRecord,
): readonly SnapshotDay[] {
  const keyOf = (time: number): string => dayKey(calendarDayOf(time, zone));
  const days = daysOfMonth(month);
  const [from, to] = [
    startOfDay({ ...month, date: 1 }, zone),
    startOfDay({ ...month, date: days.length + 1 }, zone),
  ] as const;
  const taken = Map.groupBy(
    snapshots.filter(({ takenAt }) => takenAt >= from && takenAt < to),
    ({ takenAt }) => keyOf(takenAt),
  );
  const ahead = plan === null ? [] : snapshotsWithin(plan, Math.max(now, from - 1), to - 1);
  const planned = Map.groupBy(ahead, ({ at }) => keyOf(at));
  const today = keyOf(now);
  return days.map((day) => {
    const key = dayKey(day);
    const own = taken.get(key) ?? [];
    const start = startOfDay(day, zone);
    const end = startOfDay({ ...day, date: day.date + 1 }, zone);
    return {
      ...day,
      start,
      end,
      isToday: key === today,
      restorable: own.filter(isRestorable),
      failed: own.filter(({ status }) => status === "failed"),
      beingTaken: own.filter(isBeingTaken),
      unknown: own.filter((snapshot) => snapshotAsJob(snapshot).status === "unknown"),
      isMissing: missingSpans.some((span) => isMissedWithin(span, start, end, now)),
      planned: planned.get(key) ?? [],
    };
  });
}

/** Kind under which a snapshot is counted: its frequency, `ondemand`, `fallback`; the service's text for others. */
export function countedAs({ type, frequency }: Snapshot): string {
  if (type === "onDemand") return "ondemand";
  return type === "fallback" || frequency === "" ? type : frequency;
}

/** Fallback snapshots are the last resort: they sort after all others. */
const rarity = (kind: string): number => (kind === "fallback" ? -1 : rankOf(kind));

/** Number of each kind, the rarest kind first. */
export function kindCounts(kinds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return new Map([...counts].toSorted(([left], [right]) => rarity(right) - rarity(left)));
}

const LABELS: Readonly<Record<string, string>> = lookupTable({ ondemand: "on demand", "": "of unknown type" });

/** Label of a kind. */
export const kindLabel = (kind: string): string => LABELS[kind] ?? kind;

/** `1 monthly, 2 daily, 9 hourly` */
export const formatKindCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([kind, count]) => `${count} ${kindLabel(kind)}`).join(", ");
