import type { Ring } from "../../domain/sample-ring.ts";

/** Readings over a span of time as so many columns, for drawing. */

/** A span of the service's time (ms). */
export type TimeSpan = { readonly from: number; readonly to: number };

/** The span that readings cover; null of none. */
export function spanOfRing(ring: Ring): TimeSpan | null {
  const [first, last] = [ring.at(0), ring.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.at, to: last.at };
}

type ReadPoint = { readonly at: number; readonly value: number };

/** A pause between two readings is a gap when it is so many times the usual one around it, */
const TIMES_USUAL = 4;
/** and longer than twice the slowest pace of watching (`domain.md` 1.5: a minute), with some slack (ms). */
const LEAST_GAP = 150_000;
/** So many pauses to each side say what is usual. */
const AROUND = 5;

/** Whether nobody looked between a reading and the one before it. Old parts of a ring are thinner: what is usual is told nearby. */
function isGap(ring: Ring, index: number): boolean {
  const pauseOf = (place: number): number => (ring[place]?.at ?? 0) - (ring[place - 1]?.at ?? 0);
  const pause = pauseOf(index);
  if (pause <= LEAST_GAP) return false;
  const near: number[] = [];
  const last = Math.min(ring.length - 1, index + AROUND);
  for (let place = Math.max(1, index - AROUND); place <= last; place += 1) near.push(pauseOf(place));
  const sorted = near.toSorted((left, right) => left - right);
  return pause > TIMES_USUAL * (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
}

/** Which of several values in one column is drawn. */
export type Keeps = "largest" | "smallest";

/**
 * The largest value of each column (or the smallest, where that is the one that counts); between two readings of different columns the straight line between them. Null where nothing
 * is known: before and after all readings, where the service told none, and where nobody read for a while.
 *
 * @param gap how long a while is (ms); judged by the pauses nearby where nobody says
 */
export function columnsOf(
  ring: Ring,
  { from, to }: TimeSpan,
  count: number,
  gap: number | undefined,
  keeps: Keeps = "largest",
): readonly (number | null)[] {
  const columns: (number | null)[] = Array.from({ length: Math.max(0, count) }, () => null);
  const width = Math.max(1, to - from);
  const placeOf = (at: number): number => Math.min(count - 1, Math.floor(((at - from) / width) * count));
  const put = (column: number, value: number): void => {
    if (column < 0 || column >= count) return;
    const known = columns[column] ?? value;
    columns[column] = keeps === "largest" ? Math.max(known, value) : Math.min(known, value);
  };
  let before: ReadPoint | null = null;
  for (const [index, { at, value }] of ring.entries()) {
    if (value === null) {
      before = null;
      continue;
    }
    if (at > to) break;
    const apart = before === null || (gap === undefined ? isGap(ring, index) : at - before.at > gap);
    if (before !== null && !apart) {
      for (let column = Math.max(0, placeOf(before.at) + 1); column < Math.min(count, placeOf(at)); column += 1) {
        const middle = from + ((column + 0.5) / count) * width;
        const part = (middle - before.at) / (at - before.at);
        put(column, before.value + part * (value - before.value));
      }
    }
    if (at >= from) put(placeOf(at), value);
    before = { at, value };
  }
  return columns;
}
