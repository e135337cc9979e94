import { HOUR, MINUTE } from "../../text/durations.ts";
import { formatClock, formatHourMinute, formatTime, type Zone } from "../../text/format.ts";
import type { TimeSpan } from "./columns.ts";

/** What an axis reaches over, and how its ends are written. */

/** The values at the ends of an axis, and the line across that lies between them. */
export type ValueAxis = { readonly least: number; readonly most: number; readonly line: number | undefined };

/** The part of what is to be seen that is left free below it. */
const FREE = 1 / 4;

/** The largest of 1, 2, 5, 10, 20 … (and 0.5, 0.2 …) that is not above a number. */
function stepBelow(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return ([5, 2, 1].find((factor) => factor * power <= size) ?? 1) * power;
}

/**
 * The axis for values and a threshold: both lie on it, however far apart they are. It begins at 0 where that costs no more than half
 * of its height; where the values lie close together far above 0, it begins somewhat below them at a round number, or nobody would see
 * them move.
 *
 * @param threshold null where there is none, or none that can be compared
 * @returns null where there is no value
 */
export function axisOf(values: readonly number[], threshold: number | null): ValueAxis | null {
  if (values.length === 0) return null;
  const shown = threshold === null ? values : [...values, threshold];
  // Not spread: there may be as many as a ring holds.
  const low = shown.reduce((one, other) => Math.min(one, other));
  const high = shown.reduce((one, other) => Math.max(one, other));
  const line = threshold ?? undefined;
  const extent = high - low;
  if (low >= 0 && (extent === 0 || low <= extent)) return { least: 0, most: high, line };
  const step = stepBelow(Math.max(extent, Math.abs(high) / 1000) * FREE);
  const least = Math.floor((low - step) / step) * step;
  return { least: low >= 0 ? Math.max(0, least) : least, most: high, line };
}

/** A number beside an axis, as exact as it takes to tell its ends apart. */
export function axisNumber(value: number, { least, most }: Pick<ValueAxis, "least" | "most">): string {
  const extent = most - least;
  const decimals = extent >= 5 || extent <= 0 ? 1 : Math.min(6, Math.ceil(1 - Math.log10(extent)));
  return String(Number(value.toFixed(decimals)));
}

/** How the times at the ends of a span are written: with the day where it is long, with seconds where it is short. */
export function axisTime({ from, to }: TimeSpan, now: number, zone: Zone): (at: number) => string {
  if (to - from > 20 * HOUR) return (at) => formatTime(at, now, zone);
  return to - from < 5 * MINUTE ? (at) => formatClock(at, zone) : (at) => formatHourMinute(at, zone);
}
