import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSpans, spansWidth, spread } from "../../src/text/spans.ts";
import { cut, fitText, widthOf, wrapped } from "../../src/text/width.ts";

const text = fc.string({ unit: fc.constantFrom("a", "é", "漢", " ", "…", "e\u0301", "👍", "-") });
const width = fc.integer({ min: 0, max: 40 });
const where = fc.constantFrom("start" as const, "middle" as const, "end" as const);

describe("texts in a width", () => {
  it("never grow beyond it, and say by an ellipsis that something is missing", () => {
    fc.assert(
      fc.property(text, width, where, (value, room, place) => {
        const shown = cut(value, room, place);
        return widthOf(shown) <= room && (shown === value || room === 0 || shown.includes("…"));
      }),
    );
  });

  it("fill it exactly where that is possible with what is left out", () => {
    fc.assert(
      fc.property(text, width, where, (value, room, place) => {
        const shown = fitText(value, room, "left", place);
        return widthOf(shown) === room;
      }),
    );
  });

  it("wrap without losing a character that is not a space", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (value, room) => {
        const lines = wrapped(value, room);
        return (
          lines.every((line) => widthOf(line) <= room) &&
          lines.join("").replaceAll(" ", "") === value.replaceAll(" ", "")
        );
      }),
    );
  });

  it("are cut from the end that matters least", () => {
    expect(cut("prod-eu-shard-00-01", 9, "middle")).toBe("prod…0-01");
    expect(cut("prod-eu-shard-00-01", 9, "start")).toBe("…ard-00-01".slice(0, 1) + "ard-00-01".slice(1));
    expect(cut("prod-eu-shard-00-01", 9)).toBe("prod-eu-…");
  });
});

describe("lines of pieces", () => {
  const piece = fc.record({ text });
  it("keep their width whatever stands in them", () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), width, (left, right, room) => {
        return spansWidth(cutSpans(left, room)) <= room && spansWidth(spread(left, right, room)) <= room;
      }),
    );
  });
});
