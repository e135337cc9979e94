import { expect, test } from "vitest";
import * as z from "zod";
import {
  ExactNumber,
  isObject,
  type Json,
  type Path,
  parseJson,
  pathText,
  valueAt,
  writeJson,
} from "../../src/contract/json/json.ts";
import { allOperations, operations } from "../../src/contract/operations.ts";
import { amount, many, text } from "../../src/contract/schema/fields.ts";
import { unwrap } from "../../src/contract/schema/hints.ts";
import { type Misfit, readTolerantly } from "../../src/contract/schema/tolerant.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";
import { withAt } from "../service/operations/wrong-fields.ts";

const Row = z.looseObject({ id: z.string(), name: text(), parts: many(z.looseObject({ size: z.number() })) });
const List = z.looseObject({ results: z.array(Row) });
const read = (json: Json) => {
  const result = readTolerantly(List, json);
  if (!result.ok) return result;
  const byPlace = (one: Misfit, other: Misfit): number =>
    JSON.stringify(one.path) < JSON.stringify(other.path) ? -1 : 1;
  return { rows: result.data.results, misfits: result.misfits.toSorted(byPlace) };
};

test("an answer that fits is read as it is", () => {
  expect(read({ results: [{ id: "a" }] })).toEqual({ rows: [{ id: "a" }], misfits: [] });
});

test("a field of another type is left out, and said", () => {
  expect(read({ results: [{ id: "a", name: 5 }] })).toEqual({
    rows: [{ id: "a" }],
    misfits: [
      { path: ["results", 0, "name"], message: "must be text", below: [], value: 5, row: { id: "a", name: 5 } },
    ],
  });
});

test("one row without its id is left out, the other 499 are there", () => {
  const results = Array.from({ length: 500 }, (_, index) => (index === 7 ? { name: "odd" } : { id: `${index}` }));
  const { rows, misfits } = { rows: [], misfits: [], ...read({ results }) };
  expect(rows).toHaveLength(499);
  expect(misfits).toEqual([
    { path: ["results", 7], message: "is missing", below: ["id"], value: { name: "odd" }, row: { name: "odd" } },
  ]);
});

test("an id of another type leaves its row out, for the reason that was there first", () => {
  expect(read({ results: [{ id: 5 }, { id: "b" }, { id: null }, "text"] })).toMatchObject({
    rows: [{ id: "b" }],
    misfits: [
      { path: ["results", 0], message: "must be text", below: ["id"] },
      { path: ["results", 2], message: "must be text", below: ["id"] },
      { path: ["results", 3], message: "must be an object", below: [] },
    ],
  });
});

test("an entry within a row is left out alone", () => {
  const parts = [{ size: 1 }, { size: "x" }, {}, { size: 2 }];
  expect(read({ results: [{ id: "a", parts }] })).toMatchObject({
    rows: [{ id: "a", parts: [{ size: 1 }, { size: 2 }] }],
    misfits: [
      { path: ["results", 0, "parts", 1], below: ["size"], message: "must be a number" },
      { path: ["results", 0, "parts", 2], below: ["size"], message: "is missing" },
    ],
  });
});

test("an answer of which nothing is left is none", () => {
  expect(read({ result: [] })).toEqual({ ok: false, path: ["results"], message: "is missing" });
  expect(read({ results: 5 })).toEqual({ ok: false, path: ["results"], message: "must be a list" });
  expect(read(null)).toEqual({ ok: false, path: [], message: "must be an object" });
});

test("a role of another provider than its list's leaves the others to be read", () => {
  const roles = {
    awsIamRoles: [
      { providerName: "MOON", roleId: "a" },
      { providerName: "AWS", roleId: "b" },
    ],
  };
  const result = readTolerantly(operations.listCloudProviderAccessRoles.response, roles);
  expect(result).toMatchObject({
    ok: true,
    data: { awsIamRoles: [{ roleId: "b" }] },
    misfits: [{ path: ["awsIamRoles", 0], below: ["providerName"], message: "must be AWS" }],
  });
});

test("a row of a known kind with a wrong field is read without that field", () => {
  const configuration = {
    id: "a",
    eventTypeName: "NO_PRIMARY",
    enabled: "yes",
    notifications: [{ typeName: "EMAIL", delayMin: "x" }],
  };
  const result = readTolerantly(operations.getAlertConfiguration.response, configuration);
  expect(result).toMatchObject({ ok: true, data: { id: "a", eventTypeName: "NO_PRIMARY" } });
});

test("500 rows that are all wrong take no longer than they have to", () => {
  const results = Array.from({ length: 500 }, () => ({ id: "a", name: 1, parts: [{ size: null }, { size: null }] }));
  expect(read({ results })).toMatchObject({ rows: { length: 500 } });
});

/** A whole document of a schema, with every declared field and one entry in every list. */
function documentOf(schema: z.core.$ZodType): Json {
  const inner = unwrap(schema);
  const variants = variantsOf(inner);
  if (variants !== undefined) {
    const [kind = "", variant = z.looseObject({})] = [...variants.variants][0] ?? [];
    return { ...Object(documentOf(variant)), [variants.discriminator]: kind };
  }
  if (inner instanceof z.ZodArray) return [documentOf(inner.element)];
  if (inner instanceof z.ZodObject) {
    const shape: z.core.$ZodShape = inner.shape;
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, documentOf(field)]));
  }
  const fitting: readonly Json[] = ["65f0a1b2c3d4e5f6a7b8c9d0", "2025-11-21T14:06:12Z", 1, true, null, {}, []];
  return fitting.find((value) => z.safeParse(schema, value).success) ?? "text";
}

/** Every place of a document that holds an object. */
function objectsIn(value: Json, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, at) => objectsIn(item, [...path, at]));
  if (!isObject(value)) return [];
  return [path, ...Object.keys(value).flatMap((name) => objectsIn(documentAt(value, name), [...path, name]))];
}
const documentAt = (value: Json, name: string): Json => asJson(JSON.stringify(valueAt(value, [name])));
function asJson(text: string): Json {
  const result = parseJson(text);
  if (!result.ok) throw new TypeError(text);
  return result.value;
}

const withAnswer = allOperations().filter(({ answer }) => answer !== "none");

test.each(withAnswer.map(({ id, response }) => [id, response] as const))(
  "%s: a number that no double holds is read as an object nowhere",
  (_id, response) => {
    const whole = documentOf(response);
    const taken = objectsIn(whole).flatMap((path) =>
      ["1e999", "123456789012345678901234567890"].flatMap((source) => {
        const result = readTolerantly(response, asJson(writeJson(withAt(whole, path, new ExactNumber(source)))));
        const found = result.ok ? valueAt(result.data, path) : undefined;
        return isObject(found) ? [`${pathText(path)} ${source}`] : [];
      }),
    );
    expect(taken).toEqual([]);
  },
);

test("a number that no double holds stands where a number does, and where nothing is declared", () => {
  const row = { id: "a", parts: [], size: new ExactNumber("1e999"), more: { deep: [new ExactNumber("1e400")] } };
  expect(readTolerantly(Row, row)).toEqual({ ok: true, data: row, misfits: [] });
});

test("a number that no double holds in place of a row leaves that row out, and of a field that field", () => {
  const huge = new ExactNumber("1e999");
  const All = z.looseObject({ results: z.array(z.looseObject({ name: text(), link: z.looseObject({}).nullish() })) });
  expect(readTolerantly(All, { results: [huge, { name: "b", link: huge }, { name: "c" }] })).toMatchObject({
    data: { results: [{ name: "b" }, { name: "c" }] },
    misfits: [
      { path: ["results", 0], message: "must be an object", value: huge },
      { path: ["results", 1, "link"], message: "must be an object", value: huge },
    ],
  });
});

test("an amount that is infinite as a double is left out of an answer, and one that only has more digits is kept", () => {
  const many = new ExactNumber("123456789012345678901234567890");
  const Sized = z.looseObject({ size: amount() });
  expect(readTolerantly(Sized, { size: many })).toMatchObject({ data: { size: many }, misfits: [] });
  for (const source of ["1e400", "-1e400"]) {
    const size = new ExactNumber(source);
    expect(readTolerantly(Sized, { size })).toMatchObject({ data: {}, misfits: [{ path: ["size"], value: size }] });
  }
});
