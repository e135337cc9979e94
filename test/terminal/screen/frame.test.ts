import { describe, expect, it } from "vitest";
import { readFrame, readLine } from "../../../src/terminal/screen/frame.ts";
import { Grid } from "../../../src/terminal/screen/grid.ts";

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

/** A line as a frame of one row has it. */
function asFrame(line: string, columns: number): { readonly glyphs: number[]; readonly looks: number[] } {
  const grid = new Grid(columns, 1);
  expect(readFrame(line, grid)).toBe(true);
  return { glyphs: [...grid.glyphs], looks: [...grid.looks] };
}

describe("a line as cells", () => {
  // Each after the one before: none must show through the next.
  it.each([
    { line: "漢字漢字漢字", columns: 12 },
    { line: `a${red("bc")}d`, columns: 4 },
    { line: `${red("e\u0301")}x漢${red("!")}`, columns: 5 },
    { line: "x", columns: 1 },
    { line: `${red(" ab ")}c`, columns: 5 },
  ])("is what a frame of that line is: $line", ({ line, columns }) => {
    readLine("漢字".repeat(40));
    const read = readLine(line);
    expect(read === null ? null : { glyphs: [...read.glyphs], looks: [...read.looks] }).toEqual(asFrame(line, columns));
  });

  it("says where terminals may disagree, and only there", () => {
    expect(readLine("e\u0301")?.isUncertain).toBe(true);
    expect(readLine("e")?.isUncertain).toBe(false);
  });

  it("is empty for an empty text, and nothing for what only a terminal understands", () => {
    expect(readLine("")?.glyphs.length).toBe(0);
    expect(readLine("a\u001b[2Jb")).toBe(null);
  });
});
