import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { bytesOf, glyphsOf, isUncertain, textOf } from "../../../src/terminal/screen/glyph.ts";
import { certainWidth, isCertain } from "../../../src/text/certain-width.ts";
import { Emulator } from "./emulator.ts";

const certain = Array.from({ length: 0x1_00_00 }, (_, unit) => unit).filter((unit) => certainWidth(unit) > 0);

describe("glyphs", () => {
  it("are certain only where Ink and the emulator's own table measure the same", async () => {
    expect(certain.length).toBeGreaterThan(30_000);
    const disagreeing = certain.filter((unit) => stringWidth(String.fromCodePoint(unit)) !== certainWidth(unit));
    expect(disagreeing.map((unit) => unit.toString(16))).toEqual([]);
    const emulator = new Emulator(certain.length * 2, 1, null);
    await emulator.write(String.fromCodePoint(...certain));
    let x = 0;
    for (const unit of certain) {
      expect({ unit, text: emulator.cell(x, 0).text.trim() || " " }).toEqual({
        unit,
        text: String.fromCodePoint(unit).trim() || " ",
      });
      x += certainWidth(unit);
    }
    emulator.dispose();
  });

  it("are characters as people count them, given back as they were", () => {
    const text = "aé漢e\u0301👩‍👩‍👧‍👦🇩🇪✔️😀";
    const glyphs = [...glyphsOf(text)];
    expect(glyphs.map(({ glyph }) => textOf(glyph))).toEqual(["a", "é", "漢", "e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "✔️", "😀"]);
    expect(glyphs.map(({ width }) => width)).toEqual([1, 1, 2, 1, 2, 2, 2, 2]);
    expect(glyphs.map(({ glyph }) => isUncertain(glyph))).toEqual([false, false, false, true, true, true, true, true]);
    expect(glyphs.map(({ glyph }) => bytesOf(glyph))).toEqual(
      ["a", "é", "漢", "e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "✔️", "😀"].map((one) => Buffer.byteLength(one)),
    );
  });

  it("are made without a segmenter of texts that it would take apart into their units", () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    const units = certain.map((unit) => String.fromCodePoint(unit));
    for (const one of [units, units.toReversed()]) {
      const text = one.join("");
      expect(isCertain(text)).toBe(true);
      expect([...segmenter.segment(text)].map(({ segment }) => segment)).toEqual(one);
      expect([...glyphsOf(text)].map(({ glyph }) => textOf(glyph))).toEqual(one);
    }
    for (const text of ["e\u0301", "a😀", "\u200d", "✔️", "가\u11a8"]) expect(isCertain(text), text).toBe(false);
  });
});
