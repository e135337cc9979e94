/** Lets one request go after another: the next when the one before was answered, or has had its time. */
export type Turns = {
  /** Waits for a turn, and gives what ends it. A caller that gives up meanwhile gets one too, which is nobody's. */
  take(signal: AbortSignal): Promise<() => void>;
};

/** Resolves when a signal is aborted. */
const aborted = (signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
};

/**
 * @param longest how long (ms) a turn keeps the next one waiting
 */
export function takingTurns(longest: number): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const before = last;
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      last = over;
      await Promise.race([before, aborted(signal)]);
      if (signal.aborted) {
        void before.then(end);
        return () => undefined;
      }
      const timer = setTimeout(end, longest);
      return () => {
        clearTimeout(timer);
        end();
      };
    },
  };
}
