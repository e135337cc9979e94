import { HOUR, MINUTE } from "../../text/durations.ts";
import { formatClock, formatHourMinute, formatTime, type Zone } from "../../text/format.ts";
import type { TimeSpan } from "./columns.ts";

/** Range of an axis, and the format of its labels. */

/** The values at the ends of an axis, and the threshold line between them. */
type ValueAxis = { readonly least: number; readonly most: number; readonly line: number | undefined };

/** Fraction of the visible range that is left free below it. */
const FREE = 1 / 4;

/** The largest of 1, 2, 5, 10, 20 … (and 0.5, 0.2 …) that does not exceed a number. */
function stepBelow(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return ([5, 2, 1].find((factor) => factor * power <= size) ?? 1) * power;
}

/**
 * The axis for values and a threshold, which it always includes, however far apart they are. It starts at 0 where that takes at most half of its
 * height; where the values lie close together far above 0, it starts at a round number somewhat below them, so that their movement stays visible.
 *
 * @param threshold null where there is none, or none that can be compared
 * @returns null where there is no value
 */
export function axisOf(values: readonly number[], threshold: number | null): ValueAxis | null {
  if (values.length === 0) return null;
  const shown = threshold === null ? values : [...values, threshold];
  // Not spread into Math.min: a ring may hold too many values for that.
  const low = shown.reduce((one, other) => Math.min(one, other));
  const high = shown.reduce((one, other) => Math.max(one, other));
  const line = threshold ?? undefined;
  const extent = high - low;
  if (low >= 0 && (extent === 0 || low <= extent)) return { least: 0, most: high, line };
  const step = stepBelow(Math.max(extent, Math.abs(high) / 1000) * FREE);
  const least = Math.floor((low - step) / step) * step;
  return { least: low >= 0 ? Math.max(0, least) : least, most: high, line };
}

/** A number for an axis label, precise enough to tell the ends of the axis apart. */
export function axisNumber(value: number, { least, most }: Pick<ValueAxis, "least" | "most">): string {
  const extent = most - least;
  const decimals = extent >= 5 || extent <= 0 ? 1 : Math.min(6, Math.ceil(1 - Math.log10(extent)));
  return String(Number(value.toFixed(decimals)));
}

/** Format of the times at the ends of a span: with the day for long spans, with seconds for short ones. */
export function axisTime({ from, to }: TimeSpan, now: number, zone: Zone): (at: number) => string {
  if (to - from > 20 * HOUR) return (at) => formatTime(at, now, zone);
  return to - from < 5 * MINUTE ? (at) => formatClock(at, zone) : (at) => formatHourMinute(at, zone);
}
