import type { Answer } from "../../client/answers/answer.ts";
import { DAY, SECOND } from "../../text/durations.ts";

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

/** The header has whole seconds (ms). */
const RESOLUTION = SECOND;

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

type SentAndArrived = Pick<Answer<unknown>["at"], "sent" | "local">;

/**
 * Service time nearest to an assumed one, when an answer arrived. The service wrote its header at some time between request and arrival: an answer
 * of 6 s leaves 6 s and the resolution of the header open.
 */
export function nearestServerTime(assumed: number, server: number, { sent, local }: SentAndArrived, speed = 1): number {
  const latest = server + RESOLUTION + Math.max(0, local - sent) * speed;
  return Math.min(Math.max(assumed, server), latest);
}

/**
 * The clock after an answer, set only as far as the answer requires: countdowns must not jump with the speed of the line. The embedded service may
 * be years ahead; any other clock more than a day off is ignored.
 */
export function clockAfter(
  clock: ServerClock | null,
  { at, speed, sandbox }: Pick<Answer<unknown>, "at" | "speed" | "sandbox">,
): ServerClock | null {
  const { server, sent, local } = at;
  if (server === null) return clock;
  const { ignored, ...before } = clock ?? { server: local, local, speed };
  const skew = server - local;
  if (!sandbox && Math.abs(skew) > BELIEVED) {
    const isKnown = ignored !== undefined && Math.abs(ignored - skew) <= RESOLUTION + local - sent;
    return isKnown ? clock : { ...before, ignored: skew };
  }
  const assumed = serverTime(before, local);
  const nearest = nearestServerTime(assumed, server, at, speed);
  // This machine's times have whole milliseconds: that much the assumed time may be off by itself.
  const isOff = Math.abs(nearest - assumed) > speed;
  if (clock === null || before.speed !== speed || isOff) return { server: nearest, local, speed };
  return ignored === undefined ? clock : before;
}
