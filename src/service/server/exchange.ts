import type { ServerResponse } from "node:http";
import { pathText, writeJson } from "../../contract/json/json.ts";
import type { Address } from "../../contract/operation.ts";
import type { DialectId } from "../../contract/wire/dialect.ts";
import { SPEED_HEADER } from "../../contract/wire/wire.ts";
import { reasonOf } from "../../text/thrown.ts";
import { type AuthContext, withChallenge } from "../auth/authentication.ts";
import type { Faults } from "../faults/faults.ts";
import { writeWithFaults } from "../faults/write-with-faults.ts";
import type { BucketState } from "../instances/buckets.ts";
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

/** Context for answering requests. State that changes between requests is in the store and in the state that instances share. */
export type ServiceContext = {
  readonly store: Store;
  readonly dialect: DialectId;
  readonly auth: AuthContext;
  readonly state: SharedState;
  readonly budgets: Budgets;
  /** Active scenarios. */
  readonly faults: Faults;
  readonly controlToken: string;
  /** True: no simulated activity. */
  readonly quiet: boolean;
  readonly wallClock: () => number;
  readonly measures: Measures;
  /** Content of `/metrics`; null without metrics. */
  readonly metricsPage: MeasuresPage | null;
  /** Null without a log. */
  readonly log: ServiceLog | null;
  /** Reports internal errors to the operator, with the id of the request where there is one. */
  readonly report: (trouble: string, requestId?: string) => void;
  /** Reports errors that occur by themselves and repeat with every request, only once. */
  readonly reportOnce: ReportOnce;
  /** Origin of the service for its callers. */
  readonly base: () => string;
  /** The last anchor that was read, for headers of answers that read none. */
  anchor: ClockAnchor;
  /** True while the service stops: it should get no more requests. */
  isDraining: boolean;
};

/** Headers of every answer: the simulated time and its speed, a mark of this service, and the remaining budget. */
export function commonHeaders(parts: ServiceContext, spent: BucketState): Record<string, string> {
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
 * A refusal as an HTTP answer: the error document of specification part 7.
 *
 * @param indent spaces of indentation, where the request asked for it (`pretty`, specification 4)
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

/** Seconds until a caller should retry a request that the storage could not execute. */
const RETRY_AFTER = 2;

/** The refusal for an internal failure: no internals, but whether the request may be sent again. */
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

/** Answers an internal error, or a storage failure: without internals, which are reported to the operator. */
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

/** Writes an answer, with changes by scenarios. Content-Length is always set, so that the connection can be reused. */
export function send(outgoing: ServerResponse, answer: WireAnswer, common: Readonly<Record<string, string>>): void {
  writeWithFaults(outgoing, { ...answer, headers: { ...common, ...answer.headers } });
}
