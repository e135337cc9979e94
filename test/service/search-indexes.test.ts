import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SearchIndex } from "../../src/contract/search-indexes/answers.ts";
import { canSearch } from "../../src/service/search-indexes.ts";
import {
  absent,
  at,
  created,
  DYNAMIC,
  frozen,
  hosts,
  read,
  refused,
  rowsOf,
  step,
  text,
  VECTOR,
  whole,
} from "./search-support.ts";
import { type Client, clientWith, type Reply, type Row, ready } from "./support.ts";

describe("the sample", () => {
  test("has indexes of every status and of both kinds", async () => {
    const call = await frozen();
    const all = await rowsOf(call, at(call, "", "prod-eu"));
    expect(all).toHaveLength(14);
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set(["PENDING", "BUILDING", "READY", "STALE", "FAILED", "DELETING", "DOES_NOT_EXIST"]),
    );
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(["search", "vectorSearch"]));
    expect(new Set(all.map((one) => one["synonymMappingStatus"]))).toEqual(new Set(["READY", "FAILED", undefined]));
    for (const { indexID } of all) expect(String(indexID)).toMatch(/^[0-9a-f]{24}$/u);
  });

  test("has an index whose hosts serve different definitions", async () => {
    const call = await frozen();
    const reply = await call("GET", at(call, "/shop/products/autocomplete", "prod-eu"));
    expect(whole(reply)).toEqual([
      "BUILDING",
      true,
      "READY: v4 READY | -",
      "BUILDING: v3 READY | v4 BUILDING",
      "BUILDING: v3 READY | v4 BUILDING",
    ]);
    expect(reply.at("latestDefinitionVersion", "version")).toBe(4);
  });

  test("has one that failed to change and still serves, and says why", async () => {
    const call = await frozen();
    const reply = await call("GET", at(call, "/shop/customers/segments", "prod-eu"));
    expect(whole(reply).slice(0, 3)).toEqual(["FAILED", true, "FAILED: v2 READY | v3 FAILED"]);
    expect(reply.str("statusDetail", 0, "stagedIndex", "message")).toContain("mappings.fields.since");
    expect(reply.at("statusDetail", 0, "stagedIndex", "queryable")).toBe(false);
  });

  test("keeps mappings of all shapes, and what the contract does not list", async () => {
    const call = await frozen();
    const reply = await call("GET", at(call, "/shop/products/default", "prod-eu"));
    expect(reply.at("latestDefinition", "mappings", "fields", "title")).toHaveLength(2);
    expect(reply.at("latestDefinition", "sort")).toEqual({ price: 1 });
    expect(reply.at("synonymMappingStatusDetail")).toEqual([{ brand: { queryable: true, status: "READY" } }]);
  });

  test("says of a synonym mapping without its collection that it failed, and blocks nothing by it", async () => {
    const call = await frozen();
    const reply = await call("GET", at(call, "/shop/products/facets", "prod-eu"));
    expect([reply.at("status"), reply.at("queryable"), reply.at("synonymMappingStatus")]).toEqual([
      "READY",
      true,
      "FAILED",
    ]);
    expect(reply.at("synonymMappingStatusDetail")).toEqual([
      { brand: { queryable: true, status: "READY" } },
      { colour: { message: expect.stringContaining("shop.colour_synonyms"), queryable: false, status: "FAILED" } },
    ]);
    expect(reply.at("statusDetail", 0, "mainIndex", "synonymMappingStatus")).toBe("FAILED");
  });

  test("shows every process of a sharded cluster", async () => {
    const call = await frozen();
    const [index] = await rowsOf(call, at(call, "", "analytics"));
    expect(Object(index)["statusDetail"]).toHaveLength(9);
  });

  test("is the same for the same seed, whatever the machine", async () => {
    const wallClock = () => Date.UTC(2026, 5, 1, 3);
    const [one, other, another] = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const call = await ready({ wallClock, speed: 0, size: { seed } });
        return JSON.stringify(await rowsOf(call, at(call, "", "prod-eu")));
      }),
    );
    expect(one).toBe(other);
    expect(one).not.toBe(another);
  });

  test("moves: what waits is built, and what is deleted goes", async () => {
    const call = await frozen();
    await step(call, 3 * 3600);
    const statuses = (await rowsOf(call, at(call, "", "prod-eu"))).map(({ name, status }) => `${name} ${status}`);
    expect(statuses).not.toContain("old DELETING");
    expect(statuses.filter((one) => /PENDING|BUILDING/u.test(one))).toEqual([]);
    expect(statuses).toHaveLength(13);
  });
});

describe("reading", () => {
  test("every list agrees with the single records, by id and by name", async () => {
    const call = await frozen();
    for (const one of await rowsOf(call, at(call, "", "prod-eu"))) {
      const { indexID, database, collectionName, name } = one;
      expect((await read(call, String(indexID), "prod-eu")).json).toEqual(one);
      expect((await call("GET", at(call, `/${database}/${collectionName}/${name}`, "prod-eu"))).json).toEqual(one);
      expect(await rowsOf(call, at(call, `/${database}/${collectionName}`, "prod-eu"))).toContainEqual(one);
      expect(SearchIndex.safeParse(one).error).toBeUndefined();
    }
  });

  test("a collection without an index answers an empty list, known or not", async () => {
    const call = await frozen();
    expect((await call("GET", at(call, "/lab/nothing"))).json).toEqual([]);
    expect((await call("GET", at(call))).json).toEqual([]);
  });

  test("what is not there is 404, and an index belongs to its cluster alone", async () => {
    const call = await frozen();
    const [first] = await rowsOf(call, at(call, "", "prod-eu"));
    for (const path of [
      at(call, `/${absent}`),
      at(call, `/${first?.["indexID"]}`),
      at(call, "/shop/products/nothing", "prod-eu"),
      at(call, "/shop/products/default"),
    ]) {
      for (const method of ["GET", "DELETE"]) {
        expect((await call(method, path)).at("errorCode")).toBe("RESOURCE_NOT_FOUND");
      }
      const reply = await call("PATCH", path, { body: { definition: DYNAMIC } });
      expect([reply.status, reply.at("errorCode")]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
  });

  test("names of any characters lead to their index", async () => {
    const call = await frozen();
    for (const name of ["a b", "a/b", "50%", "é?#&", "..", "a\nb", '"x"']) {
      const id = await created(call, { ...text(name), collectionName: `c ${name.replaceAll("$", "")}` });
      const path = [`lab`, `c ${name}`, name].map(encodeURIComponent).join("/");
      expect([name, (await call("GET", at(call, `/${path}`))).at("indexID")]).toEqual([name, id]);
    }
  });
});

describe("clusters", () => {
  test("one that does not exist is 404 with its name and project", async () => {
    const call = await frozen();
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["POST", "", text("a")],
      ["GET", "/shop/products", undefined],
      ["GET", `/${absent}`, undefined],
      ["PATCH", `/${absent}`, { definition: DYNAMIC }],
      ["DELETE", "/shop/products/a", undefined],
    ] as const) {
      const reply = await call(method, at(call, path, "nowhere"), body === undefined ? {} : { body });
      expect([reply.status, reply.at("errorCode"), reply.at("parameters")]).toEqual([
        404,
        "CLUSTER_NOT_FOUND",
        ["nowhere", call.groupId],
      ]);
    }
  });

  test("a flex cluster is refused with its name", async () => {
    const call = await frozen();
    for (const method of ["GET", "POST"]) {
      const reply = await call(method, at(call, "", "orders-sls"), method === "POST" ? { body: text("a") } : {});
      expect([reply.status, reply.at("errorCode"), reply.at("parameters")]).toEqual([
        400,
        "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API",
        ["orders-sls"],
      ]);
    }
  });

  test("a shared cluster has three indexes at most, and none with analyzers of its own", async () => {
    const call = await frozen();
    const analyzers = [{ name: "own", tokenizer: { type: "keyword" } }];
    const own = await call("POST", at(call, "", "tiny"), { body: text("own", { ...DYNAMIC, analyzers }) });
    expect([own.status, own.at("errorCode")]).toEqual([404, "TENANT_CANNOT_DEFINE_ANALYZERS"]);
    for (const name of ["a", "b", "c"]) await created(call, text(name), "tiny");
    const fourth = await call("POST", at(call, "", "tiny"), { body: text("d") });
    expect([fourth.status, fourth.at("errorCode")]).toEqual([400, "MAXIMUM_INDEXES_FOR_TENANT_EXCEEDED"]);
  });

  test("a paused cluster can be read and not changed", async () => {
    const call = await frozen();
    expect((await call("GET", at(call, "", "paused-1"))).json).toEqual([]);
    const reply = await call("POST", at(call, "", "paused-1"), { body: text("a") });
    expect([reply.status, reply.at("errorCode")]).toEqual([409, "CANNOT_UPDATE_PAUSED_CLUSTER"]);
  });

  test.each([
    ["8.0.12", true],
    ["4.2.0", true],
    ["4.10", true],
    ["4.0.28", false],
    ["3.6", false],
    ["10.1", true],
    ["", false],
  ])("version %s can search: %s", (version, expected) => {
    expect(canSearch(version)).toBe(expected);
  });
});

describe("roles", () => {
  test("reading needs read and write on data, changing needs data administration", async () => {
    const call = await frozen();
    const with_ = (role: "Project Read Only" | "Project Data Access Read Write" | "Project Data Access Admin") =>
      clientWith(call.ready, { projects: { [call.groupId]: [role] } });
    const [reader, user, admin] = [
      await with_("Project Read Only"),
      await with_("Project Data Access Read Write"),
      await with_("Project Data Access Admin"),
    ];
    const unauthorized = [401, "USER_UNAUTHORIZED"];
    const told = (reply: Reply) => [reply.status, reply.at("errorCode")];
    expect(told(await reader("GET", at(call)))).toEqual(unauthorized);
    expect(told(await user("GET", at(call)))).toEqual([200, undefined]);
    expect(told(await user("POST", at(call), { body: text("a") }))).toEqual(unauthorized);
    expect(told(await admin("POST", at(call), { body: text("a") }))).toEqual([201, undefined]);
    expect(told(await user("PATCH", at(call, "/lab/things/a"), { body: { definition: DYNAMIC } }))).toEqual(
      unauthorized,
    );
    expect(told(await user("DELETE", at(call, "/lab/things/a")))).toEqual(unauthorized);
  });
});

describe("creating", () => {
  test("answers the whole record at once: pending, not queryable, version 0 without its time", async () => {
    const call = await frozen();
    const reply = await call("POST", at(call), { body: text("a") });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      database: "lab",
      collectionName: "things",
      name: "a",
      type: "search",
      status: "PENDING",
      queryable: false,
      latestDefinition: { mappings: { dynamic: true }, numPartitions: 1 },
    });
    expect(reply.at("latestDefinitionVersion")).toEqual({ version: 0 });
    expect(reply.headers["content-type"]).toBe("application/vnd.service.2024-05-30+json;charset=utf-8");
    expect((await read(call, reply.str("indexID"))).json).toEqual(reply.json);
  });

  test("builds host by host, and is queryable when the last host is ready", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    const pending = "PENDING: v0 PENDING | -";
    const building = "BUILDING: v0 BUILDING | -";
    const served = "READY: v0 READY | -";
    expect(whole(await read(call, id))).toEqual(["PENDING", false, pending, pending, pending]);
    await step(call, 3);
    expect(whole(await read(call, id))).toEqual(["BUILDING", false, building, pending, pending]);
    expect((await read(call, id)).at("latestDefinitionVersion", "createdAt")).toMatch(/Z$/u);
    await step(call, 2);
    expect(whole(await read(call, id))).toEqual(["BUILDING", false, building, building, pending]);
    await step(call, 6);
    expect(whole(await read(call, id))).toEqual(["BUILDING", false, served, building, building]);
    await step(call, 4);
    expect(whole(await read(call, id))).toEqual(["READY", true, served, served, served]);
  });

  test("takes longer for a collection with more documents", async () => {
    const call = await frozen();
    const big = await created(call, { ...text("late"), database: "shop", collectionName: "products" });
    await step(call, 55);
    expect((await read(call, big)).at("status")).toBe("BUILDING");
    await step(call, 13);
    expect((await read(call, big)).at("status")).toBe("READY");
  });

  test("refuses a name that the collection has, in the same words to every caller", async () => {
    const call = await frozen();
    await created(call, text("a"));
    const reply = await call("POST", at(call), { body: text("a") });
    expect([...refused(reply), reply.at("parameters")]).toEqual([400, "ATLAS_FTS_DUPLICATE_INDEX", "name", ["a"]]);
    await created(call, { ...text("a"), collectionName: "others" });
    await created(call, text("a"), "prod-eu");
  });

  test("of many that come at once with one name, one gets it", async () => {
    const call = await frozen();
    const replies = await Promise.all(Array.from({ length: 8 }, () => call("POST", at(call), { body: text("a") })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(await rowsOf(call, at(call))).toHaveLength(1);
  });

  test("keeps free-form JSON as it came, in either dialect", async () => {
    for (const dialect of ["specification", "atlas"] as const) {
      const call = await ready({ speed: 0, dialect });
      const fields = {
        serverVersion: { type: "string", mongodVersion: { serverVersion: [1, null, { a: [] }] } },
        typeName: [{ type: "token", typeName: "MONITORING" }, { type: "stringFacet" }],
        constructor: { type: "number", least: -0.5 },
        "a.b": { type: "document", fields: { c: [{ type: "string" }] }, dynamic: false },
      };
      const analyzers = [
        {
          name: "own",
          charFilters: [{ type: "mapping", mappings: { serverVersion: "x" } }],
          tokenizer: { type: "regexSplit", pattern: "\\s+", databaseVersion: 1 },
          tokenFilters: [{ type: "future", deep: { deeper: [{ deepest: true }] } }],
        },
      ];
      const definition = { analyzer: "own", analyzers, mappings: { dynamic: false, fields }, storedSource: true };
      const id = await created(call, text("a", definition));
      expect((await read(call, id)).at("latestDefinition")).toEqual({ ...definition, numPartitions: 1 });
    }
  });

  test("keeps numbers that a double cannot hold", async () => {
    const call = await frozen();
    const body = JSON.stringify(
      text("a", { mappings: { dynamic: false, fields: { n: { type: "number", most: "@" } } } }),
    );
    const reply = await call("POST", at(call), { body: body.replace('"@"', "9007199254740993") });
    expect(reply.text).toContain('"most":9007199254740993');
  });

  test("an index on a collection that does not exist says so", async () => {
    const call = await frozen();
    const id = await created(call, { ...text("a"), database: "shop", collectionName: "catalog_2023" });
    await step(call, 60);
    expect([...whole(await read(call, id))].slice(0, 2)).toEqual(["DOES_NOT_EXIST", false]);
  });

  test("a mapping that no host can build fails, with the reason on every host", async () => {
    const call = await frozen();
    for (const [name, mapped] of [
      ["a", { type: "strng" }],
      ["b", {}],
      ["c", [{ type: "string" }, { type: 7 }]],
    ] as const) {
      const id = await created(call, text(name, { mappings: { dynamic: false, fields: { title: mapped } } }));
      await step(call, 60);
      const reply = await read(call, id);
      expect(whole(reply).slice(0, 2)).toEqual(["FAILED", false]);
      for (const { mainIndex } of reply.rows("statusDetail")) {
        expect(Object(mainIndex).message).toMatch(/^Index definition invalid: mappings\.fields\.title has /u);
      }
    }
  });

  test("a vector index has vectors and filters, and one of each path", async () => {
    const call = await frozen();
    const fields = [
      { ...VECTOR, numDimensions: 64, quantization: "binary", hnswOptions: { maxEdges: 32, numEdgeCandidates: 200 } },
      { type: "filter", path: "language" },
    ];
    const id = await created(call, text("v", { fields, numPartitions: 4 }, { type: "vectorSearch" }));
    await step(call, 60);
    const reply = await read(call, id);
    expect([reply.at("type"), reply.at("status"), reply.at("queryable")]).toEqual(["vectorSearch", "READY", true]);
    expect(reply.at("latestDefinition")).toEqual({ fields, numPartitions: 4 });
    expect(reply.at("synonymMappingStatus")).toBeUndefined();
  });
});

describe("each field wrong", () => {
  const analyzer = (more: object): object => ({ ...DYNAMIC, analyzers: [{ name: "own", tokenizer: {}, ...more }] });
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
      text("a", { ...DYNAMIC, analyzers: [1, 2].map(() => ({ name: "own", tokenizer: {} })) }),
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

describe("updating", () => {
  const OTHER = { mappings: { dynamic: false, fields: { title: { type: "string" } } } };

  test("replaces the whole definition, by id and by name", async () => {
    const call = await frozen();
    const id = await created(call, text("a", { ...DYNAMIC, analyzer: "lucene.english", numPartitions: 2 }));
    const byId = await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    expect([byId.status, byId.at("latestDefinition")]).toEqual([200, { ...OTHER, numPartitions: 1 }]);
    const byName = await call("PATCH", at(call, "/lab/things/a"), { body: { definition: DYNAMIC } });
    expect([byName.status, byName.at("latestDefinition")]).toEqual([200, { ...DYNAMIC, numPartitions: 1 }]);
    expect(byName.at("latestDefinitionVersion", "version")).toBe(2);
  });

  test("the former definition serves while hosts switch one by one", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const reply = await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    const waits = "PENDING: v0 READY | v1 PENDING";
    const builds = "BUILDING: v0 READY | v1 BUILDING";
    const switched = "READY: v1 READY | -";
    expect(whole(reply)).toEqual(["PENDING", true, waits, waits, waits]);
    await step(call, 5);
    expect(whole(await read(call, id))).toEqual(["BUILDING", true, builds, builds, waits]);
    await step(call, 6);
    const mixed = await read(call, id);
    expect(whole(mixed)).toEqual(["BUILDING", true, switched, builds, builds]);
    expect(mixed.at("statusDetail", 0, "mainIndex", "definition")).toEqual({ ...OTHER, numPartitions: 1 });
    expect(mixed.at("statusDetail", 1, "mainIndex", "definition")).toEqual({ ...DYNAMIC, numPartitions: 1 });
    await step(call, 4);
    expect(whole(await read(call, id))).toEqual(["READY", true, switched, switched, switched]);
  });

  test("during a build waits for its end, and the newest of those that wait is built", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const patch = (definition: unknown) => call("PATCH", at(call, `/${id}`), { body: { definition } });
    await patch(OTHER);
    await step(call, 4);
    await patch({ ...OTHER, numPartitions: 2 });
    const last = await patch({ ...OTHER, numPartitions: 4 });
    expect([last.at("status"), last.at("latestDefinitionVersion", "version")]).toEqual(["BUILDING", 3]);
    expect(hosts(last)[0]).toBe("BUILDING: v0 READY | v1 BUILDING");
    await step(call, 11);
    expect(whole(await read(call, id)).slice(0, 3)).toEqual(["BUILDING", true, "BUILDING: v1 READY | v3 BUILDING"]);
    await step(call, 20);
    const done = await read(call, id);
    expect(whole(done)).toEqual(["READY", true, ...Array.from({ length: 3 }, () => "READY: v3 READY | -")]);
    expect(done.at("statusDetail", 0, "mainIndex", "definition", "numPartitions")).toBe(4);
  });

  test("before the first build begins takes its place", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    await step(call, 60);
    expect(hosts(await read(call, id))).toEqual(Array.from({ length: 3 }, () => "READY: v1 READY | -"));
  });

  test("that fails leaves the former definition serving, until one succeeds", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const wrong = { mappings: { dynamic: false, fields: { title: { type: "strng" } } } };
    await call("PATCH", at(call, `/${id}`), { body: { definition: wrong } });
    await step(call, 60);
    expect(whole(await read(call, id)).slice(0, 3)).toEqual(["FAILED", true, "FAILED: v0 READY | v1 FAILED"]);
    await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    await step(call, 60);
    expect(whole(await read(call, id)).slice(0, 3)).toEqual(["READY", true, "READY: v2 READY | -"]);
  });

  test("gives back untouched what the contract does not list, and takes nothing new of the kind", async () => {
    const call = await frozen();
    const path = at(call, "/shop/products/default", "prod-eu");
    const definition = Object((await call("GET", path)).at("latestDefinition"));
    const kept = await call("PATCH", path, { body: { definition: { ...definition, analyzer: "lucene.german" } } });
    expect([kept.status, kept.at("latestDefinition")]).toEqual([200, { ...definition, analyzer: "lucene.german" }]);
    const changed = await call("PATCH", path, { body: { definition: { ...definition, sort: { title: -1 } } } });
    expect(refused(changed)).toEqual([400, "VALIDATION_ERROR", "definition.sort"]);
  });
});

describe("deleting", () => {
  test("takes its time: listed as deleting, the name taken, then gone", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const reply = await call("DELETE", at(call, `/${id}`));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    const left = await read(call, id);
    const host = "DELETING: v0 DELETING | -";
    expect(whole(left)).toEqual(["DELETING", false, host, host, host]);
    expect(await rowsOf(call, at(call))).toHaveLength(1);
    expect((await call("POST", at(call), { body: text("a") })).at("errorCode")).toBe("ATLAS_FTS_DUPLICATE_INDEX");
    const update = await call("PATCH", at(call, `/${id}`), { body: { definition: DYNAMIC } });
    expect([update.status, update.at("errorCode")]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    await step(call, 5);
    expect((await call("DELETE", at(call, "/lab/things/a"))).status).toBe(204);
    await step(call, 1);
    expect((await read(call, id)).status).toBe(404);
    expect(await rowsOf(call, at(call, "/lab/things"))).toEqual([]);
    await created(call, text("a"));
  });

  test("while it is built ends the build", async () => {
    const call = await frozen();
    await created(call, text("a"));
    await step(call, 5);
    await call("DELETE", at(call, "/lab/things/a"));
    expect((await rowsOf(call, at(call)))[0]).toMatchObject({ status: "DELETING", queryable: false });
    await step(call, 6);
    expect(await rowsOf(call, at(call))).toEqual([]);
  });
});

describe("whatever happens", () => {
  const names = fc.constantFrom("a", "b", "c");
  const commands = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant("create" as const), name: names, vector: fc.boolean(), wrong: fc.boolean() }),
      fc.record({ do: fc.constant("update" as const), name: names, wrong: fc.boolean() }),
      fc.record({ do: fc.constant("delete" as const), name: names }),
      fc.record({ do: fc.constant("step" as const), seconds: fc.integer({ min: 0, max: 25 }) }),
    ),
    { maxLength: 25 },
  );

  const SERVING = ["READY", "STALE"];

  /** What holds of every index at every moment. */
  function expectSound(index: Row): void {
    expect(SearchIndex.safeParse(index).error).toBeUndefined();
    const { status, queryable, latestDefinitionVersion, statusDetail } = index;
    const details: readonly Row[] = Array.isArray(statusDetail) ? statusDetail : [];
    const mains = details.map(({ mainIndex }) => Object(mainIndex));
    expect(queryable).toBe(mains.every((main) => SERVING.includes(main.status)));
    for (const main of mains) {
      expect(main.queryable).toBe(SERVING.includes(main.status));
      expect(main.definitionVersion.version).toBeLessThanOrEqual(Object(latestDefinitionVersion).version);
    }
    if (status === "READY") {
      for (const { mainIndex, stagedIndex } of details) {
        expect(stagedIndex).toBeUndefined();
        expect(Object(mainIndex).definitionVersion).toEqual(latestDefinitionVersion);
      }
    }
  }

  test("names stay unique, versions grow, lists agree with records, and every build ends", async () => {
    const call = await frozen();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        run += 1;
        const database = `run${run}`;
        const place = (name: string) => at(call, `/${database}/things/${name}`);
        const versions = new Map<unknown, number>();
        const mapping = (wrong: boolean) => ({
          mappings: { dynamic: false, fields: { title: { type: wrong ? "strng" : "string" } } },
        });
        for (const command of list) {
          if (command.do === "step") await step(call, command.seconds);
          else if (command.do === "delete") await call("DELETE", place(command.name));
          else if (command.do === "update") {
            await call("PATCH", place(command.name), { body: { definition: mapping(command.wrong) } });
          } else {
            const { name, vector, wrong } = command;
            const definition = vector ? { fields: [VECTOR] } : mapping(wrong);
            const type = vector ? "vectorSearch" : "search";
            await call("POST", at(call), { body: { ...text(name, definition, { type }), database } });
          }
          const all = await rowsOf(call, at(call, `/${database}/things`));
          expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
          for (const index of all) {
            expectSound(index);
            const { version } = Object(index["latestDefinitionVersion"]);
            expect(version).toBeGreaterThanOrEqual(versions.get(index["indexID"]) ?? 0);
            versions.set(index["indexID"], version);
            expect((await read(call, String(index["indexID"]))).json).toEqual(index);
          }
        }
        await step(call, 600);
        const ends = (await rowsOf(call, at(call, `/${database}/things`))).map(({ status }) => status);
        for (const status of ends) expect(["READY", "FAILED"]).toContain(status);
      }),
      { numRuns: 15 },
    );
  });
});
