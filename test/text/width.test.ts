import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSpans, spansWidth, spread } from "../../src/text/spans.ts";
import { cut, fitText, quoted, widthOf, wrapped } from "../../src/text/width.ts";

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

  it("keep a number with its unit, and a time with its zone", () => {
    expect(wrapped("starts in 2 h, from 14:06 UTC on", 11)).toEqual(["starts in", "2 h, from", "14:06 UTC", "on"]);
    expect(wrapped("shard 2 has none", 7)).toEqual(["shard 2", "has", "none"]);
  });

  it("do not double the ellipsis of a shortened id", () => {
    expect(cut("disk  6b06…cb04", 12)).toBe("disk  6b06…");
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

  it("keep beginning and end of each name in them, where there is room for both", () => {
    const text = "prod-payments-number-1 → prod-payments-number-2";
    expect(cut(text, 22, "middle")).toBe("prod-…er-1 → prod…er-2");
    expect(cut(text, 12, "middle")).toBe("prod-p…ber-2");
    expect(cut("prod-payments-number-1 → download", 22, "middle")).toBe("prod-…ber-1 → download");
    expect(cut("prod-payments-number-1 · latest 2 h old", 30, "middle")).toBe("prod-pa…mber-1 · latest… h old");
    expect(cut("prod-eu-shard-00-01.acme.example.net:27017", 24, "middle")).toBe("prod-eu-shard-00-01.acm…");
    expect(cut("paused-1 → stage-1 (Staging)", 23, "middle")).toBe("paused-1 → stage-1 (St…");
  });

  it("have exactly their width when several names are cut", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), fc.integer({ min: 1, max: 60 }), (names, room) => {
        const joined = names.join(" → ");
        return (
          widthOf(cut(joined, room, "middle")) <= room &&
          (widthOf(joined) > room || cut(joined, room, "middle") === joined)
        );
      }),
    );
  });
});

it("what somebody typed is repeated by its beginning where it is long", () => {
  expect(quoted(" disk ")).toBe("“disk”");
  expect(widthOf(quoted("漢".repeat(3000)))).toBeLessThan(45);
});

describe("texts of megabytes", () => {
  it.each([
    ["wide letters", "界"],
    ["letters with a mark", "e\u0301"],
    ["letters without a space", "x"],
  ])("%s are broken into lines as far as a person reads, which says how much is missing", (_what, character) => {
    const long = character.repeat(3_000_000 / character.length);
    const lines = wrapped(long, 76);
    expect(lines.every((line) => widthOf(line) <= 76)).toBe(true);
    expect(lines.length).toBeLessThan(3000);
    expect(lines.at(-1)).toBe("… 2900000 more characters are not shown.");
  });

  it("are cut from either end", () => {
    const long = `first${"界".repeat(1_000_000)}last`;
    expect([cut(long, 8), cut(long, 8, "start"), cut(long, 12, "middle")]).toEqual([
      "first界…",
      "…界last",
      "first…last",
    ]);
  });

  it("take at least a character a line", () => {
    expect(wrapped("界界", 1)).toEqual(["界", "界"]);
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
