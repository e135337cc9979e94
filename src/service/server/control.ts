import type { IncomingMessage, ServerResponse } from "node:http";
import { sameSecret } from "../auth/same-secret.ts";
import { HttpError, refusal } from "../requests/http-error.ts";
import { isForwarded, isLoopback, isLoopbackAddress, LOOPBACK } from "./addresses.ts";
import { answerProof, PROOF_HEADER, provenNonce } from "./control-proof.ts";
import { commonHeaders, refused, type ServiceContext, send, unexpected } from "./exchange.ts";
import type { ServiceReady } from "./ready.ts";

/**
 * The control surface: lets tests and people change the simulated world. Separate from the API, with its own token
 * (`Authorization: Bearer TOKEN`), and never part of a profile.
 *
 * GET ready · GET hold (an answer that ends when the service does) · GET|PUT clock · POST clock/step · POST reset (which switches
 * every scenario off) · POST approve · GET|DELETE journal · POST keys · GET|POST|DELETE scenarios (`fault-control.ts`)
 */
export { controlPrefix } from "./addresses.ts";

export type Control = {
  answer(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Ends all open `hold` answers, which tells their callers that the service stops. */
  letGo(): void;
};

/**
 * The control surface of a service.
 *
 * @param isOpen true where requests from other machines, also through proxies, are accepted
 */
export function createControl(parts: ServiceContext, ready: () => Promise<ServiceReady>, isOpen: boolean): Control {
  const openResponses = new Set<ServerResponse>();

  return {
    letGo() {
      for (const outgoing of openResponses) outgoing.end();
    },
    async answer(path, incoming, outgoing) {
      const common = commonHeaders(parts, parts.budgets.spendUnknown());
      try {
        if (!isOpen) checkNearness(incoming);
        const nonce = checkToken(parts, path, incoming.headers.authorization);
        const proofOf = (body: string): Record<string, string> =>
          nonce === null ? {} : { [PROOF_HEADER]: answerProof(parts.controlToken, path, nonce, body) };
        if (path === "/hold" && incoming.method === "GET") {
          outgoing.writeHead(200, { ...common, ...proofOf(""), "Content-Type": "text/plain", Connection: "close" });
          outgoing.flushHeaders();
          openResponses.add(outgoing);
          outgoing.once("close", () => openResponses.delete(outgoing));
          return;
        }
        // Loaded when it is first needed: hardly any console's service is asked, and the scenarios have 500 schemas.
        const { answerControl } = await import("./control-routes.ts");
        const answer = await answerControl(parts, ready, path, incoming);
        send(outgoing, answer, { ...common, ...proofOf(answer.body ?? "") });
      } catch (failure) {
        send(
          outgoing,
          failure instanceof HttpError ? refused(parts, failure) : unexpected(parts, failure, outgoing),
          common,
        );
      }
    },
  };
}

/**
 * Refuses requests from other machines, and those for another host: they come through a proxy, or from a web page whose domain name was pointed at
 * this machine.
 */
function checkNearness({ headers, socket }: IncomingMessage): void {
  const { host = LOOPBACK } = headers;
  const isNear = isLoopbackAddress(socket.remoteAddress ?? "") && !isForwarded(headers);
  if (isNear && isLoopback(host.replace(/:\d*$/u, ""))) return;
  const why = isNear ? "the Host header has another host" : "the request comes from another machine";
  const detail = `The control surface is available on the loopback address only: ${why}.`;
  throw refusal(421, "MISDIRECTED_REQUEST", detail);
}

/**
 * Accepts callers that send the token, or prove that they know it.
 *
 * @returns the nonce of a proof, so that the answer is signed too; null for a token
 */
function checkToken({ controlToken }: ServiceContext, path: string, authorization = ""): string | null {
  const nonce = provenNonce(controlToken, path, authorization);
  if (nonce !== undefined) return nonce;
  const token = /^bearer +(\S+)$/iu.exec(authorization)?.[1] ?? "";
  if (sameSecret(token, controlToken)) return null;
  throw refusal(403, "ACCESS_FORBIDDEN", "The control surface accepts its own token only.");
}
