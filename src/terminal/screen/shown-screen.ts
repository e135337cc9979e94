import { differenceBetween } from "./difference.ts";
import { BLANK, COVERED } from "./glyph.ts";
import { Grid } from "./grid.ts";
import { erasesPlain, PLAIN } from "./look.ts";
import { LOST_PEN, Pen, type PenState, wireLength } from "./pen.ts";
import { paintRow } from "./row.ts";
import { findShifts, type Shift } from "./scroll.ts";

const CSI = "\u001b[";

/** A scroll takes some fifteen bytes, so it cannot shorten an update below this length (bytes). */
const SHORT = 40;

/**
 * Method of moving rows: by scrolling within margins, by deleting and inserting lines within them (for terminals without SU and SD, such as the Linux
 * console), or none.
 */
export type Scrolling = "scroll" | "lines" | "none";

/** Output that updates the terminal; empty if it is up to date. */
export interface ScreenUpdate {
  readonly output: string;
  /** True if a row may be blank for a moment although it is blank neither before nor after: it flickers if the output arrives in pieces. */
  readonly isBlankMidway: boolean;
}

/** A candidate update: its output, and the terminal's content before writing cells, with rows already moved. */
interface Written {
  readonly pen: Pen;
  readonly from: Grid | null;
  /** Per row, 0 if nothing is written to it. */
  readonly rows: Int32Array;
}

const NOTHING: ScreenUpdate = { output: "", isBlankMidway: false };

/** Tracks what a terminal shows, as far as known, and computes the output that updates it. */
export class ShownScreen {
  readonly #scrolling: Scrolling;
  #shown: Grid;
  #spare: Grid;
  #isKnown = false;
  #pen: PenState = LOST_PEN;

  constructor(columns: number, rows: number, scrolling: Scrolling) {
    this.#scrolling = scrolling;
    this.#shown = new Grid(columns, rows);
    this.#spare = new Grid(columns, rows);
  }

  get columns(): number {
    return this.#shown.columns;
  }

  get rows(): number {
    return this.#shown.rows;
  }

  /** The content of the terminal, or the last known one. Must not be changed. */
  get grid(): Grid {
    return this.#shown;
  }

  /** True if the terminal's content is known. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Call after clearing the terminal: all cells are blank. */
  cleared(): void {
    this.#shown.clear();
    this.#isKnown = true;
    this.#pen = LOST_PEN;
  }

  /** Call after other code has drawn this content; the cursor and its look are unknown. */
  adopt(shown: Grid): void {
    this.#isKnown = this.#shown.copy(shown);
    this.#pen = LOST_PEN;
  }

  /** Call after another program has written to the terminal, or after a resize: the next update writes everything. */
  forget(columns = this.columns, rows = this.rows): void {
    this.#isKnown = false;
    this.#pen = LOST_PEN;
    if (columns !== this.columns || rows !== this.rows) {
      this.#shown = this.#shown.resized(columns, rows);
      this.#spare = new Grid(columns, rows);
    }
  }

  /** True if the terminal has its default look, so that output of other programs looks right. */
  get isPlain(): boolean {
    return this.#pen.look === PLAIN;
  }

  /** Output that updates the terminal to a grid of the same size; it counts as written. */
  update(next: Grid): ScreenUpdate {
    const written = this.#shortest(next);
    let update = NOTHING;
    if (written !== undefined) {
      const { pen, from, rows } = written;
      this.#pen = pen.state;
      const isBlankMidway = from !== null && isAnyRowBlank(rows, this.#shown, from, next);
      update = { output: pen.output, isBlankMidway };
    }
    this.#isKnown = true;
    this.#shown.copy(next);
    return update;
  }

  /** The shortest update found, with the rows that it writes to. */
  #shortest(next: Grid): Written | undefined {
    if (!this.#isKnown) {
      const rows = new Int32Array(next.rows).fill(1);
      const pen = this.#written(null, next, rows, Number.POSITIVE_INFINITY);
      return pen === undefined ? undefined : { pen, from: null, rows };
    }
    const shown = this.#shown;
    const difference = differenceBetween(shown, next);
    let best: (Written & { readonly shift: Shift }) | undefined;
    let bestLength = Number.POSITIVE_INFINITY;
    let last: Shift | undefined;
    for (const shift of this.#scrolling === "none" ? [] : findShifts(shown, next, difference)) {
      const rows = difference.cells.slice().fill(1, shift.top, shift.bottom + 1);
      const from = this.#shifted(shift);
      last = shift;
      const pen = this.#written(from, next, rows, bestLength, shift);
      const length = pen === undefined ? bestLength : wireLength(pen.output);
      if (pen !== undefined && length < bestLength) {
        best = { pen, from, rows, shift };
        bestLength = length;
      }
    }
    // Compare last with an update that moves no rows: stop writing it, or do not begin, once it is longer than the best
    // one.
    const rows = difference.cells;
    const limit = Math.max(bestLength, SHORT);
    const plain = difference.least > limit ? undefined : this.#written(shown, next, rows, limit);
    if (plain !== undefined && (plain.output.length < SHORT || wireLength(plain.output) <= bestLength)) {
      return { pen: plain, from: shown, rows };
    }
    if (best !== undefined && best.shift !== last) {
      this.#shifted(best.shift);
    }
    return best;
  }

  /** Content of the terminal after rows have moved. Valid until the next call. */
  #shifted({ top, bottom, by }: Shift): Grid {
    this.#spare.copy(this.#shown);
    this.#spare.scroll(top, bottom, by);
    return this.#spare;
  }

  /** Output that updates `from` to the next grid; undefined if it is longer than `limit` (bytes). Rows marked 0 are already correct. */
  #written(from: Grid | null, next: Grid, rows: Int32Array, limit: number, shift?: Shift): Pen | undefined {
    const pen = new Pen(next.columns, this.#pen);
    if (shift !== undefined) {
      this.#scroll(pen, shift);
    }
    for (let y = 0; y < next.rows; y++) {
      if (rows[y] !== 0) {
        paintRow(pen, from, next, y);
      }
      // A character takes at least one byte.
      if (pen.length > limit) {
        return undefined;
      }
    }
    return pen;
  }

  #scroll(pen: Pen, { top, bottom, by }: Shift): void {
    // Rows that scroll in get the current background.
    if (!erasesPlain(pen.look)) {
      pen.setLook(PLAIN);
    }
    const count = Math.abs(by) === 1 ? "" : String(Math.abs(by));
    const isWhole = top === 0 && bottom === this.rows - 1;
    const margins = `${CSI}${top === 0 ? "" : top + 1};${bottom + 1}r`;
    if (this.#scrolling === "lines") {
      pen.rawAndHome(margins);
      pen.moveTo(0, top);
      pen.rawAndHome(`${CSI}${count}${by > 0 ? "M" : "L"}${CSI}r`);
      return;
    }
    const move = `${CSI}${count}${by > 0 ? "S" : "T"}`;
    if (isWhole) {
      pen.raw(move);
    } else {
      pen.rawAndHome(`${margins}${move}${CSI}r`);
    }
  }
}

const hasText = (glyph: number | undefined): boolean => glyph !== BLANK && glyph !== COVERED;

/**
 * True if a row may be blank while it is written: not if a character is replaced by another or stays. `from` is the content after rows have moved.
 */
function isRowBlank(shown: Grid, from: Grid, next: Grid, y: number): boolean {
  let wasBlank = true;
  let isBlank = true;
  let isWritten = false;
  const isCleared = next.uncertain[y] === 1 || from.uncertain[y] === 1;
  for (let at = y * next.columns; at < (y + 1) * next.columns; at++) {
    const stands = hasText(next.glyphs[at]);
    if (stands && hasText(from.glyphs[at]) && !isCleared) {
      return false;
    }
    isWritten ||= next.glyphs[at] !== from.glyphs[at] || next.looks[at] !== from.looks[at];
    wasBlank &&= !hasText(shown.glyphs[at]);
    isBlank &&= !stands;
  }
  return isWritten && !wasBlank && !isBlank;
}

function isAnyRowBlank(rows: Int32Array, shown: Grid, from: Grid, next: Grid): boolean {
  for (let y = 0; y < next.rows; y++) {
    if (rows[y] !== 0 && isRowBlank(shown, from, next, y)) {
      return true;
    }
  }
  return false;
}
