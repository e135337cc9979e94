import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marksFor, UNICODE } from "../../src/app/symbols.ts";
import { widthOf } from "../../src/text/width.ts";

const { symbols: ASCII, spell: asciiText } = marksFor("unicode", "ascii");

describe("marks of the screen", () => {
  it("are all one cell wide, and so are their twins", () => {
    for (const mark of [...Object.values(UNICODE), ...Object.values(ASCII)])
      expect([mark, widthOf(mark)]).toEqual([mark, 1]);
    expect(Object.values(ASCII).every((mark) => mark.charCodeAt(0) < 0x80)).toBe(true);
  });

  it("leave nothing but ASCII on a terminal that has nothing else, in the same cells", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "漢", "…", "·", "›", "e\u0301", "≠", "▌") });
    fc.assert(
      fc.property(text, (value) => {
        const spelled = asciiText(value);
        return /^[ -~]*$/u.test(spelled) && widthOf(spelled) === widthOf(value);
      }),
    );
    expect(asciiText("▌Alerts  6 open · 2 acknowledged…")).toBe("#Alerts  6 open - 2 acknowledged~");
  });

  it("leave charts no braille where a font lacks it, and everything else as it is", () => {
    const { symbols, spell } = marksFor("blocks", "unicode");
    expect(symbols).toEqual(UNICODE);
    expect(spell("lag ⣿⣶⣤⣀⡀⢰ 5 s · █░ é漢")).toBe("lag █▆▄▂▂▆ 5 s · █░ é漢");
    expect(marksFor("blocks", "ascii").symbols).toEqual(ASCII);
  });
});
