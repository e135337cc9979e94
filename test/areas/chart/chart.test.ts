/** Charts as text: their size, their labels, their shape, their gaps. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { axisNumber, axisOf } from "../../../src/areas/chart/axis.ts";
import { type ChartOptions, chart, progressBar, sparkline } from "../../../src/areas/chart/chart.ts";
import { asciiMark, blockMark } from "../../../src/areas/chart/marks.ts";
import type { Ring } from "../../../src/domain/sample-ring.ts";
import { formatClock } from "../../../src/text/format.ts";
import { widthOf } from "../../../src/text/width.ts";

const START = Date.parse("2025-11-21T11:00:00Z");

const ringOf = (values: readonly (number | null)[], step = 10_000): Ring =>
  values.map((value, index) => ({ at: START + index * step, value }));

const options = (change: Partial<ChartOptions> = {}): ChartOptions => ({
  width: 60,
  height: 6,
  value: (value) => `${Math.round(value)}`,
  time: (at) => formatClock(at, "utc").slice(0, 5),
  ...change,
});

/** The heights of the two columns in a cell, by its character. */
function levelsOf(character: string): readonly [left: number, right: number] {
  const code = character === " " ? 0 : (character.codePointAt(0) ?? 0) - 0x2800;
  const left = [0x40, 0x04, 0x02, 0x01].filter((dot) => (code & dot) !== 0).length;
  const right = [0x80, 0x20, 0x10, 0x08].filter((dot) => (code & dot) !== 0).length;
  return [left, right];
}

/** The heights of the columns in a row, a digit each; an empty column is a space. */
const levels = (row: string): string =>
  [...row].flatMap((character) => levelsOf(character).map((level) => (level === 0 ? " " : `${level}`))).join("");

/** How high each cell column of a plot without labels is filled. */
function heights(rows: readonly string[], width: number): readonly number[] {
  return Array.from({ length: width }, (_, cell) =>
    rows.reduce((sum, row) => {
      const [left, right] = levelsOf([...row][cell] ?? " ");
      return sum + left * 5 + right;
    }, 0),
  );
}

const values = fc.array(fc.option(fc.integer({ min: 0, max: 10_000 }), { freq: 4 }), { minLength: 1, maxLength: 120 });

describe("a chart", () => {
  test("is never wider than given, and as high as given", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 140 }), fc.integer({ min: 2, max: 20 }), (list, width, height) => {
        const lines = chart(ringOf(list), options({ width, height }));
        expect(lines).toHaveLength(height);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test("of a curve that only falls falls, and of one that only rises rises", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 2, maxLength: 200 }),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 9 }),
        (list, width, rows) => {
          const rising = list.toSorted((left, right) => left - right);
          const drawn = (curve: readonly number[]): readonly number[] =>
            heights(
              chart(ringOf(curve), options({ width, height: rows + 1, value: () => "".padStart(width) })).slice(0, -1),
              width,
            );
          const up = drawn(rising);
          expect(up).toEqual(up.toSorted((left, right) => left - right));
          const down = drawn(rising.toReversed());
          expect(down).toEqual(down.toSorted((left, right) => right - left));
        },
      ),
    );
  });

  test("has the largest value at the top, 0 at the foot, the first and the last time below", () => {
    const lines = chart(ringOf([5400, 3000, 1200, 10], 3_600_000), options({ width: 40, height: 5 }));
    expect(lines[0]).toMatch(/^5400 \S/u);
    expect(lines[3]).toMatch(/^ {3}0 \S/u);
    expect(lines[4]).toMatch(/^ {5}11:00 +14:00$/u);
    expect(widthOf(lines[4] ?? "")).toBe(40);
  });

  test("draws what it did before", () => {
    const ring = ringOf(
      Array.from({ length: 60 }, (_, index) =>
        index > 20 && index < 30 ? null : Math.round(90 * (1 - index / 60) ** 1.2),
      ),
      60_000,
    );
    const drawn = chart(ring, options({ width: 34, height: 5 })).join("\n");
    expect(`\n${drawn}\n`).toMatchInlineSnapshot(`
      "
      90 ⣿⣶⣦⣤⣄⣀
         ⣿⣿⣿⣿⣿⣿⣿⣷⣶⣤⣤
         ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿    ⢰⣦⣤⣄⣀⡀
       0 ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿    ⢸⣿⣿⣿⣿⣿⣿⣿⣶⣦⣤⣤⣀⣀⣀⣀
         11:00                     11:59
      "
    `);
  });

  test("leaves empty what is not known, and marks a zero", () => {
    expect(levels(sparkline(ringOf([9, 9, null, null, 0, 0, 9, 9]), { width: 4 }))).toBe("44  1144");
  });

  test("leaves empty where nobody read, and joins what was read slowly", () => {
    const pause: Ring = [
      ...ringOf([5, 5, 5, 5], 100_000),
      { at: START + 1_000_000, value: 5 },
      { at: START + 1_100_000, value: 5 },
    ];
    expect(levels(sparkline(pause, { width: 6 }))).toBe("4444      44");
    expect(levels(sparkline(ringOf([8, 8, 8], 600_000), { width: 5 }))).toBe("4".repeat(10));
  });

  test("shows the span that is asked for", () => {
    const ring = ringOf([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sparkline(ring, { width: 2, most: 4, span: { from: START - 40_000, to: START - 1 } })).toBe("  ");
    expect(levels(sparkline(ring, { width: 2, most: 4, span: { from: START, to: START + 30_000 } }))).toBe("1234");
  });

  test("of nothing is nothing", () => {
    expect(chart([], options())).toEqual([]);
    expect(chart(ringOf([1]), options({ width: 0 }))).toEqual([]);
    expect(sparkline([], { width: 5 })).toBe("     ");
    expect(chart(ringOf([null, null]), options({ height: 3 }))[0]?.trim()).toBe("0");
  });

  test("of one reading, or of readings that are all zero, can be drawn", () => {
    expect(chart(ringOf([7]), options({ width: 20, height: 3 }))).toHaveLength(3);
    expect(levels(sparkline(ringOf([0, 0, 0]), { width: 3 }))).toBe("111111");
  });
});

describe("a chart with a threshold", () => {
  /** Values of any size, close together or far apart, and a threshold somewhere. */
  const measured = fc.record({
    list: fc.array(fc.option(fc.double({ min: -1e6, max: 1e9, noNaN: true }), { freq: 4 }), {
      minLength: 2,
      maxLength: 60,
    }),
    threshold: fc.double({ min: -1e6, max: 1e9, noNaN: true }),
  });
  const numbers = (list: readonly (number | null)[]): readonly number[] => list.flatMap((value) => value ?? []);

  test("has an axis on which every value and the threshold lie", () => {
    fc.assert(
      fc.property(measured, ({ list, threshold }) => {
        const axis = axisOf(numbers(list), threshold);
        if (axis === null) {
          expect(numbers(list)).toEqual([]);
          return;
        }
        for (const value of [...numbers(list), threshold]) {
          expect(value).toBeGreaterThanOrEqual(axis.least);
          expect(value).toBeLessThanOrEqual(axis.most);
        }
        // What is to be seen takes a good part of the height, unless the axis stands at 0.
        const [low, high] = [Math.min(...numbers(list), threshold), Math.max(...numbers(list), threshold)];
        if (axis.least !== 0 && low >= 0) expect(high - low).toBeGreaterThan((axis.most - axis.least) * 0.3);
      }),
    );
  });

  test("is within its width, with the threshold in words at its height and as a line across", () => {
    fc.assert(
      fc.property(
        measured,
        fc.integer({ min: 24, max: 140 }),
        fc.integer({ min: 3, max: 12 }),
        ({ list, threshold }, width, height) => {
          const axis = axisOf(numbers(list), threshold);
          if (axis === null) return;
          // Names for the numbers: which of them stands where is what counts.
          const value = (number: number): string => (number === threshold ? "T" : "v");
          const lines = chart(ringOf(list), options({ ...axis, width, height, value }));
          expect(lines).toHaveLength(height);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
          const marked = lines.findIndex((line) => line.startsWith("T "));
          expect(marked).toBeGreaterThanOrEqual(0);
          const cells = [...(lines[marked] ?? "")].slice(2);
          // Empty cells and full ones both carry the line; only where the curve itself lies at that height it hides it.
          expect(cells.filter((cell) => cell === " " || cell === "⣿")).toEqual([]);
        },
      ),
    );
  });

  test("draws values above it, below it, and a gap that stays empty", () => {
    const drawn = (list: readonly (number | null)[], threshold: number): string => {
      const axis = axisOf(numbers(list), threshold);
      if (axis === null) throw new Error("no value");
      const value = (number: number): string => `${axisNumber(number, axis)} %`;
      return chart(ringOf(list), options({ ...axis, width: 30, height: 6, value })).join("\n");
    };
    const above = [90.1, 91, 92, 92.4, null, null, 93.2, 92.9];
    expect(`\n${drawn(above, 80)}\n\n${drawn([3, 2, 5, 4], 30)}\n`).toMatchInlineSnapshot(`
      "
      93.2 %  ⢀⣀⣀⣠⣤⣤⣶⣶⣶         ⢸⣿⣿⣿
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿         ⢸⣿⣿⣿
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿         ⢸⣿⣿⣿
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿         ⢸⣿⣿⣿
        80 % ───────────────────────
             11:00             11:01

      30 % ─────────────────────────



       0 % ⣤⣤⣤⣤⣤⣤⣄⣀⣀⣤⣤⣤⣤⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶
           11:00               11:00
      "
    `);
  });

  test("tells the ends of a narrow axis apart", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        (low, extent) => {
          const axis = axisOf([low, low + extent], null);
          if (axis === null) throw new Error("no axis");
          expect(axisNumber(axis.least, axis)).not.toBe(axisNumber(axis.most, axis));
        },
      ),
    );
  });
});

describe("a sparkline", () => {
  test("shows the least of what falls into one cell where that is the worst", () => {
    const ring = ringOf([9, 1, 9, 9, 9, 9]);
    expect(levels(sparkline(ring, { width: 1 }))).toBe("44");
    expect(levels(sparkline(ring, { width: 1, most: 9, keeps: "smallest" }))).toBe("14");
    expect(levels(sparkline(ringOf([-4, -2]), { width: 1, least: -4, most: -2 }))).toBe("14");
  });

  test("is exactly as wide as given", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 80 }), (list, width) => {
        expect(widthOf(sparkline(ringOf(list), { width }))).toBe(width);
      }),
    );
  });
});

describe("marks in blocks", () => {
  test("have the height of every cell of a chart", () => {
    fc.assert(
      fc.property(values, (list) => {
        const row = [...sparkline(ringOf(list), { width: 30 })];
        expect(row.map(blockMark).join("")).toMatch(/^[ ▂▄▆█]{30}$/u);
        for (const character of row) expect(blockMark(character) === " ").toBe(character === " ");
      }),
    );
    expect([..."⡀⠄⢰⣿█░a"].map(blockMark).join("")).toBe("▂▄▆██░a");
  });
});

describe("marks in ASCII", () => {
  test("keep the cells of every chart", () => {
    fc.assert(
      fc.property(values, (list) => {
        const row = [...sparkline(ringOf(list), { width: 30 })];
        const twins = row.map((character) => asciiMark(character) ?? character);
        expect(twins.join("")).toMatch(/^[ .:#]{30}$/u);
        for (const [index, character] of row.entries()) expect(twins[index] === " ").toBe(character === " ");
      }),
    );
    expect([..."█░a"].map(asciiMark)).toEqual(["#", ".", null]);
  });
});

describe("a progress bar", () => {
  test("grows with what is done, is full only at the end, and exactly as wide as given", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 60 }),
        (total, some, width) => {
          const done = Math.min(some, total);
          const full = (count: number): number =>
            [...progressBar(count, total, width)].filter((cell) => cell === "█").length;
          expect(widthOf(progressBar(done, total, width))).toBe(width);
          expect(full(done)).toBeLessThanOrEqual(full(Math.min(total, done + 1)));
          expect(full(done) === width).toBe(done === total);
        },
      ),
    );
  });

  test.each([
    [0, 0, "░░░░░░"],
    [0, 9, "░░░░░░"],
    [812, 1930, "██░░░░"],
    [1929, 1930, "█████░"],
    [1930, 1930, "██████"],
    [9, 4, "██████"],
  ])("of %i of %i", (done, total, bar) => expect(progressBar(done, total, 6)).toBe(bar));
});
