import { setTimeout as wait } from "node:timers/promises";
import { SECOND } from "../../text/durations.ts";
import { isConnectionLost } from "./failures.ts";

/** Total time for retries after a lost connection, before the error is passed on (ms). */
export const RETRY_TIMEOUT = 5 * SECOND;
/** First pause between two tries (ms); each further one is twice as long, up to a second. */
const PAUSE = 50;

/** Runs work, and repeats it after a lost connection until it succeeds or the time is over. */
export async function repeatUntilConnected<Result>(
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
