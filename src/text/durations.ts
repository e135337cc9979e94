/** Durations in milliseconds, as in `Date.now()`. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** True if `since` is less than `span` ago. False for a `since` in the future: the clock was set back, so the true age is unknown. */
export const isWithin = (span: number, since: number, now: number): boolean => since <= now && now - since < span;
