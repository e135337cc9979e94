/**
 * What programs read of a thing beside the texts of its cells: values with a name and a kind. Conditions (`lag<5s`), `sextant show
 * --format json`, checks and metrics are made of them.
 */

/**
 * `text`: as it stands. `number`, `count`: any number, a whole one. `seconds`, `bytes`: a number. `ratio`: 0 to 1. `time`: ISO 8601 in UTC. `flag`: true
 * or false.
 */
export type ValueKind = "text" | "number" | "count" | "seconds" | "bytes" | "ratio" | "time" | "flag";

/** A value; null where it is not known or where there is none, which is never zero. */
export type FieldValue = string | number | boolean | null;

/** The values of one thing, or of a list as a whole, by name. */
export type FieldValues = { readonly [id: string]: FieldValue };

/** A field as pages, conditions and schemas know it. */
export type FieldInfo = {
  /** Its name in documents and conditions; it stays as it is from version to version. */
  readonly id: string;
  readonly kind: ValueKind;
  /** What it says, in a few words. */
  readonly about: string;
  /** All texts that it can have; left out where others are possible. */
  readonly values?: readonly string[];
  /** Time that is left until something ends: of several, the soonest end is that of all. */
  readonly isTimeLeft?: true;
};

/** Milliseconds as the value of a field of kind `seconds`. */
export const secondsValue = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined || !Number.isFinite(ms) ? null : Math.round(ms) / 1000;

/** The last moment that a date can be. */
const LAST_TIME = 8.64e15;

/** A time (ms) as the value of a field of kind `time`. */
export const timeValue = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined || !(Math.abs(ms) <= LAST_TIME) ? null : new Date(ms).toISOString();
