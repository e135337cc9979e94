import { BLANK, COVERED } from "./glyph.ts";
import type { Grid } from "./grid.ts";

/** Difference between two screens: number of changed cells per row, number of changed rows, and the first and last changed column. */
export interface ScreenDifference {
  readonly cells: Int32Array;
  readonly rows: number;
  readonly left: number;
  readonly right: number;
  /** Lower bound of the bytes needed to write the changes in place: a cell that gets a character cannot be erased instead. */
  readonly least: number;
}

/** Index of the first changed cell in a range of the grids (`to` exclusive); `to` if nothing changed. */
export function firstChange(shown: Grid, { glyphs, looks }: Grid, from: number, to: number): number {
  const { glyphs: shownGlyphs, looks: shownLooks } = shown;
  let at = from;
  while (at < to && shownGlyphs[at] === glyphs[at] && shownLooks[at] === looks[at]) {
    at += 1;
  }
  return at;
}

/** Index after the last changed cell in a range of the grids; `from` if nothing changed. */
export function endOfChange(shown: Grid, { glyphs, looks }: Grid, from: number, to: number): number {
  const { glyphs: shownGlyphs, looks: shownLooks } = shown;
  let at = to;
  while (at > from && shownGlyphs[at - 1] === glyphs[at - 1] && shownLooks[at - 1] === looks[at - 1]) {
    at -= 1;
  }
  return at;
}

/** Compares the shown screen with the next one. */
export function differenceBetween(shown: Grid, next: Grid): ScreenDifference {
  const { columns, rows, glyphs, looks } = next;
  const { glyphs: shownGlyphs, looks: shownLooks } = shown;
  const cells = new Int32Array(rows);
  let changedRows = 0;
  let left = columns;
  let right = -1;
  let least = 0;
  for (let y = 0; y < rows; y++) {
    const from = y * columns;
    const to = from + columns;
    const first = firstChange(shown, next, from, to);
    if (first === to) {
      continue;
    }
    const end = endOfChange(shown, next, first, to);
    changedRows += 1;
    left = Math.min(left, first - from);
    right = Math.max(right, end - 1 - from);
    let changed = 0;
    for (let at = first; at < end; at++) {
      const glyph = glyphs[at];
      if (shownGlyphs[at] !== glyph || shownLooks[at] !== looks[at]) {
        changed += 1;
        least += Number(glyph !== BLANK && glyph !== COVERED);
      }
    }
    cells[y] = changed;
  }
  return { cells, rows: changedRows, left, right, least };
}
