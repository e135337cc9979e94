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
import { NO_FACTS, ServiceError, type ServiceErrorFacts } from "./errors/service-error.ts";
import type { PreparedRequest } from "./request.ts";
import { retryAfterMs } from "./retry.ts";
import { headerOf, type Reply, textOf } from "./transport/transport.ts";
import type { TransportFailure } from "./transport/transport-failure.ts";

/** The call that an error is about. */
export type CallContext = {
  readonly connection: Connection;
  readonly request: PreparedRequest;
  readonly requestId: string;
  readonly timeoutMs: number;
  /** Texts that must not come back in an error: the body's secrets and the caller's own. */
  readonly secrets: readonly string[];
};

/** Statuses in which a field of the request may be to blame. */
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

/** The longest text of a refusal that is kept (UTF-16 units): a reason has a line or two, and only a fault has more. */
const LONGEST_REASON = 2000;

/** Cut after secrets were taken out: half of one would not be found. */
const reasonOf = (secrets: readonly string[]): ((text: string) => string) => {
  const scrub = scrubber(secrets);
  return (text) => {
    const clean = scrub(text);
    return clean.length <= LONGEST_REASON ? clean : `${clean.slice(0, LONGEST_REASON)}…`;
  };
};

/** The error document of a refusal, without secrets and safe to print, as far as it is understood; null when the body is something else. */
export function documentOf(reply: Reply, secrets: readonly string[]): ErrorDocument | null {
  const json = readJson(textOf(reply));
  if (!json.ok || !isObject(json.value)) return null;
  const clean = printableJson(scrubJson(json.value, reasonOf(secrets)), (key) => key === "detail");
  const document = readTolerantly(ErrorDocument, clean);
  return document.ok ? document.data : null;
}

/** The code of a refusal: from its document, or from the header that repeats it. */
export function codeOf(reply: Reply, document: ErrorDocument | null): string | null {
  const code = document?.errorCode ?? headerOf(reply.headers, "x-error-code");
  return code === null || code === undefined || code === "" ? null : printable(code);
}

/** What is wrong with a refusal that has no document, as a sentence. */
function withoutDocument(reply: Reply): string {
  const { status, headers } = reply;
  if (status >= 300 && status < 400) {
    const to = hostOf(headerOf(headers, "location") ?? "");
    return `The server redirects ${to === null ? "elsewhere" : `to ${to}`}: redirects are not followed, to protect the credentials`;
  }
  const json = readJson(textOf(reply));
  return json.ok ? "The response is not an API error document" : json.problem;
}

/** The host of an address, safe to print; null where it names none. */
const hostOf = (address: string): string | null => (URL.canParse(address) ? printable(new URL(address).host) : null);

/** An answer that is not a 2xx. A write that met a fault of the service (5xx) may have happened all the same. */
export function refusal(context: CallContext, reply: Reply): ServiceError {
  const { request, connection } = context;
  const document = documentOf(reply, context.secrets);
  const { status, headers } = reply;
  const problems =
    document !== null && FIELD_STATUSES.includes(status)
      ? fieldProblems(request.operation, document, request.body, connection.dialect)
      : [];
  const lost = isWrite(request.operation) && status >= 500;
  // A page in place of a document comes from something that stands between, but a status says enough by itself.
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

/** A 2xx that cannot be used. A page instead of JSON leaves it open whether a write ever reached the service. */
export function unreadable(context: CallContext, reply: Reply, problem: string, isJson: boolean): ServiceError {
  const lost = isWrite(context.request.operation) && !isJson;
  return new ServiceError({
    ...commonFacts(context),
    kind: lost ? "unknown-result" : "unreadable",
    status: reply.status,
    problem: scrubber(context.secrets)(problem),
  });
}

/** An exchange without a whole answer. A write that was handed to the network may have happened. */
export function broken(context: CallContext, failure: TransportFailure): ServiceError {
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

/** No access token: the call itself was never sent. */
export function withoutToken(context: CallContext, failure: TokenFailure): ServiceError {
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

/** Cancelled before it was sent, or while it waited to be sent again. */
export const cancelledBeforehand = (context: CallContext, reason: unknown): ServiceError =>
  new ServiceError({ ...commonFacts(context), kind: "cancelled" }, reason);
