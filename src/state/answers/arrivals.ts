import { isWithin } from "../../text/durations.ts";
import type { Clock } from "../clock.ts";

/**
 * Batches answers that arrive close together into one state change: everything on screen looks at every change, and while hundreds of projects are
 * read there are a hundred answers a second.
 */
type Arrivals = {
  /**
   * Applies the changes of an answer, now or in a later batch.
   *
   * @param what `news` is applied at once when no other answer is expected; `confirmation` (nothing changed) may wait longer; `awaited` is applied
   *   now
   * @returns a promise that resolves once the changes are applied
   */
  readonly enter: (what: "news" | "confirmation" | "awaited", run: () => void) => Promise<void>;
  /** Applies everything that waits, at once. */
  readonly flush: () => void;
};

/** Longest wait of news for other answers (ms): too short to notice. */
const GATHERED_FOR = 200;
/** Longest wait of confirmations that nothing changed (ms). */
const CONFIRMED_EVERY = 3000;

type Waiting = { readonly run: () => void; readonly done: () => void; readonly failed: (error: unknown) => void };

/** Dependencies of `createArrivals`. */
type ArrivalsNeed = {
  readonly clock: Clock;
  /** Runs several changes of the state as one. */
  readonly together: (run: () => void) => void;
  /** True when no other answer is on its way. */
  readonly isLast: () => boolean;
  /** Resolves in a gap between keys; everything that waits by then is applied together. */
  readonly betweenKeys: () => Promise<void>;
};

export function createArrivals({ clock, together, isLast, betweenKeys }: ArrivalsNeed): Arrivals {
  let waiting: Waiting[] = [];
  let lastEntered = Number.NEGATIVE_INFINITY;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;

  const flush = (): void => {
    cancel();
    wakesAt = Number.POSITIVE_INFINITY;
    if (waiting.length === 0) return;
    const entering = waiting;
    waiting = [];
    lastEntered = clock.now();
    const ends: (() => void)[] = [];
    together(() => {
      // One change that fails does not stop the others.
      for (const { run, done, failed } of entering) {
        try {
          run();
          ends.push(done);
        } catch (error) {
          ends.push(() => failed(error));
        }
      }
    });
    for (const end of ends) end();
  };

  const flushAt = (time: number): void => {
    if (time >= wakesAt) return;
    cancel();
    wakesAt = time;
    cancel = clock.after(Math.max(0, time - clock.now()), () => void betweenKeys().then(flush));
  };

  return {
    enter: (what, run) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ run, done: resolve, failed: reject });
      const now = clock.now();
      if (what === "confirmation") flushAt(now + CONFIRMED_EVERY);
      else if (what === "awaited" || isLast() || !isWithin(GATHERED_FOR, lastEntered, now)) flush();
      else flushAt(lastEntered + GATHERED_FOR);
      return promise;
    },
    flush,
  };
}
