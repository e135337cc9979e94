import { isObject } from "../contract/json/json.ts";
import { isWrite } from "../contract/operation.ts";
import { readTolerantly } from "../contract/schema/tolerant.ts";
import type { Connection } from "../contract/wire/connection.ts";
import { ErrorDocument } from "../contract/wire/error-document.ts";
import { printable } from "../text/printable.ts";
import { readJson } from "./answers/answer.ts";
import { printableJson } from "./answers/printable-json.ts";
import type { TokenFailure } from "./auth/bearer-signer.ts";
import { fieldProblems } from "./errors/field-problems.ts";
import { scrubber, scrubJson } from "./errors/scrub.ts";
import { ServiceError } from "./errors/service-error.ts";
import { NO_FACTS, type ServiceErrorFacts } from "./errors/service-error-facts.ts";
import type { PreparedRequest } from "./request.ts";
import { retryAfterMs } from "./retry.ts";
import { headerOf, type Reply, textOf } from "./transport/transport.ts";
import type { TransportFailure } from "./transport/transport-failure.ts";

/** The call that caused an error. */
export type CallContext = {
  readonly connection: Connection;
  readonly request: PreparedRequest;
  readonly requestId: string;
  readonly timeoutMs: number;
  /** Secrets that an error must not contain: those of the body and of the caller. */
  readonly secrets: readonly string[];
};

/** Statuses of which a field of the request may be the cause. */
const FIELD_STATUSES = [400, 409, 422];

const commonFacts = (context: CallContext) => ({
  ...NO_FACTS,
  operation: context.request.operation,
  profile: context.connection.profile,
  host: context.request.url.host,
  requestId: context.requestId,
  timeoutMs: context.timeoutMs,
});

const later = (ms: number | null): Pick<ServiceErrorFacts, "retryAt" | "retryAfterMs"> => ({
  retryAfterMs: ms,
  retryAt: ms === null ? null : Date.now() + ms,
});

/** Maximum length of a refusal's text (UTF-16 units): a reason has a line or two; only a malfunction produces more. */
const LONGEST_REASON = 2000;

/** Cut after removing secrets: half of one would not be recognised. */
const reasonOf = (secrets: readonly string[]): ((text: string) => string) => {
  const scrub = scrubber(secrets);
  return (text) => {
    const clean = scrub(text);
    return clean.length <= LONGEST_REASON ? clean : `${clean.slice(0, LONGEST_REASON)}…`;
  };
};

/** The error document of a refusal, without secrets, printable, and as far as it can be parsed; null for any other body. */
export function documentOf(reply: Reply, secrets: readonly string[]): ErrorDocument | null {
  const json = readJson(textOf(reply));
  if (!json.ok || !isObject(json.value)) return null;
  const clean = printableJson(scrubJson(json.value, reasonOf(secrets)), (key) => key === "detail");
  const document = readTolerantly(ErrorDocument, clean);
  return document.ok ? document.data : null;
}

/** Error code of a refusal, from its document or from the header that repeats it. */
export function codeOf(reply: Reply, document: ErrorDocument | null): string | null {
  const code = document?.errorCode ?? headerOf(reply.headers, "x-error-code");
  return code === null || code === undefined || code === "" ? null : printable(code);
}

/** Problem of a refusal without an error document, as a sentence. */
function withoutDocument(reply: Reply): string {
  const { status, headers } = reply;
  if (status >= 300 && status < 400) {
    const to = hostOf(headerOf(headers, "location") ?? "");
    return `The server redirects ${to === null ? "elsewhere" : `to ${to}`}: redirects are not followed, to protect the credentials`;
  }
  const json = readJson(textOf(reply));
  return json.ok ? "The response is not an API error document" : json.problem;
}

/** Printable host of an address; null if it is no absolute address. */
const hostOf = (address: string): string | null => (URL.canParse(address) ? printable(new URL(address).host) : null);

/** Error for a response that is not a 2xx. After a server error (5xx) a write may have taken effect. */
export function refusal(context: CallContext, reply: Reply): ServiceError {
  const { request, connection } = context;
  const document = documentOf(reply, context.secrets);
  const { status, headers } = reply;
  const problems =
    document !== null && FIELD_STATUSES.includes(status)
      ? fieldProblems(request.operation, document, request.body, connection.dialect)
      : [];
  const lost = isWrite(request.operation) && status >= 500;
  // A page instead of an error document comes from a server in between, but a status of 400 or more says enough by
  // itself.
  const odd = document === null && status < 400;
  return new ServiceError({
    ...commonFacts(context),
    ...later(retryAfterMs(headers)),
    kind: lost ? "unknown-result" : odd ? "unreadable" : "refused",
    status,
    document,
    code: codeOf(reply, document),
    detail: document?.detail ?? null,
    challenged: headerOf(headers, "www-authenticate") !== null,
    fields: problems,
    problem: document === null ? withoutDocument(reply) : (document.detail ?? null),
  });
}

/** Error for an unusable 2xx. After one that is not the service's word it is unknown if a write took effect. */
export function unreadableAnswer(
  context: CallContext,
  reply: Reply,
  problem: string,
  isAccepted: boolean,
): ServiceError {
  const lost = isWrite(context.request.operation) && !isAccepted;
  return new ServiceError({
    ...commonFacts(context),
    kind: lost ? "unknown-result" : "unreadable",
    status: reply.status,
    problem: scrubber(context.secrets)(problem),
  });
}

/** Error for an exchange without a complete answer. A write that was passed to the network may have taken effect. */
export function brokenExchange(context: CallContext, failure: TransportFailure): ServiceError {
  const write = isWrite(context.request.operation);
  const { reason, status, code } = failure;
  const common = { ...commonFacts(context), status, transport: { reason, code } };
  if (write && !failure.notSent) {
    const accepted = status !== null && status >= 200 && status < 300;
    const problem = accepted ? "The service accepted the request, but the response was cut off" : null;
    return new ServiceError({ ...common, kind: accepted ? "unreadable" : "unknown-result", problem }, failure);
  }
  switch (reason) {
    case "timed-out":
    case "cancelled":
      return new ServiceError({ ...common, kind: reason }, failure);
    case "cut":
      return new ServiceError({ ...common, kind: "unreadable", problem: "The response was cut off" }, failure);
    case "too-long":
      return new ServiceError({ ...common, kind: "unreadable", problem: "The response is longer than 32 MB" }, failure);
    case "not-http":
      return new ServiceError({ ...common, kind: "unreadable", problem: "The response is not HTTP" }, failure);
    default:
      return new ServiceError({ ...common, kind: "unreachable" }, failure);
  }
}

/** Error for a missing access token: the call itself was not sent. */
export function missingToken(context: CallContext, failure: TokenFailure): ServiceError {
  const host = context.connection.tokenUrl?.host ?? context.connection.baseUrl.host;
  const common = { ...commonFacts(context), host, stage: "token" as const };
  if (failure.reply === null) {
    const { reason, code } = failure.failure ?? { reason: "lost" as const, code: null };
    const kind = reason === "timed-out" || reason === "cancelled" ? reason : "unreachable";
    return new ServiceError({ ...common, kind, transport: { reason, code } }, failure.failure ?? undefined);
  }
  const reason = reasonOf(context.secrets);
  const text = (value: string | null): string | null => (value === null ? null : printable(reason(value)));
  const { status, error, description } = failure.reply;
  return new ServiceError({
    ...common,
    ...later(failure.retryAfterMs),
    kind: error === null && status < 400 ? "unreadable" : "refused",
    status,
    code: text(error),
    detail: text(description),
    problem: error === null ? "The token endpoint did not return an OAuth2 response" : null,
  });
}

/** Error for a call cancelled before it was sent, or while waiting to be repeated. */
export const cancelledBeforehand = (context: CallContext, reason: unknown): ServiceError =>
  new ServiceError({ ...commonFacts(context), kind: "cancelled" }, reason);
