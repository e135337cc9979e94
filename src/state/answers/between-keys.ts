/**
 * Schedules slow work between key presses: a long answer is parsed and checked in pieces. A piece begins soon after a key was answered, when the
 * next cannot have come yet, or while nobody types.
 */
export type BetweenKeys = {
  /** Called when a key has come and is about to be answered. */
  readonly pressed: () => void;
  /** Resolves at the next gap for a piece of work; callers are served in order. */
  readonly next: () => Promise<void>;
  /** Resolves at the next gap for work that cannot be cut into pieces: such work must begin sooner after a key. */
  readonly nextLong: () => Promise<void>;
};

/** Time in which a key is answered and painted (ms). */
const ANSWERED_AFTER = 6;
/** Latest start after a key (ms) of a piece and of long work: a key that is held down repeats every 33 ms. */
const NONE_UNTIL = { piece: 22, long: 10 } as const;
/** After this time without a key nobody is typing (ms). */
const AT_REST_AFTER = 120;
/** Work waits no longer than this when keys leave no gap between them (ms). */
const LONGEST_WAIT = 200;

type Work = keyof typeof NONE_UNTIL;

/** Time to the next gap (ms), from the time since the last key. */
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
      // `unref`: waiting work must not keep the process alive.
      const timer = setTimeout(wake, wait).unref();
      callOff = () => clearTimeout(timer);
      return;
    }
    // `setImmediate`: pending keys and answers are handled before each piece of work.
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
