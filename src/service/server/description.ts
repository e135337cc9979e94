import type { IncomingMessage } from "node:http";
import { writeJson } from "../../contract/json/json.ts";
import { openApiDocument } from "../../contract/openapi.ts";
import type { DialectId } from "../../contract/wire/dialect.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { wrongMethod } from "../requests/http-error.ts";
import type { ServiceContext } from "./exchange.ts";

/** Path of the OpenAPI document, without authentication. */
export const DESCRIPTION_PATH = "/openapi.json";

const METHODS = ["GET", "HEAD"] as const;

/** Cached: the document never changes while the program runs, and takes longer to create than to send. */
const written = new Map<DialectId, string>();

function documentOf(dialect: DialectId): string {
  const known = written.get(dialect);
  if (known !== undefined) return known;
  const text = writeJson(openApiDocument(dialect));
  written.set(dialect, text);
  return text;
}

/**
 * The OpenAPI document of this service, in its dialect.
 *
 * @throws HttpError for methods other than GET and HEAD
 */
export function describe({ dialect }: ServiceContext, { method }: IncomingMessage): WireAnswer {
  if (!METHODS.some((one) => one === method)) throw wrongMethod(METHODS);
  return { status: 200, headers: { "Content-Type": "application/json" }, body: documentOf(dialect) };
}
