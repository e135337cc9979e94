import { expect, test } from "vitest";
import { z } from "zod";
import { type Json, parseJson } from "../../src/contract/json/json.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { violationsOf } from "../../src/contract/schema/body.ts";
import { unwrap } from "../../src/contract/schema/hints.ts";
import { fieldsOf, withAt } from "../service/operations/wrong-fields.ts";

/** Whatever a schema is given, it answers: a check that throws is a service that fails and a console that ends. */

const read = (text: string): Json => {
  const result = parseJson(text);
  if (!result.ok) throw new TypeError(text);
  return result.value;
};

const TRAPS = ["length", "size", "toString", "valueOf", "toJSON", "constructor", "then", "typeName", "type"];

/** Values that JSON can hold and that no text, number or list is: objects that have what those have. */
const HOSTILE: readonly Json[] = [
  ...TRAPS.flatMap((trap) => [{ [trap]: 0 }, { [trap]: { toString: 0 } }, { [trap]: [{ toString: 0, valueOf: 0 }] }]),
  Object.fromEntries(TRAPS.map((trap) => [trap, { toString: 0, valueOf: 0 }])),
  [{ toString: 0, valueOf: 0 }],
  [[{ length: { toString: 0 } }]],
  read("1e999"),
  read("123456789012345678901234567890"),
  null,
  "\ud83d",
];

/** A schema and every one inside it. */
function everySchema(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const values: unknown[] = [...Object.values(schema._zod.def)];
  while (values.length > 0) {
    const value = values.pop();
    if (value instanceof z.core.$ZodType) everySchema(value, seen);
    else if (Array.isArray(value)) values.push(...value);
    else if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      values.push(...Object.values(value));
  }
  return seen;
}

/** Every schema of every operation, each once. */
const all = new Set<z.core.$ZodType>();
for (const { params, query, body, response } of allOperations()) {
  for (const schema of [...Object.values(params), ...Object.values(query), response]) everySchema(schema, all);
  if (body !== null) everySchema(body.shape, all);
}

test("no schema of any operation throws, whatever it is given", () => {
  expect(all.size).toBeGreaterThan(1000);
  const thrown = [...all].flatMap((schema) =>
    HOSTILE.flatMap((value) => {
      try {
        z.safeParse(schema, value);
        return [];
      } catch (failure) {
        return [`${schema._zod.def.type} at ${JSON.stringify(value)}: ${failure}`];
      }
    }),
  );
  expect(thrown).toEqual([]);
});

const withBody = allOperations().flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const]));

test.each(withBody)("%s: no rule of its body throws, and what it says is in words", (_id, body) => {
  for (const { path } of fieldsOf(body.shape, {})) {
    for (const value of HOSTILE) {
      const violations = violationsOf(body, read(JSON.stringify(withAt({}, path, value))));
      for (const { message } of violations) expect(message).not.toMatch(/expected|received|invalid|unrecognized/iu);
    }
  }
});

test.each(withBody)("%s: a number that no double holds is no object and no list", (_id, body) => {
  for (const { path, schema } of fieldsOf(body.shape, {})) {
    const inner = unwrap(schema);
    if (!(inner instanceof z.ZodObject || inner instanceof z.ZodArray || inner instanceof z.ZodRecord)) continue;
    for (const source of ["1e999", "123456789012345678901234567890"]) {
      const sent = withAt({}, path, read(source));
      const [violation] = violationsOf(body, read(JSON.stringify(sent))).filter(
        (one) => one.path.join(".") === path.join("."),
      );
      expect(violation?.message).toBe(inner instanceof z.ZodArray ? "must be a list" : "must be an object");
    }
  }
});

test("what is wrong with a parameter of a path or a query is said in words too", () => {
  const raw = allOperations().flatMap(({ id, params, query }) =>
    Object.entries({ ...params, ...query }).flatMap(([name, schema]) =>
      [...HOSTILE, "", " ", "x", "-1", -1, 1.5, 1e300, [], ["x"]].flatMap((value) => {
        const issues = z.safeParse(schema, value).error?.issues ?? [];
        return issues
          .filter(({ message }) => /expected|received|invalid|unrecognized|too (?:small|big)|[<>]=/iu.test(message))
          .map(({ message }) => `${id} ${name}: ${message}`);
      }),
    ),
  );
  expect(raw).toEqual([]);
});
