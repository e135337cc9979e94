import { isWithin } from "../../text/durations.ts";
import type { Clock } from "../dependencies.ts";

/**
 * What answers bring enters the state together with that of others that come within a moment: everything on screen looks at every change, and
 * while hundreds of projects are read there are a hundred answers a second.
 */
export type Arrivals = {
  /**
   * Enters what an answer brings, now or within a moment.
   *
   * @param what `news` is seen at once where nothing else is on its way; `confirmation` of what is known can wait a little longer; `awaited`
   *   enters now
   * @returns when it has been entered
   */
  readonly enter: (what: "news" | "confirmation" | "awaited", run: () => void) => Promise<void>;
  /** Enters at once what waits. */
  readonly flush: () => void;
};

/** News wait so long for others (ms): nobody sees it. */
const GATHERED_FOR = 200;
/** That what is known stays true is entered so often (ms). */
const CONFIRMED_EVERY = 3000;

type Waiting = { readonly run: () => void; readonly done: () => void; readonly failed: (error: unknown) => void };

/** What arrivals need of those around them. */
export type ArrivalsNeed = {
  readonly clock: Clock;
  /** Runs several changes of the state as one. */
  readonly together: (run: () => void) => void;
  /** Whether no other answer is on its way. */
  readonly isLast: () => boolean;
  /** Ends when no key is answered and none is due: what has waited is entered then, however much it has become. */
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
      // One that cannot be entered keeps none of the others out.
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
