import { differenceBetween } from "./difference.ts";
import { BLANK, COVERED } from "./glyph.ts";
import { Grid } from "./grid.ts";
import { erasesPlain, PLAIN } from "./look.ts";
import { LOST_PEN, Pen, type PenState, wireLength } from "./pen.ts";
import { paintRow } from "./row.ts";
import { findShifts, type Shift } from "./scroll.ts";

const CSI = "\u001b[";

/** An update that is shorter (bytes) is not made shorter by a scroll, which takes some fifteen. */
const SHORT = 40;

/**
 * How rows are moved by the terminal: by scrolling within margins, by deleting and inserting lines within them (for terminals
 * that know no SU and SD, the Linux console among them), or not at all.
 */
export type Scrolling = "scroll" | "lines" | "none";

/** What has to be written; empty when all of it is shown already. */
export interface ScreenUpdate {
  readonly output: string;
  /** Whether a row may be blank halfway that is blank neither before nor after: it flickers where the output comes in pieces. */
  readonly isBlankMidway: boolean;
}

/** A way to the next screen: what was written, and what the terminal showed before it, rows that move being in their places. */
interface Written {
  readonly pen: Pen;
  readonly from: Grid | null;
  /** The rows: not 0 where something may be written. */
  readonly rows: Int32Array;
}

const NOTHING: ScreenUpdate = { output: "", isBlankMidway: false };

/**
 * What a terminal shows, as far as is known, and what has to be written so that it shows something else.
 */
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

  /** What the terminal shows, or shall show when that was forgotten. Not to be changed. */
  get grid(): Grid {
    return this.#shown;
  }

  /** Whether what the terminal shows is known. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** The terminal was cleared: all of it is blank. */
  cleared(): void {
    this.#shown.clear();
    this.#isKnown = true;
    this.#pen = LOST_PEN;
  }

  /** Somebody else made the terminal show this; where the cursor stands and how it writes is not known. */
  adopt(shown: Grid): void {
    this.#isKnown = this.#shown.copy(shown);
    this.#pen = LOST_PEN;
  }

  /** Somebody else has written to the terminal, or it has changed its size: the next update writes everything. */
  forget(columns = this.columns, rows = this.rows): void {
    this.#isKnown = false;
    this.#pen = LOST_PEN;
    if (columns !== this.columns || rows !== this.rows) {
      this.#shown = this.#shown.resized(columns, rows);
      this.#spare = new Grid(columns, rows);
    }
  }

  /** Whether the terminal writes with its own look: what others write then looks as it should. */
  get isPlain(): boolean {
    return this.#pen.look === PLAIN;
  }

  /** What makes the terminal show a grid of its size; it is taken as written. */
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

  /** The shortest way to the next screen that is found, and the rows that are not the same all along it. */
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
    // Last: where rows have moved, writing all of them is given up as soon as it is longer, or not begun.
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

  /** What is shown once rows have moved. Good until the next call. */
  #shifted({ top, bottom, by }: Shift): Grid {
    this.#spare.copy(this.#shown);
    this.#spare.scroll(top, bottom, by);
    return this.#spare;
  }

  /**
   * What leads from what stands in its place to the next grid, or undefined when that is longer than a limit (bytes). Rows with 0 are
   * the same already.
   */
  #written(from: Grid | null, next: Grid, rows: Int32Array, limit: number, shift?: Shift): Pen | undefined {
    const pen = new Pen(next.columns, this.#pen);
    if (shift !== undefined) {
      this.#scroll(pen, shift);
    }
    for (let y = 0; y < next.rows; y++) {
      if (rows[y] !== 0) {
        paintRow(pen, from, next, y);
      }
      // A character is a byte or more.
      if (pen.length > limit) {
        return undefined;
      }
    }
    return pen;
  }

  #scroll(pen: Pen, { top, bottom, by }: Shift): void {
    // Rows that come in have the background that is written with.
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
 * Whether a row may be blank while it is written: not where a character gives its place to another, or keeps it. `from` is what is shown when
 * the rows have moved.
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
