import { setTimeout as wait } from "node:timers/promises";
import { SECOND } from "../../text/durations.ts";
import { isConnectionLost } from "./failures.ts";

/** How long what failed for a lost connection is tried again before the caller is told. */
export const PATIENCE = 5 * SECOND;
/** The first pause between two tries (milliseconds); each is twice as long as the one before, up to a second. */
const PAUSE = 50;

/** Tries something until it succeeds, as long as it fails for a lost connection and there is patience left. */
export async function untilReached<Result>(
  patience: number,
  work: () => Promise<Result>,
  onRetry: () => void = () => undefined,
): Promise<Result> {
  const begun = performance.now();
  for (let pause = PAUSE; ; pause = Math.min(pause * 2, SECOND)) {
    try {
      return await work();
    } catch (failure) {
      if (!isConnectionLost(failure) || performance.now() - begun > patience) throw failure;
      await wait(pause);
      onRetry();
    }
  }
}
