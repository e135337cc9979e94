import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanPaste } from "../../src/terminal/input/paste.ts";

describe("a pasted text", () => {
  it.each([
    ["plain", "plain", "plain"],
    ["one\r\ntwo\rthree\n", "one two three", "one\ntwo\nthree\n"],
    ["\n\n  indented\n\n", "  indented", "\n\n  indented\n\n"],
    ["a\tb", "a b", "a  b"],
    [
      "\u001b[31mred\u001b[0m and \u001b]8;;http://example.org\u0007link\u001b]8;;\u0007",
      "red and link",
      "red and link",
    ],
    ["be\u0007ll, d\u007fel, \u0000nul, \u009bcsi", "bell, del, nul, si", "bell, del, nul, si"],
    ["left\u202eright\u2066\u200f\ufeff", "leftright", "leftright"],
    ["half \ud83d a smile 😀 漢 e\u0301", "half  a smile 😀 漢 e\u0301", "half  a smile 😀 漢 e\u0301"],
    ["one\u2028two\u0085three", "one two three", "one\ntwo\nthree"],
  ])("%j is clean for a field", (text, line, lines) => {
    expect(cleanPaste(text, "line")).toBe(line);
    expect(cleanPaste(text, "text")).toBe(lines);
  });

  it("never has a control character in it, whatever is pasted", () => {
    const rule = fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(cleanPaste(text, "line")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      expect(cleanPaste(text, "text").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    });
    fc.assert(rule, { numRuns: 2_000 });
  });
});
