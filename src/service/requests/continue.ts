import type { IncomingMessage, ServerResponse } from "node:http";

/** Senders that wait with their body until they are told to go on (`Expect: 100-continue`). */

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Notes that the sender of a request waits. */
export const holdBack = (incoming: IncomingMessage, outgoing: ServerResponse): unknown =>
  waiting.set(incoming, outgoing);

/** Whether the sender of a request still waits: what it answered with then, its body may never come. */
export const isHeldBack = (incoming: IncomingMessage): boolean => waiting.has(incoming);

/** Tells the sender of a request to go on, where it waits. */
export function goOn(incoming: IncomingMessage): void {
  waiting.get(incoming)?.writeContinue();
  waiting.delete(incoming);
}
