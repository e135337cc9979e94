import type { IncomingMessage, ServerResponse } from "node:http";
import { METHOD_NAME_ALL } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import type { Operation } from "../../contract/operation.ts";
import { allOperations } from "../../contract/operations.ts";
import type { DialectId } from "../../contract/wire/dialect.ts";
import { pathParameters } from "../../contract/wire/wire.ts";
import { HttpError, notFound } from "../requests/http-error.ts";
import { DOWNLOAD_PATH } from "../restore-jobs/downloads.ts";
import { prefixOf } from "./addresses.ts";
import { type Control, controlPrefix } from "./control.ts";
import { DESCRIPTION_PATH, describe } from "./description.ts";
import { dispatch } from "./dispatch.ts";
import { answerDownload } from "./downloads.ts";
import { commonHeaders, refused, type ServiceContext, send, unexpected } from "./exchange.ts";
import { answerOutsideApi } from "./non-api-routes.ts";
import { recordCaller } from "./observed-requests.ts";
import { answerRevocation, answerToken } from "./token-endpoint.ts";

/**
 * Routes of the service: the operations of the table, the token endpoint, and the control surface. Only Hono's router is used: its application uses
 * the Fetch API's requests and responses, at whose first use Node loads a second HTTP client (17 MB, 20 ms).
 */
export type RequestHandler = (path: string, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

type Names = Readonly<Record<string, string>>;
type Handler = (incoming: IncomingMessage, outgoing: ServerResponse, params: Names, path: string) => Promise<void>;

/** Paths with fewer parameters first, so that a fixed segment wins over a parameter in its place. */
function operationsByPath(dialect: DialectId): readonly (readonly [path: string, operations: readonly Operation[]])[] {
  const byPath = Map.groupBy(allOperations(), (operation) => `${prefixOf(operation, dialect)}${operation.path}`);
  return [...byPath].toSorted(([left], [right]) => pathParameters(left).length - pathParameters(right).length);
}

const honoPath = (path: string): string => path.replace(/\{([^}]+)\}/gu, ":$1");

/** The first matching handler for a path, with its path parameters. */
function match(router: TrieRouter<Handler>, path: string): readonly [handler: Handler, params: Names] | null {
  const [handlers, stash = []] = router.match(METHOD_NAME_ALL, path);
  const [first] = handlers;
  if (first === undefined) return null;
  const [handler, names] = first;
  const values = Object.entries<string | number>(names).map(([name, value]) => {
    const text = typeof value === "number" ? stash[value] : value;
    return [name, tryDecodeURIComponent(text ?? "")] as const;
  });
  return [handler, Object.fromEntries(values)];
}

/** The application: answers are written directly to Node's response, because `Date` and the connection are part of them. */
export function createApp(parts: ServiceContext, control: Control): RequestHandler {
  const router = new TrieRouter<Handler>();
  const all = (path: string, handler: Handler): void => router.add(METHOD_NAME_ALL, path, handler);
  for (const [path, operations] of operationsByPath(parts.dialect)) {
    all(honoPath(path), (incoming, outgoing, params) => dispatch(parts, operations, params, incoming, outgoing));
  }
  const named =
    (operation: string, handler: Handler): Handler =>
    (incoming, outgoing, params, path) => {
      recordCaller(outgoing, { operation });
      return handler(incoming, outgoing, params, path);
    };
  all(
    "/api/oauth/token",
    named("token", (incoming, outgoing) =>
      answerOutsideApi(parts, { incoming, outgoing }, () => answerToken(parts, incoming)),
    ),
  );
  all(
    "/api/oauth/revoke",
    named("revoke", (incoming, outgoing) =>
      answerOutsideApi(parts, { incoming, outgoing }, () => answerRevocation(parts, incoming)),
    ),
  );
  all(
    `${DOWNLOAD_PATH}/:token`,
    named("download", (incoming, outgoing, { token = "" }) =>
      answerOutsideApi(parts, { incoming, outgoing }, () => answerDownload(parts, token, incoming)),
    ),
  );
  all(
    DESCRIPTION_PATH,
    named("description", (incoming, outgoing) =>
      answerOutsideApi(parts, { incoming, outgoing }, async () => describe(parts, incoming)),
    ),
  );
  all(
    `${controlPrefix}/*`,
    named("control", (incoming, outgoing, _params, path) =>
      control.answer(path.slice(controlPrefix.length), incoming, outgoing),
    ),
  );
  return async (path, incoming, outgoing) => {
    try {
      const [handler, params] = match(router, path) ?? [];
      if (handler === undefined) throw notFound("RESOURCE_NOT_FOUND", `Not found: ${path}.`, path);
      await handler(incoming, outgoing, params ?? {}, path);
    } catch (failure) {
      const answer = failure instanceof HttpError ? refused(parts, failure) : unexpected(parts, failure, outgoing);
      send(outgoing, answer, commonHeaders(parts, parts.budgets.spendUnknown()));
    }
  };
}
