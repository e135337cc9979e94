import { lookupTable } from "../../contract/json/own-values.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../text/durations.ts";
import { timeOf } from "../../text/format.ts";

/** Numbers with units, as in conditions. Precise enough that a printed number is parsed as the same one. */

const TIME_UNITS: Readonly<Record<string, number>> = lookupTable({
  ms: 1,
  s: SECOND,
  m: MINUTE,
  min: MINUTE,
  h: HOUR,
  d: DAY,
});

/** Powers of a thousand, as in displayed sizes. */
const SIZE_UNITS: Readonly<Record<string, number>> = lookupTable({ b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 });

/** Resolution of a ratio: a ten-thousandth of a percent. */
const RATIO_PARTS = 1e6;

const isExact = (value: number): boolean => Number.isSafeInteger(value);

/** Parses a duration to ms: `5s`, `1.5h`, `1h30m`; negative with a minus in front. Null when it is none. */
export function millisecondsIn(text: string): number | null {
  const parts = /^(?<sign>-?)(?<parts>(?:\d{1,16}(?:\.\d{1,9})?(?:ms|min|[smhd]))+)$/u.exec(text.toLowerCase())?.groups;
  if (parts === undefined) return /^-?0$/u.test(text) ? 0 : null;
  let total = 0;
  for (const [, amount, unit] of (parts["parts"] ?? "").matchAll(/([\d.]+)(ms|min|[smhd])/gu)) {
    total += Number(amount) * (TIME_UNITS[unit ?? ""] ?? Number.NaN);
  }
  const rounded = Math.round(total);
  // `0 - x` instead of `-x`, so that it is never -0.
  return isExact(rounded) ? (parts["sign"] === "-" ? 0 - rounded : rounded) : null;
}

/** Parses a size to bytes: `10GB`; null when it is none. */
export function bytesIn(text: string): number | null {
  const [, amount, unit] = /^(\d{1,16}(?:\.\d{1,9})?)([kmgt]?b)$/u.exec(text.toLowerCase()) ?? [];
  if (amount === undefined) return text === "0" ? 0 : null;
  const bytes = Math.round(Number(amount) * (SIZE_UNITS[unit ?? ""] ?? Number.NaN));
  return isExact(bytes) ? bytes : null;
}

/** Parses a ratio: `50%`, `0.5`; null when it is none. */
export function ratioIn(text: string): number | null {
  const [, amount, percent] = /^(-?\d{1,9}(?:\.\d{1,9})?)(%?)$/u.exec(text) ?? [];
  if (amount === undefined) return null;
  return Math.round(Number(amount) * (percent === "%" ? RATIO_PARTS / 100 : RATIO_PARTS)) / RATIO_PARTS + 0;
}

/** Parses a number without a unit; null when it is none. */
export const numberIn = (text: string): number | null =>
  /^-?\d{1,12}(?:\.\d{1,6})?$/u.test(text) ? Number(text) + 0 : null;

/** Parses a whole number; null when it is none. */
export const wholeIn = (text: string): number | null => (/^-?\d{1,16}$/u.test(text) ? Number(text) + 0 : null);

/** Parses an ISO 8601 time to ms, in UTC when no zone is given; null when it is none. */
export function timeIn(text: string): number | null {
  const [, day, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/iu.exec(text) ?? [];
  // A day that does not exist in its month would be parsed as one of the next month.
  const midnight = timeOf(day);
  if (midnight === null || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  return time === undefined ? midnight : timeOf(`${day}T${time}${zone ?? "Z"}`);
}

const inUnit = (value: number, units: Readonly<Record<string, number>>, names: readonly string[]): string => {
  const name = names.find((one) => value % (units[one] ?? 1) === 0) ?? names.at(-1) ?? "";
  return `${value / (units[name] ?? 1)}${name}`;
};

/** Printed in the largest unit that gives a whole number. */
export const writtenMilliseconds = (ms: number): string =>
  ms === 0 ? "0s" : inUnit(ms, TIME_UNITS, ["d", "h", "m", "s", "ms"]);

export const writtenBytes = (bytes: number): string =>
  bytes === 0 ? "0B" : inUnit(bytes, SIZE_UNITS, ["tb", "gb", "mb", "kb", "b"]).toUpperCase();

export const writtenRatio = (ratio: number): string => `${Math.round(ratio * RATIO_PARTS) / (RATIO_PARTS / 100)}%`;
