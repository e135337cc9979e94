import { DAY } from "../../text/durations.ts";
import { earliestPointInTime } from "./missing-snapshots.ts";
import { isRestorable, isRestorableAt, type Snapshot } from "./snapshot.ts";
import { countedAs, kindCounts } from "./snapshot-days.ts";
import { type Plan, snapshotsWithin } from "./snapshot-plan.ts";

/**
 * Until when snapshots are kept, those that are there and those that a schedule will take, and so what can be restored at a time ahead. It
 * assumes that the schedule stays as it is, that every snapshot completes, and that nobody deletes one or changes its retention.
 */

/** A snapshot that can be restored from `at` until `until` (ms); null where it does not expire. */
export type KeptPoint = {
  readonly at: number;
  readonly until: number | null;
  readonly kind: string;
};

/** Whether it is there at a time. */
const isKeptAt = ({ at, until }: KeptPoint, time: number): boolean => at <= time && (until === null || until > time);

/** The restorable snapshots that have not expired, the oldest first. */
export const existingPoints = (snapshots: readonly Snapshot[], now: number): readonly KeptPoint[] =>
  snapshots
    .filter((snapshot) => isRestorableAt(snapshot, now))
    .map((snapshot) => ({
      at: snapshot.takenAt,
      until: snapshot.expiresAt,
      kind: countedAs(snapshot),
    }));

/** What a schedule takes after a moment and not after another (ms), the soonest first. */
export const plannedPoints = (plan: Plan | null, from: number, to: number): readonly KeptPoint[] =>
  plan === null
    ? []
    : snapshotsWithin(plan, from, to).map(({ at, frequencyType, days }) => ({
        at,
        until: at + days * DAY,
        kind: frequencyType,
      }));

/** What can be restored at a time. */
export type Restorable = {
  /** How many of each kind, the rarest kind first. */
  readonly counts: ReadonlyMap<string, number>;
  /** When the oldest was taken (ms); null where there is none. */
  readonly oldest: number | null;
  /** How far back point-in-time reaches then (ms); null where it is off or reaches nowhere. */
  readonly windowFrom: number | null;
};

/** What the answer stands on. `windowDays` is 0 where point-in-time is off. */
export type RetentionRecord = {
  /** The oldest first. */
  readonly snapshots: readonly Snapshot[];
  readonly plan: Plan | null;
  readonly windowDays: number;
  readonly now: number;
};

/** What can be restored at a time from now on (ms). */
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

/** From when until when some snapshot of a kind is there; `to` is null where one does not expire. Times in ms. */
export type KindSpan = { readonly from: number; readonly to: number | null };

/** Spans that overlap or touch as one, the soonest first. */
function joined(points: readonly KeptPoint[]): readonly KindSpan[] {
  const found: { from: number; to: number | null }[] = [];
  for (const { at, until } of points) {
    const last = found.at(-1);
    if (last === undefined || (last.to !== null && last.to < at)) found.push({ from: at, to: until });
    else if (last.to !== null && (until === null || until > last.to)) last.to = until;
  }
  return found;
}

/** One kind over time: while snapshots of it that are there now are kept, and while those are that the schedule takes. */
export type KindRetention = {
  readonly kind: string;
  readonly existing: readonly KeptPoint[];
  readonly existingSpans: readonly KindSpan[];
  readonly plannedSpans: readonly KindSpan[];
};

/** Every kind that is there now or will be by a time (ms), the rarest first. */
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

/** Whether a time lies in one of several spans. */
export const isWithin = (spans: readonly KindSpan[], time: number): boolean =>
  spans.some(({ from, to }) => from <= time && (to === null || to > time));

/** A snapshot that expires, and when (ms). */
export type Expiry = { readonly snapshot: Snapshot; readonly at: number };

/** The restorable snapshots that expire, the soonest first. */
export const expiries = (snapshots: readonly Snapshot[], now: number): readonly Expiry[] =>
  snapshots
    .flatMap((snapshot) =>
      isRestorable(snapshot) && snapshot.expiresAt !== null && snapshot.expiresAt > now
        ? [{ snapshot, at: snapshot.expiresAt }]
        : [],
    )
    .sort((left, right) => left.at - right.at || left.snapshot.takenAt - right.snapshot.takenAt);
