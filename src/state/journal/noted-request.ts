import type { OperationArgs } from "../../client/request.ts";
import { type BodyObject, encodeBody, type Json, secretVariable } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { coverSecrets } from "../../contract/schema/covered.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { requestPath } from "../../contract/wire/wire.ts";
import type { NotedService } from "./journal-file.ts";

/** Requests in a form fit for the journal: without secrets and credentials. */

/** Values as texts by name, without undefined ones. */
export const textsOf = (values: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** The request path of a call, as sent to the service. */
export function pathOf({ dialect }: Connection, operation: Operation, { params, query }: OperationArgs): string {
  const search = new URLSearchParams(textsOf(query)).toString();
  const path = requestPath(operation, textsOf(params), dialect);
  return search === "" ? path : `${path}?${search}`;
}

/** The body with variables in place of secrets. */
export function withoutSecrets(operation: Operation, body: BodyObject | null): Json {
  if (body === null) return null;
  return encodeBody(operation.body === null ? body : coverSecrets(operation.body.shape, body), secretVariable);
}

/** The service without a login that the address may contain. Empty for the embedded service, whose address changes at each start. */
export function notedService({ environment, baseUrl, dialect, credentials, ca }: Connection): {
  readonly service?: NotedService;
} {
  if (environment === "sandbox") return {};
  const address = `${baseUrl.origin}${baseUrl.pathname}`;
  return { service: { baseUrl: address, dialect, login: credentials.kind, ca: ca !== null } };
}
