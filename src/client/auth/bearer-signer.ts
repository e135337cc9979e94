import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
} from "oauth4webapi";
import type { Secret } from "../../contract/secret.ts";
import { isWithin, MINUTE } from "../../text/durations.ts";
import { isOneOfCodes, ROLE_CODES } from "../errors/error-codes.ts";
import { retryAfterMs } from "../retry.ts";
import { deadline } from "../transport/deadline.ts";
import { isLoopback } from "../transport/destination.ts";
import { type Headers, type Reply, type Transport, textOf } from "../transport/transport.ts";
import { type TransportFailure, transportFailure } from "../transport/transport-failure.ts";
import { parseChallenges } from "./challenges.ts";
import type { Rejection, Signature, Signer } from "./signer.ts";

/** No access token could be obtained. */
export class TokenFailure extends Error {
  override readonly name = "TokenFailure";
  /** The token endpoint's answer; null if there was none. */
  readonly reply: {
    readonly status: number;
    readonly error: string | null;
    readonly description: string | null;
  } | null;
  readonly failure: TransportFailure | null;
  /** Milliseconds after which the endpoint may be called again, if it said so. */
  readonly retryAfterMs: number | null;

  constructor(facts: Pick<TokenFailure, "reply" | "failure" | "retryAfterMs">, cause?: unknown) {
    super("no access token", { cause });
    this.reply = facts.reply;
    this.failure = facts.failure;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

type ServiceAccount = { readonly clientId: string; readonly clientSecret: Secret; readonly tokenUrl: URL };

type Token = { readonly text: string; readonly renewAt: number; readonly expiresAt: number };

/** Id and secret as encoded in the Basic header: also a secret, because an endpoint may echo it. */
const loginOf = ({ clientId, clientSecret }: ServiceAccount): string =>
  Buffer.from(`${clientId}:${clientSecret.reveal()}`, "utf8").toString("base64");

/** Share of a token's lifetime after which it is renewed. */
const RENEW_AT = 0.8;
/** Lifetime of a token if the endpoint does not state it (seconds): short enough for any service. */
const UNSTATED_LIFE = 300;
/**
 * Minimum pause (ms) between renewals, after a failed one while the old token is valid, or after a 401 that does not name the token: an endpoint that
 * refuses every caller must not use up the limit of token calls.
 */
const RENEWAL_PAUSE = 30_000;
/** Longest time (ms) for which a refusal of the endpoint answers all calls: polling obeys a longer one, and a person may ask sooner. */
const LONGEST_REFUSAL = MINUTE;
const TOKEN_TIMEOUT = 30_000;

/** Fetches a token by the client credentials grant (RFC 6749, 4.4). Id and secret are not percent-encoded in the Basic header. */
async function fetchToken(account: ServiceAccount, transport: Transport): Promise<Token> {
  const { clientId, tokenUrl } = account;
  using time = deadline(TOKEN_TIMEOUT, undefined);
  const server = { issuer: tokenUrl.origin, token_endpoint: tokenUrl.href };
  const client = { client_id: clientId };
  const requestedAt = Date.now();
  let reply: Reply | undefined;
  const options = {
    [allowInsecureRequests]: isLoopback(tokenUrl),
    [customFetch]: async (
      address: string,
      request: { readonly headers: Record<string, string>; readonly body: URLSearchParams },
    ): Promise<Response> => {
      reply = await transport.send(
        { url: new URL(address), method: "POST", headers: request.headers, body: request.body.toString() },
        time.signal,
      );
      return response(reply);
    },
  };
  try {
    const answered = await clientCredentialsGrantRequest(
      server,
      client,
      (_server, _client, _body, headers) => {
        headers.set("authorization", `Basic ${loginOf(account)}`);
      },
      {},
      options,
    );
    const token = await processClientCredentialsResponse(server, client, answered);
    const life = (token.expires_in ?? UNSTATED_LIFE) * 1000;
    return { text: token.access_token, renewAt: requestedAt + life * RENEW_AT, expiresAt: requestedAt + life };
  } catch (error) {
    throw tokenFailure(error, reply, time.signal);
  }
}

/** Statuses for which the fetch standard allows no body. */
const BODILESS = [101, 103, 204, 205, 304];

const response = (reply: Reply): Response =>
  new Response(BODILESS.includes(reply.status) ? null : textOf(reply), {
    status: reply.status < 200 ? 502 : reply.status,
    headers: { "content-type": "application/json" },
  });

function tokenFailure(error: unknown, reply: Reply | undefined, signal: AbortSignal): TokenFailure {
  if (reply === undefined) {
    return new TokenFailure({ reply: null, failure: transportFailure(error, signal, null), retryAfterMs: null }, error);
  }
  const { status } = reply;
  const words = error instanceof ResponseBodyError ? error : undefined;
  return new TokenFailure(
    {
      reply: { status, error: words?.error ?? null, description: words?.error_description ?? null },
      failure: null,
      retryAfterMs: retryAfterMs(reply.headers),
    },
    // No cause: the library keeps the response body in its errors, and that may hold a token.
    undefined,
  );
}

/** Waits for a shared promise until this caller's signal aborts. Without a token, nothing was sent. */
function whileWanted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: given, resolve, reject } = Promise.withResolvers<Result>();
  const giveUp = (): void => {
    const failure = transportFailure(signal.reason, signal, null);
    reject(new TokenFailure({ reply: null, failure, retryAfterMs: null }));
  };
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  return given;
}

/** Says if a 401 blames the token: `named`, `perhaps`, or null if rather a role is missing. */
function blamesToken({ headers, code }: Rejection, signature: Signature): "named" | "perhaps" | null {
  const isNamed = parseChallenges(headers["www-authenticate"]).some(
    (challenge) => challenge.scheme === "bearer" && challenge.params.get("error") === "invalid_token",
  );
  if (isNamed) return "named";
  return signature.used && !isOneOfCodes(code, ROLE_CODES) ? "perhaps" : null;
}

/**
 * Signs with a bearer token of the OAuth2 client credentials grant: at most one token call at a time, shared by all callers; renewed after 80 % of
 * its lifetime, and once after a 401 that blames the token, never in a loop.
 */
export function bearerSigner(account: ServiceAccount, transport: Transport): Signer {
  let token: Token | undefined;
  let asking: Promise<Token> | undefined;
  /** The endpoint's last request to wait, and for how long. */
  let refused: { readonly at: number; readonly forMs: number; readonly failure: TokenFailure } | undefined;
  /** Time of the last renewal caused by a 401 that did not name the token. */
  let suspectedAt = Number.NEGATIVE_INFINITY;
  const shown = new Set<string>();

  async function ask(): Promise<Token> {
    try {
      token = await fetchToken(account, transport);
      // Keep two tokens: the current one, and the previous one, which a late answer may echo.
      if (shown.size > 1) shown.clear();
      shown.add(token.text);
      refused = undefined;
      return token;
    } catch (error) {
      if (error instanceof TokenFailure && error.retryAfterMs !== null) {
        refused = { at: Date.now(), forMs: error.retryAfterMs, failure: error };
      }
      throw error;
    } finally {
      asking = undefined;
    }
  }

  function renewed(): Promise<Token> {
    if (asking !== undefined) return asking;
    const now = Date.now();
    if (refused !== undefined && isWithin(Math.min(refused.forMs, LONGEST_REFUSAL), refused.at, now)) {
      const { at, forMs, failure } = refused;
      return Promise.reject(new TokenFailure({ ...failure, retryAfterMs: at + forMs - now }));
    }
    asking = ask();
    return asking;
  }

  /** Renews a valid token in the background, so that a token endpoint that hangs delays no call. */
  function renewBehind(known: Token): void {
    if (asking !== undefined) return;
    renewed().catch((error: unknown) => {
      const pause = error instanceof TokenFailure ? (error.retryAfterMs ?? 0) : 0;
      if (token === known) token = { ...known, renewAt: Date.now() + Math.max(pause, RENEWAL_PAUSE) };
    });
  }

  async function current(signal: AbortSignal): Promise<{ token: Token; used: boolean }> {
    const known = token;
    const now = Date.now();
    if (known === undefined || now >= known.expiresAt) {
      return { token: await whileWanted(renewed(), signal), used: false };
    }
    if (now >= known.renewAt) renewBehind(known);
    return { token: known, used: true };
  }

  return {
    async sign(_method, _target, signal) {
      const { token: inUse, used } = await current(signal);
      return { authorization: `Bearer ${inUse.text}`, key: inUse.text, used };
    },

    again(signature, rejection) {
      const blame = blamesToken(rejection, signature);
      if (rejection.rounds > 0 || blame === null) return false;
      if (token?.text !== signature.key) return true;
      if (blame === "perhaps") {
        if (isWithin(RENEWAL_PAUSE, suspectedAt, Date.now())) return false;
        suspectedAt = Date.now();
      }
      token = undefined;
      return true;
    },

    accepted(_signature: Signature, _headers: Headers) {
      // A working token needs no change.
    },

    unanswered(_signature: Signature) {
      // Without an answer, nothing is known about the token.
    },

    secrets: () => [account.clientSecret.reveal(), loginOf(account), ...shown],
  };
}
