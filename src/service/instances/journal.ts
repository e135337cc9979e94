import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import type { Operation } from "../../contract/operation.ts";
import { hintOf, unwrap } from "../../contract/schema/hints.ts";
import { variantsOf } from "../../contract/schema/unions.ts";

/** What was asked of the service, for assertions: the last thousand requests of this process, secrets covered. */
export type LoggedRequest = {
  /** Simulated time. */
  readonly time: string;
  readonly method: string;
  readonly target: string;
  /** The caller's own name for the request (`x-request-id`), if it gave one. */
  readonly requestId: string | null;
  readonly operation: string | null;
  readonly caller: string | null;
  readonly status: number;
  readonly errorCode: string | null;
  readonly body: Json;
  /** Names of the scenarios that were triggered by it. The status is the one that was to be told; 0 where there was none. */
  readonly faults: readonly string[];
  /** What a replacing write lacks of what was read there before: looked at while `replace-lossy` is on. */
  readonly lost?: readonly string[];
};

const COVER = "[secret]";

/** A body as the journal keeps it: fields that are entered hidden are covered. */
export const journalBody = (operation: Operation, json: Json): Json =>
  operation.body === null ? null : cover(operation.body.shape, json);

/** The kind that a body names; one that is no text names none. */
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
  // A kind that nobody knows may hold anything: none of its texts is kept.
  if (shape === undefined) return { [variants?.discriminator ?? "kind"]: COVER };
  if (!(shape instanceof z.ZodObject)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, item]): [string, Json] => {
      const field = ownValue(shape.shape, name);
      return [name, field === undefined ? item : cover(field, item)];
    }),
  );
}
