import type { ServerResponse } from "node:http";
import { finished } from "node:stream";
import type { WireAnswer } from "../requests/answer.ts";
import { isSenderWaiting } from "../requests/continue.ts";
import { triggeredOf } from "./faults.ts";
import { waitFor } from "./wait-for.ts";

/** Writes an answer to the wire, with the faults triggered by its request. */
export function writeWithFaults(outgoing: ServerResponse, answer: WireAnswer): void {
  const triggered = triggeredOf(outgoing);
  if (triggered === undefined) {
    write(outgoing, answer);
    return;
  }
  let next = answer;
  let holds = 0;
  let breaks: "none" | "half" | undefined;
  for (const effect of triggered.effects) {
    next = effect.answer?.(next) ?? next;
    holds = Math.max(holds, effect.holds ?? 0);
    breaks = effect.breaks ?? breaks;
  }
  const out = next;
  const send = (): void => {
    if (breaks === undefined) write(outgoing, out);
    else breakOff(outgoing, out, breaks);
  };
  if (holds === 0) send();
  else waitFor(holds, outgoing, triggered.ended).then(send, () => outgoing.destroy());
}

const lengthOf = (status: number, body: string | null): Record<string, string> =>
  status === 204 ? {} : { "Content-Length": String(Buffer.byteLength(body ?? "")) };

/**
 * Writes an answer. If the request is not yet complete, the answer is sent at once, and ended when the rest of the request has been read: closing a
 * connection with unread bytes resets it for a sender that is still sending, and the answer may be lost.
 */
function write(outgoing: ServerResponse, { status, headers, body }: WireAnswer): void {
  if (outgoing.destroyed) return;
  const { req: incoming } = outgoing;
  if (incoming.complete) {
    outgoing.writeHead(status, { ...headers, ...lengthOf(status, body) });
    outgoing.end(body ?? undefined);
    return;
  }
  // A sender that received no `100 Continue` may or may not send its body: nothing else follows on its connection, and this side of it is closed.
  const isWaiting = isSenderWaiting(incoming);
  const closing = isWaiting ? { Connection: "close" } : {};
  outgoing.writeHead(status, { ...headers, ...lengthOf(status, body), ...closing });
  const closeThisSide = (): void => {
    if (isWaiting) outgoing.socket?.end();
  };
  if (body === null) {
    outgoing.flushHeaders();
    closeThisSide();
  } else outgoing.write(body, closeThisSide);
  finished(incoming.resume(), () => outgoing.end());
}

/** Closes the connection instead of answering, or after half of the body. */
function breakOff(outgoing: ServerResponse, { status, headers, body }: WireAnswer, breaks: "none" | "half"): void {
  if (breaks === "none" || body === null) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { ...headers, ...lengthOf(status, body) });
  const half = Buffer.from(body).subarray(0, Math.floor(Buffer.byteLength(body) / 2));
  outgoing.write(half, () => outgoing.destroy());
}
