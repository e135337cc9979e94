import { describe, expect, test } from "vitest";
import { absent, at, created, DYNAMIC, frozen, read, refused, text, VECTOR } from "./search-support.ts";

describe("each field wrong", () => {
  const analyzer = (more: object): object => ({
    ...DYNAMIC,
    analyzers: [{ name: "own", tokenizer: { type: "standard" }, ...more }],
  });
  const vector = (...fields: readonly unknown[]): object => text("a", { fields }, { type: "vectorSearch" });
  const source = { collection: "s" };
  const synonym = { name: "s", analyzer: "lucene.standard", source };
  const cases: readonly (readonly [what: string, body: object, field: string])[] = [
    ["no database", { ...text("a"), database: undefined }, "database"],
    ["a database with a dot", { ...text("a"), database: "a.b" }, "database"],
    ["an empty database", { ...text("a"), database: "" }, "database"],
    ["no collection", { ...text("a"), collectionName: undefined }, "collectionName"],
    ["a collection with a $", { ...text("a"), collectionName: "a$b" }, "collectionName"],
    ["no name", text(""), "name"],
    ["a name that is no text", { ...text("a"), name: 7 }, "name"],
    ["an unknown kind", text("a", DYNAMIC, { type: "graph" }), "type"],
    ["a field of the answer", text("a", DYNAMIC, { indexID: absent }), "indexID"],
    ["an unknown field", text("a", DYNAMIC, { colour: 1 }), "colour"],
    ["no definition", { ...text("a"), definition: undefined }, "definition"],
    ["a definition that is a list", text("a", []), "definition"],
    ["a definition of nothing", text("a", {}), "definition.mappings"],
    ["an unknown field of the definition", text("a", { ...DYNAMIC, typeSets: [] }), "definition.typeSets"],
    ["mappings of nothing", text("a", { mappings: {} }), "definition.mappings.dynamic"],
    [
      "mappings without a field",
      text("a", { mappings: { dynamic: false, fields: {} } }),
      "definition.mappings.dynamic",
    ],
    ["dynamic as text", text("a", { mappings: { dynamic: "yes" } }), "definition.mappings.dynamic"],
    ["a mapping that is text", text("a", { mappings: { fields: { a: "string" } } }), "definition.mappings.fields.a"],
    ["a list of no mappings", text("a", { mappings: { fields: { a: [] } } }), "definition.mappings.fields.a"],
    ["vector fields in a text index", text("a", { ...DYNAMIC, fields: [VECTOR] }), "definition.fields"],
    ["an unknown analyzer", text("a", { ...DYNAMIC, analyzer: "lucene.klingon" }), "definition.analyzer"],
    ["an unknown query analyzer", text("a", { ...DYNAMIC, searchAnalyzer: "own" }), "definition.searchAnalyzer"],
    ["three partitions", text("a", { ...DYNAMIC, numPartitions: 3 }), "definition.numPartitions"],
    ["stored source of nothing", text("a", { ...DYNAMIC, storedSource: {} }), "definition.storedSource.include"],
    [
      "stored source of both",
      text("a", { ...DYNAMIC, storedSource: { include: ["a"], exclude: ["b"] } }),
      "definition.storedSource.include",
    ],
    ["stored source as text", text("a", { ...DYNAMIC, storedSource: "all" }), "definition.storedSource"],
    ["a tokenizer of nothing", text("a", analyzer({ tokenizer: {} })), "definition.analyzers[0].tokenizer"],
    [
      "a token filter of nothing",
      text("a", analyzer({ tokenFilters: [{ type: "lowercase" }, {}] })),
      "definition.analyzers[0].tokenFilters[1]",
    ],
    [
      "an own analyzer without a tokenizer",
      text("a", analyzer({ tokenizer: undefined })),
      "definition.analyzers[0].tokenizer",
    ],
    ["an own analyzer without a name", text("a", analyzer({ name: undefined })), "definition.analyzers[0].name"],
    [
      "an own analyzer with a reserved name",
      text("a", analyzer({ name: "lucene.own" })),
      "definition.analyzers[0].name",
    ],
    [
      "two own analyzers of one name",
      text("a", { ...DYNAMIC, analyzers: [1, 2].map(() => ({ name: "own", tokenizer: { type: "standard" } })) }),
      "definition.analyzers[0].name",
    ],
    [
      "grams the wrong way round",
      text("a", analyzer({ tokenizer: { type: "edgeGram", minGram: 9, maxGram: 2 } })),
      "definition.analyzers[0].tokenizer.minGram",
    ],
    ["char filters that are no list", text("a", analyzer({ charFilters: {} })), "definition.analyzers[0].charFilters"],
    [
      "a token filter that is text",
      text("a", analyzer({ tokenFilters: ["x"] })),
      "definition.analyzers[0].tokenFilters[0]",
    ],
    [
      "a synonym without a name",
      text("a", { ...DYNAMIC, synonyms: [{ ...synonym, name: undefined }] }),
      "definition.synonyms[0].name",
    ],
    [
      "a synonym without a source",
      text("a", { ...DYNAMIC, synonyms: [{ ...synonym, source: {} }] }),
      "definition.synonyms[0].source.collection",
    ],
    [
      "two synonyms of one name",
      text("a", { ...DYNAMIC, synonyms: [synonym, synonym] }),
      "definition.synonyms[0].name",
    ],
    [
      "a synonym with an unknown analyzer",
      text("a", { ...DYNAMIC, synonyms: [{ ...synonym, analyzer: "x" }] }),
      "definition.synonyms[0].analyzer",
    ],
    ["a vector index without fields", text("a", {}, { type: "vectorSearch" }), "definition.fields"],
    ["a vector index with filters only", vector({ type: "filter", path: "a" }), "definition.fields"],
    [
      "a vector index with mappings",
      text("a", { ...DYNAMIC, fields: [VECTOR] }, { type: "vectorSearch" }),
      "definition.mappings",
    ],
    ["an unknown kind of vector field", vector(VECTOR, { type: "text", path: "a" }), "definition.fields[1].type"],
    ["a vector without a path", vector({ ...VECTOR, path: undefined }), "definition.fields[0].path"],
    ["two fields of one path", vector(VECTOR, { type: "filter", path: "embedding" }), "definition.fields[0].path"],
    ["no dimensions", vector({ ...VECTOR, numDimensions: 0 }), "definition.fields[0].numDimensions"],
    ["too many dimensions", vector({ ...VECTOR, numDimensions: 8193 }), "definition.fields[0].numDimensions"],
    ["an unknown similarity", vector({ ...VECTOR, similarity: "near" }), "definition.fields[0].similarity"],
    ["an unknown compression", vector({ ...VECTOR, quantization: "half" }), "definition.fields[0].quantization"],
    [
      "binary compression of 12 dimensions",
      vector({ ...VECTOR, numDimensions: 12, quantization: "binary" }),
      "definition.fields[0].numDimensions",
    ],
    [
      "too few edges",
      vector({ ...VECTOR, hnswOptions: { maxEdges: 15 } }),
      "definition.fields[0].hnswOptions.maxEdges",
    ],
    [
      "too many candidates",
      vector({ ...VECTOR, hnswOptions: { numEdgeCandidates: 3201 } }),
      "definition.fields[0].hnswOptions.numEdgeCandidates",
    ],
    [
      "a filter with dimensions",
      vector(VECTOR, { type: "filter", path: "a", numDimensions: 8 }),
      "definition.fields[1].numDimensions",
    ],
  ];

  test("is refused with its name, and nothing is made", async () => {
    const call = await frozen();
    for (const [what, body, field] of cases) {
      const reply = await call("POST", at(call), { body });
      const named = reply.rows("badRequestDetail", "fields").map((one) => one["field"]);
      expect([what, reply.status, reply.at("errorCode"), named]).toEqual([
        what,
        400,
        "VALIDATION_ERROR",
        expect.arrayContaining([field]),
      ]);
    }
    expect((await call("GET", at(call))).json).toEqual([]);
  });

  test("of an update too", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    for (const [what, body, field] of [
      ["no definition", {}, "definition"],
      ["a name", { definition: DYNAMIC, name: "b" }, "name"],
      ["a kind", { definition: DYNAMIC, type: "search" }, "type"],
      ["both kinds at once", { definition: { ...DYNAMIC, fields: [VECTOR] } }, "definition.mappings"],
      ["neither kind", { definition: { numPartitions: 2 } }, "definition.mappings"],
    ] as const) {
      const reply = await call("PATCH", at(call, `/${id}`), { body });
      expect([what, ...refused(reply)]).toEqual([what, 400, "VALIDATION_ERROR", field]);
    }
    expect((await read(call, id)).at("latestDefinitionVersion", "version")).toBe(0);
  });

  test("an update cannot change the kind", async () => {
    const call = await frozen();
    const search = await created(call, text("a"));
    const vectors = await created(call, text("v", { fields: [VECTOR] }, { type: "vectorSearch" }));
    const toVector = await call("PATCH", at(call, `/${search}`), { body: { definition: { fields: [VECTOR] } } });
    expect(refused(toVector).slice(0, 2)).toEqual([400, "INVALID_ATTRIBUTE"]);
    const toText = await call("PATCH", at(call, `/${vectors}`), { body: { definition: DYNAMIC } });
    expect(refused(toText).slice(0, 2)).toEqual([400, "INVALID_ATTRIBUTE"]);
  });
});
