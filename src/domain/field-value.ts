/**
 * Machine-readable values of a thing, besides the texts of its cells: each has a name and a kind. Conditions (`lag<5s`), `sextant show --format
 * json`, checks and metrics use them.
 */

/**
 * `text`: verbatim. `number`, `count`: any number, a whole one. `seconds`, `bytes`: a number. `ratio`: 0 to 1. `time`: ISO 8601 in UTC. `flag`: true
 * or false.
 */
export type ValueKind = "text" | "number" | "count" | "seconds" | "bytes" | "ratio" | "time" | "flag";

/** A value; null when it is unknown or there is none, which is never zero. */
export type FieldValue = string | number | boolean | null;

/** Values of one thing, or of a list as a whole, by name. */
export type FieldValues = { readonly [id: string]: FieldValue };

/** A field, as pages, conditions and schemas use it. */
export type FieldInfo = {
  /** Name in documents and conditions; stable across versions. */
  readonly id: string;
  readonly kind: ValueKind;
  /** Meaning, in a few words. */
  readonly about: string;
  /** All possible texts; absent when others are possible. */
  readonly values?: readonly string[];
  /** Set for time left until an end: of several, the soonest counts. */
  readonly isTimeLeft?: true;
};

/** Milliseconds as the value of a field of kind `seconds`. */
export const secondsValue = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined || !Number.isFinite(ms) ? null : Math.round(ms) / 1000;

/** Latest time that a `Date` can represent (ms). */
const LAST_TIME = 8.64e15;

/** A time (ms) as the value of a field of kind `time`. */
export const timeValue = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined || !(Math.abs(ms) <= LAST_TIME) ? null : new Date(ms).toISOString();
