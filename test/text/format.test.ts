import fc from "fast-check";
import { afterEach, describe, expect, it, test } from "vitest";
import {
  formatClockOrDay,
  formatDuration,
  formatLongDuration,
  formatMegabytes,
  formatShortTime,
  formatSize,
  formatTime,
  formatTimeToSecond,
  formatWait,
  idEnd,
  timeOf,
  toTheMinute,
} from "../../src/text/format.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("a timestamp of the service", () => {
  const zone = process.env["TZ"];
  afterEach(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  it.each(["America/New_York", "Asia/Kolkata", "UTC"])("is UTC where it names no zone, read in %s", (here) => {
    process.env["TZ"] = here;
    const at = Date.UTC(2026, 10, 21, 8, 0, 5);
    for (const text of [
      "2026-11-21T08:00:05",
      "2026-11-21 08:00:05",
      "2026-11-21T08:00:05.000",
      "2026-11-21T08:00:05Z",
    ]) {
      expect([text, timeOf(text)]).toEqual([text, at]);
    }
    expect(timeOf("2026-11-21T08:00")).toBe(at - 5000);
    expect(timeOf("2026-11-21T03:00:05-05:00")).toBe(at);
    expect(timeOf("Sat Nov 21 08:00:05 UTC 2026")).toBe(at);
    expect(timeOf("2028-02-29")).toBe(Date.UTC(2028, 1, 29));
    for (const none of [
      null,
      "soon",
      "12",
      "shard-00-01",
      "11/12/2026",
      "Nov 21, 2026 8:00 AM",
      "2026-02-29T08:00:00Z",
    ]) {
      expect([none, timeOf(none)]).toEqual([none, null]);
    }
  });
});

test.each([
  [0, "1 s"],
  [119_000, "119 s"],
  [150_000, "3 min"],
  [90 * 60_000, "90 min"],
  [2 * HOUR + 60_000, "2 h 1 min"],
])("a wait of %d ms is %s: it is not over before", (wait, words) => {
  expect(formatWait(wait)).toBe(words);
});

describe("a time", () => {
  const newYear = Date.UTC(2027, 0, 1, 8, 0);
  it.each([
    [Date.UTC(2027, 0, 1, 7, 5), "07:05"],
    [Date.UTC(2026, 11, 31, 20, 30), "31 Dec 2026 20:30"],
    [Date.UTC(2026, 7, 1, 20, 30), "1 Aug 2026 20:30"],
    [Date.UTC(2026, 0, 1, 8, 0), "1 Jan 2026"],
    [Date.UTC(2027, 11, 31, 20, 30), "31 Dec 20:30"],
    [Date.UTC(2028, 0, 2, 20, 30), "2 Jan 2028"],
  ])("has its hour within half a year, and its year outside the current one: %i is %s", (time, words) => {
    expect(formatTime(time, newYear, "utc")).toBe(words);
  });

  it.each([
    [Date.UTC(2027, 0, 1, 7, 5), "07:05"],
    [Date.UTC(2027, 10, 21, 13, 29), "21 Nov 13:29"],
    [Date.UTC(2026, 11, 31, 20, 30), "31 Dec 20:30"],
    [Date.UTC(2026, 10, 21, 13, 29), "21 Nov 2026"],
    [Date.UTC(2025, 10, 21, 13, 29), "21 Nov 2025"],
  ])("keeps within 12 cells where a column is narrow, and is of one year only: %i is %s", (time, words) => {
    expect(formatShortTime(time, newYear, "utc")).toBe(words);
  });

  it("is of the year in the zone of the screen", () => {
    const zone = process.env["TZ"];
    process.env["TZ"] = "America/New_York";
    const newYearInLondon = Date.UTC(2027, 0, 1, 3, 0);
    const said = (["local", "utc"] as const).map((here) => formatTime(newYearInLondon, Date.UTC(2026, 11, 30), here));
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
    expect(said).toEqual(["31 Dec 22:00", "1 Jan 2027 03:00"]);
  });

  it("is told to the second whenever it is", () => {
    expect(formatTimeToSecond(Date.UTC(2026, 0, 1, 8, 0, 7), newYear, "utc")).toBe("1 Jan 2026 08:00:07");
    expect(formatTimeToSecond(Date.UTC(2026, 11, 31, 20, 30, 7), newYear, "utc")).toBe("31 Dec 2026 20:30:07");
    expect(formatTimeToSecond(Date.UTC(2027, 0, 1, 7, 5, 7), newYear, "utc")).toBe("07:05:07");
  });

  it("of January is never that of the January before", () => {
    const november = Date.UTC(2026, 10, 28);
    const januaries = [2026, 2027].map((year) => formatTime(Date.UTC(year, 0, 17, 9, 15), november, "utc"));
    expect(januaries).toEqual(["17 Jan 09:15", "17 Jan 2027 09:15"]);
  });
});

describe("a span that is left", () => {
  it.each([
    [41_000, "41s", "41 s"],
    [11 * 60_000, "11m", "11 min"],
    [5 * HOUR + 12 * 60_000, "5h 12m", "5 h 12 min"],
    [DAY, "1d", "1 day"],
    [4 * DAY + 21 * HOUR, "4d 21h", "4 days 21 h"],
    [99 * DAY + 23 * HOUR, "99d 23h", "99 days 23 h"],
    // Beside so many days hours say nothing, and would not fit into a column.
    [343 * DAY + 19 * HOUR, "343d", "343 days"],
    [800 * DAY, "2y", "2 years"],
  ])("of %i ms is %s in a column and %s in a sentence", (span, column, sentence) => {
    expect([formatDuration(span), formatLongDuration(span)]).toEqual([column, sentence]);
  });
});

describe("a span that was entered a moment ago", () => {
  it("is said as it was entered, whatever its length", () => {
    const minutes = fc.integer({ min: 1, max: 40 * 24 * 60 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 29_000 }), (count, late) => {
        const entered = count * 60_000;
        // In its last minute a span is said by the second.
        fc.pre(entered - late >= 60_000);
        expect(formatLongDuration(toTheMinute(entered - late))).toBe(formatLongDuration(entered));
      }),
      {
        examples: [
          [60, 2000],
          [30, 1000],
        ],
      },
    );
  });
});

describe("a size", () => {
  it("has one decimal below a hundred, and none above, also where it shrank", () => {
    expect([12_400_000_000, 501_200_000, -501_200_000, -85_300_000, 0].map(formatSize)).toEqual([
      "12.4 GB",
      "501 MB",
      "-501 MB",
      "-85.3 MB",
      "0 B",
    ]);
  });

  it("that was set in MB is said in the unit that people set it in", () => {
    expect([990, 1024, 51_200, 102_400, 1_572_864].map(formatMegabytes)).toEqual([
      "990 MB",
      "1 GB",
      "50 GB",
      "100 GB",
      "1.5 TB",
    ]);
  });
});

describe("a time of a title", () => {
  const now = Date.UTC(2026, 10, 22, 5, 51);

  it("is a clock today, and says its day where that is another one", () => {
    expect(formatClockOrDay(now - 2 * 60_000 - 48_000, now, "utc")).toBe("05:48:12");
    expect(formatClockOrDay(Date.UTC(2026, 10, 21, 5, 49, 12), now, "utc")).toBe("21 Nov 05:49");
    expect(formatClockOrDay(Date.UTC(2025, 10, 22, 5, 51), now, "utc")).toBe("22 Nov 2025");
  });
});

describe("the end of an id", () => {
  const one = "65f000000000000000a1c9f3";

  it("is four characters where that tells it from the others, and as long as it takes where not", () => {
    expect(idEnd(one, [one, "65f000000000000000000001"])).toBe("…c9f3");
    expect(idEnd(one, [one, "65f000000000000000b1c9f3"])).toBe("…a1c9f3");
    expect(idEnd(one, [one, "75f000000000000000a1c9f3"])).toBe(one);
  });
});
