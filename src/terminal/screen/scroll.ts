import type { ScreenDifference } from "./difference.ts";
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
/** A distance that fewer rows speak for than this part of those for the likeliest one is not looked at: it says less of what moved. */
const WORTH_A_LOOK = 0.5;
/** Bits of a code point. */
const LOOK_SHIFT = 21;

/** A number for what cells of a grid show, from one to another (exclusive); 0 when they are blank. */
function hashOf({ glyphs, looks }: Grid, from: number, to: number): number {
  let hash = 0x81_1c_9d_c5;
  let isSeen = 0;
  for (let at = from; at < to; at++) {
    const glyph = glyphs[at] ?? BLANK;
    const look = looks[at] ?? PLAIN;
    isSeen |= (glyph ^ BLANK) | (look ^ PLAIN);
    // Both are small numbers: together they fit into one, but for the rarest.
    hash = Math.imul(hash ^ glyph ^ (look << LOOK_SHIFT), 0x01_00_01_93);
  }
  return isSeen === 0 ? 0 : hash | 1;
}

/** By how many rows the content may have moved, the likeliest first: rows that are found again elsewhere say so. */
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

/** How many cells of a row are right when the rows have moved. */
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

/** The rows that gain most together from a move by some distance: of which more cells are right then than are without it. */
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

/** Moves of rows within the screen that may save output, for the caller to weigh. */
export function findShifts(shown: Grid, next: Grid, difference: ScreenDifference): readonly Shift[] {
  if (difference.rows < FEWEST_ROWS) {
    return [];
  }
  return distances(shown, next, difference).flatMap((by) => bestRegion(shown, next, difference, by) ?? []);
}
