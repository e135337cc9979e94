import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import type { Operation } from "../../contract/operation.ts";
import { hintOf, unwrap } from "../../contract/schema/hints.ts";
import { variantsOf } from "../../contract/schema/unions.ts";

/** Request journal for assertions in tests: the last thousand requests of this process, secrets masked. */
export type LoggedRequest = {
  /** Simulated time. */
  readonly time: string;
  readonly method: string;
  readonly target: string;
  /** The caller's id of the request (`x-request-id`), if it sent one. */
  readonly requestId: string | null;
  readonly operation: string | null;
  readonly caller: string | null;
  readonly status: number;
  readonly errorCode: string | null;
  readonly body: Json;
  /** Names of the scenarios that it triggered. The status is the intended one; 0 where there was none. */
  readonly faults: readonly string[];
  /** Fields that a replacing write lost compared with the last read: recorded while `replace-lossy` is on. */
  readonly lost?: readonly string[];
};

const COVER = "[secret]";

/** A body for the journal: secret fields are masked. */
export const journalBody = (operation: Operation, json: Json): Json =>
  operation.body === null ? null : cover(operation.body.shape, json);

/** The kind that a body names; empty where it is no text. */
const kindIn = (json: JsonObject, discriminator: string): string => {
  const kind = json[discriminator];
  return typeof kind === "string" ? kind : "";
};

function cover(schema: z.core.$ZodType, json: Json): Json {
  if (hintOf(schema).secret === true) return COVER;
  const inner = unwrap(schema);
  if (Array.isArray(json)) {
    return inner instanceof z.ZodArray ? json.map((item: Json) => cover(inner.element, item)) : json;
  }
  if (!isJsonObject(json)) return json;
  const variants = variantsOf(inner);
  const shape = variants === undefined ? inner : variants.variants.get(kindIn(json, variants.discriminator));
  // An unknown kind may contain secrets anywhere: none of its texts is kept.
  if (shape === undefined) return { [variants?.discriminator ?? "kind"]: COVER };
  if (!(shape instanceof z.ZodObject)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, item]): [string, Json] => {
      const field = ownValue(shape.shape, name);
      return [name, field === undefined ? item : cover(field, item)];
    }),
  );
}
