import { DAY } from "../../text/durations.ts";
import { earliestPointInTime } from "./missing-snapshots.ts";
import { isRestorable, isRestorableAt, type Snapshot } from "./snapshot.ts";
import { countedAs, kindCounts } from "./snapshot-days.ts";
import { type Plan, snapshotsWithin } from "./snapshot-plan.ts";

/**
 * Expiry of snapshots, existing ones and those that a schedule will take, and so what can be restored at a future time. Assumes that the schedule
 * stays the same, that every snapshot completes, and that nobody deletes one or changes its retention.
 */

/** A snapshot that can be restored from `at` until `until` (ms); null when it does not expire. */
type RestorablePoint = {
  readonly at: number;
  readonly until: number | null;
  readonly kind: string;
};

/** True when the snapshot exists at a time. */
const isKeptAt = ({ at, until }: RestorablePoint, time: number): boolean =>
  at <= time && (until === null || until > time);

/** Restorable snapshots that have not expired, oldest first. */
const existingPoints = (snapshots: readonly Snapshot[], now: number): readonly RestorablePoint[] =>
  snapshots
    .filter((snapshot) => isRestorableAt(snapshot, now))
    .map((snapshot) => ({
      at: snapshot.takenAt,
      until: snapshot.expiresAt,
      kind: countedAs(snapshot),
    }));

/** Snapshots that a schedule takes after `from` and up to `to` (ms), soonest first. */
const plannedPoints = (plan: Plan | null, from: number, to: number): readonly RestorablePoint[] =>
  plan === null
    ? []
    : snapshotsWithin(plan, from, to).map(({ at, frequencyType, days }) => ({
        at,
        until: at + days * DAY,
        kind: frequencyType,
      }));

/** Restore options at a time. */
type Restorable = {
  /** Snapshots by kind, the rarest kind first. */
  readonly counts: ReadonlyMap<string, number>;
  /** Time of the oldest snapshot (ms); null when there is none. */
  readonly oldest: number | null;
  /** Start of the point-in-time window then (ms); null when it is off or empty. */
  readonly windowFrom: number | null;
};

/** Inputs of the forecast. `windowDays` is 0 when point-in-time is off. */
export type RetentionRecord = {
  /** Oldest first. */
  readonly snapshots: readonly Snapshot[];
  readonly plan: Plan | null;
  readonly windowDays: number;
  readonly now: number;
};

/** Restore options at a time from now on (ms). */
export function restorableAt({ snapshots, plan, windowDays, now }: RetentionRecord, time: number): Restorable {
  const longest = Math.max(0, ...(plan?.items ?? []).map(({ days }) => days));
  const points = [
    ...existingPoints(snapshots, now),
    ...plannedPoints(plan, Math.max(now, time - longest * DAY), time),
  ].filter((point) => isKeptAt(point, time));
  return {
    counts: kindCounts(points.map(({ kind }) => kind)),
    oldest: points[0]?.at ?? null,
    windowFrom: earliestPointInTime(points[0]?.at, windowDays, time),
  };
}

/** A period in which at least one snapshot of a kind exists; `to` is null when one does not expire. Times in ms. */
type KindSpan = { readonly from: number; readonly to: number | null };

/** Merges periods that overlap or touch, soonest first. */
function joined(points: readonly RestorablePoint[]): readonly KindSpan[] {
  const found: { from: number; to: number | null }[] = [];
  for (const { at, until } of points) {
    const last = found.at(-1);
    if (last === undefined || (last.to !== null && last.to < at)) found.push({ from: at, to: until });
    else if (last.to !== null && (until === null || until > last.to)) last.to = until;
  }
  return found;
}

/** Periods of one kind: of existing snapshots, and of those that the schedule will take. */
export type KindRetention = {
  readonly kind: string;
  readonly existing: readonly RestorablePoint[];
  readonly existingSpans: readonly KindSpan[];
  readonly plannedSpans: readonly KindSpan[];
};

/** Every kind that exists now or will by a time (ms), the rarest first. */
export function retentionByKind({ snapshots, plan, now }: RetentionRecord, to: number): readonly KindRetention[] {
  const existing = existingPoints(snapshots, now);
  const planned = plannedPoints(plan, now, to);
  return [...kindCounts([...existing, ...planned].map(({ kind }) => kind)).keys()].map((kind) => {
    const own = existing.filter((point) => point.kind === kind);
    return {
      kind,
      existing: own,
      existingSpans: joined(own),
      plannedSpans: joined(planned.filter((point) => point.kind === kind)),
    };
  });
}

/** True when a time lies in one of the periods. */
export const isWithin = (spans: readonly KindSpan[], time: number): boolean =>
  spans.some(({ from, to }) => from <= time && (to === null || to > time));

/** A snapshot and its expiry (ms). */
type Expiry = { readonly snapshot: Snapshot; readonly at: number };

/** Restorable snapshots that expire, soonest first. */
export const expiries = (snapshots: readonly Snapshot[], now: number): readonly Expiry[] =>
  snapshots
    .flatMap((snapshot) =>
      isRestorable(snapshot) && snapshot.expiresAt !== null && snapshot.expiresAt > now
        ? [{ snapshot, at: snapshot.expiresAt }]
        : [],
    )
    .sort((left, right) => left.at - right.at || left.snapshot.takenAt - right.snapshot.takenAt);
