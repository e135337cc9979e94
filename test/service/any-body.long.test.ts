import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactNumber, writeJson } from "../../src/contract/json/json.ts";
import { allOperations, operations } from "../../src/contract/operations.ts";
import { DIALECTS } from "../../src/contract/wire/dialect.ts";
import { anyJson, documentsOf } from "../contract/schema-documents.ts";
import { placesOf, rightRequest } from "./operations/rights.ts";
import { fieldsOf, withAt } from "./operations/wrong-fields.ts";
import { type Reply, ready } from "./support.ts";

/** Bodies made from the schemas: whatever comes, the service answers, and what it has taken it can tell. */

const withBody = allOperations().filter(({ spec, body }) => spec !== null && body !== null);

/** Texts that are not well-formed, names that every object has, numbers that no double holds. */
const NASTY: readonly unknown[] = [
  "\ud83d",
  "\udc00\ud83d",
  "\u0000",
  "__proto__",
  "constructor",
  1e308,
  -0,
  2 ** 53,
  "a".repeat(5000),
  new ExactNumber("1e999"),
  [new ExactNumber("123456789012345678901234567890")],
  { length: { toString: 0 } },
  { length: { toString: 0, valueOf: 0 }, toString: 0, valueOf: 0 },
];

function expectSane(reply: Reply, sent: string): void {
  const what = `${sent} was answered ${reply.status} ${reply.text}`;
  expect(reply.status, what).toBeLessThan(500);
  if (reply.status < 400) return;
  expect(reply.headers["content-type"], what).toBe("application/json");
  expect(reply.json, what).toMatchObject({
    error: reply.status,
    errorCode: expect.any(String),
    detail: expect.any(String),
  });
}

test("a kind that is no text, and cannot be made one, is refused as any other wrong value", async () => {
  const troubles: string[] = [];
  const call = await ready({ speed: 0, size: { alerts: 12 }, report: (trouble) => troubles.push(trouble) });
  const { path, query, body = {} } = rightRequest(operations.updateAlertConfiguration, await placesOf(call));
  const sent = writeJson({ ...body, notifications: [{ typeName: { toString: "" }, delayMin: 0 }] });
  const reply = await call("PUT", path, { query, body: sent });
  expect(troubles).toEqual([]);
  expectSane(reply, sent);
  expect(reply.status).toBe(400);
});

test("an object with a length is no text and no list, wherever one is wanted", async () => {
  const troubles: string[] = [];
  const call = await ready({ speed: 0, size: { alerts: 12 }, report: (trouble) => troubles.push(trouble) });
  const places = await placesOf(call);
  for (const operation of withBody) {
    const { path, query, body: right = {} } = rightRequest(operation, places);
    for (const { path: at } of operation.body === null ? [] : fieldsOf(operation.body.shape, right)) {
      const sent = writeJson(withAt(right, at, { length: { toString: 0 } }));
      const reply = await call(operation.method, path, { query, body: sent });
      expectSane(reply, `${operation.id} ${sent}`);
    }
  }
  expect(troubles).toEqual([]);
});

test.each(DIALECTS)(
  "%s: a number that no double holds is refused where an object or a list belongs",
  async (dialect) => {
    const call = await ready({ speed: 0, size: { alerts: 12 }, dialect });
    const [cluster] = call.ready.clusters;
    const analyzer = (rest: string): string => `[{"name":"own","tokenizer":{"type":"standard"}${rest}}]`;
    const old = `/groups/${cluster?.groupId}/clusters/${cluster?.name}/fts/indexes`;
    const current = `/groups/${cluster?.groupId}/clusters/${cluster?.name}/search/indexes`;
    const index = (definition: string): string => `{"database":"d","collectionName":"c","name":"n",${definition}}`;
    const mapped = (fields: string): string => index(`"mappings":{"dynamic":true,"fields":${fields}}`);
    const within = (definition: string): string => index(`"definition":{"mappings":{"dynamic":true},${definition}}`);
    for (const number of ["1e999", "123456789012345678901234567890"]) {
      const cases = [
        [old, mapped(number), "mappings.fields", "must be an object"],
        [old, mapped(`{"b":${number}}`), "mappings.fields.b", "must be an object or a list"],
        [old, mapped(`{"b":[${number}]}`), "mappings.fields.b[0]", "must be an object"],
        [old, index(`"mappings":{"dynamic":true},"analyzers":${number}`), "analyzers", "must be a list"],
        [current, within(`"analyzers":${number}`), "definition.analyzers", "must be a list"],
        [
          current,
          within(`"analyzers":[{"name":"own","tokenizer":${number}}]`),
          "definition.analyzers[0].tokenizer",
          "must be an object",
        ],
        [
          current,
          within(`"analyzers":${analyzer(`,"charFilters":[${number}]`)}`),
          "definition.analyzers[0].charFilters[0]",
          "must be an object",
        ],
      ] as const;
      for (const [path, body, field, description] of cases) {
        const reply = await call("POST", path, { body });
        expect([reply.status, reply.at("badRequestDetail", "fields")], body).toEqual([400, [{ field, description }]]);
      }
    }
  },
);

describe("a body made from its schema", () => {
  test.each(withBody.map((operation) => [operation.id, operation] as const))("%s", async (_id, operation) => {
    const troubles: string[] = [];
    const call = await ready({ speed: 0, size: { alerts: 12 }, report: (trouble) => troubles.push(trouble) });
    const places = await placesOf(call);
    const { path, query, body: right = {} } = rightRequest(operation, places);
    if (operation.body === null) throw new TypeError("no body");
    const { shape } = operation.body;
    const fields = fieldsOf(shape, right);
    const change = fc.constantFrom(...fields).chain(({ path: at, schema }) => {
      const value = fc.oneof(documentsOf(schema), anyJson, fc.constantFrom(...NASTY), fc.constant(undefined));
      return value.map((one) => ({ at, one }));
    });
    const near = fc
      .array(change, { minLength: 1, maxLength: 3 })
      .map((changes) => changes.reduce<unknown>((body, { at, one }) => withAt(body, at, one), right));
    const bodies = fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: documentsOf(shape) });
    await fc.assert(
      fc.asyncProperty(bodies, async (body: unknown) => {
        const sent = writeJson(body);
        const reply = await call(operation.method, path, { query, body: sent });
        expectSane(reply, sent);
        if (reply.status >= 300 || operation.answer === "none") return;
        expect(operation.response.safeParse(reply.json).error, sent).toBeUndefined();
      }),
      { numRuns: 40 },
    );
    expect(troubles).toEqual([]);
    // Whatever was stored on the way, everything can still be read.
    for (const other of allOperations().filter(({ method, address }) => method === "GET" && address === "api")) {
      const read = rightRequest(other, places);
      const reply = await call("GET", read.path, { query: read.query });
      expectSane(reply, other.id);
      if (reply.status === 200) expect(other.response.safeParse(reply.json).error, other.id).toBeUndefined();
    }
  });
});
