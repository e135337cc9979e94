import type { IncomingMessage } from "node:http";
import { isJsonObject, type JsonObject, parseJson } from "../../contract/json/json.ts";
import { measureJson } from "../../contract/json/json-size.ts";
import { sendContinue } from "./continue.ts";
import { HttpError, invalid, refusal } from "./http-error.ts";
import { checkContentType } from "./negotiation.ts";

/** Maximum size of a body, in bytes. Real ones are far smaller. */
export const MAX_BODY = 1024 * 1024;

/** Maximum number of values in a body: enough for every real one, and few enough to validate. */
export const MAX_VALUES = 20_000;

const tooLarge = (limit: number): HttpError =>
  refusal(413, "CONTENT_TOO_LARGE", `The body may have at most ${limit} bytes.`);

/** True when a request has a body. */
const hasBody = (request: IncomingMessage): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

/**
 * The text of a request's body.
 *
 * @param limit maximum size in bytes
 * @throws a refusal when it is too long, not UTF-8, or aborted
 */
export async function readText(request: IncomingMessage, limit = MAX_BODY): Promise<string> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  sendContinue(request);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // A request that is too long is not destroyed: its sender must receive the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      length += bytes.length;
      if (length > limit) throw tooLarge(limit);
      chunks.push(bytes);
    }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    const detail = "The body is incomplete.";
    throw new HttpError({ status: 400, code: "VALIDATION_ERROR", detail }, { cause });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw invalid([], "The body is not UTF-8.");
  }
}

/** The JSON of a body that may be left out: an empty object then. @throws a refusal when it is not JSON */
export async function readOptionalJson(request: IncomingMessage): Promise<unknown> {
  const parsed = hasBody(request) ? parseJson(await readText(request)) : { ok: true as const, value: {} };
  if (!parsed.ok) throw invalid([], `Invalid JSON body: ${parsed.problem.message}.`);
  return parsed.value;
}

/**
 * The body of a request that needs one: always a JSON object (`service-decisions.md`), numbers kept digit for digit.
 *
 * @throws a refusal: 400 without a body, for anything but a JSON object, and for too many values; 413, 415
 */
export async function readObject(request: IncomingMessage): Promise<JsonObject> {
  if (!hasBody(request)) throw invalid([], "A body is required: a JSON object.");
  checkContentType(request.headers["content-type"], request.headers["content-encoding"]);
  const text = await readText(request);
  if (measureJson(text).values > MAX_VALUES) throw invalid([], `The body may have at most ${MAX_VALUES} values.`);
  const parsed = parseJson(text);
  if (!parsed.ok) throw invalid([], `Invalid JSON body: ${parsed.problem.message}.`);
  if (!isJsonObject(parsed.value)) throw invalid([], "The body must be a JSON object.");
  return parsed.value;
}
