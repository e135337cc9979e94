import { describe, expect, it } from "vitest";
import { formatDuration, formatSize } from "../../src/text/format.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("a span that is left", () => {
  it.each([
    [41_000, "41s"],
    [11 * 60_000, "11m"],
    [5 * HOUR + 12 * 60_000, "5h 12m"],
    [4 * DAY + 21 * HOUR, "4d 21h"],
    [99 * DAY + 23 * HOUR, "99d 23h"],
    // Beside so many days hours say nothing, and would not fit into a column.
    [343 * DAY + 19 * HOUR, "343d"],
    [800 * DAY, "2y"],
  ])("of %i ms is said as %s", (span, words) => {
    expect(formatDuration(span)).toBe(words);
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
});
