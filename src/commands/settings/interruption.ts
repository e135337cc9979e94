/** Ctrl-C while several changes are sent: nobody should have to guess what became of the one under way. */

export type Interruption = {
  readonly hasCome: () => boolean;
  /** From here on signals end the program at once. */
  readonly stop: () => void;
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Hears the first signal; the second one ends the program as ever. @param onFirst called at the first */
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
