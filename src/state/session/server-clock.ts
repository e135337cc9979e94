import type { Answer } from "../../client/answers/answer.ts";
import { DAY } from "../../text/durations.ts";

/**
 * The service's time, from the `Date` header of its answers and extrapolated between them. With `--speed`, the embedded service's clock runs faster
 * than the local one.
 */
export type ServerClock = {
  /** Service time at the anchor (ms). */
  readonly server: number;
  /** Local time at the anchor (ms). */
  readonly local: number;
  /** Service seconds per local second. */
  readonly speed: number;
  /** Skew (ms) of the newest answer if it was ignored as implausible; absent otherwise. */
  readonly ignored?: number;
};

/** The header has whole seconds, and an answer takes time: smaller differences are ignored (ms). */
const TOLERANCE = 1500;

/** Largest plausible skew (ms): beyond it the service has a wrong clock, or something on the way wrote the header. */
const BELIEVED = DAY;

/** Service time for a local time. Without a clock, the local time. */
export const serverTime = (clock: ServerClock | null, localNow: number): number =>
  clock === null ? localNow : clock.server + (localNow - clock.local) * clock.speed;

/** Speed of service time relative to local time, at least 1: waiting in service time never takes longer than in local time. */
export const speedOf = (clock: ServerClock | null): number => Math.max(1, clock?.speed ?? 1);

/** Lead of the service's clock over the local one (ms), if it runs at local speed. Shown over 30 s (`domain.md` 1.5). */
export const clockSkew = (clock: ServerClock | null, localNow: number): number =>
  clock === null || clock.speed !== 1 ? 0 : serverTime(clock, localNow) - localNow;

/**
 * The clock after an answer. It changes only when the header differs by more than its own resolution, so that countdowns do not flicker. The
 * embedded service may be years ahead; any other clock more than a day off is ignored.
 */
export function clockAfter(
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
