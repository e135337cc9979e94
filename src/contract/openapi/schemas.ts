import * as z from "zod";
import {
  ExactNumber,
  isJson,
  isJsonObject,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  writeJson,
} from "../json/json.ts";
import { hintOf } from "../schema/hints.ts";
import { Secret } from "../secret.ts";
import { type DialectId, nameInDialect, valueInDialect } from "../wire/dialect.ts";

/**
 * JSON Schemas (draft 2020-12, as in OpenAPI 3.1) of the contract's shapes on the wire: names in a dialect's spelling, secrets as texts, numbers
 * beyond 2^53 as numbers.
 */

/** A JSON Schema under construction, as zod passes it to `override`. */
type Draft = { [keyword: string]: unknown };

/** An empty registry, so that zod copies no form hints: `tellHints` below translates them into JSON Schema. */
const NO_HINTS = z.registry<Readonly<Record<string, unknown>>>();

/** JSON Schema of one of our value classes; undefined leaves the schema to zod, which cannot represent it. */
function classSchema(schema: z.core.$ZodType): Draft | undefined {
  if (!(schema instanceof z.ZodCustom)) return undefined;
  // A check makes a copy of the schema, which does not know its class.
  const { Class: valueClass } = (schema._zod.parent ?? schema)._zod.bag;
  if (valueClass === ExactNumber) return { type: "number" };
  return valueClass === Secret ? { type: "string", format: "password" } : undefined;
}

/** Adds form hints as JSON Schema keywords. */
function tellHints(schema: z.core.$ZodType, draft: Draft): void {
  const { title, help, known, unit, ghost, secret } = hintOf(schema);
  if (title !== undefined) draft["title"] = title;
  if (help !== undefined) draft["description"] = help;
  if (known !== undefined && draft["enum"] === undefined) draft["x-known-values"] = known;
  if (unit !== undefined) draft["x-unit"] = unit;
  if (ghost !== undefined) draft["x-when-left-out"] = ghost;
  if (secret === true) draft["format"] = "password";
}

/** Merges a union of number types into one number. */
function joinNumbers(draft: Draft): void {
  const branches = draft["anyOf"];
  if (!Array.isArray(branches) || branches.length === 0) return;
  if (!branches.every((branch: unknown) => isObject(branch) && branch["type"] === "number")) return;
  delete draft["anyOf"];
  draft["type"] = "number";
}

/** Enum values of a field in the dialect's spelling. */
function respellValues(name: string, schema: JsonObject, dialect: DialectId): JsonObject {
  const spelled = (value: Json): Json => (typeof value === "string" ? valueInDialect(name, value, dialect) : value);
  const { const: only, enum: values } = schema;
  return {
    ...schema,
    ...(only === undefined ? {} : { const: spelled(only) }),
    ...(Array.isArray(values) ? { enum: values.map(spelled) } : {}),
  };
}

/**
 * A schema with its field names in the dialect's spelling. Only declared fields have a place in `properties`; undeclared fields and free-form objects
 * stay unchanged. Done on the finished schema: while zod makes it, a field that several objects share is filled in later than the first of them.
 */
function respellSchema(schema: Json, dialect: DialectId): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => respellSchema(item, dialect));
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === "properties" && isJsonObject(value)) return [keyword, respellFields(value, dialect)];
    if (keyword === "required" && Array.isArray(value)) {
      return [keyword, value.map((name: Json) => nameInDialect(String(name), dialect))];
    }
    return [keyword, respellSchema(value, dialect)];
  });
  return Object.fromEntries(entries);
}

const respellFields = (fields: JsonObject, dialect: DialectId): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const respelled = respellSchema(field, dialect);
      return [
        nameInDialect(name, dialect),
        isJsonObject(respelled) ? respellValues(name, respelled, dialect) : respelled,
      ];
    }),
  );

/**
 * JSON Schema of a shape on the wire: strict if the shape is strict, open if it is loose.
 *
 * @throws TypeError for a shape that JSON Schema cannot express
 */
export function wireSchema(schema: z.core.$ZodType, dialect: DialectId): JsonObject {
  const { $schema: _draft, ...made } = z.toJSONSchema(schema, {
    // A codec's input is what is on the wire, for requests and for answers.
    io: "input",
    metadata: NO_HINTS,
    unrepresentable: ({ zodSchema }) => classSchema(zodSchema),
    override: ({ zodSchema, jsonSchema }) => {
      tellHints(zodSchema, jsonSchema);
      joinNumbers(jsonSchema);
    },
  });
  const plain = parseJson(writeJson(made));
  const respelled = plain.ok && isJson(plain.value) ? respellSchema(plain.value, dialect) : undefined;
  if (respelled === undefined || !isJsonObject(respelled)) throw new TypeError("a schema that is no object");
  return respelled;
}
