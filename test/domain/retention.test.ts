import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expiries,
  isWithin,
  type RetentionRecord,
  restorableAt,
  retentionByKind,
} from "../../src/domain/backup/retention.ts";
import { itemOf } from "../../src/domain/backup/schedule-items.ts";
import type { Plan } from "../../src/domain/backup/snapshot-plan.ts";
import { DAY, HOUR } from "../../src/text/durations.ts";
import { rule } from "../areas/schedule-samples.ts";
import { snapshotAt } from "./snapshots-at.ts";

/** Until when snapshots are kept, against a reckoning by hand: step by step through every hour, nothing reckoned ahead. */

const NOW = Date.UTC(2026, 10, 21, 14, 0);

/** Taken on the hour by rules whose times are simply told. */
const RULES = {
  hourly: { rule: rule(1, "hourly", 6, 2), isDue: (at: Date) => at.getUTCHours() % 6 === 0, days: 2 },
  daily: { rule: rule(2, "daily", 1, 7), isDue: (at: Date) => at.getUTCHours() === 0, days: 7 },
  weekly: {
    rule: rule(3, "weekly", 7, 4, "weeks"),
    isDue: (at: Date) => at.getUTCHours() === 0 && at.getUTCDay() === 0,
    days: 28,
  },
  monthly: {
    rule: rule(4, "monthly", 1, 3, "months"),
    isDue: (at: Date) => at.getUTCHours() === 0 && at.getUTCDate() === 1,
    days: 93,
  },
} as const;
type Kind = keyof typeof RULES;
/** The rarest first. */
const KINDS: readonly Kind[] = ["monthly", "weekly", "daily", "hourly"];

const planOf = (kinds: readonly Kind[]): Plan => ({
  items: kinds.map((kind) => itemOf(RULES[kind].rule)),
  reference: { hour: 0, minute: 0 },
});

type Point = { readonly kind: string; readonly at: number; readonly until: number };

/** What is there after so many hours, walked hour by hour. */
function walked(existing: readonly Point[], kinds: readonly Kind[], hours: number): readonly Point[] {
  let there = existing;
  for (let hour = 1; hour <= hours; hour += 1) {
    const at = NOW + hour * HOUR;
    const due = KINDS.filter((kind) => kinds.includes(kind) && RULES[kind].isDue(new Date(at)));
    const days = Math.max(0, ...due.map((kind) => RULES[kind].days));
    const [kind] = due;
    there = [...there, ...(kind === undefined ? [] : [{ kind, at, until: at + days * DAY }])].filter(
      ({ until }) => until > at,
    );
  }
  return there;
}

const existingPoints = fc.array(
  fc.record({
    kind: fc.constantFrom("monthly", "daily", "hourly"),
    at: fc.integer({ min: 1, max: 60 * 24 }).map((hours) => NOW - hours * HOUR),
    until: fc.oneof(
      fc.constant(Number.POSITIVE_INFINITY),
      fc.integer({ min: 1, max: 60 * 24 }).map((hours) => NOW + hours * HOUR),
    ),
  }),
  { maxLength: 12 },
);

describe("what can be restored at a time ahead", () => {
  it("is what is left when one walks there hour by hour", () => {
    fc.assert(
      fc.property(
        existingPoints,
        fc.subarray([...KINDS]),
        fc.integer({ min: 0, max: 120 * 24 }),
        fc.integer({ min: 0, max: 9 }),
        (existing, kinds, hours, windowDays) => {
          const time = NOW + hours * HOUR;
          const snapshots = existing
            .toSorted((left, right) => left.at - right.at)
            .map(({ kind, at, until }) =>
              snapshotAt(at, { frequency: kind, expiresAt: until === Number.POSITIVE_INFINITY ? null : until }),
            );
          const found = restorableAt({ snapshots, plan: planOf(kinds), windowDays, now: NOW }, time);
          const left = walked(existing, kinds, hours);
          const counts = KINDS.flatMap((kind) => {
            const count = left.filter((point) => point.kind === kind).length;
            return count === 0 ? [] : [[kind, count]];
          });
          expect([...found.counts]).toEqual(counts);
          const times = left.map(({ at }) => at);
          expect(found.oldest).toBe(times.length === 0 ? null : Math.min(...times));
          const reaches = windowDays > 0 && times.length > 0;
          expect(found.windowFrom).toBe(reaches ? Math.max(Math.min(...times), time - windowDays * DAY) : null);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("counts no failed, running or expired ones, and nothing new where nothing is scheduled", () => {
    const record: RetentionRecord = {
      snapshots: [
        snapshotAt(NOW - 3 * DAY, { expiresAt: NOW - 1 }),
        snapshotAt(NOW - 2 * DAY, { status: "failed" }),
        snapshotAt(NOW - DAY, { type: "onDemand", frequency: "ondemand" }),
        snapshotAt(NOW - HOUR, { status: "inProgress" }),
      ],
      plan: null,
      windowDays: 7,
      now: NOW,
    };
    expect([...restorableAt(record, NOW).counts]).toEqual([["ondemand", 1]]);
    // A snapshot without expiry is there for good, and the log of the window is played onto it.
    expect(restorableAt(record, NOW + 365 * DAY)).toMatchObject({ oldest: NOW - DAY, windowFrom: NOW + 358 * DAY });
  });
});

it("says of each kind when some of it is there, as walking there does", () => {
  fc.assert(
    fc.property(
      existingPoints,
      fc.subarray([...KINDS]),
      fc.integer({ min: 1, max: 60 * 24 }),
      (existing, kinds, hours) => {
        const snapshots = existing
          .toSorted((left, right) => left.at - right.at)
          .map(({ kind, at, until }) =>
            snapshotAt(at, { frequency: kind, expiresAt: until === Number.POSITIVE_INFINITY ? null : until }),
          );
        const record: RetentionRecord = { snapshots, plan: planOf(kinds), windowDays: 0, now: NOW };
        const time = NOW + hours * HOUR;
        const there = retentionByKind(record, NOW + 60 * DAY)
          .filter(({ existingSpans, plannedSpans }) => isWithin([...existingSpans, ...plannedSpans], time))
          .map(({ kind }) => kind);
        expect(there).toEqual([...restorableAt(record, time).counts.keys()]);
      },
    ),
    { numRuns: 60 },
  );
});

it("names the next to expire, the soonest first, and not what is not there to be restored", () => {
  const found = expiries(
    [
      snapshotAt(1, { expiresAt: NOW + 3 * DAY }),
      snapshotAt(2, { expiresAt: NOW + DAY }),
      snapshotAt(3),
      snapshotAt(4, { expiresAt: NOW + HOUR, status: "failed" }),
      snapshotAt(5, { expiresAt: NOW }),
    ],
    NOW,
  );
  expect(found.map(({ snapshot }) => snapshot.takenAt)).toEqual([2, 1]);
});
