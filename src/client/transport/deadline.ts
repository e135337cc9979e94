import { RequestTimeout } from "./transport-failure.ts";

/** A signal that aborts one exchange: after a timeout or when the caller aborts, whichever comes first. */
type Deadline = { readonly signal: AbortSignal } & Disposable;

/**
 * Longest part of a timeout that is waited for at once (ms). While the process is stopped (Ctrl-Z) at most this much of the timeout passes: the
 * answer may have come meanwhile, and is read only after the timers.
 */
const STEP = 500;

/** Runs something once after so many milliseconds of running time. @returns a function that cancels it */
export function afterRunning(milliseconds: number, run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (left: number): void => {
    const step = Math.min(STEP, left);
    timer = setTimeout(() => {
      if (left > step) wait(left - step);
      else run();
    }, step);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}

/** @param timeoutMs timeout of the exchange, in milliseconds of running time */
export function deadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const cancel = afterRunning(timeoutMs, () => controller.abort(new RequestTimeout("the request timed out")));
  const giveUp = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) giveUp();
  else outer?.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      cancel();
      outer?.removeEventListener("abort", giveUp);
    },
  };
}
