import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, formatLongDuration, formatMegabytes, formatSize, toTheMinute } from "../../src/text/format.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

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
