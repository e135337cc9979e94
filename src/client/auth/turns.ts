/** Sends requests one at a time: the next one when the previous one was answered or its time is over. */
type Turns = {
  /** Waits for a turn and resolves to a function that ends it. If the caller aborts, that function has no effect. */
  take(signal: AbortSignal): Promise<() => void>;
};

/** Resolves when a signal is aborted. */
const aborted = (signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
};

/** @param longest maximum duration (ms) for which a turn delays the next one */
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
