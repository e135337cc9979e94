import { type CellLine, Grid } from "./grid.ts";
import { afterSequence, PLAIN } from "./look.ts";

const ESC = 0x1b;
const LINE_FEED = 0x0a;
const FINAL_M = 0x6d;

/** Whether a character may be written into a cell: no control character. */
const isText = (code: number): boolean => code >= 0x20 && !(code >= 0x7f && code <= 0x9f);

/**
 * Reads a frame as Ink writes it (text, line feeds and SGR, the cursor at the top left) into a grid, which is cleared first. Of
 * a frame with more lines than the grid has rows the last ones count, as they would be what a terminal shows.
 *
 * @returns false when something else is in it, which only the terminal itself could make sense of
 */
export function readFrame(frame: string, grid: Grid): boolean {
  grid.clear();
  return readInto(frame, grid, Math.min(0, grid.rows - 1 - countLines(frame))) !== -1;
}

/** For lines that are read one by one; as wide as the widest of them so far. */
let scratch = new Grid(1, 1);

/** A line of a frame (text and SGR) as cells; null when something else is in it. */
export function readLine(line: string): CellLine | null {
  // No character is wider than two cells.
  if (scratch.columns < line.length * 2) {
    scratch = new Grid(line.length * 2, 1);
  }
  // What a line before it left would be taken for halves of its glyphs.
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
 * Writes a frame into a grid from the beginning of a row on.
 *
 * @returns the column after its last line, or -1 when something else is in it
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

/** Line feeds that are followed by something. */
function countLines(frame: string): number {
  let count = 0;
  for (let at = frame.indexOf("\n"); at !== -1 && at < frame.length - 1; at = frame.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}

/** Where the `m` of the SGR sequence at `start` stands; -1 when it is another sequence. */
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
