import type { ServerResponse } from "node:http";
import { pathText, writeJson } from "../../contract/json/json.ts";
import type { Address } from "../../contract/operation.ts";
import type { DialectId } from "../../contract/wire/dialect.ts";
import { SPEED_HEADER } from "../../contract/wire/wire.ts";
import { reasonOf } from "../../text/thrown.ts";
import { type AuthContext, withChallenge } from "../auth/authentication.ts";
import type { Faults } from "../faults/faults.ts";
import { writeWithFaults } from "../faults/write-with-faults.ts";
import type { Spent } from "../instances/buckets.ts";
import type { Budgets } from "../instances/budgets.ts";
import type { Measures, MeasuresPage } from "../instances/measures.ts";
import type { SharedState } from "../instances/shared-state.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { errorDocument, type FieldNamer, HttpError, refusal } from "../requests/http-error.ts";
import { type ClockAnchor, httpDate, simulatedAt } from "../storage/clock.ts";
import type { Store } from "../storage/storage.ts";
import { OutcomeUnknown, StorageProblem, StorageUnavailable } from "../storage/storage-problem.ts";
import { observedId } from "./observed-requests.ts";
import type { ReportOnce, ServiceLog } from "./request-log.ts";

/** Everything that answering a request needs. What changes between requests stands in the store and in the state that instances share. */
export type ServiceContext = {
  readonly store: Store;
  readonly dialect: DialectId;
  readonly auth: AuthContext;
  readonly state: SharedState;
  readonly budgets: Budgets;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  readonly controlToken: string;
  /** Nothing moves by itself. */
  readonly quiet: boolean;
  readonly wallClock: () => number;
  readonly measures: Measures;
  /** What `/metrics` answers; null where nothing is counted. */
  readonly metricsPage: MeasuresPage | null;
  /** Null where nothing is logged. */
  readonly log: ServiceLog | null;
  /** Reports what went wrong inside the service to the person who runs it, with the id of the request where there is one. */
  readonly report: (trouble: string, requestId?: string) => void;
  /** The same for what goes wrong by itself, and again with every request. */
  readonly reportOnce: ReportOnce;
  /** The origin under which the service is reached. */
  readonly base: () => string;
  /** The last anchor that was read, for headers of answers that read none. */
  anchor: ClockAnchor;
  /** Whether the service is stopping: it is to get no more requests. */
  isDraining: boolean;
};

/** Headers that every answer carries: whose it is, what time it is there, and what is left of the budget. */
export function commonHeaders(parts: ServiceContext, spent: Spent): Record<string, string> {
  return {
    Date: httpDate(simulatedAt(parts.anchor, parts.wallClock())),
    "X-Sextant-Sandbox": "1",
    [SPEED_HEADER]: String(parts.anchor.speed),
    "X-Content-Type-Options": "nosniff",
    "RateLimit-Limit": String(spent.limit),
    "RateLimit-Remaining": String(spent.remaining),
  };
}

/**
 * A refusal on its way to the wire: the error document of specification part 7.
 *
 * @param indent how far its parts are indented, where the request asked for it (`pretty`, specification 4)
 */
export function refused(
  parts: Pick<ServiceContext, "auth">,
  refusal: HttpError,
  nameOf: FieldNamer = pathText,
  address: Address = "api",
  indent?: number,
): WireAnswer {
  const { status, code, headers } = refusal;
  const challenged = withChallenge(refusal, parts.auth, address);
  return {
    status,
    headers: { "Content-Type": "application/json", "X-Error-Code": code, ...headers, ...challenged.headers },
    body: writeJson(errorDocument(challenged, nameOf), indent),
  };
}

/** How many seconds a caller waits before it sends again what the storage could not take. */
const RETRY_AFTER = 2;

/** What a caller learns of a failure inside: never internals, but whether the same may be sent again. */
function failureOf(failure: unknown): HttpError {
  if (failure instanceof StorageUnavailable) {
    return new HttpError({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
      detail: `The storage of the service is not available. Nothing was changed: send the same request again in ${RETRY_AFTER} s.`,
      headers: { "Retry-After": String(RETRY_AFTER) },
    });
  }
  const detail =
    failure instanceof OutcomeUnknown
      ? "The storage of the service was lost during the change. It is not known whether the change was made: read the current state before you send it again."
      : "Internal error. The operator of the service has a report.";
  return refusal(500, "UNEXPECTED_ERROR", detail);
}

/** Answers an internal error, or storage that failed: without internals, which are reported to the person who runs the service. */
export function unexpected(
  parts: Pick<ServiceContext, "auth" | "report">,
  failure: unknown,
  outgoing: Pick<ServerResponse, "getHeader">,
  indent?: number,
): WireAnswer {
  const explained = failure instanceof StorageProblem ? failure.message : reasonOf(failure);
  parts.report(`A request failed in the service. ${explained}`, observedId(outgoing));
  return refused(parts, failureOf(failure), pathText, "api", indent);
}

/**
 * Writes an answer, as the scenarios that strike it have it. Content-Length is always known, so that a connection can be used
 * again.
 */
export function send(outgoing: ServerResponse, answer: WireAnswer, common: Readonly<Record<string, string>>): void {
  writeWithFaults(outgoing, { ...answer, headers: { ...common, ...answer.headers } });
}
