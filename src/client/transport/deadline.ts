import { RequestTimeout } from "./transport-failure.ts";

/** A signal that aborts one exchange: after a timeout or when the caller aborts, whichever comes first. */
type Deadline = { readonly signal: AbortSignal } & Disposable;

/** @param timeoutMs timeout of the exchange, in milliseconds */
export function deadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new RequestTimeout("the request timed out")), timeoutMs);
  const giveUp = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) giveUp();
  else outer?.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", giveUp);
    },
  };
}
