import fc from "fast-check";
import { expect, test } from "vitest";
import { retentionDays } from "../../src/contract/backup-policy.ts";
import { nextTime, timesBetween } from "../../src/contract/backup-schedules/times.ts";

const at = (text: string): number => Date.parse(text);
const reference = { hour: 2, minute: 30 };
const next = (frequencyType: string, frequencyInterval: number, after: string): string | null => {
  const time = nextTime({ frequencyType, frequencyInterval }, reference, at(after));
  return time === null ? null : new Date(time).toISOString();
};

test.each([
  ["hourly", 6, "2026-03-01T02:30:00Z", "2026-03-01T08:30:00.000Z"],
  ["daily", 1, "2026-03-01T02:29:59Z", "2026-03-01T02:30:00.000Z"],
  ["weekly", 1, "2026-03-01T12:00:00Z", "2026-03-02T02:30:00.000Z"],
  ["weekly", 7, "2026-03-01T12:00:00Z", "2026-03-08T02:30:00.000Z"],
  ["monthly", 28, "2026-02-28T02:30:00Z", "2026-03-28T02:30:00.000Z"],
  ["monthly", 40, "2028-02-01T00:00:00Z", "2028-02-29T02:30:00.000Z"],
  ["yearly", 12, "2026-12-01T02:30:00Z", "2027-12-01T02:30:00.000Z"],
  ["ondemand", 0, "2026-12-01T02:30:00Z", null],
])("%s %d after %s is %s", (frequencyType, interval, after, expected) => {
  expect(next(frequencyType, interval, after)).toBe(expected);
});

const rhythms = fc.oneof(
  fc.record({ frequencyType: fc.constant("hourly"), frequencyInterval: fc.constantFrom(1, 2, 4, 6, 8, 12) }),
  fc.record({ frequencyType: fc.constant("daily"), frequencyInterval: fc.constant(1) }),
  fc.record({ frequencyType: fc.constant("weekly"), frequencyInterval: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ frequencyType: fc.constant("monthly"), frequencyInterval: fc.constantFrom(1, 15, 28, 40) }),
  fc.record({ frequencyType: fc.constant("yearly"), frequencyInterval: fc.integer({ min: 1, max: 12 }) }),
);
const references = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
const moments = fc.integer({ min: at("2001-01-01T00:00:00Z"), max: at("2200-01-01T00:00:00Z") });

test("the next time is the first of those that lie ahead, and counting back finds the same ones", () => {
  fc.assert(
    fc.property(rhythms, references, moments, (rhythm, from, moment) => {
      let time = moment;
      const ahead = Array.from({ length: 4 }, () => {
        time = nextTime(rhythm, from, time) ?? Number.NaN;
        return time;
      });
      expect(ahead.every((one, index) => one > (ahead[index - 1] ?? moment))).toBe(true);
      expect(timesBetween(rhythm, from, moment, time, 100)).toEqual(ahead.toReversed());
      expect(new Set(ahead.map((one) => new Date(one).getUTCMinutes()))).toEqual(new Set([from.minute]));
    }),
  );
});

test("retention is compared in days, and longer is never less", () => {
  expect([retentionDays(4, "weeks"), retentionDays(1, "MONTHS"), retentionDays(12, "months")]).toEqual([28, 31, 365]);
  expect([retentionDays(1, "years"), retentionDays(1, "constructor"), retentionDays("1", "days")]).toEqual([
    365,
    null,
    null,
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.constantFrom("days", "weeks", "months", "years"),
      (value, unit) => {
        expect(retentionDays(value + 1, unit)).toBeGreaterThan(retentionDays(value, unit) ?? 0);
      },
    ),
  );
});
