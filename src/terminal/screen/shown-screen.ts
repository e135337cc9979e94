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

  /**
   * What makes the terminal show a grid of its size; it is taken as written. Empty when it is shown already.
   */
  update(next: Grid): string {
    const pen = this.#shortest(next);
    if (pen !== undefined) {
      this.#pen = pen.state;
    }
    this.#isKnown = true;
    this.#shown.copy(next);
    return pen?.output ?? "";
  }

  #shortest(next: Grid): Pen | undefined {
    const shown = this.#isKnown ? this.#shown : null;
    const shifts = shown === null || this.#scrolling === "none" ? [] : findShifts(shown, next);
    let best: Pen | undefined;
    let bestLength = Number.POSITIVE_INFINITY;
    for (const shift of shifts) {
      const scrolled = this.#written(shown, next, bestLength, shift);
      const length = scrolled === undefined ? bestLength : wireLength(scrolled.output);
      if (length < bestLength) {
        best = scrolled;
        bestLength = length;
      }
    }
    // Last: where rows have moved, writing all of them is given up as soon as it is longer.
    const plain = this.#written(shown, next, Math.max(bestLength, SHORT));
    const isPlainBest = plain !== undefined && (plain.output.length < SHORT || wireLength(plain.output) <= bestLength);
    return isPlainBest ? plain : best;
  }

  /** What leads to the next grid, or undefined when that is longer than a limit (bytes). */
  #written(shown: Grid | null, next: Grid, limit: number, shift?: Shift): Pen | undefined {
    const pen = new Pen(next.columns, this.#pen);
    let from = shown;
    if (shift !== undefined && shown !== null) {
      this.#spare.copy(shown);
      this.#spare.scroll(shift.top, shift.bottom, shift.by);
      from = this.#spare;
      this.#scroll(pen, shift);
    }
    for (let y = 0; y < next.rows; y++) {
      paintRow(pen, from, next, y);
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
