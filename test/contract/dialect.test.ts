import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isObject, type Json, sameJson, writeJson } from "../../src/contract/json/json.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { apiPrefix, inDialect, mediaType, nameInDialect } from "../../src/contract/wire/dialect.ts";
import { anyJson, documentsOf } from "./schema-documents.ts";

/** Every schema that goes over the wire. */
const SCHEMAS = allOperations().flatMap(({ id, response, body }): [string, z.ZodType][] => [
  [`the answer of ${id}`, response],
  ...(body === null ? [] : ([[`the body of ${id}`, body.shape]] satisfies [string, z.ZodType][])),
]);

describe.each(SCHEMAS)("%s", (_name, schema) => {
  test("is itself again after the way to the other dialect and back, to the order of its keys", () => {
    fc.assert(
      fc.property(fc.oneof(documentsOf(schema), anyJson), (document) => {
        const there = inDialect(schema, document, "atlas");
        const back = inDialect(schema, there, "atlas");
        expect(writeJson(back)).toBe(writeJson(document));
        expect(sameJson(back, document)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("stays the very same document in the contract's own dialect", () => {
    fc.assert(
      fc.property(documentsOf(schema), (document) => {
        expect(inDialect(schema, document, "specification")).toBe(document);
      }),
      { numRuns: 10 },
    );
  });

  test("keeps what it does not declare as it is, names and all", () => {
    fc.assert(
      fc.property(documentsOf(schema), anyJson, (document, foreign) => {
        if (!isObject(document)) return;
        const marked: Json = { ...document, "x-undeclared": foreign };
        const there = inDialect(schema, marked, "atlas");
        expect(isObject(there) ? there["x-undeclared"] : undefined).toBe(foreign);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a free-form object", () => {
  const Mapping = z.looseObject({
    serverVersion: z.string(),
    mappings: z.looseObject({ fields: z.looseObject({}) }),
    definition: z.unknown(),
  });

  test("may hold a field of any name", () => {
    const document = {
      serverVersion: "8.0",
      mappings: { fields: { serverVersion: { type: "token" }, mongodVersion: 1 } },
      definition: { serverVersion: "mine", typeName: "DATADOG" },
    };
    expect(inDialect(Mapping, document, "atlas")).toEqual({ ...withoutVersion(document), mongodVersion: "8.0" });
  });
});

const withoutVersion = ({ serverVersion: _version, ...rest }: { readonly serverVersion: string }): object => rest;

describe("what differs", () => {
  test("is the paths and the media types", () => {
    expect(apiPrefix("specification")).toBe("/api/service/v2");
    expect(apiPrefix("atlas")).toBe("/api/atlas/v2");
    expect(mediaType("specification")).toBe("application/vnd.service.2025-03-12+json");
    expect(mediaType("atlas", "2023-01-01")).toBe("application/vnd.atlas.2023-01-01+json");
  });

  test("is a few names and one value, where the schema has them", () => {
    const list = {
      results: [{ id: "a", notifications: [{ typeName: "MONITORING", monitoringApiKey: "k", region: "MONITORING" }] }],
    };
    const operation = allOperations().find(({ id }) => id === "listAlertConfigurations");
    expect(operation && inDialect(operation.response, list, "atlas")).toEqual({
      results: [{ id: "a", notifications: [{ typeName: "DATADOG", datadogApiKey: "k", region: "MONITORING" }] }],
    });
  });

  test("is the same both ways for a name alone", () => {
    expect(nameInDialect("monitoringApiKey", "atlas")).toBe("datadogApiKey");
    expect(nameInDialect("datadogApiKey", "atlas")).toBe("monitoringApiKey");
    expect(nameInDialect("monitoringApiKey", "specification")).toBe("monitoringApiKey");
    expect(nameInDialect("delayMin", "atlas")).toBe("delayMin");
  });
});
