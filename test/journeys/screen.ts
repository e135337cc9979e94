import type { IBuffer, Terminal } from "@xterm/headless";

/** A colour as the terminal was told: its own default, one of its palette, or red, green and blue. */
export type Colour = "default" | `palette:${number}` | `#${string}`;

/** What one cell of the screen shows. */
export interface Cell {
  /** The character with what combines with it; empty for a blank cell and for the right half of a wide character. */
  readonly text: string;
  /** Columns that it takes: 1, 2, or 0 for the right half of a wide character. */
  readonly width: number;
  readonly fg: Colour;
  readonly bg: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strikethrough: boolean;
}

function colour(isDefault: boolean, isRgb: boolean, value: number): Colour {
  if (isDefault) {
    return "default";
  }
  return isRgb ? `#${value.toString(16).padStart(6, "0")}` : `palette:${value}`;
}

/** A line may hold cells beyond the last column after the terminal was made narrower: nobody sees them. */
function rowsOf(buffer: IBuffer, first: number, count: number, cols: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    (buffer.getLine(first + index)?.translateToString(true, 0, cols) ?? "").trimEnd(),
  );
}

/** The rows that are shown, spaces at their ends removed. */
export function readRows(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active;
  return rowsOf(buffer, buffer.baseY, terminal.rows, terminal.cols);
}

/** Every row of the normal screen, from the oldest that is kept. */
export function readWholeRows(terminal: Terminal): string[] {
  const buffer = terminal.buffer.normal;
  return rowsOf(buffer, 0, buffer.length, terminal.cols);
}

/** One cell of what is shown, counted from 0. */
export function readCell(terminal: Terminal, x: number, y: number): Cell {
  const buffer = terminal.buffer.active;
  const cell = buffer.getLine(buffer.baseY + y)?.getCell(x);
  if (cell === undefined) {
    throw new Error(`There is no cell ${x},${y} on a screen of ${terminal.cols}x${terminal.rows}.`);
  }
  return {
    text: cell.getChars(),
    width: cell.getWidth(),
    fg: colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    bg: colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
  };
}
