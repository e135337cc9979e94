/** Lengths of time in milliseconds, as `Date.now()` counts. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Whether something was less than so long ago. What lies in the future was before the clock was set back: nobody knows how long ago that is.
 */
export const isWithin = (span: number, since: number, now: number): boolean => since <= now && now - since < span;
