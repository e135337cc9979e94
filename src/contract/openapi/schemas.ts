import * as z from "zod";
import { ExactNumber, isJson, isJsonObject, isObject, type JsonObject, parseJson, writeJson } from "../json/json.ts";
import { hintOf } from "../schema/hints.ts";
import { Secret } from "../secret.ts";
import { type DialectId, respelledName, respelledValue } from "../wire/dialect.ts";

/**
 * JSON Schemas (draft 2020-12, the one of OpenAPI 3.1) of the contract's shapes, as they are on the wire: names in the spelling
 * of a dialect, secrets as texts, numbers beyond 2^53 as numbers.
 */

/** A JSON Schema under construction, as zod hands it over. */
type Draft = { [keyword: string]: unknown };

/** Form hints are told in the words of JSON Schema below: zod itself copies none. */
const NO_HINTS = z.registry<Readonly<Record<string, unknown>>>();

/** What stands in the schema of a class of ours; undefined lets zod say that there is none. */
function classSchema(schema: z.core.$ZodType): Draft | undefined {
  if (!(schema instanceof z.ZodCustom)) return undefined;
  const { Class: valueClass } = schema._zod.bag;
  if (valueClass === ExactNumber) return { type: "number" };
  return valueClass === Secret ? { type: "string", format: "password" } : undefined;
}

/** Hints of forms in the words of JSON Schema. */
function tellHints(schema: z.core.$ZodType, draft: Draft): void {
  const { title, help, known, unit, ghost, secret } = hintOf(schema);
  if (title !== undefined) draft["title"] = title;
  if (help !== undefined) draft["description"] = help;
  if (known !== undefined && draft["enum"] === undefined) draft["x-known-values"] = known;
  if (unit !== undefined) draft["x-unit"] = unit;
  if (ghost !== undefined) draft["x-when-left-out"] = ghost;
  if (secret === true) draft["format"] = "password";
}

/** One number, where a number is read in two ways. */
function joinNumbers(draft: Draft): void {
  const branches = draft["anyOf"];
  if (!Array.isArray(branches) || branches.length === 0) return;
  if (!branches.every((branch: unknown) => isObject(branch) && branch["type"] === "number")) return;
  delete draft["anyOf"];
  draft["type"] = "number";
}

/** Values of a field as the dialect spells them. */
function respellValues(name: string, draft: unknown, dialect: DialectId): unknown {
  if (!isObject(draft)) return draft;
  const spelled = (value: unknown): unknown =>
    typeof value === "string" ? respelledValue(name, value, dialect) : value;
  const { const: only, enum: values } = draft;
  return {
    ...draft,
    ...(only === undefined ? {} : { const: spelled(only) }),
    ...(Array.isArray(values) ? { enum: values.map(spelled) } : {}),
  };
}

/** Names of an object's fields as the dialect spells them. Undeclared fields and free-form objects have none. */
function respellFields(draft: Draft, dialect: DialectId): void {
  const { properties, required } = draft;
  if (isObject(properties)) {
    draft["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        respelledName(name, dialect),
        respellValues(name, field, dialect),
      ]),
    );
  }
  if (Array.isArray(required)) draft["required"] = required.map((name) => respelledName(String(name), dialect));
}

/**
 * The JSON Schema of what goes over the wire: strict where the shape is strict, open where it is loose.
 *
 * @throws TypeError for a shape that JSON Schema cannot say
 */
export function wireSchema(schema: z.core.$ZodType, dialect: DialectId): JsonObject {
  const { $schema: _draft, ...made } = z.toJSONSchema(schema, {
    // What is on the wire is what a codec reads, for requests and for answers.
    io: "input",
    metadata: NO_HINTS,
    unrepresentable: ({ zodSchema }) => classSchema(zodSchema),
    override: ({ zodSchema, jsonSchema }) => {
      tellHints(zodSchema, jsonSchema);
      joinNumbers(jsonSchema);
      if (zodSchema instanceof z.ZodObject) respellFields(jsonSchema, dialect);
    },
  });
  const plain = parseJson(writeJson(made));
  if (!plain.ok || !isJson(plain.value) || !isJsonObject(plain.value))
    throw new TypeError("a schema that is no object");
  return plain.value;
}
