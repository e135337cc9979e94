import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isObject, type JsonObject, valueAt } from "../../src/contract/json/json.ts";
import { wireSchema } from "../../src/contract/openapi/schemas.ts";
import { openApiDocument } from "../../src/contract/openapi.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { ROLES } from "../../src/contract/roles.ts";
import { hintOf, isOptional, unwrap } from "../../src/contract/schema/hints.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";
import { BUILT_IN_ANALYZERS } from "../../src/contract/search-indexes/analyzer-names.ts";
import written from "./facts/specification.json" with { type: "json" };

/**
 * The table of operations against the facts of the specification, which `facts/extract.ts` took out of it: never against
 * itself.
 */

const Fact = z.strictObject({
  spec: z.string(),
  name: z.string().nullable(),
  verb: z.string(),
  method: z.string().optional(),
  path: z.string().optional(),
  marks: z.enum(["P", "G", "E"]).nullable(),
  roles: z.union([z.literal("any"), z.array(z.string()), z.null()]),
  query: z.array(z.string()),
  body: z.strictObject({ fields: z.array(z.string()), required: z.array(z.string()) }).nullable(),
  deprecatedVersions: z.array(z.string()),
  replacement: z.string().optional(),
});
const Value = z.strictObject({
  part: z.string(),
  field: z.string(),
  values: z.array(z.string()).optional(),
  named: z.array(z.string()).optional(),
  fallback: z.string().optional(),
});
const Limit = z.strictObject({
  field: z.string(),
  of: z.enum(["number", "characters", "items"]),
  least: z.number().optional(),
  most: z.number().optional(),
  among: z.array(z.number()).optional(),
  fallback: z.number().optional(),
});
const Facts = z.strictObject({
  roles: z.array(z.string()),
  operations: z.array(Fact),
  values: z.array(Value),
  analyzers: z.array(z.string()),
  expiryUnits: z.array(z.string()),
  alertStatus: z.array(z.string()),
  limits: z.array(Limit),
});
const facts = Facts.parse(written);
type Fact = z.output<typeof Fact>;

const ofNumber = (spec: string): readonly Operation[] => allOperations().filter((one) => one.spec === spec);

/** The methods that an action may have. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  list: ["GET"],
  get: ["GET"],
  create: ["POST"],
  take: ["POST"],
  validate: ["POST"],
  delete: ["DELETE"],
  disable: ["DELETE"],
  cancel: ["DELETE"],
  update: ["PUT", "PATCH"],
  toggle: ["PATCH"],
  set: ["PATCH"],
  change: ["PATCH"],
  acknowledge: ["PATCH"],
  cut: ["PUT"],
};

/** The record of the table that a fact is about: by its name, or the one of its number that no fact names. */
function operationOf(fact: Fact): Operation {
  const candidates = ofNumber(fact.spec);
  const named = facts.operations.flatMap(({ name }) => (name === null ? [] : [name]));
  const found = candidates.find(({ id }) => (fact.name === null ? !named.includes(id) : id === fact.name));
  if (found === undefined) throw new Error(`${fact.spec} ${fact.name ?? fact.verb} is not in the table`);
  return found;
}

const pairs = facts.operations.map((fact) => [`${fact.spec} ${fact.name ?? fact.verb}`, fact] as const);

/** Fields of an answer, which the specification's table does not tell from those of the request. */
const ANSWER_ONLY: Readonly<Record<string, readonly string[]>> = {
  E48: ["id", "desiredTimestamp", "deliveryUrl", "privateDownloadDeliveryUrls", "components"],
};

describe("every number of the specification", () => {
  test("is in the table as often as there are operations under it", () => {
    const count = (specs: readonly (string | null)[]) =>
      [...Map.groupBy(specs, (spec) => spec)].map(([spec, all]) => `${spec} ${all.length}`).toSorted();
    const specs = allOperations().flatMap(({ spec }) => (spec === null ? [] : [spec]));
    expect(count(specs)).toEqual(count(facts.operations.map(({ spec }) => spec)));
    expect(specs).toHaveLength(78);
    const numbers = new Set(specs.map((spec) => Number(/^E(\d+)/u.exec(spec)?.[1])));
    expect([...numbers].toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 70 }, (_, index) => index + 1),
    );
  });

  test.each(pairs)("%s has its name, method, path, marks and query", (_title, fact) => {
    const found = operationOf(fact);
    expect(found.queryFlags).toBe(fact.marks);
    expect(Object.keys(found.query).toSorted()).toEqual(fact.query.toSorted());
    if (fact.method !== undefined) expect(found.method).toBe(fact.method);
    else expect(METHODS[fact.verb]).toContain(found.method);
    if (fact.path !== undefined) expect(found.path).toBe(fact.path);
  });

  test.each(pairs)("%s has its roles", (_title, fact) => {
    const needed = fact.roles === "any" || fact.roles === null ? [] : fact.roles;
    expect(operationOf(fact).roles.toSorted()).toEqual(needed.toSorted());
  });

  test.each(pairs)("%s takes its fields, and requires those that have to be there", (_title, fact) => {
    const { body } = operationOf(fact);
    if (fact.body === null) {
      expect(body).toBeNull();
      return;
    }
    const shape: z.core.$ZodShape = body?.shape.shape ?? {};
    const fields = fact.body.fields.filter((name) => ANSWER_ONLY[fact.spec]?.includes(name) !== true);
    expect(fields.filter((name) => !(name in shape))).toEqual([]);
    const required = Object.entries(shape).filter(([, field]) => !isOptional(field));
    expect(fact.body.required.filter((name) => !required.some(([own]) => own === name))).toEqual([]);
    // More required only where that is a choice of ours, and marked as one.
    const more = required.filter(([name, field]) => !fact.body?.required.includes(name) && !hintOf(field).assumes);
    expect(more.map(([name]) => name)).toEqual([]);
  });

  test("is not the name of an operation that replaces one", () => {
    const replacements = facts.operations.flatMap(({ replacement }) =>
      replacement === undefined ? [] : [replacement],
    );
    expect(replacements).toHaveLength(5);
    expect(replacements.filter((name) => allOperations().some(({ id }) => id === name))).toEqual([]);
  });
});

describe("versions and deprecations", () => {
  test("an operation is answered in a version that is not deprecated", () => {
    const old = facts.operations.filter((fact) => fact.deprecatedVersions.includes(operationOf(fact).version));
    expect(old.map(({ spec, name, verb }) => `${spec} ${name ?? verb}`)).toEqual([]);
    expect(facts.operations.filter(({ deprecatedVersions }) => deprecatedVersions.length > 0).length).toBeGreaterThan(
      8,
    );
  });

  test("what has a replacement says that it ends in January 2026, and nothing else of backups does", () => {
    for (const fact of facts.operations) {
      const { deprecated } = operationOf(fact);
      if (fact.replacement !== undefined)
        expect([fact.spec, deprecated]).toEqual([
          fact.spec,
          expect.objectContaining({ sunset: expect.stringMatching(/^2026-01-/u), replacement: fact.replacement }),
        ]);
      else if (fact.name?.endsWith("Deprecated") !== true && deprecated !== null)
        expect(fact.spec).toMatch(/^E1[59]$/u);
    }
  });
});

type Field = { readonly name: string; readonly schema: z.core.$ZodType; readonly of: string };

/** Every field of a shape by its own name, those of variants and items included. */
function fieldsIn(schema: z.core.$ZodType, of: string): Field[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return fieldsIn(inner.element, of);
  const variants = variantsOf(inner);
  if (variants !== undefined) return [...variants.variants.values()].flatMap((variant) => fieldsIn(variant, of));
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => fieldsIn(option, of));
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = inner.shape;
  return Object.entries(shape).flatMap(([name, field]) => [{ name, schema: field, of }, ...fieldsIn(field, of)]);
}

const requests: readonly Field[] = allOperations().flatMap(({ id, body, query }) => [
  ...(body === null ? [] : fieldsIn(body.shape, id)),
  ...Object.entries(query).map(([name, schema]) => ({ name, schema, of: id })),
]);

const fieldsNamed = (name: string): readonly Field[] => requests.filter((field) => field.name === name);

/** What the schema of a field takes, as texts: its closed set, or the known values of an open one. */
function valuesOf({ schema, ...field }: Field): readonly string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return valuesOf({ ...field, schema: inner.element });
  const { enum: closed, const: only } = wireSchema(schema, "specification");
  if (Array.isArray(closed)) return closed.map(String);
  return only === undefined ? (hintOf(schema).known ?? []) : [String(only)];
}

/** Every value that a schema or anything in it names. */
const allValuesOf = (schema: z.core.$ZodType): readonly string[] =>
  fieldsIn(schema, "")
    .flatMap(valuesOf)
    .concat(valuesOf({ name: "", of: "", schema }));

/** The operations whose bodies a part of the specification describes. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "2.2": ["E5", "E9"],
  "2.4": ["E15", "E19"],
  "2.7": ["E22", "E23"],
  "2.8": ["E34"],
  "2.10": ["E38"],
  "2.11": ["E43"],
  "2.12": ["E45"],
  "2.13": ["E48", "E56"],
  "2.14": ["E52"],
  "2.16": ["E60", "E61"],
};

/** The fields of a part's requests by that name. */
const fieldsOfPart = (part: string, name: string): readonly Field[] =>
  (PARTS[part] ?? []).flatMap((spec) =>
    ofNumber(spec).flatMap(({ id, body }) =>
      body === null ? [] : fieldsIn(body.shape, id).filter((field) => field.name === name),
    ),
  );

const lastName = (field: string): string => field.replace(/^.*\./u, "");

describe("value sets", () => {
  const closed = facts.values.filter(({ values }) => values !== undefined);
  test.each(closed)("$field of part $part takes $values and nothing else", ({ part, field, values }) => {
    const found = fieldsOfPart(part, field);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(valuesOf(one).toSorted()).toEqual(values?.toSorted());
  });

  const requested = facts.values.filter(
    ({ part, field, named }) => named !== undefined && fieldsOfPart(part, lastName(field)).length > 0,
  );
  test.each(requested)("$field of part $part knows $named", ({ part, field, named }) => {
    const known = fieldsOfPart(part, lastName(field)).flatMap(({ schema }) => allValuesOf(schema));
    expect(known).toEqual(expect.arrayContaining(named ?? []));
  });

  const defaults = facts.values.filter(({ fallback }) => fallback !== undefined);
  test.each(defaults)("$field of part $part may be left out: $fallback", ({ part, field }) => {
    const found = fieldsOfPart(part, field);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ schema }) => isOptional(schema))).not.toEqual([]);
  });

  test("an expiry has its units, alerts are filtered by their states, analyzers are all known", () => {
    const unit = ofNumber("E53e").flatMap(({ id, body }) => (body === null ? [] : fieldsIn(body.shape, id)));
    const units = unit.filter(({ name }) => name === "retentionUnit").map((field) => valuesOf(field).toSorted());
    expect(units).toEqual([facts.expiryUnits.toSorted()]);
    const [status] = ofNumber("E12").flatMap(({ id, query }) =>
      query["status"] === undefined ? [] : [valuesOf({ name: "status", of: id, schema: query["status"] })],
    );
    expect(status?.toSorted()).toEqual(facts.alertStatus.toSorted());
    expect(BUILT_IN_ANALYZERS.toSorted()).toEqual(facts.analyzers.toSorted());
    expect(facts.analyzers.length).toBeGreaterThan(40);
  });

  test("the roles of part 5 are the roles of the contract", () => {
    expect(ROLES.toSorted()).toEqual(facts.roles.toSorted());
  });
});

/** The keywords of JSON Schema for the ends of a number, a text and a list. */
const KEYWORDS = {
  number: ["minimum", "maximum"],
  characters: ["minLength", "maxLength"],
  items: ["minItems", "maxItems"],
} as const;

/** The schemas of a limited field: the common query parameters, or every field of that name in a request. */
function limited(name: string): readonly JsonObject[] {
  const common = valueAt(openApiDocument("specification"), ["components", "parameters", name, "schema"]);
  if (isObject(common)) return [JSON.parse(JSON.stringify(common))];
  return fieldsNamed(name).map(({ schema }) => wireSchema(schema, "specification"));
}

describe("limits of part 8", () => {
  test.each(facts.limits)("$field", ({ field, of, least, most, among }) => {
    const schemas = limited(field);
    expect(schemas.length).toBeGreaterThan(0);
    const [lower, upper] = KEYWORDS[of];
    for (const schema of schemas) {
      if (among !== undefined) expect(schema["enum"]).toEqual(among);
      if (least !== undefined) expect(schema[lower]).toBe(least);
      if (most !== undefined) expect(schema[upper]).toBe(most);
    }
  });

  test("are all there", () => {
    expect(facts.limits.length).toBeGreaterThan(12);
  });

  test("start and end of access logs come together or not at all", () => {
    for (const spec of ["E1", "E2"]) {
      for (const { queryRules } of ofNumber(spec)) {
        const broken = (query: { readonly [name: string]: unknown }) =>
          queryRules.some(({ test: holds }) => !holds(query, query));
        expect([broken({}), broken({ start: 1_700_000_000_000, end: 1_700_000_100_000 })]).toEqual([false, false]);
        expect([broken({ start: 1_700_000_000_000 }), broken({ end: 1_700_000_000_000 })]).toEqual([true, true]);
      }
    }
  });
});
