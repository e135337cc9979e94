import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedCuts, omissionsOf, omissionTexts } from "../../src/state/answers/omissions.ts";

/** What is said of a list that is longer than what is read of one. */

const madeAt = (seconds: number, number = 0): string =>
  `${seconds.toString(16).padStart(8, "0")}${number.toString(16).padStart(16, "0")}`;

const alertsMade = (...seconds: readonly number[]) => seconds.map((second, index) => ({ id: madeAt(second, index) }));

function wordsOf(results: readonly unknown[], totalCount?: unknown): string {
  const omitted = omissionsOf("listAlerts", { complete: false, data: { results, totalCount } });
  return omitted === null ? "" : omissionTexts(omitted).join(", ");
}

describe("a list that goes on", () => {
  it("says which of its rows were read, of how many", () => {
    expect(wordsOf(alertsMade(1, 2, 2, 3), 12_008)).toBe("only the oldest 4 of 12008 rows loaded, no newer ones");
    expect(wordsOf(alertsMade(3, 2, 2, 1), 12_008)).toBe("only the newest 4 of 12008 rows loaded, no older ones");
  });

  it("says no more of their order than their ids tell", () => {
    for (const rows of [alertsMade(2, 1, 3), alertsMade(2, 2), alertsMade(2), [{ id: "a" }, { id: "b" }], [{}, {}]]) {
      expect(wordsOf(rows, 12_008)).toBe(`only the first ${rows.length} of 12008 rows loaded`);
    }
  });

  it("believes no total that is no more than what was read, or that is no number", () => {
    for (const total of [undefined, null, 0, 3, { source: "12008" }]) {
      expect(wordsOf(alertsMade(1, 2, 3), total)).toBe("only the oldest 3 rows loaded, no newer ones");
    }
  });

  it("calls them oldest or newest only where each row is in that order (any times)", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 }), { minLength: 2, maxLength: 6 }), (seconds) => {
        const said = wordsOf(alertsMade(...seconds));
        const ascending = seconds.toSorted((one, other) => one - other);
        const isFlat = seconds[0] === seconds.at(-1);
        expect(said.includes("oldest")).toBe(!isFlat && String(seconds) === String(ascending));
        expect(said.includes("newest")).toBe(!isFlat && String(seconds) === String(ascending.toReversed()));
      }),
    );
  });

  it("adds up over projects, with a total only where each of them says one", () => {
    const one = { rows: 10, total: 12, which: "oldest" } as const;
    expect(joinedCuts([])).toBeNull();
    expect(joinedCuts([one, one])).toEqual({ rows: 20, total: 24, which: "oldest" });
    expect(joinedCuts([one, { rows: 5, total: null, which: "newest" }])).toEqual({
      rows: 15,
      total: null,
      which: "first",
    });
  });
});
