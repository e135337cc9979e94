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
};

/** The header has whole seconds and an answer takes its time: less than this is no news. */
const TOLERANCE = 1500;

/** The service's time at a moment of ours. Without a clock, ours. */
export const serverTime = (clock: ServerClock | null, localNow: number): number =>
  clock === null ? localNow : clock.server + (localNow - clock.local) * clock.speed;

/** How far the service's clock is ahead of ours (ms), where it runs at our speed. Shown over 30 s (`domain.md` 1.5). */
export const clockSkew = (clock: ServerClock | null, localNow: number): number =>
  clock === null || clock.speed !== 1 ? 0 : serverTime(clock, localNow) - localNow;

/**
 * The clock after an answer. It moves only when the header disagrees by more than its own coarseness, so that countdowns do
 * not shake.
 */
export function heard(
  clock: ServerClock | null,
  at: { readonly server: number | null; readonly local: number },
  speed: number,
): ServerClock | null {
  if (at.server === null) return clock;
  const fresh: ServerClock = { server: at.server, local: at.local, speed };
  if (clock === null || clock.speed !== speed) return fresh;
  const off = Math.abs(serverTime(clock, at.local) - at.server);
  return off > TOLERANCE * Math.max(1, speed) ? fresh : clock;
}
