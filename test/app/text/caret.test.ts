import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { erased, inserted, lineAt, movedCaret, shownFrom, textLines } from "../../../src/app/text/caret.ts";
import { graphemes, widthOf } from "../../../src/text/width.ts";

/** Positions in a text of several lines: rules that hold for any text. */

const text = fc
  .array(fc.constantFrom("a", "word", " ", "  ", "\n", "é", "漢字", "👩‍👩‍👧", "🇩🇪", "-"), { maxLength: 40 })
  .map((parts) => parts.join(""));

/** Every place between two characters of a text. */
const places = (of: string): number[] => {
  let at = 0;
  return [0, ...graphemes(of).map((character) => (at += character.length))];
};

describe("lines of a text", () => {
  it("hold every character but the line breaks, in order, and none is too wide", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (of, width) => {
        const lines = textLines(of, width);
        expect(lines.map(({ start, end }) => of.slice(start, end)).join("")).toBe(of.replaceAll("\n", ""));
        for (const { start, end } of lines) {
          // A space at the end may stand beyond the edge: nobody sees it.
          expect(widthOf(of.slice(start, end).trimEnd())).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it("break a second time where what follows the space is still too wide", () => {
    expect(textLines(" a漢字", 2).map(({ start, end }) => " a漢字".slice(start, end))).toEqual([" a", "漢", "字"]);
  });

  it("have a line for every place, and the caret stands in it", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (of, width) => {
        const lines = textLines(of, width);
        for (const caret of places(of)) {
          const line = lines[lineAt(lines, caret)];
          expect(line).toBeDefined();
          expect(caret).toBeGreaterThanOrEqual(line?.start ?? Number.NaN);
          expect(caret).toBeLessThanOrEqual(line?.end ?? Number.NaN);
        }
      }),
    );
  });

  it("break at spaces where there are some", () => {
    const of = "one two three four";
    const json = '  "tags":[]';
    expect(textLines(json, 8).map(({ start, end }) => json.slice(start, end))).toEqual(['  "tags"', ":[]"]);
    expect(textLines(of, 9).map(({ start, end }) => of.slice(start, end))).toEqual(["one two ", "three ", "four"]);
  });
});

describe("a caret", () => {
  it("goes right through all characters and left back again, never into one", () => {
    fc.assert(
      fc.property(text, (of) => {
        const forth = [0];
        for (let caret = 0; caret < of.length; ) {
          caret = movedCaret(of, caret, "right") ?? Number.NaN;
          forth.push(caret);
        }
        expect(forth).toEqual(places(of));
        const back = [of.length];
        for (let caret = of.length; caret > 0; ) {
          caret = movedCaret(of, caret, "left") ?? Number.NaN;
          back.push(caret);
        }
        expect(back.reverse()).toEqual(places(of));
      }),
    );
  });

  it("goes up and down by lines, and tells when there is none further", () => {
    const of = "first line\nsecond\nx";
    expect(movedCaret(of, 3, "up")).toBeNull();
    expect(movedCaret(of, 8, "down")).toBe(of.indexOf("\nx"));
    expect(movedCaret(of, of.indexOf("second") + 2, "up")).toBe(2);
    expect(movedCaret(of, of.length, "down")).toBeNull();
    expect(movedCaret(of, of.indexOf("second") + 3, "home")).toBe(of.indexOf("second"));
    expect(movedCaret(of, 0, "end")).toBe("first line".length);
  });

  it("stands behind what was put in, and what is erased there again leaves the text as it was", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("b", "漢", " ", "\n"), fc.nat(), (of, what, seed) => {
        const at = places(of)[seed % places(of).length] ?? 0;
        const written = inserted(of, at, what);
        expect(written.caret).toBe(at + what.length);
        expect(erased(written.text, written.caret, "before")).toEqual({ text: of, caret: at });
        expect(erased(written.text, at, "behind")).toEqual({ text: of, caret: at });
      }),
    );
  });

  it("moves by words as a shell does", () => {
    const of = "prod-eu  198.51.100.7, ünï";
    const stops = (move: "word-left" | "word-right", from: number): number[] => {
      const found = [from];
      for (let at = from; ; ) {
        const next = movedCaret(of, at, move) ?? at;
        if (next === at) return found;
        found.push(next);
        at = next;
      }
    };
    expect(stops("word-right", 0)).toEqual([0, 4, 7, 12, 15, 19, 21, 26]);
    expect(stops("word-left", 26)).toEqual([26, 23, 20, 16, 13, 9, 5, 0]);
  });

  it.each([
    ["word-before", "a b-c |d", "a b-|d"],
    ["chunk-before", "a b-c |d", "a |d"],
    ["word-behind", "a| b-c d", "a|-c d"],
    ["to-start", "x\ny z|1", "x\n|1"],
    ["to-end", "x|y z\n1", "x|\n1"],
  ] as const)("erases %s", (what, from, to) => {
    const caret = from.indexOf("|");
    expect(erased(from.replace("|", ""), caret, what)).toEqual({ text: to.replace("|", ""), caret: to.indexOf("|") });
  });

  it("is in sight in a line of any width, and the line shows its start where it can", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 3, max: 40 }), (of, nth, width) => {
        const one = of.replaceAll("\n", " ");
        const all = places(one);
        const caret = all[nth % all.length] ?? 0;
        const from = shownFrom(one, caret, width);
        expect(all).toContain(from);
        expect(widthOf(one.slice(from, caret))).toBeLessThan(width);
        if (widthOf(one.slice(0, caret)) < width) expect(from).toBe(0);
      }),
    );
  });
});

describe("every move", () => {
  const MOVES = ["left", "right", "home", "end", "up", "down", "word-left", "word-right"] as const;

  it("leads to a place between two characters", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...MOVES), fc.nat(), (of, move, seed) => {
        const all = places(of);
        const to = movedCaret(of, all[seed % all.length] ?? 0, move);
        if (to !== null) expect(all).toContain(to);
      }),
    );
  });

  it("up and down stay in their column as it is seen", () => {
    expect(movedCaret('"😀😀\n"a', 7, "up")).toBe(1);
    expect(movedCaret('"😀😀\n"a', 8, "up")).toBe(1);
    expect(movedCaret("漢字\nabcd", 1, "down")).toBe(5);
  });
});

it("what is erased before a long text without a space is found as fast as it is read", () => {
  const long = "x".repeat(200_000);
  expect(erased(`${long} y`, long.length + 2, "chunk-before")).toEqual({ text: `${long} `, caret: long.length + 1 });
  expect(erased(`${long} `, long.length + 1, "word-before")).toEqual({ text: "", caret: 0 });
});
