/** Characters for columns filled to a level, one cell wide: braille, and for fonts without it blocks or ASCII (`screens.md`, grammar: charts). */

/** Number of columns in a cell, and of levels in a column. */
export const COLUMNS = 2;
export const LEVELS = 4;

const BRAILLE = 0x2800;
/** Dots of the left and of the right column, from the bottom up. */
const DOTS = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
const BLOCKS = [" ", "▂", "▄", "▆", "█"] as const;
const LETTERS = [" ", ".", ":", "#"] as const;

/** The character for the levels of a cell's columns; 0 is empty. */
export function cellMark(levels: readonly number[]): string {
  const dots = DOTS.flatMap((column, index) => column.slice(0, levels[index] ?? 0));
  const sum = dots.reduce((all, dot) => all + dot, 0);
  // Some fonts draw the empty braille pattern; a space is always blank.
  return sum === 0 ? " " : String.fromCodePoint(BRAILLE + sum);
}

/** Level of the higher column of a braille pattern; null for every other character. */
function levelOf(character: string): number | null {
  const pattern = (character.codePointAt(0) ?? 0) - BRAILLE;
  if (pattern < 0 || pattern > 255) return null;
  return Math.max(...DOTS.map((column) => column.findLastIndex((dot) => (pattern & dot) !== 0) + 1));
}

/** The block for a character of a chart, cell for cell; every other character stays. */
export function blockMark(character: string): string {
  const level = levelOf(character);
  return level === null ? character : (BLOCKS[level] ?? " ");
}

/** The ASCII counterpart of a chart or bar character, cell for cell; null for every other character. */
export function asciiMark(character: string): string | null {
  const level = levelOf(character);
  if (level !== null) return LETTERS[Math.ceil((level / LEVELS) * (LETTERS.length - 1))] ?? " ";
  if (character === "█") return "#";
  return character === "░" ? "." : null;
}
