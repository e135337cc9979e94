import { isJsonObject, type Json, type JsonObject, jsonObjectIn } from "../../contract/json/json.ts";
import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Ask } from "../model/context.ts";

/** Stored documents as they were received, for forms that edit them: no part may be lost. */

/** @throws TypeError when it is no JSON object */
export function documentOf(raw: unknown): JsonObject {
  const document = jsonObjectIn(raw);
  if (document === null) throw new TypeError("the answer is not a JSON object");
  return document;
}

/** @throws ServiceError when the request fails, TypeError when the answer is no JSON object */
export async function askDocument<Id extends OperationId>(ask: Ask, operation: Id, args: ArgsOf<Id>) {
  const { raw, at } = await ask(operation, args);
  return { document: documentOf(raw), at };
}

/** The rows of a list as they were received. */
export function rowsOfList({ raw }: { readonly raw: unknown }): readonly JsonObject[] {
  const { results } = documentOf(raw);
  return Array.isArray(results) ? results.filter((row: Json) => isJsonObject(row)) : [];
}
