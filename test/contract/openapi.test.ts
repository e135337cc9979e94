import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isObject, parseJson, valueAt, writeJson } from "../../src/contract/json/json.ts";
import { wireSchema } from "../../src/contract/openapi/schemas.ts";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { apiPrefix, DIALECTS, type DialectId, mediaType } from "../../src/contract/wire/dialect.ts";
import { commonQuery } from "../../src/contract/wire/wire.ts";

type Node = { readonly [key: string]: unknown };

/** Every object inside a document, itself included. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  if (!isObject(value)) return;
  yield value;
  for (const item of Object.values(value)) yield* nodesOf(item);
}

/** The document as a reader gets it: through its text. */
function written(dialect: DialectId): Record<string, unknown> {
  const read = parseJson(writeJson(openApiDocument(dialect)));
  if (!read.ok || !isObject(read.value)) throw new TypeError("the document is no JSON object");
  return { ...read.value };
}

/** What a reference leads to. */
const follow = (document: unknown, pointer: string): unknown =>
  valueAt(document, pointer.replace(/^#\//u, "").split("/"));

/** The object of an operation in the document. */
function described(document: unknown, id: string, dialect: DialectId): Node {
  const operation = allOperations().find((one) => one.id === id);
  if (operation === undefined) throw new TypeError(`${id} is in the table`);
  const path = operation.address === "metrics" ? operation.path : `${apiPrefix(dialect)}${operation.path}`;
  const found = valueAt(document, ["paths", path, operation.method.toLowerCase()]);
  if (!isObject(found)) throw new TypeError(`${id} is in the document`);
  return found;
}

/** All names and values inside what an operation takes as its body. */
function bodyText(document: unknown, id: string, dialect: DialectId): string {
  const content = valueAt(described(document, id, dialect), ["requestBody", "content", "application/json", "schema"]);
  return writeJson(follow(document, isObject(content) ? String(content["$ref"]) : ""));
}

describe.each(DIALECTS)("the OpenAPI document in the dialect %s", (dialect) => {
  const document = written(dialect);

  test("is a valid document of 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("has every operation once, with its path below the prefix", () => {
    const ids = [...nodesOf(document["paths"])].flatMap(({ operationId }) =>
      operationId === undefined ? [] : [String(operationId)],
    );
    expect(ids.toSorted()).toEqual(
      allOperations()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(Object.keys(described(document, "listAlerts", dialect))).toContain("responses");
  });

  test("refers to nothing that is not there, and repeats no name of a part", () => {
    const refs = new Set([...nodesOf(document)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])));
    expect(refs.size).toBeGreaterThan(80);
    expect([...refs].filter((ref) => !isObject(follow(document, ref)))).toEqual([]);
  });

  test("has patterns that every reader can compile, and no hint of a form", () => {
    const nodes = [...nodesOf(valueAt(document, ["components", "schemas"]))];
    const patterns = nodes.flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(() => new RegExp(pattern, "u")).not.toThrow();
    expect(
      nodes.filter(({ ghost, help, assumes }) => [ghost, help, assumes].some((one) => typeof one === "string")),
    ).toEqual([]);
  });

  test("says of each operation what the table says", () => {
    for (const operation of allOperations()) {
      const description = described(document, operation.id, dialect);
      expect(description).toMatchObject({
        "x-spec": operation.spec,
        "x-roles": operation.roles,
        "x-aliases": operation.aliases,
        responses: { [operation.success]: {}, default: { $ref: "#/components/responses/Error" } },
      });
      expect(description["deprecated"]).toBe(operation.deprecated === null ? undefined : true);
      const parameters = Array.isArray(description["parameters"]) ? description["parameters"].filter(isObject) : [];
      const names = parameters.map(({ name, $ref }) => (typeof $ref === "string" ? $ref.split("/").at(-1) : name));
      expect(names).toEqual([
        ...Object.keys(operation.params),
        ...Object.keys(operation.query),
        ...commonQuery(operation),
      ]);
      const content = valueAt(description, ["responses", String(operation.success), "content"]);
      if (operation.answer === "none") expect(content).toBeUndefined();
      else {
        const type = operation.address === "metrics" ? "application/json" : mediaType(dialect, operation.version);
        expect(content).toHaveProperty([type]);
      }
    }
  });

  test("spells fields and values as the dialect does, and no free-form name", () => {
    const text = bodyText(document, "createAlertConfiguration", dialect);
    const other = dialect === "atlas" ? "specification" : "atlas";
    const own = { specification: ["monitoringApiKey", "MONITORING"], atlas: ["datadogApiKey", "DATADOG"] } as const;
    for (const name of own[dialect]) expect(text).toContain(JSON.stringify(name));
    for (const name of own[other]) expect(text).not.toContain(JSON.stringify(name));
  });

  test("writes secrets as texts that are not shown, and numbers as one number", () => {
    const text = bodyText(document, "createAlertConfiguration", dialect);
    const secrets = [...nodesOf(JSON.parse(text))].filter(({ format }) => format === "password");
    expect(secrets.length).toBeGreaterThan(6);
    expect(secrets.every(({ type }) => type === "string")).toBe(true);
    const answer = writeJson(
      valueAt(document, ["components", "schemas", "GetReplicaSetBackupAnswer"]) ??
        valueAt(document, ["components", "schemas", "ListReplicaSetBackupsAnswer"]),
    );
    expect(answer).toContain('"storageSizeBytes":{"type":["number","null"]}');
  });

  test("says of every field what it holds, also where several objects have the same field", () => {
    const fields = [...nodesOf(valueAt(document, ["components", "schemas"]))].flatMap(({ properties }) =>
      isObject(properties) ? Object.entries(properties) : [],
    );
    const unsaid = fields.filter(([, field]) => isObject(field) && Object.keys(field).length === 0);
    // Any JSON at all: what a usage refers to depends on its kind, and an answer may hold a tokenizer of tomorrow.
    expect([...new Set(unsaid.map(([name]) => name))].toSorted()).toEqual(["featureId", "tokenizer"]);
    expect(bodyText(document, "updateBackupSchedule", dialect).match(/"enum":\["AWS","AZURE","GCP"\]/gu)).toHaveLength(
      2,
    );
  });

  test("refuses unknown fields in requests and lets them pass in answers", () => {
    const strict = JSON.parse(bodyText(document, "takeSnapshot", dialect));
    expect(strict).toMatchObject({ additionalProperties: false });
    expect(valueAt(document, ["components", "schemas", "ErrorDocument", "additionalProperties"])).toEqual({});
  });
});

describe("the schemas of both dialects", () => {
  test("keep the names of free-form documents: a mapping may hold a field that a dialect spells differently elsewhere", () => {
    const shape = z.strictObject({ serverVersion: z.string(), fields: z.record(z.string(), z.looseObject({})) });
    expect(wireSchema(shape, "atlas")).toMatchObject({
      required: ["mongodVersion", "fields"],
      properties: { mongodVersion: { type: "string" }, fields: { additionalProperties: { type: "object" } } },
    });
    expect(wireSchema(shape, "specification")).toMatchObject({ required: ["serverVersion", "fields"] });
  });

  test("do not pass over a shape that JSON Schema cannot say", () => {
    expect(() => wireSchema(z.object({ at: z.date() }), "atlas")).toThrow("Date");
  });
});
