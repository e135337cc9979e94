import { describe, expect, test } from "vitest";
import { SourceProject } from "../../src/contract/source-projects.ts";
import { frozen, migrations, organization, request, sources, started, step } from "./migration-support.ts";
import { type Client, clientWith, control, type Reply, type Row, ready } from "./support.ts";

const tokens = (call: Client): string => organization(call, "/linkTokens");

const create = (call: Client, body: object = {}): Promise<Reply> => call("POST", tokens(call), { body });

const deploymentsOf = (project: Row | undefined): readonly Row[] => {
  const list = project?.["deployments"];
  return Array.isArray(list) ? list : [];
};

/** Ends the migrations of the sample: the last of them expires. */
const endAll = (call: Client): Promise<Reply> => step(call, 500_000);

describe("source projects", () => {
  test("are two with five deployments: one is a standalone, one has no TLS, one is bigger than its target", async () => {
    const call = await frozen();
    const reply = await call("GET", organization(call, "/availableProjects"));
    expect(SourceProject.array().safeParse(reply.json).error).toBeUndefined();
    const projects = [...(await sources(call)).values()];
    expect(projects.map(({ name }) => name)).toEqual(["Legacy Shop", "Legacy CRM"]);
    const deployments = projects.flatMap(deploymentsOf);
    expect(deployments).toHaveLength(5);
    expect(deployments.filter((one) => !("oplogSizeMB" in one)).map(({ name }) => name)).toEqual(["crm-reports"]);
    expect(deployments.filter(({ tlsEnabled }) => tlsEnabled === false).map(({ name }) => name)).toEqual(["crm-rs0"]);
    expect(deployments.filter(({ dbSizeBytes }) => Number(dbSizeBytes) > 1e12)).toHaveLength(1);
    expect(deployments.filter(({ sharded }) => sharded === true).map(({ shardsSize }) => shardsSize)).toEqual([3]);
    expect(deployments[0]).toEqual({
      agentVersion: expect.any(String),
      clusterId: expect.stringMatching(/^[0-9a-f]{24}$/u),
      databaseVersion: "6.0.14",
      dbSizeBytes: 214_000_000_000,
      featureCompatibilityVersion: "6.0",
      managed: true,
      name: "shop-rs0",
      oplogSizeMB: 51_200,
      sharded: false,
      tlsEnabled: true,
    });
  });

  test("are spelled otherwise in the other dialect", async () => {
    const call = await ready({ dialect: "atlas" });
    const reply = await call("GET", organization(call, "/availableProjects"));
    expect(reply.at(0, "deployments", 0, "mongoDBVersion")).toBe("6.0.14");
    expect(reply.text).not.toContain("databaseVersion");
  });

  test("are a bare array, and stand under content in an envelope", async () => {
    const call = await frozen();
    const path = organization(call, "/availableProjects");
    const plain = await call("GET", path);
    expect((await call("GET", path, { query: "envelope=true" })).json).toEqual({ status: 200, content: plain.json });
    expect((await call("GET", path, { query: "pageNum=1" })).status).toBe(400);
  });
});

describe("the link token", () => {
  test("is told once, and is another each time", async () => {
    const call = await frozen();
    const first = await create(call, { accessListIps: ["198.51.100.7", "203.0.113.0/24", "2001:db8::/32", "::1"] });
    const second = await create(call);
    expect([first.status, Object.keys(Object(first.json))]).toEqual([200, ["linkToken"]]);
    expect(first.str("linkToken").length).toBeGreaterThan(40);
    expect(second.at("linkToken")).not.toBe(first.at("linkToken"));
    const journal = await control(call.ready, "GET", "/journal");
    for (const { text } of [journal, await call("GET", organization(call, "/availableProjects"))]) {
      expect(text).not.toContain(first.str("linkToken"));
    }
    expect((await call("GET", tokens(call))).status).toBe(405);
    // A new token of a linked organisation loses nothing.
    expect((await sources(call)).size).toBe(2);
  });

  test("takes addresses and ranges, and nothing else", async () => {
    const call = await frozen();
    for (const accessListIps of [["1.2.3"], ["example.org"], ["1.2.3.4/33"], [""], [7], "1.2.3.4", null]) {
      const reply = await create(call, { accessListIps });
      expect([accessListIps, reply.status, reply.at("errorCode")]).toEqual([accessListIps, 400, "VALIDATION_ERROR"]);
      expect(reply.str("badRequestDetail", "fields", 0, "field")).toContain("accessListIps");
    }
    expect((await create(call, { accessListIps: [], more: 1 })).status).toBe(400);
    expect((await call("POST", tokens(call))).status).toBe(400);
    expect((await create(call, { accessListIps: [] })).status).toBe(200);
  });

  test("is kept while migrations run, in any project", async () => {
    const call = await frozen();
    const target = call.ready.groups.find(({ name }) => name === "Legacy-Target")?.id;
    const refused = async (...projects: unknown[]): Promise<void> => {
      const reply = await call("DELETE", tokens(call));
      expect([reply.status, reply.at("errorCode"), reply.at("parameters")]).toEqual([
        409,
        "CANNOT_DELETE_ORG_ACTIVE_LIVE_MIGRATION_ATLAS_ORG_LINK",
        projects,
      ]);
    };
    await refused(...[call.groupId, target].toSorted());
    await endAll(call);
    await started(call);
    await refused(call.groupId);
    await endAll(call);
    expect((await call("DELETE", tokens(call))).status).toBe(204);
  });

  test("goes with the source projects, and is then not there; they come back when a new one was entered", async () => {
    const call = await frozen();
    const fit = await request(call);
    await endAll(call);
    const deleted = await call("DELETE", tokens(call));
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    const again = await call("DELETE", tokens(call));
    expect([again.status, again.at("errorCode")]).toEqual([404, "UNEXPECTED_ERROR"]);
    expect((await sources(call)).size).toBe(0);
    const validation = await call("POST", migrations(call, "/validate"), { body: fit });
    await step(call, 25);
    const path = migrations(call, `/validate/${validation.str("_id")}`);
    expect((await call("GET", path)).at("status")).toBe("FAILED");
    await create(call);
    await step(call, 59);
    expect((await sources(call)).size).toBe(0);
    await step(call, 1);
    expect((await sources(call)).size).toBe(2);
  });

  test("is for owners; any role of the organisation sees the source projects", async () => {
    const call = await frozen();
    const { orgId } = call.ready;
    const member = await clientWith(call.ready, { organizations: { [orgId]: ["Organization Member"] } });
    const stranger = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Owner"] } });
    const path = organization(call, "/availableProjects");
    expect((await member("GET", path)).status).toBe(200);
    expect((await create(member)).at("errorCode")).toBe("USER_UNAUTHORIZED");
    expect((await member("DELETE", tokens(call))).status).toBe(401);
    for (const method of ["GET", "DELETE", "POST"] as const) {
      const target = method === "GET" ? path : tokens(call);
      const reply = await stranger(method, target, method === "POST" ? { body: {} } : {});
      expect([reply.status, reply.at("errorCode")]).toEqual([401, "USER_CANNOT_ACCESS_ORG"]);
    }
    const nowhere = await call("GET", path.replace(orgId, "f".repeat(24)));
    expect([nowhere.status, nowhere.at("errorCode")]).toEqual([404, "ORG_NOT_FOUND"]);
  });
});
