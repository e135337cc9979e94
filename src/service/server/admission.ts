import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { authenticate, authenticateScraper, authorize } from "../auth/authentication.ts";
import type { MatchedRequest } from "../faults/faults.ts";
import type { BucketState } from "../instances/buckets.ts";
import type { Caller } from "../requests/callers.ts";
import { type FieldNamer, type HttpError, invalid, tooMany } from "../requests/http-error.ts";
import { negotiate } from "../requests/negotiation.ts";
import { type ParsedQuery, readQuery } from "../requests/query.ts";
import { readAnchor, simulatedAt } from "../storage/clock.ts";
import type { ReadTransaction } from "../storage/storage.ts";
import type { ServiceContext } from "./exchange.ts";
import { recordCaller } from "./observed-requests.ts";

/** Admits a request at the path of an operation: caller, budget, version, role and query, before its body is read. */

/** One request at the path of an operation. */
export type Request = {
  readonly parts: ServiceContext;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
};

/** A request with a known caller, before authorisation. */
export type IdentifiedCaller = { readonly caller: Caller; readonly version: string; readonly now: number };

/** A request that was authorised. */
export type Admission = IdentifiedCaller & { readonly query: ParsedQuery };

/** Facts about a request, collected for the journal and the headers. */
export type RequestTrace = {
  spent: BucketState | null;
  caller: string | null;
  body: Json;
  nameOf: FieldNamer | undefined;
  lost?: readonly string[];
};

/** Attributes of a request that scenarios match. */
export const matchedRequestOf = ({ operation, incoming }: Pick<Request, "operation" | "incoming">): MatchedRequest => ({
  method: incoming.method ?? "",
  path: pathOf(incoming),
  operation,
});

/** Identifies the caller and charges its budget: both are counted, and so run once per request. */
export async function enter(request: Request, trace: RequestTrace): Promise<IdentifiedCaller> {
  const { parts, incoming, operation, params } = request;
  const real = parts.wallClock();
  const proof = {
    method: incoming.method ?? "",
    target: incoming.url ?? "",
    authorization: incoming.headers.authorization,
  };
  const identify = operation.address === "metrics" ? authenticateScraper : authenticate;
  const { anchor, claim } = await parts.store.read(async (transaction) => {
    parts.anchor = await readAnchor(transaction);
    return { anchor: parts.anchor, claim: await identify(transaction, parts.auth, proof, real) };
  });
  await claim.confirm();
  const { caller } = claim;
  trace.caller = caller.name;
  recordCaller(request.outgoing, { caller: caller.name });
  const spending = await parts.faults.budgetOf(matchedRequestOf(request), request.outgoing);
  const spent = await (spending === undefined
    ? parts.budgets.spend(operation, params, caller.name)
    : spending.take(operation, params, caller.name));
  trace.spent = spent;
  if (spent.waitSeconds > 0) throw tooManyFor(pathOf(incoming), spent);
  // The metrics address has no versions: it always answers JSON.
  const version =
    operation.address === "metrics" ? "" : negotiate(operation, incoming.headers.accept ?? "", parts.dialect);
  checkParams(operation, params);
  return { caller, version, now: simulatedAt(anchor, real) };
}

/** Checks a request before its body is read: authorisation and query. */
export async function admit(
  transaction: ReadTransaction,
  request: Request,
  entry: IdentifiedCaller,
): Promise<Admission> {
  const { incoming, operation, params } = request;
  await authorize(transaction, entry.caller, operation, params);
  const [, raw = ""] = split(incoming.url ?? "");
  return { ...entry, query: readQuery(operation, raw) };
}

function tooManyFor(path: string, spent: BucketState): HttpError {
  const { waitSeconds, limit, refillPerMinute } = spent;
  const detail = `Too many requests for ${path}: try again in ${waitSeconds} s. Capacity ${limit}, ${refillPerMinute} more every 60 s.`;
  return tooMany(detail, path, spent);
}

function checkParams(operation: Operation, params: Readonly<Record<string, string>>): void {
  const problems = Object.entries(operation.params).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(params[name]);
    return parsed.success ? [] : [{ path: [name], description: parsed.error.issues[0]?.message ?? "invalid value" }];
  });
  const [first] = problems;
  if (first !== undefined) throw invalid(problems, `${String(first.path[0])}: ${first.description}.`);
}

/** Splits a raw target into path and query. */
export function split(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

export const pathOf = (incoming: IncomingMessage): string => split(incoming.url ?? "")[0];
