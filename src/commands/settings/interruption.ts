/** Ctrl-C while several changes are sent: the change under way is finished first, so that its outcome is known. */

type Interruption = {
  readonly hasCome: () => boolean;
  /** Signals end the program at once from now on. */
  readonly stop: () => void;
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Catches the first signal; the second one ends the program as usual. @param onFirst called at the first */
export function awaitInterruption(onFirst: () => void): Interruption {
  let hasCome = false;
  const stop = (): void => {
    for (const signal of SIGNALS) process.off(signal, hear);
  };
  const hear = (): void => {
    hasCome = true;
    stop();
    onFirst();
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return { hasCome: () => hasCome, stop };
}
