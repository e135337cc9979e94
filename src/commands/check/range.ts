/** Ranges as monitoring plugins write them: `10`, `10:`, `~:10`, `10:20`, `@10:20`. */

/** From `start` to `end`, both inclusive; a value alerts outside of it, or with `alertsInside` inside of it. */
export type Range = { readonly start: number; readonly end: number; readonly alertsInside: boolean };

export const raisesAlert = ({ start, end, alertsInside }: Range, value: number): boolean =>
  (value >= start && value <= end) === alertsInside;

/** A number in the notation of the C locale. */
export function numberIn(text: string): number | null {
  const value = /^-?(?:\d+\.?\d*|\.\d+)$/u.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value + 0 : null;
}

/**
 * Reads a range.
 *
 * @param valueIn reads one of its ends: a number, or one with a unit
 * @returns null where the text is no range
 */
export function readRange(text: string, valueIn: (text: string) => number | null = numberIn): Range | null {
  const alertsInside = text.startsWith("@");
  const ends = (alertsInside ? text.slice(1) : text).split(":");
  const [left = "", right = ""] = ends.length === 1 ? ["", ...ends] : ends;
  // A colon alone, or an empty text, is no range.
  if (ends.length > 2 || (left === "" && right === "")) return null;
  const start = left === "~" ? Number.NEGATIVE_INFINITY : left === "" ? 0 : valueIn(left);
  const end = right === "" ? Number.POSITIVE_INFINITY : valueIn(right);
  return start === null || end === null || start > end ? null : { start, end, alertsInside };
}

const written = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The shortest notation of a range. */
export function formatRange({ start, end, alertsInside }: Range): string {
  const at = alertsInside ? "@" : "";
  if (start === 0 && end !== Number.POSITIVE_INFINITY) return `${at}${written(end)}`;
  const left = start === Number.NEGATIVE_INFINITY ? "~" : written(start);
  return `${at}${left}:${end === Number.POSITIVE_INFINITY ? "" : written(end)}`;
}
