/**
 * When the processor is in nobody's way: a long answer is read and taken in a piece at a time, and a piece begins soon after a key was answered, when no
 * other can have come yet, or while nobody types.
 */
export type BetweenKeys = {
  /** A key has come, and is about to be answered. */
  readonly pressed: () => void;
  /** Ends at the next time for a piece of work, for one who waits after the other. */
  readonly next: () => Promise<void>;
  /** Ends at the next time for work that cannot be cut into pieces, which begins as soon after a key as it can. */
  readonly nextLong: () => Promise<void>;
};

/** A key is answered and painted by then (ms). */
const ANSWERED_AFTER = 6;
/** Until then a piece begins, and what takes long: a held key comes every 33 ms. */
const NONE_UNTIL = { piece: 22, long: 10 } as const;
/** Who has pressed no key for so long is not typing (ms). */
const AT_REST_AFTER = 120;
/** Where keys come so fast that there is no time between them, work waits no longer (ms). */
const LONGEST_WAIT = 200;

type Work = keyof typeof NONE_UNTIL;

/** How long it is to the next such time, by the time since the last key (ms). */
function waitFrom(sinceKey: number, work: Work): number {
  if (sinceKey < ANSWERED_AFTER) return ANSWERED_AFTER - sinceKey;
  return sinceKey <= NONE_UNTIL[work] || sinceKey >= AT_REST_AFTER ? 0 : AT_REST_AFTER - sinceKey;
}

export function createBetweenKeys(): BetweenKeys {
  let lastKey = Number.NEGATIVE_INFINITY;
  const waiting: { readonly work: Work; readonly go: () => void; readonly since: number }[] = [];
  let callOff = (): void => undefined;

  const wake = (): void => {
    callOff();
    const [first] = waiting;
    if (first === undefined) return;
    const now = performance.now();
    const wait = Math.min(waitFrom(now - lastKey, first.work), first.since + LONGEST_WAIT - now);
    if (wait > 0) {
      // What only waits for its turn keeps no program from ending.
      const timer = setTimeout(wake, wait).unref();
      callOff = () => clearTimeout(timer);
      return;
    }
    // Keys and answers that have come are taken first, and before the one after this.
    const next = setImmediate(() => {
      waiting.shift();
      first.go();
      wake();
    });
    callOff = () => clearImmediate(next);
  };

  const atNext = (work: Work): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ work, go: resolve, since: performance.now() });
    if (waiting.length === 1) wake();
    return promise;
  };

  return {
    pressed: () => {
      lastKey = performance.now();
      wake();
    },
    next: () => atNext("piece"),
    nextLong: () => atNext("long"),
  };
}
