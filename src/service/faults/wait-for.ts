import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { ConnectionCut } from "./effect.ts";

/**
 * Waits until the time is over or the caller disconnects; the request is then processed, as by a slow service.
 *
 * @throws ConnectionCut if the service ends meanwhile
 */
export async function waitFor(milliseconds: number, outgoing: ServerResponse, ended: AbortSignal): Promise<void> {
  const disconnected = new AbortController();
  const leave = (): void => disconnected.abort();
  outgoing.once("close", leave);
  if (outgoing.destroyed) leave();
  try {
    await wait(milliseconds, undefined, { signal: AbortSignal.any([disconnected.signal, ended]) });
  } catch (failure) {
    if (!disconnected.signal.aborted && !ended.aborted) throw failure;
  } finally {
    outgoing.off("close", leave);
  }
  if (!ended.aborted) return;
  outgoing.destroy();
  throw new ConnectionCut();
}
