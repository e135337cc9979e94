import { describe, expect, test } from "vitest";
import { FirstGenerationIndex } from "../../src/contract/search-indexes-first-generation.ts";
import { absent, at, created, DYNAMIC, frozen, refused, rowsOf, step, text, VECTOR } from "./search-support.ts";
import { type Client, clientWith, fetchRaw, type Reply, readyForAll } from "./support.ts";

/** For requests that change nothing, at a time that stands still. */
const still = readyForAll({ speed: 0 });

/** A path of the first generation. */
const fts = (call: Client, path = "", cluster = "prod-eu-side"): string =>
  `/groups/${call.groupId}/clusters/${cluster}/fts/indexes${path}`;

const body = (name: string, more: object = DYNAMIC): object => ({
  database: "lab",
  collectionName: "things",
  name,
  ...more,
});

const made = async (call: Client, json: object, cluster?: string): Promise<string> => {
  const reply = await call("POST", fts(call, "", cluster), { body: json });
  expect([reply.status, reply.json]).toEqual([200, expect.anything()]);
  return reply.str("indexID");
};

const OWN = {
  name: "edgeName",
  charFilters: [
    { type: "htmlStrip", ignoredTags: ["b", "i"] },
    { type: "mapping", mappings: { "-": "", serverVersion: "x" } },
  ],
  tokenizer: { type: "edgeGram", minGram: 2, maxGram: 15 },
  tokenFilters: [
    { type: "asciiFolding", originalTokens: "omit" },
    { type: "wordDelimiterGraph", delimiterOptions: { splitOnNumerics: false }, protectedWords: { words: ["a1"] } },
  ],
};

describe("every answer", () => {
  test("says that the operation is deprecated, and until when it lives", async () => {
    const call = await frozen();
    const id = await made(call, body("a"));
    for (const reply of [
      await call("GET", fts(call, `/${id}`)),
      await call("GET", fts(call, "/lab/things")),
      await call("PATCH", fts(call, `/${id}`), { body: body("a") }),
      await call("DELETE", fts(call, `/${id}`)),
      await call("GET", fts(call, `/${absent}`)),
      await call("POST", fts(call), { body: {} }),
    ]) {
      expect(reply.headers["deprecation"]).toBe("Thu, 30 May 2024 00:00:00 GMT");
      expect(reply.headers["sunset"]).toBe("Thu, 01 Jul 2027 00:00:00 GMT");
    }
    expect((await call("GET", at(call))).headers["deprecation"]).toBeUndefined();
  });

  test("has the resource's first version", async () => {
    const call = still();
    const reply = await call("GET", fts(call, "/lab/things"), {
      headers: { Accept: "application/vnd.service.2023-01-01+json" },
    });
    expect([reply.status, reply.headers["content-type"]]).toEqual([
      200,
      "application/vnd.service.2023-01-01+json;charset=utf-8",
    ]);
  });
});

describe("the sample", () => {
  test("has indexes that stand still, one that is built, and one that goes", async () => {
    const call = still();
    const all = await rowsOf(call, fts(call, "/media/articles", "prod-eu"));
    expect(Object.fromEntries(all.map(({ name, status }) => [name, status]))).toEqual({
      default: "STEADY",
      titles: "STEADY",
      bodies: "IN_PROGRESS",
      old: "DELETING",
    });
    for (const one of all) {
      expect(Object.keys(one).toSorted()).toEqual(
        ["collectionName", "database", "indexID", "name", "numPartitions", "status", "type"].toSorted(),
      );
    }
  });

  test("shows dynamic mappings without fields as null, and no synonyms as an empty list", async () => {
    const call = still();
    const [one] = (await rowsOf(call, fts(call, "/media/articles", "prod-eu"))).filter(
      ({ name }) => name === "default",
    );
    const reply = await call("GET", fts(call, `/${one?.["indexID"]}`, "prod-eu"));
    expect(reply.json).toMatchObject({
      analyzer: "lucene.standard",
      searchAnalyzer: "lucene.standard",
      mappings: { dynamic: true, fields: null },
      numPartitions: 1,
      synonyms: [],
    });
    expect(FirstGenerationIndex.safeParse(reply.json).error).toBeUndefined();
  });
});

describe("both generations", () => {
  test("see the same indexes, each in its own words", async () => {
    const call = await frozen();
    const first = await made(call, body("a"));
    const second = await created(call, text("b"));
    expect((await call("GET", at(call, `/${first}`))).at("status")).toBe("PENDING");
    expect((await call("GET", fts(call, `/${second}`))).at("status")).toBe("IN_PROGRESS");
    await step(call, 60);
    expect((await call("GET", at(call, `/${first}`))).at("status")).toBe("READY");
    expect((await call("GET", fts(call, `/${second}`))).at("status")).toBe("STEADY");
    expect((await rowsOf(call, fts(call, "/lab/things"))).map(({ name }) => name)).toEqual(
      (await rowsOf(call, at(call, "/lab/things"))).map(({ name }) => name),
    );
  });

  test("share one space of names, also while one is being deleted", async () => {
    const call = await frozen();
    const id = await made(call, body("a"));
    expect((await call("POST", at(call), { body: text("a") })).at("errorCode")).toBe("ATLAS_FTS_DUPLICATE_INDEX");
    expect((await call("DELETE", fts(call, `/${id}`))).status).toBe(204);
    expect((await call("GET", fts(call, `/${id}`))).at("status")).toBe("DELETING");
    expect((await call("POST", fts(call), { body: body("a") })).at("errorCode")).toBe("ATLAS_FTS_DUPLICATE_INDEX");
    await step(call, 6);
    expect((await call("GET", fts(call, `/${id}`))).status).toBe(404);
    await made(call, body("a"));
  });
});

describe("creating", () => {
  test("answers the record: in progress, with what was left out", async () => {
    const call = await frozen();
    const reply = await call("POST", fts(call), {
      body: body("a", { ...DYNAMIC, analyzers: [OWN], analyzer: "edgeName" }),
    });
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        ...{ database: "lab", collectionName: "things", name: "a", type: "search", status: "IN_PROGRESS" },
        indexID: expect.stringMatching(/^[0-9a-f]{24}$/u),
        analyzer: "edgeName",
        analyzers: [OWN],
        mappings: { dynamic: true, fields: null },
        numPartitions: 1,
        searchAnalyzer: "lucene.standard",
        synonyms: [],
      },
    ]);
  });

  test("needs no more than whose index it is", async () => {
    const call = await frozen();
    const id = await made(call, body("a", {}));
    await step(call, 60);
    expect((await call("GET", fts(call, `/${id}`))).json).toMatchObject({ ...body("a", {}), status: "STEADY" });
    expect((await call("GET", at(call, `/${id}`))).at("latestDefinition")).toEqual({ numPartitions: 1 });
  });

  test("makes vector indexes too", async () => {
    const call = await frozen();
    const id = await made(call, body("v", { type: "vectorSearch", fields: [VECTOR] }));
    const { json } = await call("GET", fts(call, `/${id}`));
    expect(json).toEqual({
      ...body("v", { type: "vectorSearch", fields: [VECTOR] }),
      indexID: id,
      numPartitions: 1,
      status: "IN_PROGRESS",
    });
  });

  const filters = (...tokenFilters: readonly unknown[]): object => ({
    ...DYNAMIC,
    analyzers: [{ ...OWN, tokenFilters }],
  });
  const tokenizer = (of: unknown): object => ({ ...DYNAMIC, analyzers: [{ ...OWN, tokenizer: of }] });
  test.each<[string, object, string]>([
    ["no database", { ...body("a"), database: undefined }, "database"],
    ["no collection", { ...body("a"), collectionName: undefined }, "collectionName"],
    ["no name", { ...body("a"), name: undefined }, "name"],
    ["mappings of nothing", body("a", { mappings: {} }), "mappings.dynamic"],
    ["a field of the answer", body("a", { ...DYNAMIC, status: "STEADY" }), "status"],
    ["an id", body("a", { ...DYNAMIC, indexID: absent }), "indexID"],
    ["an unknown analyzer", body("a", { ...DYNAMIC, analyzer: "x" }), "analyzer"],
    ["three partitions", body("a", { ...DYNAMIC, numPartitions: 3 }), "numPartitions"],
    ["an unknown kind", body("a", { ...DYNAMIC, type: "x" }), "type"],
    ["vectors in a text index", body("a", { ...DYNAMIC, fields: [VECTOR] }), "fields"],
    ["mappings in a vector index", body("a", { ...DYNAMIC, type: "vectorSearch", fields: [VECTOR] }), "mappings"],
    ["an unknown tokenizer", body("a", tokenizer({ type: "x" })), "analyzers[0].tokenizer.type"],
    [
      "a tokenizer without grams",
      body("a", tokenizer({ type: "nGram", minGram: 1 })),
      "analyzers[0].tokenizer.maxGram",
    ],
    [
      "grams the wrong way round",
      body("a", tokenizer({ type: "edgeGram", minGram: 3, maxGram: 2 })),
      "analyzers[0].tokenizer.minGram",
    ],
    [
      "an unknown char filter",
      body("a", { ...DYNAMIC, analyzers: [{ ...OWN, charFilters: [{ type: "x" }] }] }),
      "analyzers[0].charFilters[0].type",
    ],
    ["an unknown token filter", body("a", filters({ type: "x" })), "analyzers[0].tokenFilters[0].type"],
    [
      "an option that the filter lacks",
      body("a", filters({ type: "lowercase", originalTokens: "omit" })),
      "analyzers[0].tokenFilters[0].originalTokens",
    ],
    [
      "an unknown value of an option",
      body("a", filters({ type: "asciiFolding", originalTokens: "both" })),
      "analyzers[0].tokenFilters[0].originalTokens",
    ],
    [
      "shingles the wrong way round",
      body("a", filters({ type: "shingle", minShingleSize: 3, maxShingleSize: 2 })),
      "analyzers[0].tokenFilters[0].minShingleSize",
    ],
    [
      "lengths the wrong way round",
      body("a", filters({ type: "length", min: 9, max: 2 })),
      "analyzers[0].tokenFilters[0].min",
    ],
    [
      "an unknown stemmer",
      body("a", filters({ type: "snowballStemming", stemmerName: "klingon" })),
      "analyzers[0].tokenFilters[0].stemmerName",
    ],
  ])("refuses %s", async (_what, json, field) => {
    const call = still();
    expect(refused(await call("POST", fts(call), { body: json }))).toEqual([400, "VALIDATION_ERROR", field]);
  });
});

describe("updating", () => {
  test("takes the whole record back as it was read, null and empty lists and all", async () => {
    const call = await frozen();
    const id = await made(call, body("a"));
    const { indexID: _id, status: _status, ...record } = Object((await call("GET", fts(call, `/${id}`))).json);
    expect(record.mappings).toEqual({ dynamic: true, fields: null });
    const reply = await call("PATCH", fts(call, `/${id}`), { body: { ...record, analyzer: "lucene.english" } });
    expect([reply.status, reply.at("analyzer"), reply.at("mappings")]).toEqual([
      200,
      "lucene.english",
      { dynamic: true, fields: null },
    ]);
    expect((await call("GET", at(call, `/${id}`))).at("latestDefinitionVersion", "version")).toBe(1);
  });

  test("replaces: what is left out has its default again", async () => {
    const call = await frozen();
    const id = await made(call, body("a", { ...DYNAMIC, analyzer: "lucene.english", numPartitions: 4 }));
    const reply = await call("PATCH", fts(call, `/${id}`), { body: body("a") });
    expect([reply.at("analyzer"), reply.at("numPartitions")]).toEqual(["lucene.standard", 1]);
  });

  test("keeps what the contract does not list, of an index that the other generation made", async () => {
    const call = await frozen();
    const { indexID } = Object((await call("GET", at(call, "/shop/products/default", "prod-eu"))).json);
    const path = fts(call, `/${indexID}`, "prod-eu");
    const { indexID: _id, status: _status, ...record } = Object((await call("GET", path)).json);
    const reply = await call("PATCH", path, { body: { ...record, analyzer: "lucene.french" } });
    expect([reply.status, reply.at("sort"), reply.at("mappings")]).toEqual([200, { price: 1 }, record.mappings]);
  });

  test.each([
    ["database", { ...body("a"), database: "other" }],
    ["collectionName", { ...body("a"), collectionName: "other" }],
    ["name", body("b")],
    ["type", body("a", { type: "vectorSearch", fields: [VECTOR] })],
  ])("cannot change the %s", async (field, json) => {
    const call = await frozen();
    const id = await made(call, body("a"));
    expect(refused(await call("PATCH", fts(call, `/${id}`), { body: json }))).toEqual([
      400,
      "ATTRIBUTE_READ_ONLY",
      field,
    ]);
  });

  test("needs the whole record", async () => {
    const call = await frozen();
    const id = await made(call, body("a"));
    const reply = await call("PATCH", fts(call, `/${id}`), { body: DYNAMIC });
    expect(reply.rows("badRequestDetail", "fields").map(({ field }) => field)).toEqual([
      "database",
      "collectionName",
      "name",
    ]);
  });
});

describe("what is not there or not allowed", () => {
  test("an absent index, cluster or project is 404, a flex cluster 400", async () => {
    const call = still();
    const statusAndCode = ({ status, at: read }: Reply) => [status, read("errorCode")];
    expect(statusAndCode(await call("GET", fts(call, `/${absent}`)))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect(statusAndCode(await call("DELETE", fts(call, `/${absent}`)))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect(statusAndCode(await call("PATCH", fts(call, `/${absent}`), { body: body("a") }))).toEqual([
      404,
      "RESOURCE_NOT_FOUND",
    ]);
    const nowhere = await call("POST", fts(call, "", "nowhere"), { body: body("a") });
    expect([...statusAndCode(nowhere), nowhere.at("parameters")]).toEqual([
      404,
      "CLUSTER_NOT_FOUND",
      ["nowhere", call.groupId],
    ]);
    expect(statusAndCode(await call("GET", fts(call, "/a/b", "orders-sls")))).toEqual([
      400,
      "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API",
    ]);
    const elsewhere = await call("GET", fts(call, "/a/b").replace(call.groupId, absent));
    expect(statusAndCode(elsewhere)).toEqual([404, "GROUP_NOT_FOUND"]);
    expect(statusAndCode(await call("GET", fts(call, "/not-an-id")))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("roles are those of the current generation", async () => {
    const call = still();
    const user = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Data Access Read Write"] } });
    expect((await user("GET", fts(call, "/lab/things"))).status).toBe(200);
    expect((await user("POST", fts(call), { body: body("a") })).at("errorCode")).toBe("USER_UNAUTHORIZED");
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    expect((await reader("GET", fts(call, "/lab/things"))).at("errorCode")).toBe("USER_UNAUTHORIZED");
  });

  test("nobody gets in without signing", async () => {
    const { ready } = still();
    const reply = await fetchRaw(
      ready.baseUrl,
      `/api/service/v2/groups/${ready.groupId}/clusters/prod-eu/fts/indexes`,
      {
        method: "POST",
      },
    );
    expect(reply.status).toBe(401);
  });
});
