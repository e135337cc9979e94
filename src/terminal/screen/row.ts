import { endOfChange, firstChange } from "./difference.ts";
import { BLANK, COVERED, isUncertain } from "./glyph.ts";
import type { Grid } from "./grid.ts";
import { erasesPlain, PLAIN, transition } from "./look.ts";
import { glyphLength, moveLength, type Pen } from "./pen.ts";

const CSI = "\u001b[";
const ERASE_TO_END = `${CSI}K`;
const NO_WRAP = `${CSI}?7l`;
const WRAP = `${CSI}?7h`;

/** Maximum width of a glyph on any terminal: a family of four, drawn one by one. */
const WIDEST = 8;

/** Fewer blanks than this are written, because erasing them is not shorter. */
const FEWEST_TO_ERASE = 4;

/** A row as it is shown and as it should be. `shown` is null if the terminal's content is unknown. */
interface Row {
  readonly shown: Grid | null;
  readonly next: Grid;
  readonly y: number;
  /** Index of the row's first cell in the grids. */
  readonly at: number;
}

function isSame({ shown, next, at }: Row, x: number): boolean {
  return shown !== null && shown.glyphs[at + x] === next.glyphs[at + x] && shown.looks[at + x] === next.looks[at + x];
}

function isPlainBlank({ next, at }: Row, x: number): boolean {
  return next.glyphs[at + x] === BLANK && next.looks[at + x] === PLAIN;
}

/** Width of a glyph in columns: its own cell and the cells that it covers. */
function widthAt({ next, at }: Row, x: number): number {
  let width = 1;
  while (x + width < next.columns && next.glyphs[at + x + width] === COVERED) {
    width += 1;
  }
  return width;
}

function put(pen: Pen, row: Row, x: number): number {
  const { next, at } = row;
  const width = widthAt(row, x);
  pen.glyph(next.glyphs[at + x] ?? BLANK, width, next.looks[at + x] ?? PLAIN);
  return width;
}

/** Index in the grid at which the blanks at the end of a row begin. */
function endOfText({ glyphs, looks }: Grid, from: number, to: number): number {
  let at = to;
  while (at > from && glyphs[at - 1] === BLANK && looks[at - 1] === PLAIN) {
    at -= 1;
  }
  return at;
}

/** Updates a row of the terminal. Writes nothing if it is up to date. */
export function paintRow(pen: Pen, shown: Grid | null, next: Grid, y: number): void {
  const at = y * next.columns;
  const end = at + next.columns;
  const first = shown === null ? 0 : firstChange(shown, next, at, end) - at;
  if (first === next.columns) {
    return;
  }
  const row = { shown, next, y, at };
  const blankFrom = endOfText(next, at, end) - at;
  if (next.uncertain[y] === 1 || shown?.uncertain[y] === 1) {
    repaintRow(pen, row, blankFrom);
    return;
  }
  const stop = shown === null ? next.columns : endOfChange(shown, next, at + first, end) - at;
  let erased = Math.max(first, blankFrom);
  while (erased < stop && isSame(row, erased)) {
    erased += 1;
  }
  const erases = stop - erased >= FEWEST_TO_ERASE || (shown === null && blankFrom < next.columns);
  paintCells(pen, row, first, erases ? erased : stop);
  if (erases) {
    if (!(pen.state.y === y && pen.state.x >= blankFrom && pen.state.x <= erased)) {
      pen.moveTo(erased, y);
    }
    erase(pen, ERASE_TO_END);
  }
}

function erase(pen: Pen, sequence: string): void {
  if (!erasesPlain(pen.look)) {
    pen.setLook(PLAIN);
  }
  pen.raw(sequence);
}

/** Writes the changed cells from `first` to `stop` (exclusive). */
function paintCells(pen: Pen, row: Row, first: number, stop: number): void {
  let x = first;
  while (x < stop) {
    if (isSame(row, x)) {
      x += 1;
      continue;
    }
    let start = x;
    while (start > 0 && row.next.glyphs[row.at + start] === COVERED) {
      start -= 1;
    }
    reach(pen, row, start);
    const erased = eraseBlanks(pen, row, start, stop);
    if (erased > start) {
      x = erased;
      continue;
    }
    x = start;
    while (x < stop && (x === start || !isSame(row, x))) {
      x += put(pen, row, x);
      if (isPlainBlank(row, x)) {
        break;
      }
    }
  }
}

/** Brings the cursor to a column: by a move, or by rewriting the cells in between if that is shorter. */
function reach(pen: Pen, row: Row, x: number): void {
  const { next, at, y } = row;
  const { x: from, y: fromY } = pen.state;
  const isOnTheWay = fromY === y && from >= 0 && from < x && row.shown !== null && next.glyphs[at + from] !== COVERED;
  if (isOnTheWay) {
    const look = next.looks[at + x] ?? PLAIN;
    const limit = moveLength(from, x) + transition(pen.look, look).length;
    let length = 0;
    let last = pen.look;
    for (let column = from; column < x && length <= limit; column++) {
      const cell = next.looks[at + column] ?? PLAIN;
      length += glyphLength(next.glyphs[at + column] ?? BLANK, last, cell);
      last = cell;
    }
    if (length + transition(last, look).length <= limit) {
      for (let column = from; column < x; ) {
        column += put(pen, row, column);
      }
      return;
    }
  }
  pen.moveTo(x, y);
}

/**
 * Erases blanks within a row if that is shorter than writing them.
 *
 * @returns the column after them, or `start` if nothing was erased
 */
function eraseBlanks(pen: Pen, row: Row, start: number, stop: number): number {
  if (!isPlainBlank(row, start)) {
    return start;
  }
  let end = start;
  let last = start;
  for (; end < stop && isPlainBlank(row, end); end++) {
    if (!isSame(row, end)) {
      last = end;
    }
  }
  let following = end;
  while (following < stop && isSame(row, following)) {
    following += 1;
  }
  const count = last + 1 - start;
  const sequence = `${CSI}${count}X`;
  const after = following < stop ? moveLength(start, following) : 0;
  const afterWriting = following < stop ? Math.min(moveLength(last + 1, following), following - last - 1) : 0;
  if (sequence.length + after >= count + afterWriting) {
    return start;
  }
  erase(pen, sequence);
  return end;
}

/**
 * Writes a whole row in which the terminal may give a glyph another width than we do: after each such glyph the cursor is positioned again, and cells
 * that it may have left behind are erased.
 */
function repaintRow(pen: Pen, row: Row, blankFrom: number): void {
  const { next, at, y } = row;
  pen.moveTo(0, y);
  // A glyph that is wider than we expect must not wrap into the next row.
  let isSpilling = false;
  for (let x = Math.max(0, next.columns - WIDEST); x < next.columns; x++) {
    isSpilling ||= isUncertain(next.glyphs[at + x] ?? BLANK);
  }
  if (isSpilling) {
    pen.raw(NO_WRAP);
  }
  for (let x = 0; x < blankFrom; ) {
    pen.moveTo(x, y);
    if (isUncertain(next.glyphs[at + x] ?? BLANK)) {
      clearCells(pen, row, x);
      x += put(pen, row, x);
      pen.loseColumn();
    } else {
      x += put(pen, row, x);
    }
  }
  if (isSpilling) {
    pen.raw(WRAP);
  }
  if (blankFrom < next.columns) {
    pen.moveTo(blankFrom, y);
    erase(pen, ERASE_TO_END);
  }
}

/** Blanks the cells of a glyph first: a terminal that draws it narrower, or not at all, would leave old content there. */
function clearCells(pen: Pen, row: Row, x: number): void {
  for (let half = widthAt(row, x); half > 0; half--) {
    pen.glyph(BLANK, 1, row.next.looks[row.at + x] ?? PLAIN);
  }
  pen.moveTo(x, row.y);
}
