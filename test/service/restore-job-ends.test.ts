import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  absent,
  completeOnes,
  expectDeclared,
  frozen,
  into,
  jobs,
  newest,
  refused,
  rowWith,
  secondsOf,
  serverless,
  step,
} from "./backup-jobs-support.ts";
import { type Client, clientWith, fetchRaw, type Reply } from "./support.ts";

/** Downloads and their links, cancelling, serverless instances, and what holds whatever is asked for. */

async function download(call: Client, cluster?: string): Promise<Reply> {
  const body = { deliveryType: "download", snapshotId: (await newest(call, cluster))["id"] };
  return call("POST", jobs(call, "", cluster), { body });
}

/** Follows a link as anybody would: without a key. */
const follow = (link: string, method = "GET"): Promise<Reply> => {
  const { origin, pathname } = new URL(link);
  return fetchRaw(origin, pathname, { method });
};

describe("a download", () => {
  test("has a link after 256 seconds, for an hour", async () => {
    const call = await frozen();
    const reply = await download(call);
    expect(reply.json).toMatchObject({ deliveryType: "download", deliveryUrl: [], expired: false });
    expect(Object(reply.json)).not.toHaveProperty("components");
    const id = reply.str("id");
    await step(call, 255);
    expect((await call("GET", jobs(call, id))).json).toEqual(reply.json);
    await step(call, 1);
    const done = await call("GET", jobs(call, id));
    expectDeclared("getBackupRestoreJob", done);
    expect(secondsOf(done.at("expiresAt")) - secondsOf(done.at("finishedAt"))).toBe(3600);
    const link = done.str("deliveryUrl", 0);
    expect(link).toMatch(new RegExp(`^${call.ready.baseUrl}/download/[0-9a-f]{32}$`, "u"));
    await step(call, 3599);
    expect((await call("GET", jobs(call, id))).json).toEqual(done.json);
    await step(call, 1);
    expect((await call("GET", jobs(call, id))).json).toEqual({ ...Object(done.json), expired: true, deliveryUrl: [] });
    expect(refused(await follow(link))).toEqual([410, "DOWNLOAD_LINK_EXPIRED"]);
  });

  test("gives an archive to whoever has the link, once", async () => {
    const call = await frozen();
    const id = (await download(call)).str("id");
    await step(call, 256);
    const link = (await call("GET", jobs(call, id))).str("deliveryUrl", 0);
    expect((await follow(link, "HEAD")).status).toBe(200);
    expect(refused(await follow(link, "POST"))).toEqual([405, "METHOD_NOT_ALLOWED"]);
    const file = await follow(link);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "application/x-tar"]);
    expect(file.headers["content-disposition"]).toMatch(/filename="prod-eu-shard-0-[0-9a-f]{24}\.tar"$/u);
    expect(file.text.length % 512).toBe(0);
    expect(file.text.slice(257, 262)).toBe("ustar");
    for (const method of ["GET", "HEAD"]) expect((await follow(link, method)).status).toBe(410);
    expect(refused(await follow(link))).toEqual([410, "DOWNLOAD_LINK_USED"]);
    expect((await call("GET", jobs(call, id))).str("deliveryUrl", 0)).toBe(link);
  });

  test("its archive has the checksum that tar wants", async () => {
    const call = await frozen();
    const id = (await download(call)).str("id");
    await step(call, 256);
    const { text } = await follow((await call("GET", jobs(call, id))).str("deliveryUrl", 0));
    const header = `${text.slice(0, 148)}${" ".repeat(8)}${text.slice(156, 512)}`;
    const sum = [...header].reduce((total, character) => total + character.charCodeAt(0), 0);
    expect(Number.parseInt(text.slice(148, 154), 8)).toBe(sum);
    expect(text.slice(512, 512 + Number.parseInt(text.slice(124, 135), 8))).toMatch(/\.\n$/u);
  });

  test("of a sharded cluster has a link for each shard", async () => {
    const call = await frozen();
    const id = (await download(call, "analytics")).str("id");
    await step(call, 256);
    const reply = await call("GET", jobs(call, id, "analytics"));
    const parts = reply.rows("components");
    expect(parts.map(({ replicaSetName }) => replicaSetName)).toEqual([0, 1, 2].map((n) => `analytics-shard-${n}`));
    expect(reply.at("deliveryUrl")).toEqual(parts.map(({ downloadUrl }) => downloadUrl));
    for (const { downloadUrl } of parts) expect((await follow(String(downloadUrl))).status).toBe(200);
  });

  test("blocks nothing but another download of the same snapshot", async () => {
    const call = await frozen();
    const snapshotId = (await newest(call))["id"];
    expect((await download(call)).status).toBe(200);
    expect(refused(await download(call))).toEqual([400, "CANNOT_DOWNLOAD_SNAPSHOT_CONCURRENTLY"]);
    const other = (await completeOnes(call)).at(-2);
    const send = (body: object) => call("POST", jobs(call), { body });
    expect((await send({ deliveryType: "download", snapshotId: other?.["id"] })).status).toBe(200);
    expect((await send({ deliveryType: "automated", snapshotId, ...into(call, "prod-eu") })).status).toBe(200);
    await step(call, 256);
    expect((await download(call)).status).toBe(200);
  });

  test.each(["nothing", "0".repeat(32)])("at a link that leads nowhere (%s) is 404", async (word) => {
    const call = await frozen();
    expect(refused(await follow(`${call.ready.baseUrl}/download/${word}`))).toEqual([404, "RESOURCE_NOT_FOUND"]);
  });
});

describe("cancelling", () => {
  test("ends an unfinished restore and gives its target back", async () => {
    const call = await frozen();
    const body = { deliveryType: "automated", snapshotId: (await newest(call))["id"], ...into(call, "prod-eu-side") };
    const send = () => call("POST", jobs(call), { body });
    const id = (await send()).str("id");
    await step(call, 30);
    const reply = await call("DELETE", jobs(call, id));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect((await call("GET", jobs(call, id))).at("cancelled")).toBe(true);
    expect((await call("GET", `/groups/${call.groupId}/clusters/prod-eu-side`)).at("stateName")).toBe("IDLE");
    const next = (await send()).str("id");
    await step(call, 3600);
    const [one, two] = [await call("GET", jobs(call, id)), await call("GET", jobs(call, next))];
    expect(Object(one.json)).not.toHaveProperty("finishedAt");
    expect([two.at("cancelled"), typeof two.at("finishedAt")]).toEqual([false, "string"]);
  });

  test("ends a download before its link is there", async () => {
    const call = await frozen();
    const id = (await download(call)).str("id");
    expect((await call("DELETE", jobs(call, id))).status).toBe(204);
    await step(call, 300);
    expect((await call("GET", jobs(call, id))).json).toMatchObject({ cancelled: true, deliveryUrl: [] });
    expect((await download(call)).status).toBe(200);
  });

  test("what has ended, one way or another, is 400", async () => {
    const call = await frozen();
    const id = (await download(call)).str("id");
    await call("DELETE", jobs(call, id));
    for (const row of (await call("GET", jobs(call))).rows()) {
      const reply = await call("DELETE", jobs(call, String(row["id"])));
      expect(refused(reply)).toEqual([400, "CANNOT_CANCEL_FINISHED_RESTORE_JOB"]);
      expect((await call("GET", jobs(call, String(row["id"])))).json).toEqual(row);
    }
  });
});

describe("serverless instances", () => {
  const send = (call: Client, body: object): Promise<Reply> => call("POST", serverless(call), { body });
  const valid = async (call: Client, change: object = {}): Promise<object> => ({
    deliveryType: "automated",
    snapshotId: (await newest(call, "orders-sls"))["id"],
    ...into(call, "orders-sls"),
    ...change,
  });

  test("have jobs without components, and say that their paths are on the way out", async () => {
    const call = await frozen();
    const list = await call("GET", serverless(call));
    expectDeclared("listServerlessBackupRestoreJobs", list);
    expect(list.rows().map(({ deliveryType, finishedAt }) => [deliveryType, typeof finishedAt])).toEqual([
      ["automated", "string"],
      ["download", "string"],
    ]);
    for (const row of list.rows()) {
      const one = await call("GET", serverless(call, `/${row["id"]}`));
      expectDeclared("getServerlessBackupRestoreJob", one);
      expect(one.json).toEqual(row);
      expect(Object.keys(row)).not.toContain("components");
      expect(Object.keys(row)).not.toContain("targetDeploymentItemName");
    }
    expect([list.headers["deprecation"], list.headers["sunset"]]).toEqual([
      "Wed, 13 Nov 2024 00:00:00 GMT",
      "Thu, 22 Jan 2026 00:00:00 GMT",
    ]);
    expect((await call("GET", jobs(call))).headers["sunset"]).toBeUndefined();
  });

  test("are restored in 64 seconds, into themselves or a replica set", async () => {
    const call = await frozen();
    for (const target of ["orders-sls", "prod-eu-side"]) {
      const reply = await send(call, await valid(call, into(call, target)));
      expectDeclared("createServerlessBackupRestoreJob", reply);
      expect(refused(await send(call, await valid(call, into(call, target))))).toEqual([
        409,
        "ATLAS_CLUSTER_RESTORE_IN_PROGRESS",
      ]);
      const id = reply.str("id");
      await step(call, 63);
      expect((await call("GET", serverless(call, `/${id}`))).json).toEqual(reply.json);
      await step(call, 1);
      const done = await call("GET", serverless(call, `/${id}`));
      expect(done.json).toEqual({ ...Object(reply.json), finishedAt: expect.stringMatching(/Z$/u) });
      expect(rowWith(await call("GET", serverless(call)), { id })).toEqual(done.json);
    }
  });

  test("are downloaded too, and taken back to a moment", async () => {
    const call = await frozen();
    const id = (await send(call, await valid(call, { deliveryType: "download" }))).str("id");
    await step(call, 64);
    const done = await call("GET", serverless(call, `/${id}`));
    expect((await follow(done.str("deliveryUrl", 0))).status).toBe(200);
    const last = secondsOf((await newest(call, "orders-sls"))["createdAt"]);
    const elsewhere = { snapshotId: undefined, ...into(call, "prod-eu-side") };
    const pointInTime = { deliveryType: "pointInTime", ...elsewhere, pointInTimeUTCSeconds: last + 60 };
    expect((await send(call, await valid(call, pointInTime))).at("desiredTimestamp", "time")).toBe(last + 60);
    const early = { ...pointInTime, pointInTimeUTCSeconds: 1_199_145_600 };
    expect(refused(await send(call, await valid(call, early)))).toEqual([
      404,
      "UNABLE_T0_FIND_SNAPSHOT_PRIOR_TO_PIT_RESTORE_OPTIME",
    ]);
    const inFuture = { ...pointInTime, pointInTimeUTCSeconds: 2_147_483_647 };
    expect(refused(await send(call, await valid(call, inFuture)))).toEqual([400, "INVALID_PIT_RESTORE_TIME"]);
  });

  test("each field wrong is named", async () => {
    const call = await frozen();
    const cases: readonly (readonly [string, object])[] = [
      ["deliveryType", { deliveryType: "RESTORE" }],
      ["deliveryType", { deliveryType: undefined }],
      ["targetClusterName", { targetClusterName: undefined }],
      ["targetClusterName", { deliveryType: "download", targetClusterName: undefined }],
      ["targetGroupId", { targetGroupId: undefined }],
      ["targetGroupId", { targetGroupId: 1 }],
      ["snapshotId", { snapshotId: undefined }],
      ["pointInTimeUTCSeconds", { pointInTimeUTCSeconds: 1_763_733_990 }],
      ["pointInTimeUTCSeconds", { deliveryType: "pointInTime" }],
      ["oplogInc", { deliveryType: "pointInTime", oplogTs: 1_763_733_990 }],
      ["components", { components: [] }],
    ];
    for (const [field, change] of cases) {
      expect([change, ...refused(await send(call, await valid(call, change)))]).toEqual([
        change,
        400,
        "VALIDATION_ERROR",
        field,
      ]);
    }
  });

  test("targets, paths and callers that do not fit are refused", async () => {
    const call = await frozen();
    for (const [target, status, code] of [
      ["nowhere", 404, "CLUSTER_NOT_FOUND"],
      ["analytics", 400, "TENANT_RESTORE_INCOMPATIBLE_TOPOLOGY"],
      ["paused-1", 400, "CLUSTER_PAUSED_CANNOT_RESTORE"],
    ] as const) {
      const reply = await send(call, await valid(call, into(call, target)));
      expect([target, ...refused(reply)]).toEqual([target, status, code]);
    }
    const snapshotId = (await newest(call))["id"];
    expect(refused(await send(call, await valid(call, { snapshotId })))).toEqual([404, "SNAPSHOT_NOT_FOUND"]);
    expect(refused(await call("GET", serverless(call, `/${absent}`)))).toEqual([404, "RESTORE_JOB_NOT_FOUND"]);
    expect(refused(await call("GET", serverless(call, "", "prod-eu")))).toEqual([
      400,
      "CANNOT_USE_NON_FLEX_CLUSTER_IN_FLEX_API",
    ]);
    expect(refused(await call("GET", serverless(call, "", "nowhere")))).toEqual([404, "CLUSTER_NOT_FOUND"]);
    const manager = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Backup Manager"] } });
    expect(refused(await manager("GET", serverless(call)))).toEqual([401, "USER_UNAUTHORIZED"]);
    expect(refused(await send(manager, await valid(call)))).toEqual([401, "USER_UNAUTHORIZED"]);
  });
});

test("whatever is started, cancelled and waited for: no target has two restores at a time, and lists agree with gets", async () => {
  const wish = fc.oneof(
    fc.record({
      act: fc.constant("start" as const),
      type: fc.constantFrom("automated", "download"),
      target: fc.constantFrom("prod-eu", "prod-eu-side"),
    }),
    fc.record({ act: fc.constant("cancel" as const), at: fc.nat(3) }),
    fc.record({ act: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 900 }) }),
  );
  const call = await frozen();
  const snapshotId = (await newest(call))["id"];
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 8 }), async (wishes) => {
      const started: string[] = [];
      for (const one of wishes) {
        if (one.act === "wait") await step(call, one.seconds);
        else if (one.act === "start") {
          const target = one.type === "download" ? {} : into(call, one.target);
          const body = { deliveryType: one.type, snapshotId, ...target };
          const reply = await call("POST", jobs(call), { body });
          expect([200, 400, 409]).toContain(reply.status);
          if (reply.status === 200) started.push(reply.str("id"));
        } else {
          const id = started[one.at];
          if (id !== undefined) expect([204, 400]).toContain((await call("DELETE", jobs(call, id))).status);
        }
        const rows = (await call("GET", jobs(call), { query: "itemsPerPage=500" })).rows();
        const running = rows.filter((row) => row["cancelled"] === false && row["finishedAt"] === undefined);
        const targets = running.map((row) => row["targetClusterName"] ?? row["snapshotId"]);
        expect(new Set(targets).size).toBe(targets.length);
        for (const name of ["prod-eu", "prod-eu-side"]) {
          const state = (await call("GET", `/groups/${call.groupId}/clusters/${name}`)).at("stateName");
          expect([name, state]).toEqual([name, targets.includes(name) ? "UPDATING" : "IDLE"]);
        }
        for (const row of rows.slice(-3)) {
          expect((await call("GET", jobs(call, String(row["id"])))).json).toEqual(row);
        }
      }
    }),
    { numRuns: 12 },
  );
});
