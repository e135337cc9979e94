import type { Ring } from "../../domain/sample-ring.ts";

/** Distributes samples of a time span over a number of columns, for drawing. */

/** A time span (ms, service time). */
export type TimeSpan = { readonly from: number; readonly to: number };

/** The span of the samples; null where there are none. */
export function spanOfRing(ring: Ring): TimeSpan | null {
  const [first, last] = [ring.at(0), ring.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.at, to: last.at };
}

type ReadPoint = { readonly at: number; readonly value: number };

/** A pause between two samples is a gap when it is this many times the usual one nearby */
const TIMES_USUAL = 4;
/** and longer than twice the slowest poll interval (`domain.md` 1.5: a minute), with some slack (ms). */
const LEAST_GAP = 150_000;
/** The usual pause is taken from this many pauses on each side. */
const AROUND = 5;

/** True when a sample follows a gap. Old parts of a ring are thinned out, so the usual pause is taken from nearby. */
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

/** The value that is drawn of several in one column. */
export type Keeps = "largest" | "smallest";

/**
 * The largest value of each column (or the smallest, where that one counts); between samples of different columns, a straight line. Null where
 * nothing is known: before and after all samples, where the service gave no value, and in gaps.
 */
export function columnsOf(
  ring: Ring,
  { from, to }: TimeSpan,
  count: number,
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
    const apart = before === null || isGap(ring, index);
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
