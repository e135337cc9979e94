import { describe, expect, test } from "vitest";
import { NODE_SIZES, SearchNodes } from "../../src/contract/search-nodes.ts";
import { created, frozen, hosts, at as indexes, read, refused, rowsOf, step, text } from "./search-support.ts";
import { type Client, clientWith, type Reply, readyForAll } from "./support.ts";

/** For requests that change nothing, at a time that stands still. */
const still = readyForAll({ speed: 0 });

const at = (call: Client, cluster = "prod-eu-side"): string =>
  `/groups/${call.groupId}/clusters/${cluster}/search/deployment`;

const specs = (nodeCount: unknown = 2, instanceSize: unknown = "S20_HIGHCPU_NVME"): object => ({
  specs: [{ instanceSize, nodeCount }],
});

const get = (call: Client, cluster?: string): Promise<Reply> => call("GET", at(call, cluster));

describe("reading", () => {
  test("the main cluster of the sample has two", async () => {
    const call = still();
    const reply = await get(call, "prod-eu");
    expect(reply.json).toEqual({
      encryptionAtRestProvider: "NONE",
      groupId: call.groupId,
      id: expect.stringMatching(/^[0-9a-f]{24}$/u),
      specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }],
      stateName: "IDLE",
    });
    expect(SearchNodes.safeParse(reply.json).error).toBeUndefined();
    expect(reply.headers["content-type"]).toBe("application/vnd.service.2025-03-12+json;charset=utf-8");
  });

  test("a cluster without any answers an empty object", async () => {
    const call = still();
    for (const cluster of ["analytics", "prod-eu-side", "paused-1", "tiny"]) {
      const reply = await get(call, cluster);
      expect([reply.status, reply.text]).toEqual([200, "{}"]);
    }
  });

  test("an earlier version of it is withdrawn", async () => {
    const call = still();
    const headers = { Accept: "application/vnd.service.2024-05-30+json" };
    const reply = await call("GET", at(call), { headers });
    expect([reply.status, reply.at("errorCode")]).toEqual([410, "VERSION_GONE"]);
  });
});

describe("creating", () => {
  test("answers before anything has happened, then takes 525 seconds", async () => {
    const call = await frozen();
    const reply = await call("POST", at(call), { body: specs(3) });
    expect([reply.status, reply.at("stateName"), reply.at("specs")]).toEqual([
      201,
      "IDLE",
      [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 3 }],
    ]);
    expect((await get(call)).json).toEqual({ ...Object(reply.json), stateName: "UPDATING" });
    await step(call, 524);
    expect((await get(call)).at("stateName")).toBe("UPDATING");
    await step(call, 1);
    expect((await get(call)).json).toEqual(reply.json);
  });

  test("is a conflict where there are some, whatever their state", async () => {
    const call = await frozen();
    const again = async () => {
      const reply = await call("POST", at(call), { body: specs() });
      expect([reply.status, reply.at("errorCode")]).toEqual([409, "ATLAS_SEARCH_DEPLOYMENT_ALREADY_EXISTS"]);
    };
    await call("POST", at(call), { body: specs() });
    await again();
    await step(call, 600);
    await again();
    await call("DELETE", at(call));
    await again();
    await step(call, 120);
    expect((await call("POST", at(call), { body: specs() })).status).toBe(201);
  });

  test("takes every known size, and the fewest and most nodes", async () => {
    const call = await frozen();
    await call("POST", at(call), { body: specs() });
    for (const size of NODE_SIZES) {
      expect([size, (await call("PATCH", at(call), { body: specs(2, size) })).status]).toEqual([size, 200]);
    }
    expect((await call("PATCH", at(call), { body: specs(32) })).status).toBe(200);
  });
});

describe("each field wrong", () => {
  const cases: readonly (readonly [what: string, body: object, field: string])[] = [
    ["no specs", {}, "specs"],
    ["empty specs", { specs: [] }, "specs"],
    ["two specs", { specs: [specs(), specs()].map((one) => Object(one).specs[0]) }, "specs"],
    ["specs that are no list", { specs: {} }, "specs"],
    ["no size", { specs: [{ nodeCount: 2 }] }, "specs[0].instanceSize"],
    ["an unknown size", specs(2, "S10_TINY"), "specs[0].instanceSize"],
    ["a size that is no text", specs(2, 20), "specs[0].instanceSize"],
    ["no count", { specs: [{ instanceSize: "S20_HIGHCPU_NVME" }] }, "specs[0].nodeCount"],
    ["one node", specs(1), "specs[0].nodeCount"],
    ["33 nodes", specs(33), "specs[0].nodeCount"],
    ["two and a half nodes", specs(2.5), "specs[0].nodeCount"],
    ["a count as text", specs("2"), "specs[0].nodeCount"],
    ["an unknown field of a spec", { specs: [{ ...Object(specs()).specs[0], disk: 1 }] }, "specs[0].disk"],
    ["a field of the answer", { ...specs(), stateName: "IDLE" }, "stateName"],
    ["a later addition", { ...specs(), defaultNodeCount: 2 }, "defaultNodeCount"],
  ];

  test.each(["POST", "PATCH"])("%s names it, and changes nothing", async (method) => {
    const call = still();
    const cluster = method === "POST" ? "prod-eu-side" : "prod-eu";
    const before = (await get(call, cluster)).json;
    for (const [what, body, field] of cases) {
      const reply = await call(method, at(call, cluster), { body });
      expect([what, ...refused(reply)]).toEqual([what, 400, "VALIDATION_ERROR", field]);
    }
    expect((await get(call, cluster)).json).toEqual(before);
  });
});

describe("updating", () => {
  test("answers with the new specs and still IDLE, is UPDATING for 870 seconds, then IDLE", async () => {
    const call = await frozen();
    const reply = await call("PATCH", at(call, "prod-eu"), { body: specs(4, "S30_HIGHCPU_NVME") });
    expect([reply.status, reply.at("stateName"), reply.at("specs", 0)]).toEqual([
      200,
      "IDLE",
      { instanceSize: "S30_HIGHCPU_NVME", nodeCount: 4 },
    ]);
    expect((await get(call, "prod-eu")).at("stateName")).toBe("UPDATING");
    await step(call, 869);
    expect((await get(call, "prod-eu")).at("stateName")).toBe("UPDATING");
    await step(call, 1);
    expect((await get(call, "prod-eu")).at("stateName")).toBe("IDLE");
  });

  test("while it is updated: the newest wanted state wins, and its time counts anew", async () => {
    const call = await frozen();
    await call("PATCH", at(call, "prod-eu"), { body: specs(4) });
    await step(call, 800);
    await call("PATCH", at(call, "prod-eu"), { body: specs(6) });
    await step(call, 800);
    expect([
      (await get(call, "prod-eu")).at("stateName"),
      (await get(call, "prod-eu")).at("specs", 0, "nodeCount"),
    ]).toEqual(["UPDATING", 6]);
    await step(call, 70);
    expect((await get(call, "prod-eu")).at("stateName")).toBe("IDLE");
  });

  test("while they are deleted keeps them", async () => {
    const call = await frozen();
    await call("DELETE", at(call, "prod-eu"));
    await step(call, 60);
    expect((await call("PATCH", at(call, "prod-eu"), { body: specs(5) })).status).toBe(200);
    await step(call, 870);
    expect((await get(call, "prod-eu")).json).toMatchObject({ stateName: "IDLE", specs: [{ nodeCount: 5 }] });
  });
});

describe("deleting", () => {
  test("takes 120 seconds, and asking again does not make it longer", async () => {
    const call = await frozen();
    const reply = await call("DELETE", at(call, "prod-eu"));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect((await get(call, "prod-eu")).at("stateName")).toBe("UPDATING");
    await step(call, 100);
    expect((await call("DELETE", at(call, "prod-eu"))).status).toBe(204);
    await step(call, 20);
    expect((await get(call, "prod-eu")).text).toBe("{}");
  });

  test("what is not there cannot be deleted or changed", async () => {
    const call = still();
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PATCH", specs()],
    ] as const) {
      const reply = await call(method, at(call), body === undefined ? {} : { body });
      expect([reply.status, reply.at("errorCode"), reply.at("parameters")]).toEqual([
        404,
        "ATLAS_SEARCH_DEPLOYMENT_DOES_NOT_EXIST",
        ["prod-eu-side", call.groupId],
      ]);
    }
  });
});

describe("the indexes of the cluster", () => {
  test.each(["POST", "PATCH", "DELETE"])("are built again after %s, while the old ones serve", async (method) => {
    const call = await frozen();
    const cluster = method === "POST" ? "prod-eu-side" : "prod-eu";
    const id = await created(call, text("a"), cluster);
    await step(call, 60);
    await call(method, at(call, cluster), method === "DELETE" ? {} : { body: specs(8) });
    await step(call, 66);
    const reply = await read(call, id, cluster);
    expect([reply.at("status"), reply.at("queryable"), hosts(reply)[0]]).toEqual([
      "BUILDING",
      true,
      "BUILDING: v0 READY | v0 BUILDING",
    ]);
    const first = await call("GET", indexes(call, `/${id}`, cluster).replace("/search/", "/fts/"));
    expect(first.at("status")).toBe("MIGRATING");
    await step(call, 60);
    expect((await read(call, id, cluster)).at("status")).toBe("READY");
  });

  test("of other clusters stay as they are", async () => {
    const call = await frozen();
    await created(call, text("a"), "prod-eu-side");
    await step(call, 60);
    const before = await rowsOf(call, indexes(call, "", "prod-eu-side"));
    await call("DELETE", at(call, "prod-eu"));
    await step(call, 66);
    expect(await rowsOf(call, indexes(call, "", "prod-eu-side"))).toEqual(before);
  });
});

describe("clusters and callers", () => {
  test("an absent cluster is 404 with its name and project, a flex cluster 400 with its name", async () => {
    const call = still();
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const sent = method === "POST" || method === "PATCH" ? { body: specs() } : {};
      const nowhere = await call(method, at(call, "nowhere"), sent);
      expect([nowhere.status, nowhere.at("errorCode"), nowhere.at("parameters")]).toEqual([
        404,
        "CLUSTER_NOT_FOUND",
        ["nowhere", call.groupId],
      ]);
      const flex = await call(method, at(call, "orders-sls"), sent);
      expect([flex.status, flex.at("errorCode"), flex.at("parameters")]).toEqual([
        400,
        "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API",
        ["orders-sls"],
      ]);
    }
  });

  test("a shared cluster and a paused one take no change", async () => {
    const call = still();
    for (const [cluster, status, code] of [
      ["tiny", 400, "TENANT_CLUSTER_UPDATE_UNSUPPORTED"],
      ["paused-1", 409, "CANNOT_UPDATE_PAUSED_CLUSTER"],
    ] as const) {
      for (const method of ["POST", "PATCH", "DELETE"]) {
        const reply = await call(method, at(call, cluster), method === "DELETE" ? {} : { body: specs() });
        expect([cluster, method, reply.status, reply.at("errorCode")]).toEqual([cluster, method, status, code]);
      }
    }
  });

  test("any role in the project is enough, none is not", async () => {
    const call = still();
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    expect((await reader("GET", at(call, "prod-eu"))).status).toBe(200);
    const stranger = await clientWith(call.ready, { projects: {} });
    expect((await stranger("GET", at(call, "prod-eu"))).at("errorCode")).toBe("NOT_IN_GROUP");
  });
});
