import fc from "fast-check";
import { z } from "zod";
import { ExactNumber, type Json } from "../../src/contract/json/json.ts";
import { unwrap } from "../../src/contract/schema/hints.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";

/** Names and values that one dialect or the other spells differently, and some that merely look like it. */
const SPELLED = [
  "monitoringApiKey",
  "datadogApiKey",
  "monitoringRegion",
  "datadogRegion",
  "serverVersion",
  "mongodVersion",
  "databaseVersion",
  "mongoDBVersion",
  "typeName",
  "mappings",
  "results",
  // Names that every object has without holding them.
  "constructor",
  "toString",
] as const;
const SPELLED_VALUES = ["MONITORING", "DATADOG", "EMAIL", "CARRIER_PIGEON", "serverVersion"] as const;

const key = fc.oneof(fc.constantFrom(...SPELLED), fc.string({ maxLength: 8 })).filter((text) => text !== "__proto__");

const exactNumber = fc
  .bigInt({ min: 2n ** 53n, max: 2n ** 80n })
  .map((number): Json => new ExactNumber(String(number)));

const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom(...SPELLED_VALUES),
  fc.string({ unit: "binary", maxLength: 10 }),
  exactNumber,
);

/** Any JSON, with a liking for the names that dialects differ in. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** Any JSON object. */
export const anyObject = fc.dictionary(key, anyJson, { maxKeys: 5, noNullPrototype: true });

/**
 * Documents with the outline of a schema: declared fields at their places, in either spelling, with values that may or may not fit,
 * and undeclared ones among them.
 */
export function documentsOf(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<Json> {
  const inner = unwrap(schema);
  if (depth > 6) return anyJson;
  if (inner instanceof z.ZodArray) {
    return fc.oneof({ weight: 8, arbitrary: fc.array(documentsOf(inner.element, depth + 1), { maxLength: 3 }) }, leaf);
  }
  const variants = variantsOf(inner);
  if (variants !== undefined) {
    const shapes = [...variants.variants].map(([kind, variant]) =>
      objectsOf(variant, depth).map((document): Json => {
        return { ...document, [variants.discriminator]: kind === "MONITORING" ? "MONITORING" : kind };
      }),
    );
    const renamed = objectsOf(z.looseObject({ datadogApiKey: z.string(), datadogRegion: z.string() }), depth).map(
      (document): Json => ({ ...document, [variants.discriminator]: "DATADOG" }),
    );
    return fc.oneof(...shapes, renamed, anyObject);
  }
  return inner instanceof z.ZodObject ? objectsOf(inner, depth) : anyJson;
}

function objectsOf(schema: z.ZodObject, depth: number): fc.Arbitrary<{ [name: string]: Json }> {
  const shape: z.core.$ZodShape = schema.shape;
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      fc.option(documentsOf(field, depth + 1), { nil: undefined, freq: 4 }),
    ]),
  );
  return fc.tuple(fc.record(fields), anyObject).map(([declared, undeclared]) => {
    const known = Object.entries(declared).flatMap(([name, value]): [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    );
    return { ...undeclared, ...Object.fromEntries(known) };
  });
}
