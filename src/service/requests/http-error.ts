import { STATUS_CODES } from "node:http";
import type { Json, JsonObject, Path } from "../../contract/json/json.ts";
import type { Violation } from "../../contract/schema/body.ts";
import type { BucketState } from "../instances/buckets.ts";

/** An invalid field and the reason, for a client's form. */
export type RefusedFieldDetail = { readonly path: Path; readonly description: string };

type HttpErrorInput = {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly parameters?: readonly (string | number)[];
  readonly fields?: readonly RefusedFieldDetail[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal: thrown anywhere while a request is handled, answered as the error document (specification part 7). */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly parameters: readonly (string | number)[];
  readonly fields: readonly RefusedFieldDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(given: HttpErrorInput, options?: ErrorOptions) {
    super(`${given.status} ${given.code}: ${given.detail}`, options);
    this.name = "HttpError";
    this.status = given.status;
    this.code = given.code;
    this.detail = given.detail;
    this.parameters = given.parameters ?? [];
    this.fields = given.fields ?? [];
    this.headers = given.headers ?? {};
  }
}

/** Returns the name of a field in error documents of this service's dialect. */
export type FieldNamer = (path: Path) => string;

/** The error document of a refusal. */
export function errorDocument(refusal: HttpError, nameOf: FieldNamer): JsonObject {
  const fields: Json = refusal.fields.map(({ path, description }) => ({ field: nameOf(path), description }));
  return {
    detail: refusal.detail,
    error: refusal.status,
    errorCode: refusal.code,
    parameters: refusal.parameters,
    reason: STATUS_CODES[refusal.status] ?? "Error",
    ...(refusal.fields.length > 0 ? { badRequestDetail: { fields } } : {}),
  };
}

/** Refuses a request that is invalid by itself (`service-decisions.md`, the wire). */
export function invalid(fields: readonly RefusedFieldDetail[], detail: string): HttpError {
  return new HttpError({ status: 400, code: "VALIDATION_ERROR", detail, fields });
}

/** Refuses a method that the path does not support. */
export function wrongMethod(taken: readonly string[]): HttpError {
  const methods = taken.join(", ");
  const detail = `This path supports ${methods}.`;
  return new HttpError({ status: 405, code: "METHOD_NOT_ALLOWED", detail, headers: { Allow: methods } });
}

/** Refuses a request whose budget is spent. */
export const tooMany = (
  detail: string,
  path: string,
  { waitSeconds, limit, refillPerMinute }: Omit<BucketState, "remaining">,
  headers: HttpErrorInput["headers"] = { "Retry-After": String(waitSeconds) },
): HttpError =>
  new HttpError({
    status: 429,
    code: "RATE_LIMITED_TOKEN_BUCKET",
    detail,
    parameters: [path, waitSeconds, limit, refillPerMinute, 60],
    headers,
  });

/** Refuses one invalid field of a path or query. */
export const invalidField = (name: string, description: string): HttpError =>
  invalid([{ path: [name], description }], `${name}: ${description}.`);

/** Maximum of fields in an error document: nobody reads more, and the answer stays smaller than the request. */
const MOST_FIELDS = 100;

/** Refuses a body that breaks its shape or rules. */
export function invalidBody(violations: readonly Violation[], nameOf: FieldNamer): HttpError {
  const fields = violations.slice(0, MOST_FIELDS).map(({ path, message }) => ({ path, description: message }));
  const [first] = fields;
  const place = first === undefined || first.path.length === 0 ? "The body" : nameOf(first.path);
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : "";
  return invalid(fields, `${place}: ${first?.description ?? "invalid value"}${more}.`);
}

/** A refusal by a rule that needs more than the request, with the values for its text. */
export const refusal = (
  status: number,
  code: string,
  detail: string,
  ...parameters: readonly (string | number)[]
): HttpError => new HttpError({ status, code, detail, parameters });

/** A refusal with status 400 for one field. */
export const fieldRefusal = (
  code: string,
  detail: string,
  path: Path,
  ...parameters: readonly (string | number)[]
): HttpError => new HttpError({ status: 400, code, detail, parameters, fields: [{ path, description: detail }] });

/** Refuses a request that names something missing. */
export const notFound = (code: string, detail: string, ...parameters: string[]): HttpError =>
  refusal(404, code, detail, ...parameters);

/** Refuses a known caller without permission (specification 7: status 401). */
export const notAllowed = (code: string, detail: string, ...parameters: string[]): HttpError =>
  refusal(401, code, detail, ...parameters);
