import { MINUTE, SECOND } from "../text/durations.ts";
import { formatDuration } from "../text/format.ts";

/**
 * Countdowns and the timer that they need (`design.md`, time on screen): by the minute, by the second in their last minute. Times
 * are the service's in ms; what is said at their end is the area's.
 */

/**
 * The next moment at which a screen with these countdowns has to be drawn: the next full minute for all of them together, and the
 * next full second only while one is in its last minute; its begin and its end are met exactly. Null where there is nothing to count.
 *
 * @param ends what is counted down to
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

/** No screen is drawn more often for its countdowns, however fast the service's clock runs (ms of ours). */
const LEAST_WAIT = SECOND;

/**
 * For how long a timer of this machine has to wait for the next tick (ms); null where none is needed.
 *
 * @param speed service seconds a second of ours (`ServerClock.speed`)
 */
export function waitForTick(ends: readonly number[], now: number, speed = 1): number | null {
  const tick = nextTick(ends, now);
  if (tick === null) return null;
  const wait = (tick - now) / speed;
  // At the service's own pace a tick is met exactly; a faster clock is followed by the second.
  return speed <= 1 ? wait : Math.max(LEAST_WAIT, wait);
}

/** How long something runs, as of a refresh: `42s`, `2m 10s` below ten minutes, then `14m`, `3h 12m`. */
export function elapsed(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return `${Math.floor(span / SECOND)}s`;
  if (span >= 10 * MINUTE) return formatDuration(span);
  const seconds = Math.floor((span % MINUTE) / SECOND);
  return seconds === 0 ? `${Math.floor(span / MINUTE)}m` : `${Math.floor(span / MINUTE)}m ${seconds}s`;
}
