import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printableJson } from "../../src/client/answers/printable-json.ts";
import { ExactNumber, isObject, type Json } from "../../src/contract/json/json.ts";
import { isPrintable, printable, printableLines } from "../../src/text/printable.ts";
import { anyJson } from "../contract/schema-documents.ts";

/** What a terminal may act upon or a reader not see, by code point, independent of the gate's own pattern. */
function isActive(code: number): boolean {
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isBidi =
    [0x061c, 0x200e, 0x200f].includes(code) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isBidi || isSurrogate || code === 0x2028 || code === 0x2029;
}

const actives = (text: string): number[] => [...text].map((each) => each.codePointAt(0) ?? 0).filter(isActive);

const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes));
const dangerous = fc
  .array(
    fc.constantFrom(
      "\u001b[2J",
      "\u001b]0;x\u0007",
      "\u009b31m",
      "\u0000",
      "\u007f",
      "\r",
      "\n",
      "\t",
      "\u202e",
      "\u2066",
      "\ud83d",
      "\ude00",
      "\ud83d\ude00",
      "\u200e",
      "a",
      "é",
      "漢",
      "👍🏽",
    ),
  )
  .map((parts) => parts.join(""));
const anyText = fc.oneof(codeUnits, dangerous, fc.string({ unit: "binary" }));

describe("the gate", () => {
  test("lets no control, direction or half of a character through", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(actives(printable(text))).toEqual([]);
        expect(actives(printableLines(text)).filter((code) => code !== 0x0a)).toEqual([]);
        expect(isPrintable(printable(text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("changes nothing that has been through it", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, lines) => {
        const through = lines ? printableLines : printable;
        const once = through(text);
        expect(through(once)).toBe(once);
      }),
    );
  });

  test("leaves harmless text as it is, in any script", () => {
    for (const text of ["prod-eu", "Zürich", "日本語", "עברית", "👩‍👩‍👧 ok", "a·b", ""])
      expect(printable(text)).toBe(text);
  });

  test("makes a tampered name visibly odd, and keeps lines only where they belong", () => {
    expect(printable("prod\u001b[31m")).toBe("prod·[31m");
    expect(printable("a\r\nb\nc\td")).toBe("a b c d");
    expect(printableLines("a\r\nb\nc\td")).toBe("a\nb\nc d");
    expect(printableLines("a\rb")).toBe("a·b");
  });

  test("shows every character that a reader is meant not to see", () => {
    const hidden = [
      "\u00ad",
      "\u034f",
      "\u115f",
      "\u180e",
      "\u200b",
      "\u200c",
      "\u2060",
      "\u3164",
      "\ufe00",
      "\uffa0",
      "\u{e0041}",
    ];
    for (const character of hidden) expect(printable(`pr${character}od`), JSON.stringify(character)).toBe("pr·od");
    // What joins and colours pictures is seen between pictures alone.
    expect(printable("prod\u200d")).toBe("prod·");
    expect(printable("1\ufe0f")).toBe("1·");
    expect(printable("a\u200db ❤️ 👨🏽‍🚒")).toBe("a·b ❤️ 👨🏽‍🚒");
  });

  test("lets eight marks stand on a letter, and not five thousand", () => {
    expect(printable(`e${"\u0301".repeat(5000)}x`)).toBe(`e${"\u0301".repeat(8)}x`);
    expect(printable(`e${"\u0301\u0300".repeat(4)}x`)).toBe(`e${"\u0301\u0300".repeat(4)}x`);
  });

  test("covers whole documents, their keys included, and alters no other value", () => {
    const texts = (value: Json): string[] => {
      if (typeof value === "string") return [value];
      if (Array.isArray(value)) return value.flatMap(texts);
      return isObject(value) ? Object.entries(value).flatMap(([key, item]) => [key, ...texts(item)]) : [];
    };
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(texts(printableJson(value)).flatMap(actives)).toEqual([]);
      }),
    );
    const number = new ExactNumber("9007199254740993");
    expect(printableJson({ "a\u0007": ["x\ny", number, 1, true, null] }, (key) => key === "a\u0007")).toEqual({
      a·: ["x\ny", number, 1, true, null],
    });
  });

  test("leaves a document that is safe as it stands the very same, and what is safe in another", () => {
    const safe = { a: [{ b: "c" }, null], d: {} };
    expect(printableJson(safe)).toBe(safe);
    const other = printableJson({ safe, unsafe: "\u0007", "\u0007": 1 });
    expect(other).toEqual({ safe, unsafe: "·", "·": 1 });
    expect(isObject(other) && other["safe"]).toBe(safe);
  });
});
