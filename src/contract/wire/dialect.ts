import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../json/json.ts";
import { unwrap } from "../schema/hints.ts";
import { variantsOf } from "../schema/unions.ts";

/**
 * The contract uses the specification's names. A service may spell some differently: this is the only table of the differences, applied on the wire
 * by walking the schema, never by blind renaming (`design.md`, dialects).
 */
export type DialectId = "specification" | "atlas";

export const DIALECTS = ["specification", "atlas"] as const satisfies readonly DialectId[];

/** Field names, swapped in both directions so that a round trip is the identity. */
const FIELDS: readonly (readonly [specification: string, atlas: string])[] = [
  ["monitoringApiKey", "datadogApiKey"],
  ["monitoringRegion", "datadogRegion"],
  ["serverVersion", "mongodVersion"],
  ["databaseVersion", "mongoDBVersion"],
];

/** Values of a field, swapped likewise. */
const VALUES: readonly (readonly [field: string, specification: string, atlas: string])[] = [
  ["typeName", "MONITORING", "DATADOG"],
];

/** Value of `<service>` in paths and media types. */
const SERVICE_WORD: Readonly<Record<DialectId, string>> = { specification: "service", atlas: "atlas" };

/** Version date of the specification (part 9). */
export const RESOURCE_VERSION = "2025-03-12";

/** True if a request may hold undeclared fields: the hosted service has more than the specification. */
export const takesUndeclared = (dialect: DialectId): boolean => dialect === "atlas";

/** Path prefix of the administration API. */
export const apiPrefix = (dialect: DialectId): string => `/api/${SERVICE_WORD[dialect]}/v2`;

/** The versioned media type, for `Accept` and for bodies. */
export const mediaType = (dialect: DialectId, version: string = RESOURCE_VERSION): string =>
  `application/vnd.${SERVICE_WORD[dialect]}.${version}+json`;

const swappedField = new Map<string, string>(
  FIELDS.flatMap(([left, right]) => [
    [left, right],
    [right, left],
  ]),
);

function swapValue(field: string, value: string): string {
  for (const [name, left, right] of VALUES) {
    if (name !== field) continue;
    if (value === left) return right;
    if (value === right) return left;
  }
  return value;
}

/** A field name in the dialect's spelling, if only the name is known: an error text, a column of another tool. */
export const nameInDialect = (field: string, dialect: DialectId): string =>
  dialect === "specification" ? field : (swappedField.get(field) ?? field);

/** A field's value in the dialect's spelling, for code that reads schemas rather than documents. */
export const valueInDialect = (field: string, value: string, dialect: DialectId): string =>
  dialect === "specification" ? value : swapValue(field, value);

/**
 * A document in the other dialect's spelling. Only declared fields change; undeclared fields and free-form objects pass unchanged. Applying it twice
 * gives the original document, so one function serves both directions.
 */
export function inDialect(schema: z.core.$ZodType, value: Json, dialect: DialectId): Json {
  return dialect === "specification" ? value : swap(schema, value);
}

function swap(schema: z.core.$ZodType, value: Json): Json {
  const inner = unwrap(schema);
  if (Array.isArray(value)) {
    return inner instanceof z.ZodArray ? value.map((item: Json) => swap(inner.element, item)) : value;
  }
  if (!isObject(value)) return value;
  const variants = variantsOf(inner);
  if (variants !== undefined) {
    const kind = value[variants.discriminator];
    const known =
      typeof kind === "string"
        ? (variants.variants.get(kind) ?? variants.variants.get(swapValue(variants.discriminator, kind)))
        : undefined;
    return known === undefined ? value : swapObject(known, value);
  }
  if (inner instanceof z.ZodObject) return swapObject(inner, value);
  if (inner instanceof z.ZodRecord) {
    const { valueType } = inner;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, swap(valueType, item)]));
  }
  return value;
}

function swapObject(schema: z.ZodObject, value: JsonObject): JsonObject {
  const { shape } = schema;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    const other = swappedField.get(key);
    // A document may hold a field called `constructor`: only own properties of the schema are declared.
    const declared = Object.hasOwn(shape, key) ? shape[key] : other === undefined ? undefined : shape[other];
    if (declared === undefined) return [key, item];
    const respelled = typeof item === "string" ? swapValue(key, item) : swap(declared, item);
    return [other ?? key, respelled];
  });
  return Object.fromEntries(entries);
}
