import { certainWidth } from "../../text/certain-width.ts";
import { BLANK, COVERED, type Glyph, glyphsOf, textOf } from "./glyph.ts";
import { blankLook, PLAIN } from "./look.ts";

/** A line of cells. */
export interface CellLine {
  readonly glyphs: Int32Array;
  readonly looks: Int32Array;
  /** True if terminals may disagree about the columns of its glyphs. */
  readonly isUncertain: boolean;
}

/** The cells of a screen, row by row: a glyph and a look each. */
export class Grid {
  readonly columns: number;
  readonly rows: number;
  readonly glyphs: Int32Array;
  readonly looks: Int32Array;
  /** For each row, 1 if terminals may disagree about the columns of its glyphs. */
  readonly uncertain: Uint8Array;

  constructor(columns: number, rows: number) {
    this.columns = Math.max(1, columns);
    this.rows = Math.max(1, rows);
    this.glyphs = new Int32Array(this.columns * this.rows).fill(BLANK);
    this.looks = new Int32Array(this.columns * this.rows);
    this.uncertain = new Uint8Array(this.rows);
  }

  /** Makes every cell blank. */
  clear(): void {
    this.glyphs.fill(BLANK);
    this.looks.fill(PLAIN);
    this.uncertain.fill(0);
  }

  /** Copies the cells of another grid. @returns false, and copies nothing, if that has another size */
  copy(other: Grid): boolean {
    if (other.columns !== this.columns || other.rows !== this.rows) {
      return false;
    }
    this.glyphs.set(other.glyphs);
    this.looks.set(other.looks);
    this.uncertain.set(other.uncertain);
    return true;
  }

  /** A copy of another size: cut off at the right and below, blank where there is more room. */
  resized(columns: number, rows: number): Grid {
    const grid = new Grid(columns, rows);
    const width = Math.min(grid.columns, this.columns);
    for (let y = 0; y < Math.min(grid.rows, this.rows); y++) {
      const from = y * this.columns;
      grid.glyphs.set(this.glyphs.subarray(from, from + width), y * grid.columns);
      grid.looks.set(this.looks.subarray(from, from + width), y * grid.columns);
      grid.uncertain[y] = this.uncertain[y] ?? 0;
      if (this.glyphs[from + width] === COVERED && width < this.columns) {
        grid.#blank(y * grid.columns + width - 1);
      }
    }
    return grid;
  }

  /**
   * Writes a text without control characters from a cell on, cut off at the right edge. A wide glyph with room for only half of it becomes a blank.
   *
   * @returns the column after the text
   */
  write(x: number, y: number, text: string, look: number): number {
    const limit = this.columns;
    const row = y * this.columns;
    let column = x;
    if (column > 0 && column < limit && this.glyphs[row + column] === COVERED) {
      this.#blank(row + column - 1);
    }
    let index = 0;
    for (; index < text.length && column < limit; index++) {
      const unit = text.charCodeAt(index);
      const width = certainWidth(unit);
      // The next character may combine with this one, so both have to be measured together.
      if (width === 0 || (index + 1 < text.length && certainWidth(text.charCodeAt(index + 1)) === 0)) {
        break;
      }
      column = this.#put(row, column, unit, width, look, limit);
    }
    if (index < text.length && column < limit) {
      for (const { glyph, width, isUncertain } of glyphsOf(text.slice(index))) {
        if (column >= limit) {
          break;
        }
        if (isUncertain) {
          this.uncertain[y] = 1;
        }
        column = this.#put(row, column, glyph, width, look, limit);
      }
    }
    if (column > x && column < this.columns && this.glyphs[row + column] === COVERED) {
      this.#blank(row + column);
    }
    return column;
  }

  /**
   * Copies a line of cells into a row, clipped to two columns (the right one exclusive) and to the edges. A wide glyph cut in half becomes a blank.
   */
  place(x: number, y: number, line: CellLine, left = 0, right = this.columns): void {
    const from = Math.max(0, left - x, -x);
    const to = Math.min(line.glyphs.length, Math.min(right, this.columns) - x);
    if (from >= to || y < 0 || y >= this.rows) {
      return;
    }
    const at = y * this.columns + x;
    if (this.glyphs[at + from] === COVERED) {
      this.#blank(at + from - 1);
    }
    const isWhole = from === 0 && to === line.glyphs.length;
    this.glyphs.set(isWhole ? line.glyphs : line.glyphs.subarray(from, to), at + from);
    this.looks.set(isWhole ? line.looks : line.looks.subarray(from, to), at + from);
    for (let column = from; column < to && this.glyphs[at + column] === COVERED; column++) {
      this.#blank(at + column);
    }
    for (let column = to; column > from && line.glyphs[column] === COVERED; column--) {
      this.#blank(at + column - 1);
    }
    if (x + to < this.columns && this.glyphs[at + to] === COVERED) {
      this.#blank(at + to);
    }
    if (line.isUncertain) {
      this.uncertain[y] = 1;
    }
  }

  #put(row: number, column: number, glyph: Glyph, width: number, look: number, limit: number): number {
    const at = row + column;
    if (glyph === BLANK) {
      this.glyphs[at] = BLANK;
      this.looks[at] = blankLook(look);
      return column + 1;
    }
    if (column + width > limit) {
      for (let rest = column; rest < limit; rest++) {
        this.glyphs[row + rest] = BLANK;
        this.looks[row + rest] = blankLook(look);
      }
      return limit;
    }
    this.glyphs[at] = glyph;
    this.looks[at] = look;
    for (let half = 1; half < width; half++) {
      this.glyphs[at + half] = COVERED;
      this.looks[at + half] = look;
    }
    return column + width;
  }

  #blank(at: number): void {
    this.glyphs[at] = BLANK;
    this.looks[at] = blankLook(this.looks[at] ?? PLAIN);
  }

  /**
   * Moves rows `top` to `bottom` (inclusive) up by `by` rows (down if negative), as a terminal does within a scroll region: rows moved out are lost,
   * rows moved in are blank.
   */
  scroll(top: number, bottom: number, by: number): void {
    const { columns } = this;
    const move = (cells: Int32Array, blank: number) => {
      if (by > 0) {
        cells.copyWithin(top * columns, (top + by) * columns, (bottom + 1) * columns);
        cells.fill(blank, (bottom + 1 - by) * columns, (bottom + 1) * columns);
      } else {
        cells.copyWithin((top - by) * columns, top * columns, (bottom + 1 + by) * columns);
        cells.fill(blank, top * columns, (top - by) * columns);
      }
    };
    move(this.glyphs, BLANK);
    move(this.looks, PLAIN);
    if (by > 0) {
      this.uncertain.copyWithin(top, top + by, bottom + 1);
      this.uncertain.fill(0, bottom + 1 - by, bottom + 1);
    } else {
      this.uncertain.copyWithin(top - by, top, bottom + 1 + by);
      this.uncertain.fill(0, top, top - by);
    }
  }

  /** Text of a row without trailing blanks, for messages and tests. */
  text(y: number): string {
    const cells = this.glyphs.subarray(y * this.columns, (y + 1) * this.columns);
    return Array.from(cells, textOf).join("").trimEnd();
  }
}
