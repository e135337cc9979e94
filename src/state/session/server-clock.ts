import type { Answer } from "../../client/answers/answer.ts";
import { DAY } from "../../text/durations.ts";

/**
 * The service's time, told by the `Date` header of its answers and carried on between them. At `--speed` the embedded service's
 * clock runs faster than ours.
 */
export type ServerClock = {
  /** The service's time at the anchor (ms). */
  readonly server: number;
  /** This machine's time at the anchor (ms). */
  readonly local: number;
  /** Service seconds a second of ours. */
  readonly speed: number;
  /** How far off (ms) a time is that the newest answer told and nobody went by; absent where it told a believable one. */
  readonly ignored?: number;
};

/** The header has whole seconds and an answer takes its time: less than this is no news. */
const TOLERANCE = 1500;

/** A service that is further from this machine's time has a wrong clock, or something on the way wrote the header (ms). */
const BELIEVED = DAY;

/** The service's time at a moment of ours. Without a clock, ours. */
export const serverTime = (clock: ServerClock | null, localNow: number): number =>
  clock === null ? localNow : clock.server + (localNow - clock.local) * clock.speed;

/** How fast the service's time runs beside ours: what is waited for in its time is not waited for longer than in ours. */
export const speedOf = (clock: ServerClock | null): number => Math.max(1, clock?.speed ?? 1);

/** How far the service's clock is ahead of ours (ms), where it runs at our speed. Shown over 30 s (`domain.md` 1.5). */
export const clockSkew = (clock: ServerClock | null, localNow: number): number =>
  clock === null || clock.speed !== 1 ? 0 : serverTime(clock, localNow) - localNow;

/**
 * The clock after an answer. It moves only when the header disagrees by more than its own coarseness, so that countdowns do
 * not shake. The embedded service's may have run ahead by years; any other that is more than a day off is not gone by.
 */
export function heard(
  clock: ServerClock | null,
  { at, speed, sandbox }: Pick<Answer<unknown>, "at" | "speed" | "sandbox">,
): ServerClock | null {
  if (at.server === null) return clock;
  const skew = at.server - at.local;
  const { ignored, ...before } = clock ?? { server: at.local, local: at.local, speed };
  if (!sandbox && Math.abs(skew) > BELIEVED) {
    const isKnown = ignored !== undefined && Math.abs(ignored - skew) <= TOLERANCE;
    return isKnown ? clock : { ...before, ignored: skew };
  }
  const isOff = Math.abs(serverTime(before, at.local) - at.server) > TOLERANCE * Math.max(1, speed);
  if (clock === null || before.speed !== speed || isOff) return { server: at.server, local: at.local, speed };
  return ignored === undefined ? clock : before;
}
