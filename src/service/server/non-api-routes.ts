import type { IncomingMessage, ServerResponse } from "node:http";
import { ConnectionCut } from "../faults/effect.ts";
import type { MatchedRequest } from "../faults/faults.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { HttpError, tooMany } from "../requests/http-error.ts";
import { commonHeaders, refused, type ServiceContext, send, unexpected } from "./exchange.ts";

/** Node's request and response. */
type Ends = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

/** Answers a request at a path outside of the API: the token endpoint, a download link, the service's description. */
export async function answerOutsideApi(
  parts: ServiceContext,
  { incoming, outgoing }: Ends,
  work: () => Promise<WireAnswer>,
): Promise<void> {
  try {
    const { store, auth, wallClock, faults } = parts;
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    const subject: MatchedRequest = { method: incoming.method ?? "", path, operation: null };
    await refuseSpent(parts, subject, incoming.headers.authorization ?? "", { incoming, outgoing });
    const effects = await faults.meet("admitted", subject, outgoing);
    const met = { ...subject, incoming, outgoing, params: {}, caller: null, store, auth, wallClock };
    for (const { before, pause } of effects) {
      await before?.(met);
      await pause?.(met);
    }
    send(outgoing, await work(), commonHeaders(parts, parts.budgets.spendUnknown()));
  } catch (failure) {
    if (failure instanceof ConnectionCut) return;
    const answer = failure instanceof HttpError ? refused(parts, failure) : unexpected(parts, failure, outgoing);
    send(outgoing, answer, commonHeaders(parts, parts.budgets.spendUnknown()));
  }
}

const TOKEN_PATH = "/api/oauth/token";

/** The token endpoint has its own budget with the published sizes. */
async function refuseSpent(
  { faults }: ServiceContext,
  subject: MatchedRequest,
  user: string,
  { outgoing }: Ends,
): Promise<void> {
  if (subject.path !== TOKEN_PATH) return;
  const spending = await faults.budgetOf(subject, outgoing);
  const spent = await spending?.take(null, {}, user);
  if (spent === undefined || spent.waitSeconds === 0) return;
  throw tooMany(`Too many requests for tokens: try again in ${spent.waitSeconds} s.`, TOKEN_PATH, spent);
}
