import { describe, expect, test } from "vitest";
import { allOperations } from "../../src/contract/operations.ts";
import { type Client, clientWith, frozen, ready, readyForAll } from "./support.ts";

/** Nothing here changes anything. */
const shared = readyForAll();

/** Paths of the operations of the administration API that answer without anything being made first, by their marks. */
function samplePaths(call: Client): readonly { id: string; marks: string; path: string }[] {
  return allOperations()
    .filter(({ method, address }) => method === "GET" && address === "api")
    .map(({ id, queryFlags: marks, path }) => ({
      id,
      marks: marks ?? "",
      path: path
        .replace("{groupId}", call.groupId)
        .replace("{orgId}", call.ready.orgId)
        .replace("{name}", "Payments")
        .replace("/clusters/{clusterName}", "/clusters/prod-eu")
        .replace("/flexClusters/{clusterName}", "/flexClusters/orders-sls")
        .replace("/{databaseName}/{collectionName}", "/shop/products")
        .replace("{hostname}", "prod-eu-shard-00-01.acme.example.net")
        .replace("{indexName}", "default"),
    }))
    .filter(({ path }) => !path.includes("{"));
}

describe("what the marks allow", () => {
  test("every operation answers in the shape that the contract declares", async () => {
    const call = shared();
    const declared = new Map(allOperations().map((operation) => [operation.id, operation.response]));
    for (const { id, path } of samplePaths(call)) {
      const reply = await call("GET", path);
      expect([id, reply.status]).toEqual([id, 200]);
      expect([id, declared.get(id)?.safeParse(reply.json).error]).toEqual([id, undefined]);
    }
  });

  test("envelope wraps: lists get a status, everything else stands under content", async () => {
    // Rows of the access log go with the time: both answers are of one moment.
    const call = await frozen();
    for (const { id, marks, path } of samplePaths(call)) {
      const plain = await call("GET", path);
      const wrapped = await call("GET", path, { query: "envelope=true" });
      expect([id, wrapped.status]).toEqual([id, 200]);
      if (marks === "G") {
        expect(Object.keys(Object(wrapped.json)).toSorted()).toEqual(["links", "results", "status", "totalCount"]);
        expect(wrapped.at("results")).toEqual(plain.at("results"));
      } else expect(wrapped.json).toEqual({ status: 200, content: plain.json });
      expect(wrapped.at("status")).toBe(200);
    }
  });

  test("a role of cloud access is wrapped and indented as everything else", async () => {
    const call = shared();
    const path = `/groups/${call.groupId}/cloudProviderAccess`;
    const listed = (await call("GET", path)).rows("awsIamRoles");
    const role = `${path}/${listed[0]?.["roleId"]}`;
    const [plain, wrapped] = [await call("GET", role), await call("GET", role, { query: "envelope=true&pretty=true" })];
    expect([plain.status, wrapped.status]).toEqual([200, 200]);
    expect(wrapped.json).toEqual({ status: 200, content: plain.json });
    expect(wrapped.text).toContain("\n  ");
  });

  test("links of pages keep what wraps and indents them", async () => {
    const call = shared();
    const path = `/groups/${call.groupId}/alerts`;
    const reply = await call("GET", path, { query: "itemsPerPage=1&pageNum=2&envelope=true&pretty=true" });
    for (const link of reply.rows("links")) {
      expect(String(link["href"])).toMatch(/[?&]envelope=true(&|$)/u);
      expect(String(link["href"])).toMatch(/[?&]pretty=true(&|$)/u);
    }
    expect((await call("GET", path, { query: "itemsPerPage=1" })).text).not.toContain("pretty");
  });

  test("the last page that 32 bits can name is an empty one", async () => {
    const call = shared();
    const path = `/groups/${call.groupId}/alerts`;
    const reply = await call("GET", path, { query: "pageNum=2147483647" });
    expect([reply.status, reply.rows()]).toEqual([200, []]);
    expect((await call("GET", path, { query: "pageNum=2147483648" })).status).toBe(400);
  });

  test("pretty indents and changes nothing else", async () => {
    const call = shared();
    const plain = await call("GET", "/alertConfigs/matchers/fieldNames", { query: "pretty=false" });
    const pretty = await call("GET", "/alertConfigs/matchers/fieldNames", { query: "pretty=true" });
    expect(plain.text).not.toContain("\n");
    expect(pretty.text).toContain('\n  "CLUSTER_NAME"');
    expect(pretty.json).toEqual(plain.json);
  });

  test("pretty indents an error too", async () => {
    const call = shared();
    const absent = `/groups/${call.groupId}/alerts/${"0".repeat(24)}`;
    for (const [path, query] of [
      [absent, ""],
      [`/groups/${call.groupId}/alerts`, "status=open"],
    ] as const) {
      const plain = await call("GET", path, { query });
      const pretty = await call("GET", path, { query: query === "" ? "pretty=true" : `${query}&pretty=true` });
      expect([plain.text.includes("\n"), pretty.text.includes('\n  "errorCode"')]).toEqual([false, true]);
      expect(pretty.json).toEqual(plain.json);
    }
  });

  test("paging parameters are refused where they do not apply, unknown ones everywhere", async () => {
    const call = shared();
    for (const { id, marks, path } of samplePaths(call)) {
      const paged = await call("GET", path, { query: "itemsPerPage=5" });
      expect([id, paged.status]).toEqual([id, marks === "G" ? 200 : 400]);
      const unknown = await call("GET", path, { query: "colour=red" });
      expect([id, unknown.status, unknown.at("errorCode")]).toEqual([id, 400, "VALIDATION_ERROR"]);
      expect(unknown.at("badRequestDetail", "fields", 0, "field")).toBe("colour");
    }
  });

  test.each([
    "itemsPerPage=0",
    "itemsPerPage=501",
    "itemsPerPage=ten",
    "itemsPerPage=1.5",
    "itemsPerPage=",
    "pageNum=0",
    "pageNum=-1",
    "pageNum=1e3",
    "includeCount=yes",
    "envelope=1",
    "pretty=TRUE",
    "status=CANCELLED",
    "status=open",
    "status=OPEN&status=OPEN",
    "pageNum=1&pageNum=1",
    "status=%zz",
    "%zz=1",
    "Status=OPEN",
    "__proto__=1",
    "constructor=1",
  ])("?%s is 400", async (query) => {
    const call = shared();
    const reply = await call("GET", `/groups/${call.groupId}/alerts`, { query });
    expect([reply.status, reply.at("errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("paging", () => {
  test.each([1, 7, 100, 500])(
    "pages of %d hold every alert once, in one order, and say what comes next",
    async (size) => {
      const call = await ready({ size: { alerts: size === 1 ? 20 : 220 } });
      const ids: unknown[] = [];
      let path: string | undefined = `/groups/${call.groupId}/alerts`;
      let query = `itemsPerPage=${size}`;
      let total: unknown;
      while (path !== undefined) {
        const reply = await call("GET", path, { query });
        total = reply.at("totalCount");
        ids.push(...reply.rows().map(({ id }) => id));
        const links = new Map(reply.rows("links").map(({ rel, href }) => [rel, String(href)]));
        expect(links.has("self")).toBe(true);
        expect(links.has("previous")).toBe(ids.length > reply.rows().length);
        const next = links.get("next");
        expect(next === undefined).toBe(ids.length === total);
        query = next === undefined ? "" : new URL(next).search.slice(1);
        path = next === undefined ? undefined : path;
      }
      expect(ids).toHaveLength(Number(total));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(ids.toSorted());
    },
  );

  test("a page beyond the end is empty, and its count is right", async () => {
    const call = shared();
    const reply = await call("GET", `/groups/${call.groupId}/alerts`, { query: "pageNum=999999999&itemsPerPage=500" });
    expect([reply.status, reply.rows(), reply.at("totalCount")]).toEqual([200, [], 220]);
  });

  test("the count is left out when it is not wanted, and the filter stays in the links", async () => {
    const call = shared();
    const query = "status=CLOSED&includeCount=false&itemsPerPage=10&pageNum=2";
    const reply = await call("GET", `/groups/${call.groupId}/alerts`, { query });
    expect(Object(reply.json)).not.toHaveProperty("totalCount");
    for (const { href } of reply.rows("links")) {
      const search = new URL(String(href)).searchParams;
      expect([search.get("status"), search.get("includeCount"), search.get("itemsPerPage")]).toEqual([
        "CLOSED",
        "false",
        "10",
      ]);
    }
  });
});

describe("organisations, projects and clusters", () => {
  test("lists and single records agree", async () => {
    const call = shared();
    const projects = (await call("GET", "/groups")).rows();
    expect(projects.map(({ name }) => name)).toEqual(expect.arrayContaining(["Payments", "Staging", "Legacy-Target"]));
    expect(projects).toHaveLength(3);
    for (const one of projects) {
      expect((await call("GET", `/groups/${one["id"]}`)).json).toEqual(one);
      expect((await call("GET", `/groups/byName/${one["name"]}`)).json).toEqual(one);
    }
    expect((await call("GET", `/orgs/${call.ready.orgId}/groups`)).rows()).toEqual(projects);
    const [organisation] = (await call("GET", "/orgs")).rows();
    expect((await call("GET", `/orgs/${call.ready.orgId}`)).json).toEqual(organisation);
    for (const kind of ["clusters", "flexClusters"]) {
      const clusters = (await call("GET", `/groups/${call.groupId}/${kind}`)).rows();
      expect(clusters.length).toBeGreaterThan(0);
      for (const one of clusters) {
        expect((await call("GET", `/groups/${call.groupId}/${kind}/${one["name"]}`)).json).toEqual(one);
      }
    }
  });

  test("the ready line names every cluster that the lists hold", async () => {
    const call = shared();
    const named = call.ready.clusters.map(({ groupId, name }) => `${groupId}/${name}`).toSorted();
    const listed = (await call("GET", "/clusters")).rows().flatMap(({ groupId, clusters }) => {
      if (!Array.isArray(clusters)) throw new TypeError("no clusters");
      return clusters.map((one) => `${groupId}/${one.name}`);
    });
    expect(listed.toSorted()).toEqual(named);
    expect(call.ready.clusters[0]).toMatchObject({ groupId: call.groupId, name: "prod-eu", kind: "replicaSet" });
    expect(new Set(call.ready.clusters.map(({ kind }) => kind)).size).toBe(4);
  });

  test("a cluster that is not there, or is of the other kind, is 404 with name and project", async () => {
    const call = shared();
    for (const [kind, name] of [
      ["clusters", "nowhere"],
      ["clusters", "orders-sls"],
      ["flexClusters", "prod-eu"],
    ]) {
      const reply = await call("GET", `/groups/${call.groupId}/${kind}/${name}`);
      expect([reply.status, reply.at("errorCode")]).toEqual([404, "CLUSTER_NOT_FOUND"]);
      expect(reply.at("parameters")).toEqual([name, call.groupId]);
    }
    expect((await call("GET", `/groups/${call.groupId}/clusters/-no`)).status).toBe(400);
  });

  test("the hosted dialect writes its own name of the version", async () => {
    const atlas = await ready({ dialect: "atlas" });
    const specification = shared();
    const path = (call: Client) => `/groups/${call.groupId}/clusters/prod-eu`;
    expect(Object(await atlas("GET", path(atlas))).json).toHaveProperty("mongoDBVersion");
    expect(Object(await specification("GET", path(specification))).json).toHaveProperty("databaseVersion");
  });

  test("a caller sees only where it has a part", async () => {
    const call = shared();
    const [, staging = { id: "", name: "" }] = call.ready.groups;
    const other = await clientWith(call.ready, { projects: { [staging.id]: ["Project Read Only"] } });
    expect((await other("GET", "/groups")).rows().map(({ name }) => name)).toEqual([staging.name]);
    expect((await other("GET", "/clusters")).rows().map(({ groupName }) => groupName)).toEqual([staging.name]);
    expect((await other("GET", "/orgs")).rows()).toEqual([]);
    expect((await other("GET", "/groups/byName/Payments")).status).toBe(401);
    expect((await other("GET", "/groups/byName/Nowhere")).status).toBe(404);
  });

  test("there are as many projects as asked for", async () => {
    const call = await ready({ size: { projects: 25 } });
    expect((await call("GET", "/groups")).at("totalCount")).toBe(25);
    expect(call.ready.groups).toHaveLength(25);
  });
});
