import { MINUTE, SECOND } from "../text/durations.ts";
import { formatDuration } from "../text/format.ts";

/**
 * Countdowns and their timer (`design.md`, time on screen): by the minute, in the last minute by the second. Times are service times in ms; each
 * area decides the text at the end.
 */

/**
 * Next time at which a screen with these countdowns must be drawn: the next full minute for all of them together, and the next full second only
 * while one is in its last minute, whose start and end are met exactly. Null when nothing counts down.
 *
 * @param ends end times of the countdowns
 */
export function nextTick(ends: readonly number[], now: number): number | null {
  const times = ends.flatMap((until) => {
    const span = until - now;
    if (span <= 0) return [];
    if (span < MINUTE) return [Math.min(until, (Math.floor(now / SECOND) + 1) * SECOND)];
    return [Math.min(until - MINUTE + 1, (Math.floor(now / MINUTE) + 1) * MINUTE)];
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** Shortest interval of redrawing for countdowns, however fast the service clock runs (local ms). */
const LEAST_WAIT = SECOND;

/**
 * Delay of a local timer until the next tick (ms); null when none is needed.
 *
 * @param speed service seconds per local second (`ServerClock.speed`)
 */
export function waitForTick(ends: readonly number[], now: number, speed = 1): number | null {
  const tick = nextTick(ends, now);
  if (tick === null) return null;
  const wait = (tick - now) / speed;
  // At normal speed a tick is met exactly; a faster clock is shown once a second.
  return speed <= 1 ? wait : Math.max(LEAST_WAIT, wait);
}

/** Running time at the last refresh: `42s`, `2m 10s` below ten minutes, then `14m`, `3h 12m`. */
export function elapsed(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return `${Math.floor(span / SECOND)}s`;
  if (span >= 10 * MINUTE) return formatDuration(span);
  const seconds = Math.floor((span % MINUTE) / SECOND);
  return seconds === 0 ? `${Math.floor(span / MINUTE)}m` : `${Math.floor(span / MINUTE)}m ${seconds}s`;
}
