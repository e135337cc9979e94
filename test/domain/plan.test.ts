/** What a schedule brings forth: the next snapshots, what is kept, what is missing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  keptInTheLongRun,
  missing,
  nextPlanned,
  plannedBetween,
  planOf,
  whatIf,
  whatIfWords,
} from "../../src/domain/plan.ts";

const NOW = Date.parse("2025-11-21T14:06:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const item = (frequencyType: string, frequencyInterval: number, retentionValue: number, retentionUnit: string) => ({
  frequencyType,
  frequencyInterval,
  retentionValue,
  retentionUnit,
});
/** What a cluster has when nobody changed it (`domain.md` 12.2). */
const USUAL = [
  item("hourly", 6, 7, "days"),
  item("daily", 1, 7, "days"),
  item("weekly", 6, 4, "weeks"),
  item("monthly", 40, 12, "months"),
  item("yearly", 12, 1, "years"),
];
const plan = (policyItems: readonly object[], more: object = {}) =>
  planOf({ referenceHourOfDay: 2, referenceMinuteOfHour: 30, policies: [{ policyItems }], ...more });

const items = fc.array(
  fc
    .oneof(
      fc.record({ frequencyType: fc.constant("hourly"), frequencyInterval: fc.constantFrom(1, 2, 4, 6, 8, 12) }),
      fc.record({ frequencyType: fc.constant("daily"), frequencyInterval: fc.constant(1) }),
      fc.record({ frequencyType: fc.constant("weekly"), frequencyInterval: fc.integer({ min: 1, max: 7 }) }),
      fc.record({ frequencyType: fc.constant("monthly"), frequencyInterval: fc.constantFrom(1, 15, 28, 40) }),
      fc.record({ frequencyType: fc.constant("yearly"), frequencyInterval: fc.integer({ min: 1, max: 12 }) }),
    )
    .chain((rhythm) =>
      fc.integer({ min: 1, max: 60 }).map((days) => ({ ...rhythm, retentionValue: days, retentionUnit: "days" })),
    ),
  { maxLength: 5 },
);

describe("the next snapshots", () => {
  test("are the planned ones after now, in order, one a time", () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 400 * DAY }), (list, later) => {
        const now = NOW + later;
        const next = nextPlanned(plan(list), now, 30);
        expect(next.length).toBeLessThanOrEqual(30);
        if (list.length > 0) expect(next).toHaveLength(30);
        expect(next.every(({ at }, index) => at > (next[index - 1]?.at ?? now))).toBe(true);
        const last = next.at(-1)?.at;
        if (last !== undefined) expect(plannedBetween(plan(list), now, last)).toEqual(next);
      }),
    );
  });

  test("are one snapshot where items meet, of the rarest frequency, kept as the longest says", () => {
    const saturday = nextPlanned(plan(USUAL), NOW).find(({ frequencyType }) => frequencyType === "weekly");
    expect(new Date(saturday?.at ?? 0).toISOString()).toBe("2025-11-22T02:30:00.000Z");
    expect(saturday).toMatchObject({ days: 28 });
    expect(saturday?.items.map(({ frequencyType }) => frequencyType)).toEqual(["hourly", "daily", "weekly"]);
  });

  test("of nothing are none; what a form cannot mean is passed over", () => {
    expect(nextPlanned(plan([]), NOW)).toEqual([]);
    expect(nextPlanned(planOf({}), NOW)).toEqual([]);
    expect(
      nextPlanned(
        plan([item("hourly", 0, 1, "days"), item("hourly", Number.NaN, 1, "days"), item("sometimes", 1, 1, "days")]),
        NOW,
      ),
    ).toEqual([]);
  });
});

describe("what retention keeps", () => {
  test.each([
    ["every 6 hours, 7 days", [item("hourly", 6, 7, "days")], 28],
    ["every day, 7 days", [item("daily", 1, 7, "days")], 7],
    ["Saturdays, 4 weeks", [item("weekly", 6, 4, "weeks")], 4],
    ["days that are hours as well", [item("hourly", 6, 7, "days"), item("daily", 1, 7, "days")], 28],
  ] as const)("%s", (_, list, total) => expect(keptInTheLongRun(plan(list), NOW).total).toBe(total));

  test("is what a simulation of the whole life finds", () => {
    fc.assert(
      fc.property(items, (list) => {
        const one = plan(list);
        const life = plannedBetween(one, NOW - 70 * DAY, NOW).filter(({ expiresAt }) => expiresAt > NOW);
        const kept = keptInTheLongRun(one, NOW);
        expect(kept.total).toBe(life.length);
        expect(kept.byItem.reduce((sum, { count }) => sum + count, 0)).toBe(kept.total);
        expect(kept.oldest).toBe(life[0] === undefined ? null : NOW - life[0].at);
      }),
    );
  });

  test("counts the extra days of a compliance policy", () => {
    const extra = { extraRetentionSettings: [{ frequencyType: "HOURLY", retentionDays: 2 }] };
    expect(keptInTheLongRun(plan([item("hourly", 6, 7, "days")], extra), NOW).total).toBe(36);
  });

  test("what-if says more or fewer, and how much data", () => {
    const before = plan(USUAL);
    const after = plan(USUAL.map((one) => (one.frequencyType === "monthly" ? { ...one, retentionValue: 48 } : one)));
    const change = whatIf(before, after, 12_500_000_000, NOW);
    expect(change.more).toBe(36);
    expect(whatIfWords(change)).toBe("36 snapshots more in the long run, about 450 GB more");
    expect(whatIfWords(whatIf(after, before, null, NOW))).toBe("36 snapshots fewer in the long run");
    expect(whatIfWords(whatIf(before, before, 1, NOW))).toBe("as many snapshots in the long run as now");
  });
});

describe("missing snapshots", () => {
  const six = plan([item("hourly", 6, 7, "days")]);
  const times = plannedBetween(six, NOW - 3 * DAY, NOW).map(({ at }) => at);

  test("are none when each was taken some minutes after its time", () => {
    const taken = times.map((time) => time + 9 * 60_000);
    expect(missing(six, taken, NOW - 3 * DAY, NOW)).toEqual([]);
  });

  test("are exactly those that were left out", () => {
    fc.assert(
      fc.property(fc.subarray(times.filter((time) => time < NOW - HOUR)), (left) => {
        const taken = times.filter((time) => !left.includes(time)).map((time) => time + 3 * 60_000);
        expect(missing(six, taken, NOW - 3 * DAY, NOW).map(({ at }) => at)).toEqual(left);
      }),
    );
  });

  test("are not those that would have expired, nor one that is just due", () => {
    const short = plan([item("hourly", 6, 1, "days")]);
    expect(missing(short, [], NOW - 9 * DAY, NOW).every(({ at }) => at > NOW - DAY)).toBe(true);
    const due = Date.parse("2025-11-21T14:30:00Z");
    expect(missing(six, times, NOW - 3 * DAY, due + 10 * 60_000)).toEqual([]);
    expect(missing(six, times, NOW - 3 * DAY, due + 40 * 60_000).map(({ at }) => at)).toEqual([due]);
  });
});
