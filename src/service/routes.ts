import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import type { DialectId } from "../contract/dialect.ts";
import type { Operation } from "../contract/operation.ts";
import { allOperations } from "../contract/operations.ts";
import { pathParameters } from "../contract/wire.ts";
import { prefixOf } from "./addresses.ts";
import { type Control, controlPrefix } from "./control.ts";
import { DESCRIPTION_PATH, describe } from "./description.ts";
import { dispatch } from "./dispatch.ts";
import { answerDownload } from "./downloads.ts";
import { commonHeaders, type Parts, refused, send, unexpected } from "./exchange.ts";
import { exchange } from "./other-paths.ts";
import { notFound, Refusal } from "./refusal.ts";
import { DOWNLOAD_PATH } from "./restore-jobs/downloads.ts";
import { answerRevocation, answerToken } from "./token-endpoint.ts";

/** Every path of the service: the operations' from the table, the token endpoint's, and the control surface's. */
type App = Hono<{ Bindings: HttpBindings }>;

/** Paths with fewer parameters first, so that a fixed word wins over a name in its place. */
function operationsByPath(dialect: DialectId): readonly (readonly [path: string, operations: readonly Operation[]])[] {
  const byPath = Map.groupBy(allOperations(), (operation) => `${prefixOf(operation, dialect)}${operation.path}`);
  return [...byPath].toSorted(([left], [right]) => pathParameters(left).length - pathParameters(right).length);
}

const honoPath = (path: string): string => path.replace(/\{([^}]+)\}/gu, ":$1");

/** The application: answers go straight to Node's response, because `Date` and the connection are part of them. */
export function createApp(parts: Parts, control: Control): App {
  const app: App = new Hono();
  for (const [path, operations] of operationsByPath(parts.dialect)) {
    app.all(honoPath(path), async (context) => {
      const { incoming, outgoing } = context.env;
      await dispatch(parts, operations, context.req.param(), incoming, outgoing);
      return RESPONSE_ALREADY_SENT;
    });
  }
  app.all("/api/oauth/token", async ({ env }) => {
    await exchange(parts, env, () => answerToken(parts, env.incoming));
    return RESPONSE_ALREADY_SENT;
  });
  app.all("/api/oauth/revoke", async ({ env }) => {
    await exchange(parts, env, () => answerRevocation(parts, env.incoming));
    return RESPONSE_ALREADY_SENT;
  });
  app.all(`${DOWNLOAD_PATH}/:token`, async ({ env, req }) => {
    await exchange(parts, env, () => answerDownload(parts, req.param("token"), env.incoming));
    return RESPONSE_ALREADY_SENT;
  });
  app.all(DESCRIPTION_PATH, async ({ env }) => {
    await exchange(parts, env, async () => describe(parts, env.incoming));
    return RESPONSE_ALREADY_SENT;
  });
  app.all(`${controlPrefix}/*`, async ({ env, req }) => {
    await control.answer(req.path.slice(controlPrefix.length), env.incoming, env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  app.notFound(({ env, req }) => {
    const refusal = notFound("RESOURCE_NOT_FOUND", `There is nothing at ${req.path}.`, req.path);
    send(env.outgoing, refused(parts, refusal), commonHeaders(parts, parts.budgets.spendUnknown()));
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((failure, { env }) => {
    const answer = failure instanceof Refusal ? refused(parts, failure) : unexpected(parts, failure);
    send(env.outgoing, answer, commonHeaders(parts, parts.budgets.spendUnknown()));
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}
