import { isWrite } from "../contract/operation.ts";
import type { Connection } from "../contract/wire/connection.ts";
import { REQUEST_ID_HEADER } from "../contract/wire/wire.ts";
import { TokenFailure } from "./auth/bearer-signer.ts";
import type { Signer } from "./auth/signer.ts";
import type { ServiceError } from "./errors/service-error.ts";
import {
  brokenExchange,
  type CallContext,
  cancelledBeforehand,
  codeOf,
  documentOf,
  missingToken,
  refusal,
} from "./failures.ts";
import type { ClientHooks, WaitEvent } from "./hooks.ts";
import type { PreparedRequest } from "./request.ts";
import { pause, REPEATED_STATUSES, type Repeats, type RetryPolicy, retryAfterMs, waitBefore } from "./retry.ts";
import { deadline } from "./transport/deadline.ts";
import type { Reply, Transport } from "./transport/transport.ts";
import { TransportFailure } from "./transport/transport-failure.ts";

/** Shared by all calls of a client. */
export type ExchangeContext = {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly signer: Signer;
  readonly hooks: ClientHooks;
  readonly policy: RetryPolicy;
};

type ExchangeOptions = {
  readonly requestId: string;
  /** Timeout of each try, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly repeats: Repeats;
};

/** Result of one try: a 2xx, or the error and whether the request may be repeated. */
type Outcome =
  | { readonly ok: true; readonly reply: Reply }
  | {
      readonly ok: false;
      readonly error: ServiceError;
      /** Null: must not be repeated. */
      readonly repeat: Repeat | null;
    };

type Repeat = {
  readonly reason: WaitEvent["reason"];
  readonly retryAfterMs: number | null;
  /** True if the request may be repeated immediately on another connection. */
  readonly onAnother: boolean;
};

/** Transient network failures. */
const PASSING: readonly TransportFailure["reason"][] = ["no-connection", "proxy-unreachable", "lost", "cut"];

/** True if the connection ended: an instance behind the address died or closed an idle connection, and the others still answer. */
const isConnectionEnd = (failure: TransportFailure | null): boolean =>
  failure?.reason === "lost" || failure?.reason === "cut";

/** Sends a request, and signs it again as long as the service asks for that: the first 401 of Digest is no error. */
async function signedReply(
  shared: ExchangeContext,
  request: PreparedRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
) {
  const target = `${request.url.pathname}${request.url.search}`;
  for (let rounds = 0; ; rounds += 1) {
    const signature = await shared.signer.sign(request.method, target, signal);
    const authorization = signature.authorization === null ? {} : { authorization: signature.authorization };
    const { url, content: body } = request;
    const { method } = request.operation;
    const sent = shared.transport.send({ url, method, headers: { ...headers, ...authorization }, body }, signal);
    const reply = await sent.catch((failure: unknown) => {
      shared.signer.unanswered(signature);
      throw failure;
    });
    if (reply.status !== 401) {
      shared.signer.accepted(signature, reply.headers);
      return reply;
    }
    const code = codeOf(reply, documentOf(reply, []));
    if (!shared.signer.again(signature, { headers: reply.headers, code, rounds })) return reply;
  }
}

async function tryOnce(shared: ExchangeContext, request: PreparedRequest, options: ExchangeOptions): Promise<Outcome> {
  const write = isWrite(request.operation);
  const context = (): CallContext => ({
    connection: shared.connection,
    request,
    requestId: options.requestId,
    timeoutMs: options.timeoutMs,
    secrets: [...request.secrets, ...shared.signer.secrets()],
  });
  using time = deadline(options.timeoutMs, options.signal);
  try {
    const headers = { ...request.headers, [REQUEST_ID_HEADER]: options.requestId };
    const reply = await signedReply(shared, request, headers, time.signal);
    if (reply.status >= 200 && reply.status < 300) return { ok: true, reply };
    const reason = reply.status === 429 ? "rate-limited" : "server-error";
    const repeat = !write && REPEATED_STATUSES.includes(reply.status);
    const again: Repeat = { reason, retryAfterMs: retryAfterMs(reply.headers), onAnother: false };
    return { ok: false, error: refusal(context(), reply), repeat: repeat ? again : null };
  } catch (error) {
    if (error instanceof TokenFailure) {
      const passing =
        error.reply === null
          ? error.failure !== null && PASSING.includes(error.failure.reason)
          : REPEATED_STATUSES.includes(error.reply.status);
      const again: Repeat = {
        reason: "token",
        retryAfterMs: error.retryAfterMs,
        onAnother: isConnectionEnd(error.failure),
      };
      return { ok: false, error: missingToken(context(), error), repeat: passing ? again : null };
    }
    if (!(error instanceof TransportFailure)) throw error;
    const repeat = PASSING.includes(error.reason) && (!write || error.notSent);
    const again: Repeat = { reason: "connection", retryAfterMs: null, onAnother: isConnectionEnd(error) };
    return { ok: false, error: brokenExchange(context(), error), repeat: repeat ? again : null };
  }
}

/**
 * Sends a request until it succeeds, may not be repeated, or the retry policy gives up. GETs are repeated after transient failures, a write only if
 * it certainly did not reach the service (`design.md`, client). A repeatable request lost with its connection is sent once more on another one,
 * immediately and regardless of the policy (RFC 9110, 9.2.2), so users do not notice that an instance died.
 *
 * @throws ServiceError
 */
export async function exchange(
  shared: ExchangeContext,
  request: PreparedRequest,
  options: ExchangeOptions,
): Promise<Reply> {
  const { hooks } = shared;
  const { signal, repeats } = options;
  let onAnother = 0;
  for (let attempt = 0; ; attempt += 1) {
    if (signal?.aborted === true) throw cancelledBeforehand(contextOf(shared, request, options), signal.reason);
    const outcome = await tryOnce(shared, request, options);
    if (outcome.ok) return outcome.reply;
    const { error, repeat } = outcome;
    if (repeat?.onAnother === true && onAnother === 0) {
      onAnother = 1;
      continue;
    }
    const policy = { ...shared.policy, repeats: typeof repeats === "number" ? repeats : repeats() };
    const wait = repeat === null ? null : waitBefore(policy, attempt - onAnother, repeat.retryAfterMs);
    if (repeat === null || wait === null) throw error;
    const { reason } = repeat;
    hooks.onWait?.({
      reason,
      status: error.status,
      words: `${error.operation.title}: ${error.reason}`,
      attempt: attempt + 1,
      ms: wait,
    });
    try {
      await pause(wait, signal);
    } catch (reason) {
      throw cancelledBeforehand(contextOf(shared, request, options), reason);
    }
  }
}

const contextOf = (shared: ExchangeContext, request: PreparedRequest, options: ExchangeOptions): CallContext => ({
  connection: shared.connection,
  request,
  requestId: options.requestId,
  timeoutMs: options.timeoutMs,
  secrets: [],
});
