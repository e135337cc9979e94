import { describe, expect, test } from "vitest";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
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
import { clientWith, type Reply, ready, readyForAll } from "./support.ts";

/** For requests that change nothing, at a time that stands still. */
const still = readyForAll({ speed: 0 });

describe("the sample", () => {
  test("has indexes of every status and of both kinds", async () => {
    const call = still();
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
    const call = still();
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
    const call = still();
    const reply = await call("GET", at(call, "/shop/customers/segments", "prod-eu"));
    expect(whole(reply).slice(0, 3)).toEqual(["FAILED", true, "FAILED: v2 READY | v3 FAILED"]);
    expect(reply.str("statusDetail", 0, "stagedIndex", "message")).toContain("mappings.fields.since");
    expect(reply.at("statusDetail", 0, "stagedIndex", "queryable")).toBe(false);
  });

  test("keeps mappings of all shapes, and what the contract does not list", async () => {
    const call = still();
    const reply = await call("GET", at(call, "/shop/products/default", "prod-eu"));
    expect(reply.at("latestDefinition", "mappings", "fields", "title")).toHaveLength(2);
    expect(reply.at("latestDefinition", "sort")).toEqual({ price: 1 });
    expect(reply.at("synonymMappingStatusDetail")).toEqual([{ brand: { queryable: true, status: "READY" } }]);
  });

  test("says of a synonym mapping without its collection that it failed, and blocks nothing by it", async () => {
    const call = still();
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
    const call = still();
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
    const call = still();
    for (const one of await rowsOf(call, at(call, "", "prod-eu"))) {
      const { indexID, database, collectionName, name } = one;
      expect((await read(call, String(indexID), "prod-eu")).json).toEqual(one);
      expect((await call("GET", at(call, `/${database}/${collectionName}/${name}`, "prod-eu"))).json).toEqual(one);
      expect(await rowsOf(call, at(call, `/${database}/${collectionName}`, "prod-eu"))).toContainEqual(one);
      expect(CurrentGenerationIndex.safeParse(one).error).toBeUndefined();
    }
  });

  test("a collection without an index answers an empty list, known or not", async () => {
    const call = still();
    expect((await call("GET", at(call, "/lab/nothing"))).json).toEqual([]);
    expect((await call("GET", at(call))).json).toEqual([]);
  });

  test("what is not there is 404, and an index belongs to its cluster alone", async () => {
    const call = still();
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
    for (const name of ["a b", "a/b", "50%", "é?#&", "a\nb", '"x"']) {
      const id = await created(call, { ...text(name), collectionName: `c ${name.replaceAll("$", "")}` });
      const path = [`lab`, `c ${name}`, name].map(encodeURIComponent).join("/");
      expect([name, (await call("GET", at(call, `/${path}`))).at("indexID")]).toEqual([name, id]);
    }
  });
});

describe("clusters", () => {
  test("one that does not exist is 404 with its name and project", async () => {
    const call = still();
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
    const call = still();
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
    const call = still();
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
    const statusAndCode = (reply: Reply) => [reply.status, reply.at("errorCode")];
    expect(statusAndCode(await reader("GET", at(call)))).toEqual(unauthorized);
    expect(statusAndCode(await user("GET", at(call)))).toEqual([200, undefined]);
    expect(statusAndCode(await user("POST", at(call), { body: text("a") }))).toEqual(unauthorized);
    expect(statusAndCode(await admin("POST", at(call), { body: text("a") }))).toEqual([201, undefined]);
    expect(statusAndCode(await user("PATCH", at(call, "/lab/things/a"), { body: { definition: DYNAMIC } }))).toEqual(
      unauthorized,
    );
    expect(statusAndCode(await user("DELETE", at(call, "/lab/things/a")))).toEqual(unauthorized);
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
    // A build takes a tenth more or less than eight seconds, and each host begins and switches two after the one before.
    await step(call, 5);
    const serving: number[] = [];
    for (let seconds = 0; seconds < 7; seconds += 1) {
      serving.push(hosts(await read(call, id)).filter((host) => host === served).length);
      await step(call, 1);
    }
    expect(serving.filter((count) => count === 1)).toHaveLength(2);
    expect(serving.filter((count) => count === 2)).toHaveLength(2);
    expect(serving).toEqual(serving.toSorted());
    expect(whole(await read(call, id))).toEqual(["READY", true, served, served, served]);
  });

  test("takes longer for a collection with more documents", async () => {
    const call = await frozen();
    const big = await created(call, { ...text("late"), database: "shop", collectionName: "products" });
    await step(call, 55);
    expect((await read(call, big)).at("status")).toBe("BUILDING");
    await step(call, 20);
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
