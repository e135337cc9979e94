import { BLANK } from "./glyph.ts";
import type { Grid } from "./grid.ts";
import { PLAIN } from "./look.ts";

/** Rows `top` to `bottom` (inclusive) move up by `by` rows, down when it is negative. */
export interface Shift {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** Fewer changed rows than this are not worth a scroll. */
const FEWEST_ROWS = 3;
/** How many distances are looked at closely. */
const CANDIDATES = 2;

/** Where two screens differ: rows and columns, inclusive. */
interface Span {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function changedSpan(shown: Grid, next: Grid): Span | undefined {
  const { columns, rows } = next;
  let changed = 0;
  let top = rows;
  let bottom = -1;
  let left = columns;
  let right = -1;
  for (let y = 0; y < rows; y++) {
    const at = y * columns;
    const isSame = (x: number) =>
      shown.glyphs[at + x] === next.glyphs[at + x] && shown.looks[at + x] === next.looks[at + x];
    let first = 0;
    while (first < columns && isSame(first)) {
      first += 1;
    }
    if (first === columns) {
      continue;
    }
    let last = columns - 1;
    while (isSame(last)) {
      last -= 1;
    }
    changed += 1;
    top = Math.min(top, y);
    bottom = y;
    left = Math.min(left, first);
    right = Math.max(right, last);
  }
  return changed < FEWEST_ROWS ? undefined : { top, bottom, left, right };
}

/** A number for what a row shows between two columns; 0 when that is blank. */
function rowHash(grid: Grid, y: number, left: number, right: number): number {
  let hash = 0x81_1c_9d_c5;
  let isBlank = true;
  for (let at = y * grid.columns + left; at <= y * grid.columns + right; at++) {
    const glyph = grid.glyphs[at] ?? BLANK;
    const look = grid.looks[at] ?? PLAIN;
    isBlank &&= glyph === BLANK && look === PLAIN;
    hash = Math.imul(Math.imul(hash ^ glyph, 0x01_00_01_93) ^ look, 0x01_00_01_93);
  }
  return isBlank ? 0 : hash | 1;
}

/** By how many rows the content may have moved, the likeliest first: rows that are found again elsewhere say so. */
function distances(shown: Grid, next: Grid, { top, bottom, left, right }: Span): number[] {
  const places = new Map<number, number[]>();
  for (let y = top; y <= bottom; y++) {
    const hash = rowHash(shown, y, left, right);
    if (hash !== 0) {
      places.set(hash, [...(places.get(hash) ?? []), y]);
    }
  }
  const votes = new Map<number, number>();
  for (let y = top; y <= bottom; y++) {
    for (const from of places.get(rowHash(next, y, left, right)) ?? []) {
      if (from !== y) {
        votes.set(from - y, (votes.get(from - y) ?? 0) + 1);
      }
    }
  }
  return [...votes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, CANDIDATES)
    .map(([by]) => by);
}

/** How many more cells of a row are right when the rows have moved than when they have not. */
function gain(shown: Grid, next: Grid, y: number, by: number): number {
  const { columns } = next;
  const at = y * columns;
  const from = (y + by) * columns;
  let sum = 0;
  for (let x = 0; x < columns; x++) {
    const glyph = next.glyphs[at + x];
    const look = next.looks[at + x];
    const isRightMoved = shown.glyphs[from + x] === glyph && shown.looks[from + x] === look;
    const isRightNow = shown.glyphs[at + x] === glyph && shown.looks[at + x] === look;
    sum += Number(isRightMoved) - Number(isRightNow);
  }
  return sum;
}

/** The rows that gain most together from a move by some distance. */
function bestRegion(shown: Grid, next: Grid, by: number): Shift | undefined {
  const from = Math.max(0, -by);
  const to = Math.min(next.rows - 1, next.rows - 1 - by);
  let best = 0;
  let bestStart = -1;
  let bestEnd = -1;
  let sum = 0;
  let start = from;
  for (let y = from; y <= to; y++) {
    sum += gain(shown, next, y, by);
    if (sum <= 0) {
      sum = 0;
      start = y + 1;
    } else if (sum > best) {
      best = sum;
      bestStart = start;
      bestEnd = y;
    }
  }
  if (bestStart === -1) {
    return undefined;
  }
  return by > 0 ? { top: bestStart, bottom: bestEnd + by, by } : { top: bestStart + by, bottom: bestEnd, by };
}

/** Moves of rows within the screen that may save output, for the caller to weigh. */
export function findShifts(shown: Grid, next: Grid): readonly Shift[] {
  const span = changedSpan(shown, next);
  if (span === undefined) {
    return [];
  }
  return distances(shown, next, span).flatMap((by) => bestRegion(shown, next, by) ?? []);
}
