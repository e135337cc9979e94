import type { ScreenDifference } from "./difference.ts";
import { BLANK } from "./glyph.ts";
import type { Grid } from "./grid.ts";
import { PLAIN } from "./look.ts";

/** Rows `top` to `bottom` (inclusive) move up by `by` rows; down if negative. */
export interface Shift {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** A scroll is not worthwhile for fewer changed rows. */
const FEWEST_ROWS = 3;
/** Number of distances that are evaluated. */
const CANDIDATES = 2;
/** A distance is only evaluated if it has at least this share of the matching rows of the most likely one. */
const WORTH_A_LOOK = 0.5;
/** Bits of a code point. */
const LOOK_SHIFT = 21;

/** Hash of the cells of a grid in a range (`to` exclusive); 0 if they are blank. */
function hashOf({ glyphs, looks }: Grid, from: number, to: number): number {
  let hash = 0x81_1c_9d_c5;
  let isSeen = 0;
  for (let at = from; at < to; at++) {
    const glyph = glyphs[at] ?? BLANK;
    const look = looks[at] ?? PLAIN;
    isSeen |= (glyph ^ BLANK) | (look ^ PLAIN);
    // Glyph and look are small numbers that, except for the rarest, fit into one.
    hash = Math.imul(hash ^ glyph ^ (look << LOOK_SHIFT), 0x01_00_01_93);
  }
  return isSeen === 0 ? 0 : hash | 1;
}

/** Distances by which content may have moved, most likely first, judged by the rows found again elsewhere. */
function distances(shown: Grid, next: Grid, { cells, left, right }: ScreenDifference): readonly number[] {
  const { columns } = next;
  const top = cells.findIndex((count) => count > 0);
  const bottom = cells.findLastIndex((count) => count > 0);
  const places = new Map<number, number[]>();
  for (let y = top; y <= bottom; y++) {
    const hash = hashOf(shown, y * columns + left, y * columns + right + 1);
    if (hash === 0) continue;
    const same = places.get(hash);
    if (same === undefined) places.set(hash, [y]);
    else same.push(y);
  }
  const votes = new Map<number, number>();
  for (let y = top; y <= bottom; y++) {
    for (const from of places.get(hashOf(next, y * columns + left, y * columns + right + 1)) ?? []) {
      if (from !== y) {
        votes.set(from - y, (votes.get(from - y) ?? 0) + 1);
      }
    }
  }
  const likely = [...votes].toSorted(([, one], [, other]) => other - one).slice(0, CANDIDATES);
  const most = likely[0]?.[1] ?? 0;
  return likely.filter(([, count]) => count >= most * WORTH_A_LOOK).map(([by]) => by);
}

/** Number of cells of a row that are correct after a move. */
function rightMoved(shown: Grid, next: Grid, y: number, by: number): number {
  const { columns, glyphs, looks } = next;
  const { glyphs: shownGlyphs, looks: shownLooks } = shown;
  const moved = by * columns;
  let sum = 0;
  for (let at = y * columns; at < (y + 1) * columns; at++) {
    sum += Number(shownGlyphs[at + moved] === glyphs[at] && shownLooks[at + moved] === looks[at]);
  }
  return sum;
}

/** The region of rows that gains most from a move by some distance: the gain is the number of additional correct cells. */
function bestRegion(shown: Grid, next: Grid, { cells }: ScreenDifference, by: number): Shift | undefined {
  const from = Math.max(0, -by);
  const to = Math.min(next.rows - 1, next.rows - 1 - by);
  let best = 0;
  let bestStart = -1;
  let bestEnd = -1;
  let sum = 0;
  let start = from;
  for (let y = from; y <= to; y++) {
    sum += rightMoved(shown, next, y, by) - (next.columns - (cells[y] ?? 0));
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

/** Moves of rows within the screen that may save output; the caller compares their lengths. */
export function findShifts(shown: Grid, next: Grid, difference: ScreenDifference): readonly Shift[] {
  if (difference.rows < FEWEST_ROWS) {
    return [];
  }
  return distances(shown, next, difference).flatMap((by) => bestRegion(shown, next, difference, by) ?? []);
}
