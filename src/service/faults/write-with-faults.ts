import type { ServerResponse } from "node:http";
import type { WireAnswer } from "../requests/answer.ts";
import { waitFor } from "./connection.ts";
import { triggeredOf } from "./faults.ts";

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

const lengthOf = (body: string | null): Record<string, string> =>
  body === null ? {} : { "Content-Length": String(Buffer.byteLength(body)) };

function write(outgoing: ServerResponse, { status, headers, body }: WireAnswer): void {
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, { ...headers, ...lengthOf(body) });
  outgoing.end(body ?? undefined);
}

/** Closes the connection instead of answering, or after half of the body. */
function breakOff(outgoing: ServerResponse, { status, headers, body }: WireAnswer, breaks: "none" | "half"): void {
  if (breaks === "none" || body === null) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { ...headers, ...lengthOf(body) });
  const half = Buffer.from(body).subarray(0, Math.floor(Buffer.byteLength(body) / 2));
  outgoing.write(half, () => outgoing.destroy());
}
