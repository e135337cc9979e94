import type { IncomingMessage, ServerResponse } from "node:http";

/** Requests whose sender waits for `100 Continue` before it sends the body (`Expect: 100-continue`). */

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Records that the sender of a request waits. */
export const waitForContinue = (incoming: IncomingMessage, outgoing: ServerResponse): unknown =>
  waiting.set(incoming, outgoing);

/** True while the sender of a request waits: if it is answered now, its body may never come. */
export const isSenderWaiting = (incoming: IncomingMessage): boolean => waiting.has(incoming);

/** Sends `100 Continue` to a waiting sender. */
export function sendContinue(incoming: IncomingMessage): void {
  waiting.get(incoming)?.writeContinue();
  waiting.delete(incoming);
}
