import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type Json, type JsonObject, pathText } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { violationsOf } from "../../contract/schema/body.ts";
import { apiPrefix, type DialectId, inDialect, nameInDialect } from "../../contract/wire/dialect.ts";
import { REQUEST_ID_HEADER, requestPath } from "../../contract/wire/wire.ts";
import { runDueTransitions } from "../due-transitions.ts";
import { ConnectionCut, type FaultEffect } from "../faults/effect.ts";
import { withEntityFaults } from "../faults/entity-faults.ts";
import { triggeredOf } from "../faults/faults.ts";
import { fieldsLostBy } from "../faults/replaced.ts";
import { handlerOf, isCheckedBefore } from "../handlers.ts";
import { journalBody } from "../instances/journal.ts";
import { objectId, randomOf } from "../random.ts";
import { deprecationHeaders, type WireAnswer, wireAnswer } from "../requests/answer.ts";
import { readObject } from "../requests/body.ts";
import type { Call, HandlerAnswer, Reader } from "../requests/handler.ts";
import { type FieldNamer, HttpError, invalidBody, wrongMethod } from "../requests/http-error.ts";
import { asksForPretty } from "../requests/query.ts";
import { simulatedAt } from "../storage/clock.ts";
import type { WriteTransaction } from "../storage/storage.ts";
import { StorageProblem } from "../storage/storage-problem.ts";
import { isoTime } from "../storage/timeline.ts";
import {
  type Admission,
  admit,
  enter,
  type IdentifiedCaller,
  matchedRequestOf,
  pathOf,
  type Request,
  type RequestTrace,
  split,
} from "./admission.ts";
import { commonHeaders, refused, type ServiceContext, send, unexpected } from "./exchange.ts";
import { observedId, recordCaller } from "./observed-requests.ts";

/** Answers one request at an operation's path: selects the operation by the method, or refuses with the supported methods. */
export async function dispatch(
  parts: ServiceContext,
  operations: readonly Operation[],
  params: Readonly<Record<string, string>>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const trace: RequestTrace = { spent: null, caller: null, body: null, nameOf: undefined };
  const operation = operations.find(({ method }) => method === incoming.method);
  if (operation !== undefined) recordCaller(outgoing, { operation: operation.id });
  let errorCode: string | null = null;
  let answer: WireAnswer | null;
  try {
    if (operation === undefined) throw wrongMethod(operations.map(({ method }) => method));
    answer = await answerTo({ parts, incoming, outgoing, operation, params }, trace);
  } catch (failure) {
    answer = failureAnswer(parts, failure, operation ?? null, operations[0]?.address, trace.nameOf, {
      incoming,
      outgoing,
    });
    errorCode = answer?.headers["X-Error-Code"] ?? null;
  }
  const common = commonHeaders(parts, trace.spent ?? parts.budgets.spendUnknown());
  await afterAnswer(parts, outgoing, () =>
    parts.state.addRequest({
      time: isoTime(simulatedAt(parts.anchor, parts.wallClock())),
      method: incoming.method ?? "",
      target: incoming.url ?? "",
      requestId: requestIdOf(incoming),
      operation: operation?.id ?? null,
      caller: trace.caller,
      status: answer?.status ?? 0,
      errorCode,
      body: trace.body,
      faults: triggeredOf(outgoing)?.names ?? [],
      ...(trace.lost === undefined ? {} : { lost: trace.lost }),
    }),
  );
  if (answer !== null) send(outgoing, answer, common);
}

/**
 * Does the work of a request after its answer is determined. If the storage fails meanwhile, the answer stays: it reports a change that was made, and
 * an error would claim that there was none.
 */
async function afterAnswer(parts: ServiceContext, outgoing: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    if (!(failure instanceof StorageProblem)) throw failure;
    parts.report(`A request was answered, but not all about it was kept. ${failure.message}`, observedId(outgoing));
  }
}

/** The answer to a failed request; null where a scenario closed the connection. */
function failureAnswer(
  parts: ServiceContext,
  failure: unknown,
  operation: Operation | null,
  address: Operation["address"] | undefined,
  nameOf: FieldNamer | undefined,
  { incoming, outgoing }: Pick<Request, "incoming" | "outgoing">,
): WireAnswer | null {
  if (failure instanceof ConnectionCut) return null;
  const indent = operation !== null && asksForPretty(operation, split(incoming.url ?? "")[1]) ? 2 : undefined;
  const answer =
    failure instanceof HttpError
      ? refused(parts, failure, nameOf, address, indent)
      : unexpected(parts, failure, outgoing, indent);
  return operation === null ? answer : { ...answer, headers: { ...deprecationHeaders(operation), ...answer.headers } };
}

function requestIdOf(incoming: IncomingMessage): string | null {
  const id = incoming.headers[REQUEST_ID_HEADER];
  return typeof id === "string" ? id : null;
}

async function answerTo(request: Request, trace: RequestTrace): Promise<WireAnswer> {
  const handler = handlerOf(request.operation);
  const entry = await enter(request, trace);
  return handler.writes || request.parts.faults.has("admitted", "journal")
    ? answerWithFaults(request, entry, handler, trace)
    : answerRead(request, entry, handler.run);
}

/** Answers a read in one transaction, unless something is due in its project: that is written first. */
async function answerRead(request: Request, entry: IdentifiedCaller, run: Reader): Promise<WireAnswer> {
  const { parts, params } = request;
  const scope = params["groupId"];
  const { admission, answer } = await parts.store.read(async (transaction) => {
    const admitted = await admit(transaction, request, entry);
    const due = scope !== undefined && (await transaction.isDue(scope, admitted.now, parts.quiet));
    return { admission: admitted, answer: due ? null : await run(transaction, callOf(request, admitted, {})) };
  });
  const afterChanges = (): Promise<HandlerAnswer> =>
    written(request, admission, (transaction) => run(transaction, callOf(request, admission, {})));
  return httpAnswer(request, admission, answer ?? (await afterChanges()));
}

/** Answers a write, or any request that a scenario may change. */
async function answerWithFaults(
  request: Request,
  entry: IdentifiedCaller,
  handler: ReturnType<typeof handlerOf>,
  trace: RequestTrace,
): Promise<WireAnswer> {
  const { parts, operation, params } = request;
  const admission = await parts.store.read((transaction) => admit(transaction, request, entry));
  const effects = await parts.faults.meet("admitted", matchedRequestOf(request), request.outgoing);
  for (const effect of effects) await effect.before?.(admittedRequest(request, admission));
  const body = operation.body === null ? {} : await bodyOf(request, trace);
  for (const { pause } of effects) await pause?.(admittedRequest(request, admission));
  for (const { judge } of effects) if (operation.body !== null) judge?.(operation, body);
  if (handler.writes && parts.faults.watches(matchedRequestOf(request))) {
    trace.lost = fieldsLostBy(operation, await parts.state.latestAnswer(pathOf(request.incoming)), body);
  }
  const call = callOf(request, shifted(admission, effects), body);
  const answer = await written(request, admission, async (transaction) => {
    for (const { guard } of effects) await guard?.(transaction, call);
    return handler.run(transaction, call);
  });
  const response = await httpAnswer(request, admission, answer, effects);
  for (const { afterwards } of effects) {
    if (afterwards === undefined) continue;
    await afterAnswer(parts, request.outgoing, () =>
      parts.store.write(lockedBy(params), (transaction) =>
        afterwards(transaction, { operation, params, now: admission.now }),
      ),
    );
  }
  return response;
}

/** Runs the work in a write transaction, after all due transitions of the scope. */
async function written<Result>(
  { parts, params }: Request,
  { now }: Admission,
  work: (transaction: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const scope = params["groupId"];
  let moved = 0;
  const result = await parts.store.write(lockedBy(params), async (transaction) => {
    const faultyTransaction = withEntityFaults(transaction, parts.faults, now);
    const run = { now, quiet: parts.quiet, report: parts.reportOnce };
    moved = scope === undefined ? 0 : await runDueTransitions(faultyTransaction, scope, run);
    return work(faultyTransaction);
  });
  // Counted after the commit: the work may run more than once.
  parts.measures.moved(moved);
  return result;
}

/** Scope that a request locks: its project, or its organisation. */
const lockedBy = (params: Readonly<Record<string, string>>): string | null =>
  params["groupId"] ?? params["orgId"] ?? null;

/** A handler's answer as an HTTP answer, with changes by scenarios. */
async function httpAnswer(
  request: Request,
  admission: Admission,
  answer: HandlerAnswer,
  effects: readonly FaultEffect[] = [],
): Promise<WireAnswer> {
  const { parts, operation, params } = request;
  const path = pathOf(request.incoming);
  const isWatched = operation.method === "GET" && parts.faults.watches(matchedRequestOf(request));
  let altered: Json = null;
  const alter = (content: Json): Json => {
    altered = effects.reduce((next, effect) => effect.content?.(next, operation) ?? next, content);
    return altered;
  };
  const response = wireAnswer(
    operation,
    admission.version,
    answer,
    admission.query,
    `${parts.base()}${requestPath(operation, params, parts.dialect)}`,
    parts.dialect,
    isWatched || effects.length > 0 ? alter : null,
  );
  if (isWatched) await parts.state.rememberAnswer(path, altered);
  return response;
}

const admittedRequest = (request: Request, { caller }: Admission) => {
  const { parts, incoming, outgoing, params } = request;
  const { store, auth, wallClock } = parts;
  return { ...matchedRequestOf(request), incoming, outgoing, params, caller, store, auth, wallClock };
};

/** The page of a list, shifted where a scenario requires it. */
function shifted(admission: Admission, effects: readonly FaultEffect[]): Admission {
  const { page, pageNumber } = admission.query;
  const shiftedPage = effects.reduce((next, effect) => effect.page?.(next) ?? next, { ...page, pageNumber });
  return {
    ...admission,
    query: { ...admission.query, page: { offset: shiftedPage.offset, limit: shiftedPage.limit } },
  };
}

/** The body in the contract's names, validated as far as possible without the stored document. */
async function bodyOf({ parts, incoming, operation }: Request, trace: RequestTrace): Promise<JsonObject> {
  if (operation.body === null) return {};
  const spelled = inDialect(operation.body.shape, await readObject(incoming), parts.dialect);
  if (!isJsonObject(spelled)) throw new TypeError("a body stopped being an object when it was respelled");
  trace.body = journalBody(operation, spelled);
  trace.nameOf = fieldNamer(parts.dialect);
  const violations = isCheckedBefore(operation) ? violationsOf(operation.body, spelled) : [];
  if (violations.length > 0) throw invalidBody(violations, trace.nameOf);
  return spelled;
}

function callOf({ parts, operation, params }: Request, { caller, query, now }: Admission, body: JsonObject): Call {
  return {
    operation,
    params,
    query: query.own,
    page: query.page,
    body,
    caller,
    now,
    quiet: parts.quiet,
    newId: () => objectId(now, randomOf(randomUUID())),
    href: (path) => `${parts.base()}${apiPrefix(parts.dialect)}${path}`,
    nameOf: fieldNamer(parts.dialect),
  };
}

/** Names fields in error documents as the caller spelled them. */
const fieldNamer =
  (dialect: DialectId): FieldNamer =>
  (path) =>
    pathText(path.map((step) => (typeof step === "string" ? nameInDialect(step, dialect) : step)));
