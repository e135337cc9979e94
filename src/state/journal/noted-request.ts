import type { OperationArgs } from "../../client/request.ts";
import { type BodyObject, encodeBody, type Json, secretVariable } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { coverSecrets } from "../../contract/schema/covered.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { requestPath } from "../../contract/wire/wire.ts";
import type { NotedService } from "./journal-file.ts";

/** A request as it may be kept: without secrets, and without who asked. */

/** Values by name as texts; what is not set is left out. */
export const textsOf = (values: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** The path of a call as the service sees it. */
export function pathOf({ dialect }: Connection, operation: Operation, { params, query }: OperationArgs): string {
  const search = new URLSearchParams(textsOf(query)).toString();
  const path = requestPath(operation, textsOf(params), dialect);
  return search === "" ? path : `${path}?${search}`;
}

/** A body with variables in place of secrets. */
export function withoutSecrets(operation: Operation, body: BodyObject | null): Json {
  if (body === null) return null;
  return encodeBody(operation.body === null ? body : coverSecrets(operation.body.shape, body), secretVariable);
}

/** Where a request went, without the login that an address may hold. That of the embedded service is another one at each start. */
export function notedService({ environment, baseUrl, dialect, credentials, ca }: Connection): {
  readonly service?: NotedService;
} {
  if (environment === "sandbox") return {};
  const address = `${baseUrl.origin}${baseUrl.pathname}`;
  return { service: { baseUrl: address, dialect, login: credentials.kind, ca: ca !== null } };
}
