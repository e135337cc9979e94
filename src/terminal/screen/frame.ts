import { type CellLine, Grid } from "./grid.ts";
import { afterSequence, PLAIN } from "./look.ts";

const ESC = 0x1b;
const LINE_FEED = 0x0a;
const FINAL_M = 0x6d;

/** True for a character that may be written into a cell: not a control character. */
const isText = (code: number): boolean => code >= 0x20 && !(code >= 0x7f && code <= 0x9f);

/**
 * Parses a frame as Ink writes it (text, line feeds and SGR, starting at the top left) into a grid, which is cleared first. If the frame has more
 * lines than the grid has rows, the last ones count, as on a scrolled terminal.
 *
 * @returns false if the frame holds other sequences, which only the terminal could interpret
 */
export function readFrame(frame: string, grid: Grid): boolean {
  grid.clear();
  return readInto(frame, grid, Math.min(0, grid.rows - 1 - countLines(frame))) !== -1;
}

/** A grid of one row for parsing single lines; as wide as the longest of them so far requires. */
let scratch = new Grid(1, 1);

/** Parses a line of a frame (text and SGR) into cells; null if it holds other sequences. */
export function readLine(line: string): CellLine | null {
  // No character is wider than two cells.
  if (scratch.columns < line.length * 2) {
    scratch = new Grid(line.length * 2, 1);
  }
  // Remains of the line before could be taken for halves of wide glyphs.
  scratch.clear();
  const columns = readInto(line, scratch, 0);
  if (columns === -1) {
    return null;
  }
  return {
    glyphs: scratch.glyphs.slice(0, columns),
    looks: scratch.looks.slice(0, columns),
    isUncertain: scratch.uncertain[0] === 1,
  };
}

/**
 * Writes a frame into a grid, starting at a row.
 *
 * @returns the column after its last line, or -1 if it holds other sequences
 */
function readInto(frame: string, grid: Grid, row: number): number {
  let y = row;
  let x = 0;
  let look = PLAIN;
  for (let index = 0; index < frame.length; ) {
    const code = frame.charCodeAt(index);
    if (code === LINE_FEED) {
      y += 1;
      x = 0;
      index += 1;
    } else if (code === ESC) {
      const end = endOfSgr(frame, index);
      const after = end === -1 ? undefined : afterSequence(look, frame.slice(index + 2, end));
      if (after === undefined) {
        return -1;
      }
      look = after;
      index = end + 1;
    } else if (isText(code)) {
      let end = index + 1;
      while (end < frame.length && isText(frame.charCodeAt(end))) {
        end += 1;
      }
      if (y >= 0 && y < grid.rows && x < grid.columns) {
        x = grid.write(x, y, frame.slice(index, end), look);
      }
      index = end;
    } else {
      return -1;
    }
  }
  return x;
}

/** Number of line feeds, without one at the end. */
function countLines(frame: string): number {
  let count = 0;
  for (let at = frame.indexOf("\n"); at !== -1 && at < frame.length - 1; at = frame.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}

/** Index of the `m` that ends the SGR sequence at `start`; -1 if it is another sequence. */
function endOfSgr(frame: string, start: number): number {
  if (frame[start + 1] !== "[") {
    return -1;
  }
  let end = start + 2;
  for (; end < frame.length; end++) {
    const code = frame.charCodeAt(end);
    const isParameter = (code >= 0x30 && code <= 0x39) || code === 0x3b;
    if (!isParameter) {
      break;
    }
  }
  return frame.charCodeAt(end) === FINAL_M ? end : -1;
}
