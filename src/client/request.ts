import { randomUUID } from "node:crypto";
import {
  type BodyObject,
  encodeBody,
  type Json,
  type JsonObject,
  revealSecret,
  writeJson,
} from "../contract/json/json.ts";
import { ownValue } from "../contract/json/own-values.ts";
import type { Operation } from "../contract/operation.ts";
import { isUndeclared, type Violation, violationsOf, violationsOfRules } from "../contract/schema/body.ts";
import { coverSecrets } from "../contract/schema/covered.ts";
import { Secret } from "../contract/secret.ts";
import type { Connection } from "../contract/wire/connection.ts";
import { type DialectId, inDialect, mediaType, takesUndeclared } from "../contract/wire/dialect.ts";
import { commonQuery, requestPath } from "../contract/wire/wire.ts";

/** Path parameters and query values by name, and a body, for an operation chosen at run time. */
export type OperationArgs = {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** In the contract's spelling. The client wraps secret texts itself. */
  readonly body?: BodyObject | undefined;
};

/** The parts of a connection that determine a request's text. */
export type Addressed = Pick<Connection, "baseUrl" | "metricsUrl" | "dialect">;

/** First line of a request, as sent. */
type RequestLine = {
  readonly method: string;
  /** The path below the origin. */
  readonly path: string;
  /** Includes the question mark; may be empty. */
  readonly query: string;
};

/** Query parameters that change only the form of an answer, which a program does not need. */
const NEVER_SENT = ["envelope"];

/** Violations in the arguments of a call, before it is sent. `received`: the stored document that a replacing write is based on. */
export function violationsOfCall(
  operation: Operation,
  args: OperationArgs,
  received: JsonObject | undefined,
  dialect: DialectId,
): readonly Violation[] {
  const ofBody = violationsOfBody(operation, args, received);
  return [
    ...violationsOfParams(operation, args),
    ...violationsOfQuery(operation, args),
    ...(takesUndeclared(dialect) ? ofBody.filter((violation) => !isUndeclared(violation)) : ofBody),
  ];
}

function violationsOfParams(operation: Operation, { params = {} }: OperationArgs): Violation[] {
  const wrong = Object.entries(operation.params).flatMap(([name, schema]): Violation[] => {
    const value = params[name];
    if (value === undefined || value === "") return [{ path: [name], message: "required", rule: "required" }];
    if (value === "." || value === "..") return [{ path: [name], message: "not allowed in a path", rule: "path" }];
    const checked = schema.safeParse(value);
    if (checked.success) return [];
    return [{ path: [name], message: checked.error.issues[0]?.message ?? "invalid format", rule: "path" }];
  });
  const unknown = Object.keys(params).filter((name) => !Object.hasOwn(operation.params, name));
  return [
    ...wrong,
    ...unknown.map((name) => ({ path: [name], message: "not a path parameter of this operation", rule: "path" })),
  ];
}

function violationsOfQuery(operation: Operation, { query = {} }: OperationArgs): readonly Violation[] {
  const common = commonQuery(operation);
  const wrong = Object.entries(query).flatMap(([name, value]): Violation[] => {
    if (value === undefined) return [];
    if (NEVER_SENT.includes(name)) return [{ path: [name], message: "not supported by Sextant", rule: "query" }];
    const schema = ownValue(operation.query, name);
    if (schema === undefined) {
      if (common.includes(name)) return [];
      return [{ path: [name], message: "not a query parameter of this operation", rule: "query" }];
    }
    const checked = schema.safeParse(value);
    if (checked.success) return [];
    return [{ path: [name], message: checked.error.issues[0]?.message ?? "invalid format", rule: "query" }];
  });
  return wrong.length > 0 ? wrong : violationsOfRules(operation.queryRules, query);
}

function violationsOfBody(
  operation: Operation,
  { body }: OperationArgs,
  received: JsonObject | undefined,
): readonly Violation[] {
  if (operation.body === null) {
    return body === undefined ? [] : [{ path: [], message: "this operation takes no body", rule: "body" }];
  }
  if (body === undefined) return [{ path: [], message: "this operation requires a body", rule: "body" }];
  return violationsOf(operation.body, encodeBody(body, revealSecret), received);
}

/** A validated request, complete except for its signature. */
export type PreparedRequest = RequestLine & {
  readonly operation: Operation;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The body including its secrets, only for sending. */
  readonly content: string | null;
  /** The body including its secrets in both spellings, for converting field names in errors. */
  readonly body: { readonly contract: Json; readonly wire: Json } | null;
  readonly secrets: readonly string[];
};

const queryText = (query: Readonly<Record<string, unknown>>): string => {
  const entries = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((item): [string, string] => [name, String(item)]) : [[name, String(value)]];
  });
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`;
};

function textParams(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/**
 * Base address of an operation: the administration API, or the metrics address of the profile.
 *
 * @throws TypeError if the profile has no metrics address: the client refuses such a call earlier
 */
export function addressOf(connection: Addressed, operation: Operation): URL {
  if (operation.address === "api") return connection.baseUrl;
  if (connection.metricsUrl === null) throw new TypeError(`${operation.id} needs the metrics address of the profile`);
  return connection.metricsUrl;
}

/** Path of a call below the origin: a base URL may have a path of its own (a gateway, `v1.0` of the metrics address). */
function wirePath(connection: Addressed, operation: Operation, params: Readonly<Record<string, unknown>>): string {
  const base = addressOf(connection, operation).pathname.replace(/\/+$/u, "");
  return `${base}${requestPath(operation, textParams(params), connection.dialect)}`;
}

/** Headers of a call, without its signature. */
export function headersOf(connection: Addressed, operation: Operation, hasBody: boolean): Record<string, string> {
  const type = operation.address === "metrics" ? "application/json" : mediaType(connection.dialect);
  return {
    accept: type,
    ...(hasBody && operation.body !== null ? { "content-type": type } : {}),
  };
}

/** The body in the dialect's spelling. */
const spelled = (connection: Addressed, operation: Operation, body: Json): Json =>
  operation.body === null ? body : inDialect(operation.body.shape, body, connection.dialect);

const covered = (operation: Operation, body: BodyObject): BodyObject =>
  operation.body === null ? body : coverSecrets(operation.body.shape, body);

/** All secrets of a body, as plain texts. */
function secretsOf(value: unknown): string[] {
  if (value instanceof Secret) return [value.reveal()];
  if (Array.isArray(value)) return value.flatMap(secretsOf);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsOf) : [];
}

/** First line of the request of a call. */
export const requestLineOf = (
  connection: Addressed,
  operation: Operation,
  { params = {}, query = {} }: OperationArgs,
): RequestLine => ({
  method: operation.method,
  path: wirePath(connection, operation, params),
  query: queryText(query),
});

/** Builds the request of a call whose arguments were validated. */
export function prepareRequest(connection: Connection, operation: Operation, args: OperationArgs): PreparedRequest {
  const line = requestLineOf(connection, operation, args);
  const url = new URL(addressOf(connection, operation).origin);
  url.pathname = line.path;
  url.search = line.query;
  const secret = args.body === undefined ? undefined : covered(operation, args.body);
  const contract = secret === undefined ? null : encodeBody(secret, revealSecret);
  const wire = contract === null ? null : spelled(connection, operation, contract);
  return {
    ...line,
    operation,
    url,
    headers: { ...headersOf(connection, operation, wire !== null), "accept-encoding": "gzip", "user-agent": "sextant" },
    content: wire === null ? null : writeJson(wire),
    body: contract === null || wire === null ? null : { contract, wire },
    secrets: secretsOf(secret),
  };
}

/** A new request id. */
export const newRequestId = (): string => randomUUID();
