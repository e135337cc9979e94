/** Characters for columns filled to a level, in three styles, all one cell wide (`screens.md`, grammar: charts). */

export type ChartStyle = "braille" | "block" | "ascii";

/** A style: the number of columns and levels in a cell, and the character for given levels (0 is empty). */
export type Marks = {
  readonly columns: number;
  readonly levels: number;
  readonly cell: (levels: readonly number[]) => string;
};

const BRAILLE = 0x2800;
/** Dots of the left and of the right column, from the bottom up. */
const DOTS = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
const BLOCKS: readonly string[] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const LETTERS = [" ", ".", ":", "#"] as const;

const braille: Marks = {
  columns: 2,
  levels: 4,
  cell: (levels) => {
    const dots = DOTS.flatMap((column, index) => column.slice(0, levels[index] ?? 0));
    const sum = dots.reduce((all, dot) => all + dot, 0);
    // Some fonts draw the empty braille pattern; a space is always blank.
    return sum === 0 ? " " : String.fromCodePoint(BRAILLE + sum);
  },
};

const ofOneColumn = (marks: readonly string[]): Marks => ({
  columns: 1,
  levels: marks.length - 1,
  cell: ([level = 0]) => marks[level] ?? " ",
});

export const MARKS: Readonly<Record<ChartStyle, Marks>> = {
  braille,
  block: ofOneColumn(BLOCKS),
  ascii: ofOneColumn(LETTERS),
};

/** Height of the higher column of a braille pattern, from 0 to 4. */
function heightOf(pattern: number): number {
  const heights = DOTS.map((column) => column.findLastIndex((dot) => (pattern & dot) !== 0) + 1);
  return Math.max(0, ...heights);
}

const letter = (part: number): string => LETTERS[Math.ceil(part * (LETTERS.length - 1))] ?? " ";

/** The ASCII counterpart of a chart or bar character, cell for cell; null for every other character. */
export function asciiMark(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  if (code >= BRAILLE && code < BRAILLE + 256) return letter(heightOf(code - BRAILLE) / 4);
  const block = BLOCKS.indexOf(character);
  if (block > 0) return letter(block / (BLOCKS.length - 1));
  return character === "░" ? "." : null;
}
