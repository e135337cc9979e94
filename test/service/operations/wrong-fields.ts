import { z } from "zod";
import { type Path, valueAt } from "../../../src/contract/json/json.ts";
import { unwrap } from "../../../src/contract/schema/hints.ts";
import { variantsOf } from "../../../src/contract/schema/unions.ts";

/** Every way to make one field of a right body wrong, told by the shape of the body. */

export type WrongBody = { readonly what: string; readonly path: Path; readonly body: unknown };

/** Values of every type, none of which anybody means. */
const ODD: readonly unknown[] = [7.25, "\u0007 odd", true, [[[]]], { odd: { odd: 1 } }, null];

/** A document with another value at a path; undefined takes it out. */
export function withAt(document: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(document))
    return document.map((item: unknown, at) => (at === step ? withAt(item, rest, value) : item));
  const entries = Object.entries(Object(document)).filter(([name]) => name !== step);
  const next = withAt(Object(document)[step], rest, value);
  return Object.fromEntries(next === undefined ? entries : [...entries, [String(step), next]]);
}

export type Field = { readonly path: Path; readonly schema: z.core.$ZodType };

/** Every declared field of a body: at its own level, and below where the right body has something. */
export function fieldsOf(schema: z.core.$ZodType, body: unknown, path: Path = []): Field[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    const items: unknown = valueAt(body, path);
    return Array.isArray(items) && items.length > 0 ? fieldsOf(inner.element, body, [...path, 0]) : [];
  }
  const variants = variantsOf(inner);
  if (variants !== undefined) {
    const kind = String(Object(valueAt(body, path))[variants.discriminator]);
    const variant = variants.variants.get(kind);
    return variant === undefined ? [] : fieldsOf(variant, body, path);
  }
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = inner.shape;
  return Object.entries(shape).flatMap(([name, field]) => {
    const at = [...path, name];
    return [{ path: at, schema: field }, ...(valueAt(body, at) === undefined ? [] : fieldsOf(field, body, at))];
  });
}

/** For every field of a body: a value of a wrong type; what required left out; and at every level a field that is none. */
export function wrongBodies(shape: z.ZodObject, right: object): readonly WrongBody[] {
  const fields = fieldsOf(shape, right);
  const wrong = fields.flatMap(({ path, schema }): WrongBody[] => {
    const odd = ODD.find((value) => !z.safeParse(schema, value).success);
    return odd === undefined ? [] : [{ what: "of a wrong type", path, body: withAt(right, path, odd) }];
  });
  const missing = fields.flatMap(({ path, schema }): WrongBody[] => {
    if (schema._zod.optin === "optional" || valueAt(right, path) === undefined) return [];
    return [{ what: "left out", path, body: withAt(right, path, undefined) }];
  });
  const levels = [[], ...fields.flatMap(({ path }) => (path.slice(0, -1).length > 0 ? [path.slice(0, -1)] : []))];
  const unknown = [...new Map(levels.map((level) => [JSON.stringify(level), level])).values()].map((level) => {
    const path = [...level, "fieldThatIsNone"];
    return { what: "not declared", path, body: withAt(right, path, 1) };
  });
  return [...wrong, ...missing, ...unknown];
}
