import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { missingSnapshots } from "../../src/domain/backup/missing-snapshots.ts";
import { itemOf } from "../../src/domain/backup/schedule-items.ts";
import type { Snapshot } from "../../src/domain/backup/snapshot.ts";
import { type SnapshotRecord, snapshotDays } from "../../src/domain/backup/snapshot-days.ts";
import { calendarDayOf, daysOfMonth, formatDayName, monthAfter, startOfDay } from "../../src/text/calendar.ts";
import { DAY, HOUR } from "../../src/text/durations.ts";
import type { Zone } from "../../src/text/format.ts";
import { rule } from "../areas/schedule-samples.ts";
import { snapshotAt } from "./snapshots-at.ts";

/** The calendar of snapshots as data: which days have what, in which zone, also where clocks are changed. */

const NOW = Date.UTC(2026, 10, 21, 14, 6);
const NOVEMBER = { year: 2026, month: 10 };

const ofDay = (change: Partial<SnapshotRecord>, month = NOVEMBER) =>
  snapshotDays(month, { snapshots: [], missingSpans: [], plan: null, now: NOW, zone: "utc", ...change });

const HOST_ZONE = process.env["TZ"];
const inHostZone = (zone: string): void => {
  process.env["TZ"] = zone;
};
afterEach(() => {
  if (HOST_ZONE === undefined) delete process.env["TZ"];
  else process.env["TZ"] = HOST_ZONE;
});

/** Zones with changes of clocks at midnight, by half an hour, in the south, by none; and one that once left out a day. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "Pacific/Apia",
];

describe("days of a month", () => {
  it("are all of them, in weeks that begin on Monday", () => {
    const days = daysOfMonth(NOVEMBER);
    expect(days).toHaveLength(30);
    expect(days.map((day) => formatDayName(day, day.year)).filter((_, index) => [0, 20, 29].includes(index))).toEqual([
      "Sun 1 Nov",
      "Sat 21 Nov",
      "Mon 30 Nov",
    ]);
    expect(daysOfMonth({ year: 2028, month: 1 })).toHaveLength(29);
    expect(monthAfter({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 });
  });

  it.each(ZONES)("follow each other without a gap in %s, and each time lies on its day", (name) => {
    inHostZone(name);
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2040, 0, 1) }), (time) => {
        const day = calendarDayOf(time, "local");
        expect(startOfDay(day, "local")).toBeLessThanOrEqual(time);
        expect(startOfDay({ ...day, date: day.date + 1 }, "local")).toBeGreaterThan(time);
      }),
    );
  });
});

describe("the calendar of a month", () => {
  it.each<readonly [string, Zone]>([...ZONES.map((name): [string, Zone] => [name, "local"]), ["UTC", "utc"]])(
    "has every snapshot and every scheduled one on exactly one day: %s",
    (name, zone) => {
      inHostZone(name);
      const plan = {
        items: [rule(1, "hourly", 6, 7), rule(2, "weekly", 7, 4, "weeks")].map(itemOf),
        reference: { hour: 1, minute: 30 },
      };
      fc.assert(
        fc.property(
          fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2030, 0, 1) }),
          fc.array(
            fc.record({
              hours: fc.integer({ min: -90 * 24, max: 10 }),
              status: fc.constantFrom("completed", "failed", "inProgress", "tomorrow"),
            }),
            { maxLength: 40 },
          ),
          (now, taken) => {
            const snapshots = taken
              .map(({ hours, status }, index) => snapshotAt(now + hours * HOUR, { id: String(index), status }))
              .toSorted((left, right) => left.takenAt - right.takenAt);
            const missingSpans = missingSnapshots(snapshots, plan.items, now, true);
            const months = Array.from({ length: 7 }, (_, index) => monthAfter(calendarDayOf(now, zone), index - 4));
            const days = months.flatMap((month) => snapshotDays(month, { snapshots, missingSpans, plan, now, zone }));
            const shown = days.flatMap(({ restorable, failed, beingTaken, unknown }) => [
              ...restorable,
              ...failed,
              ...beingTaken,
              ...unknown,
            ]);
            expect(shown.map(({ id }) => id).toSorted()).toEqual(snapshots.map(({ id }) => id).toSorted());
            for (const { start, end, restorable, planned, isToday } of days) {
              const within = (time: number) => time >= start && time < end;
              expect(restorable.every(({ takenAt }) => within(takenAt))).toBe(true);
              expect(planned.every(({ at }) => within(at) && at > now)).toBe(true);
              expect(isToday && end > start).toBe(isToday && within(now));
            }
            expect(days.filter(({ isToday }) => isToday)).toHaveLength(1);
            // Four a day, more than two months of them: none is on two days.
            const times = days.flatMap(({ planned }) => planned.map(({ at }) => at));
            expect(new Set(times).size).toBe(times.length);
            expect(times.length).toBeGreaterThan(4 * 55);
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it("has one hour more and one less on days when clocks are changed", () => {
    inHostZone("Europe/Berlin");
    const plan = { items: [itemOf(rule(1, "hourly", 1, 7))], reference: { hour: 0, minute: 0 } };
    const of = (month: number, date: number) => {
      const found = ofDay({ plan, now: Date.UTC(2026, 0, 1), zone: "local" }, { year: 2026, month })[date - 1];
      return found && [found.planned.length, (found.end - found.start) / HOUR];
    };
    expect([of(2, 29), of(2, 30), of(9, 25)]).toEqual([
      [23, 23],
      [24, 24],
      [25, 25],
    ]);
  });

  it("shows a snapshot of late evening on the day of the zone that is looked at", () => {
    inHostZone("Europe/Berlin");
    const snapshots: readonly Snapshot[] = [snapshotAt(Date.UTC(2026, 10, 18, 23, 30))];
    const dates = (zone: Zone) =>
      ofDay({ snapshots, zone }).flatMap(({ date, restorable }) => (restorable.length > 0 ? [date] : []));
    expect([dates("utc"), dates("local")]).toEqual([[18], [19]]);
  });

  it("marks the days on which scheduled ones did not come, up to now", () => {
    const items = [itemOf(rule(1, "daily", 1, 30))];
    const snapshots = [12, 11, 10, 6, 3].map((days) => snapshotAt(NOW - days * DAY, { frequency: "daily" }));
    const days = ofDay({ snapshots, missingSpans: missingSnapshots(snapshots, items, NOW, true) });
    expect(days.flatMap(({ date, isMissing }) => (isMissing ? [date] : []))).toEqual([12, 13, 14, 16, 17, 19, 20]);
  });

  it("has thousands of snapshots", () => {
    const snapshots = Array.from({ length: 5000 }, (_, index) => snapshotAt(NOW - (5000 - index) * HOUR));
    expect(ofDay({ snapshots }).map(({ restorable }) => restorable.length)).toEqual([
      ...Array.from({ length: 20 }, () => 24),
      14,
      ...Array.from({ length: 9 }, () => 0),
    ]);
  });
});
