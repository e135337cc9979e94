import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missingSnapshots, plannedInterval } from "../../src/domain/backup/missing-snapshots.ts";
import { type Item, itemOf } from "../../src/domain/backup/schedule-items.ts";
import { inOrder } from "../../src/domain/backup/snapshot.ts";
import { DAY, HOUR, MINUTE } from "../../src/text/durations.ts";
import { rule } from "../areas/schedule-samples.ts";
import { type Era, kept, nextBy } from "./changed-plans.ts";
import { snapshotAt } from "./snapshots-at.ts";

/**
 * Gaps of a cluster whose schedule is changed: the service tells the rules of now alone, and what was taken by earlier ones, or has
 * expired by them, was never missing (`domain.md` 13.6).
 */

const NOW = Date.UTC(2026, 10, 21, 14, 6);
const START = NOW - 150 * DAY;

const hourly = (hours: number, days: number): Item => itemOf(rule(1, "hourly", hours, days));
const daily = (days: number): Item => itemOf(rule(2, "daily", 1, days));
const weekly = (weeks: number): Item => itemOf(rule(3, "weekly", 6, weeks, "weeks"));
const monthly = (months: number): Item => itemOf(rule(4, "monthly", 40, months, "months"));
const USUAL = [daily(7), weekly(4), monthly(12)];

const HOURS = [1, 2, 4, 6, 8, 12];

/** Rules that are hourly or daily at least: the same ones may be there before and after a change, with other values. */
const plans = fc
  .record({
    hours: fc.constantFrom(...HOURS),
    hourlyDays: fc.integer({ min: 1, max: 30 }),
    dailyDays: fc.integer({ min: 3, max: 40 }),
    weeks: fc.integer({ min: 1, max: 12 }),
    months: fc.integer({ min: 1, max: 4 }),
    has: fc.constantFrom("h", "d", "hd", "hdw", "dw", "hwm", "hdwm"),
  })
  .map(({ hours, hourlyDays, dailyDays, weeks, months, has }) =>
    [hourly(hours, Math.max(2, hourlyDays)), daily(dailyDays), weekly(weeks), monthly(months)].filter((_, index) =>
      has.includes("hdwm"[index] ?? ""),
    ),
  );

const jitters = fc
  .array(fc.integer({ min: 0, max: 9 * 60 }), { minLength: 7, maxLength: 7 })
  .map((seconds) => (index: number) => (seconds[index % seconds.length] ?? 0) * 1000);

const changes = fc.record({
  before: plans,
  after: plans,
  /** Minutes since the change. */
  ago: fc.oneof(fc.integer({ min: 0, max: 2 * 24 * 60 }), fc.integer({ min: 0, max: 40 * 24 * 60 })),
  takes: jitters,
  updates: fc.boolean(),
  /** Some clusters are hardly older than the change. */
  age: fc.constantFrom(1, 2, 10, 110),
});

const erasOf = (before: readonly Item[], after: readonly Item[], ago: number, age = 110): readonly Era[] => [
  { from: NOW - ago * MINUTE - age * DAY, items: before },
  { from: NOW - ago * MINUTE, items: after },
];

const missing = (eras: readonly Era[], now: number, course: Parameters<typeof kept>[2] = {}) => {
  const items = eras.at(-1)?.items ?? [];
  return missingSnapshots(kept(eras, now, course), items, now, true, nextBy(items, now));
};

describe("after a change of the schedule", () => {
  it("is not late by a pace that was not asked for until now, and what was taken more seldom was no gap", () => {
    const eras = erasOf([hourly(6, 7), ...USUAL], [hourly(1, 7), ...USUAL], 5);
    expect(missing(eras, NOW)).toEqual([]);
  });

  it("misses nothing that has expired by the retention of then", () => {
    const eras = erasOf([hourly(6, 7), ...USUAL], [hourly(6, 30), ...USUAL], 5);
    expect(missing(eras, NOW)).toEqual([]);
  });

  it("takes the minutes that snapshots take for no gap", () => {
    // Every 6 hours until 19:29, then every 8: from 13:30 to 01:30 there is none to come, one and a half of the new intervals.
    const eras = erasOf([hourly(6, 7)], [hourly(8, 7)], 18 * 60 + 37);
    expect(missing(eras, NOW, { takes: (index) => (index % 9) * MINUTE })).toEqual([]);
    expect(missing(eras, NOW, { takes: (index) => (9 - (index % 9)) * MINUTE })).toEqual([]);
  });

  it("has no gap where nothing was missed, whatever interval or retention was changed", () => {
    fc.assert(
      fc.property(changes, ({ before, after, ago, takes, updates, age }) => {
        expect(missing(erasOf(before, after, ago, age), NOW, { takes, updates })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("still has the gap that happened before it, by the rule that was the same then", () => {
    const lost = (at: number) => at > NOW - 80 * HOUR && at < NOW - 30 * HOUR;
    const eras = erasOf([hourly(6, 7), ...USUAL], [hourly(1, 7), ...USUAL], 5);
    const all = kept(eras, NOW);
    const snapshots = all.filter(({ takenAt }) => !lost(takenAt));
    const found = missingSnapshots(snapshots, eras[1]?.items ?? [], NOW, true, NOW + 20 * MINUTE);
    expect(found).toMatchObject([{ planned: DAY }]);
    expect((found[0]?.to ?? 0) - (found[0]?.from ?? 0)).toBeGreaterThan(50 * HOUR);
  });

  it("takes nothing for its pace that a rarer rule or a person keeps", () => {
    // A Saturday and the first of a month after it: a day apart, and both asked for by the daily rule too.
    const rarer = [weekly(4), itemOf(rule(4, "monthly", 1, 12, "months"))];
    expect(missing(erasOf([daily(2), ...rarer], [daily(30), ...rarer], 5), NOW)).toEqual([]);
    // The last snapshot before a daily one, kept by hand for longer than its rule says.
    const eras = erasOf([hourly(6, 2), daily(30)], [hourly(6, 30), daily(30)], 5);
    const held = snapshotAt(Date.UTC(2026, 10, 1, 19, 33), {
      itemIds: [hourly(6, 2).id ?? ""],
      expiresAt: NOW + 300 * DAY,
    });
    const snapshots = inOrder([...kept(eras, NOW), held]);
    expect(missingSnapshots(snapshots, eras[1]?.items ?? [], NOW, true)).toEqual([]);
  });

  it("is late at last where no snapshot comes any more, by the slower pace of the two", () => {
    fc.assert(
      fc.property(plans, plans, fc.integer({ min: 0, max: 12 * 60 }), jitters, (before, after, ago, takes) => {
        const eras = erasOf(before, after, ago);
        const stopsAt = NOW - ago * MINUTE;
        const newest = kept(eras, NOW, { stopsAt, takes }).at(-1)?.takenAt ?? 0;
        const slower = Math.max(plannedInterval(before) ?? 0, plannedInterval(after) ?? 0);
        const now = newest + 1.5 * (slower + 10 * MINUTE);
        expect(missing(eras, now, { stopsAt, takes }).at(-1)).toMatchObject({ from: newest, to: null });
      }),
      { numRuns: 200 },
    );
  });

  it("is late as soon as the snapshot does not come that the service itself has announced", () => {
    const eras = erasOf([hourly(12, 7)], [hourly(1, 7)], 60);
    const snapshots = kept(eras, NOW, { stopsAt: NOW - HOUR });
    const late = (next: number) => missingSnapshots(snapshots, [hourly(1, 7)], NOW, true, next).length;
    expect(NOW - (snapshots.at(-1)?.takenAt ?? 0)).toBeLessThan(1.5 * 12 * HOUR);
    expect([late(NOW + 24 * MINUTE), late(NOW - 20 * MINUTE), late(NOW - 36 * MINUTE)]).toEqual([0, 0, 1]);
  });
});

describe("under a plan that was never changed", () => {
  it("has every gap that lies behind two snapshots at its pace, and no other (any losses)", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...HOURS),
        fc.integer({ min: 2, max: 30 }),
        fc.array(fc.boolean(), { minLength: 11, maxLength: 37 }),
        jitters,
        (hours, days, pattern, takes) => {
          const items = [hourly(hours, days)];
          const eras = [{ from: START, items }];
          const isLost = (index: number) => pattern[index % pattern.length] === true;
          const times = kept(eras, NOW, { isLost, takes }).map(({ takenAt }) => takenAt);
          const spans = times.slice(0, -1).map((from, index) => ({ from, to: times[index + 1] ?? 0 }));
          const isMissed = ({ from, to }: { from: number; to: number }) => Math.round((to - from) / (hours * HOUR)) > 1;
          const since = spans.find((span) => !isMissed(span))?.from ?? Number.POSITIVE_INFINITY;
          const closed = missing(eras, NOW, { isLost, takes }).filter(({ to }) => to !== null);
          expect(closed).toEqual(
            spans
              .filter((span) => isMissed(span) && span.from >= since)
              .map((span) => ({ ...span, planned: hours * HOUR })),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is late from half an interval on behind the snapshot that did not come, whatever the service announces", () => {
    fc.assert(
      fc.property(plans, jitters, fc.integer({ min: 1, max: 30 }), (items, takes, minutes) => {
        const eras = [{ from: START, items }];
        const course = { stopsAt: NOW, takes };
        const newest = kept(eras, NOW, course).at(-1)?.takenAt ?? 0;
        const due = newest + 1.5 * (plannedInterval(items) ?? 0);
        const open = (now: number) => missing(eras, now, course).filter(({ to }) => to === null).length;
        // The intervals that it is judged by are those of the snapshots: some minutes more or less.
        expect([open(due - minutes * MINUTE), open(due + (15 + minutes) * MINUTE)]).toEqual([0, 1]);
      }),
      { numRuns: 200 },
    );
  });

  it("stays late until the newest snapshot expires, while those before it expire", () => {
    fc.assert(
      fc.property(plans, jitters, fc.double({ min: 0, max: 1, noNaN: true }), (items, takes, part) => {
        const eras = [{ from: START, items }];
        const course = { stopsAt: NOW, takes };
        const newest = kept(eras, NOW, course).at(-1);
        const due = (newest?.takenAt ?? 0) + 1.5 * (plannedInterval(items) ?? 0) + 15 * MINUTE;
        const end = newest?.expiresAt ?? 0;
        const now = Math.floor(due + part * (end - due - 1));
        expect(missing(eras, now, course).at(-1)).toMatchObject({ from: newest?.takenAt, to: null });
      }),
      { numRuns: 200 },
    );
  });

  it("stays late where the newest is a rare one and those before it have expired", () => {
    const saturday = Date.UTC(2026, 10, 21, 1, 33);
    const late = (before: readonly Item[], after: readonly Item[], days: number) => {
      const eras = [
        { from: START, items: before },
        { from: saturday + MINUTE, items: after },
      ];
      return missing(eras, saturday + days * DAY, { stopsAt: saturday }).at(-1);
    };
    for (const before of [
      [daily(3), weekly(4)],
      [hourly(6, 2), weekly(4)],
    ]) {
      for (const after of [before, [daily(4), weekly(4)], [hourly(6, 4)]]) {
        expect(late(before, after, 4)).toMatchObject({ from: saturday, to: null });
      }
    }
    const dayOnly = [hourly(6, 1), daily(7)];
    expect(late(dayOnly, dayOnly, 20 / 24)).toMatchObject({ from: saturday, to: null });
    // A weekly plan that was made a daily one is not late for that.
    expect(late([weekly(4)], [daily(4), weekly(4)], 5)).toBeUndefined();
  });

  it("is late where a gap came before, by its pace and not by the gap", () => {
    const items = [hourly(6, 7)];
    const all = kept([{ from: START, items }], NOW);
    const newest = all.at(-1)?.takenAt ?? 0;
    const snapshots = all.filter(({ takenAt }) => takenAt === newest || takenAt < newest - 30 * HOUR);
    const now = newest + 10 * HOUR;
    expect(missingSnapshots(snapshots, items, now, true, now + HOUR).map(({ to }) => to)).toEqual([newest, null]);
  });
});
