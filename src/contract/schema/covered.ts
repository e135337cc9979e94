import * as z from "zod";
import { type BodyObject, type BodyValue, isBodyObject, isList } from "../json/json.ts";
import { ownValue } from "../json/own-values.ts";
import { isMask, Secret } from "../secret.ts";
import { hintOf, unwrap } from "./hints.ts";
import { variantsOf } from "./unions.ts";

/**
 * Wraps every text that the schema declares secret in a `Secret`, so that no preview, journal line or message can show it: a body may come from a
 * file (`sextant run --body`) in which secrets are plain text. Masks and empty texts are no secrets and stay readable.
 */
export function coverSecrets(schema: z.ZodObject, value: BodyObject): BodyObject {
  const { shape } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      // A body may hold a field called `constructor`: only own properties of the schema are declared.
      const declared = ownValue(shape, key);
      return [key, declared === undefined ? item : cover(declared, item)];
    }),
  );
}

function cover(schema: z.core.$ZodType, value: BodyValue): BodyValue {
  if (typeof value === "string") {
    return hintOf(schema).secret === true && value !== "" && !isMask(value) ? new Secret(value) : value;
  }
  const inner = unwrap(schema);
  if (isList(value)) return inner instanceof z.ZodArray ? value.map((item) => cover(inner.element, item)) : value;
  if (!isBodyObject(value)) return value;
  const variants = variantsOf(inner);
  if (variants !== undefined) {
    const kind = value[variants.discriminator];
    const known = typeof kind === "string" ? variants.variants.get(kind) : undefined;
    return known === undefined ? value : coverSecrets(known, value);
  }
  if (inner instanceof z.ZodObject) return coverSecrets(inner, value);
  if (inner instanceof z.ZodRecord) {
    const { valueType } = inner;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cover(valueType, item)]));
  }
  return value;
}
