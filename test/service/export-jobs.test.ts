import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exportedAt } from "../../src/service/export-jobs/progress.ts";
import {
  absent,
  backup,
  buckets,
  completeOnes,
  expectDeclared,
  frozen,
  newest,
  OTHER_CLUSTERS,
  refused,
  rowWith,
  secondsOf,
  step,
} from "./backup-jobs-support.ts";
import { type Client, clientWith, control, type Reply, ready } from "./support.ts";

const exportsOf = (call: Client, cluster?: string): Promise<Reply> => call("GET", backup(call, "exports", cluster));
const read = (call: Client, id: string, cluster?: string): Promise<Reply> =>
  call("GET", backup(call, `exports/${id}`, cluster));

/** A bucket of the sample by its name: of two of one name, the first. */
const bucket = async (call: Client, bucketName = "acme-db-exports"): Promise<string> =>
  String(rowWith(await call("GET", buckets(call)), { bucketName })["_id"]);

type Start = { readonly bucketName?: string; readonly cluster?: string; readonly change?: object };

async function start(call: Client, { bucketName, cluster, change = {} }: Start = {}): Promise<Reply> {
  const body = {
    snapshotId: (await newest(call, cluster))["id"],
    exportBucketId: await bucket(call, bucketName),
    ...change,
  };
  return call("POST", backup(call, "exports", cluster), { body });
}

/** Orders a role that waits to be authorised: the step outside of the interface. */
async function approve(call: Client): Promise<void> {
  const found = (await call("GET", `/groups/${call.groupId}/cloudProviderAccess`)).rows("awsIamRoles");
  const waiting = found.find(({ authorizedDate }) => authorizedDate === null);
  expect((await control(call.ready, "POST", "/approve", { what: "role", id: waiting?.["roleId"] })).status).toBe(204);
}

describe("the sample", () => {
  test("has every end, one without a collection, and one of shards that is on its way", async () => {
    const call = await frozen();
    const list = await exportsOf(call);
    expectDeclared("listBackupExportJobs", list);
    expect(list.rows().map(({ state }) => state)).toEqual(["Successful", "Cancelled", "Successful", "Failed"]);
    expect(list.rows().map(({ exportStatus }) => exportStatus)).toEqual([
      { exportedCollections: 880, totalCollections: 880 },
      { exportedCollections: 214, totalCollections: 880 },
      { exportedCollections: 0, totalCollections: 0 },
      { exportedCollections: 0, totalCollections: 0 },
    ]);
    expect(list.rows()[3]?.["stateReason"]).toMatchObject({ errorCode: "ACCESS_DENIED" });
    for (const row of list.rows()) {
      expect(secondsOf(row["finishedAt"])).toBeGreaterThan(secondsOf(row["createdAt"]));
      expect((await read(call, String(row["id"]))).json).toEqual(row);
    }
    const sharded = (await exportsOf(call, "analytics")).rows();
    expect(sharded.map(({ state }) => state)).toEqual(["Successful", "Successful", "InProgress"]);
    for (const { components, prefix } of sharded) {
      expect(components).toHaveLength(3);
      expect(String(prefix)).toMatch(/^exported_snapshots\/Acme\/Payments\/analytics\/\d{4}-\d\d-\d\dT\d{4}\/\d{10}$/u);
    }
  });

  test("is spelled alike in the hosted dialect", async () => {
    const [one, other] = [await ready({ speed: 0 }), await ready({ speed: 0, dialect: "atlas" })];
    const names = async (call: Client) => (await exportsOf(call)).rows().map((row) => Object.keys(row).toSorted());
    expect(await names(one)).toEqual(await names(other));
  });
});

describe("an export", () => {
  test("is queued, counts, goes on collection by collection, and ends", async () => {
    const call = await frozen();
    const customData = [
      { key: "ticket", value: "CHG-7" },
      { key: "asked by", value: "legal" },
    ];
    const reply = await start(call, { change: { customData } });
    const { snapshotId } = Object(reply.json);
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/u),
        createdAt: expect.stringMatching(/Z$/u),
        customData,
        exportBucketId: await bucket(call),
        exportStatus: { exportedCollections: 0, totalCollections: 0 },
        links: [{ href: expect.stringMatching(/\/backup\/exports\/[0-9a-f]{24}$/u), rel: "self" }],
        prefix: expect.stringMatching(
          new RegExp(`^exported_snapshots/${call.ready.orgId}/${call.groupId}/prod-eu/[\\dT-]{15}/\\d{10}$`, "u"),
        ),
        snapshotId,
        state: "Queued",
      },
    ]);
    expectDeclared("createBackupExportJob", reply);
    const id = reply.str("id");
    expect(Number.parseInt(id.slice(0, 8), 16)).toBe(secondsOf(reply.at("createdAt")));
    await step(call, 99);
    expect((await read(call, id)).at("state")).toBe("Queued");
    await step(call, 1);
    expect((await read(call, id)).json).toMatchObject({
      state: "InProgress",
      exportStatus: { exportedCollections: 0, totalCollections: 0 },
    });
    await step(call, 20);
    const seen: number[] = [];
    for (;;) {
      const now = await read(call, id);
      if (now.at("state") !== "InProgress") break;
      expect(now.at("exportStatus", "totalCollections")).toBe(880);
      seen.push(Number(now.at("exportStatus", "exportedCollections")));
      await step(call, 45);
    }
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(seen.at(-1)).toBeLessThan(880);
    const end = await read(call, id);
    expectDeclared("getBackupExportJob", end);
    expect(end.json).toMatchObject({
      state: "Successful",
      exportStatus: { exportedCollections: 880, totalCollections: 880 },
    });
    const lasted = secondsOf(end.at("finishedAt")) - secondsOf(end.at("createdAt"));
    expect(lasted).toBeGreaterThan(880);
    expect(lasted).toBeLessThan(880 + 600);
    expect(rowWith(await exportsOf(call), { id })).toEqual(end.json);
  });

  test("of a sharded cluster has a part for each shard, with ids of their own", async () => {
    const call = await frozen();
    // On the first days of a month the newest snapshot is the one that the sample exports already.
    const exported = new Set((await exportsOf(call, "analytics")).rows().map(({ snapshotId }) => snapshotId));
    const free = (await completeOnes(call, "analytics")).findLast(({ id }) => !exported.has(id));
    const reply = await start(call, { cluster: "analytics", change: { snapshotId: free?.["id"] } });
    const components = reply.rows("components");
    expect(components.map(({ replicaSetName }) => replicaSetName)).toEqual(
      [0, 1, 2].map((n) => `analytics-shard-${n}`),
    );
    const ids = components.map(({ exportId }) => String(exportId));
    expect(new Set([...ids, reply.str("id")]).size).toBe(4);
    expect(refused(await read(call, ids[0] ?? "", "analytics"))).toEqual([404, "INVALID_JOB_ID"]);
  });

  test("through a role that is not authorised fails when it begins, with the reason", async () => {
    const call = await frozen();
    const id = (await start(call, { bucketName: "acme-legal-hold" })).str("id");
    await step(call, 99);
    expect((await read(call, id)).at("state")).toBe("Queued");
    await step(call, 1000);
    const reply = await read(call, id);
    expect(reply.json).toMatchObject({ state: "Failed", stateReason: { errorCode: "ACCESS_DENIED" } });
    expect(secondsOf(reply.at("finishedAt")) - secondsOf(reply.at("createdAt"))).toBe(100);
  });

  test("goes well if the role is authorised before it begins, and not if later", async () => {
    const call = await frozen();
    const early = (await start(call, { bucketName: "acme-legal-hold" })).str("id");
    await step(call, 101);
    const laterId = (await start(call, { bucketName: "acme-legal-hold" })).str("id");
    await step(call, 60);
    await approve(call);
    await step(call, 3600);
    expect((await read(call, early)).at("state")).toBe("Failed");
    expect((await read(call, laterId)).at("state")).toBe("Successful");
  });

  test("of the third provider goes by its role's status alone", async () => {
    const call = await frozen();
    const roles = `/groups/${call.groupId}/cloudProviderAccess`;
    const roleId = (await call("POST", roles, { body: { providerName: "GCP" } })).str("roleId");
    const third = { cloudProvider: "GCP", bucketName: "acme_exports", roleId };
    const exportBucketId = (await call("POST", buckets(call), { body: third })).str("_id");
    const early = (await start(call, { change: { exportBucketId } })).str("id");
    await step(call, 101);
    expect((await read(call, early)).at("state")).toBe("Failed");
    const laterId = (await start(call, { change: { exportBucketId } })).str("id");
    expect((await control(call.ready, "POST", "/approve", { what: "role", id: roleId })).status).toBe(204);
    await step(call, 3600);
    expect((await read(call, laterId)).at("state")).toBe("Successful");
  });

  test("in progress fails when its bucket is removed, with what it has written by then, and no other does", async () => {
    const call = await frozen();
    await approve(call);
    const other = (await start(call)).str("id");
    const [, ...earlier] = (await completeOnes(call)).toReversed();
    const id = (await start(call, { bucketName: "acme-legal-hold", change: { snapshotId: earlier[0]?.["id"] } })).str(
      "id",
    );
    await step(call, 600);
    const { exportedCollections, totalCollections } = Object((await read(call, id)).at("exportStatus"));
    expect(exportedCollections).toBeGreaterThan(0);
    const exportBucketId = await bucket(call, "acme-legal-hold");
    expect((await call("DELETE", buckets(call, exportBucketId))).status).toBe(204);
    const failed = await read(call, id);
    expectDeclared("getBackupExportJob", failed);
    expect(failed.json).toMatchObject({
      state: "Failed",
      stateReason: {
        errorCode: "EXPORT_BUCKET_NOT_FOUND",
        message: "The export bucket was deleted during the export.",
      },
      exportStatus: { exportedCollections, totalCollections },
    });
    expect(secondsOf(failed.at("finishedAt")) - secondsOf(failed.at("createdAt"))).toBe(600);
    await step(call, 7200);
    expect((await read(call, id)).json).toEqual(failed.json);
    expect((await read(call, other)).at("state")).toBe("Successful");
  });

  test("whose bucket was deleted meanwhile fails", async () => {
    const call = await frozen();
    const exportBucketId = await bucket(call, "acme-legal-hold");
    const id = (await start(call, { bucketName: "acme-legal-hold" })).str("id");
    expect((await call("DELETE", buckets(call, exportBucketId))).status).toBe(204);
    await step(call, 100);
    expect((await read(call, id)).at("stateReason", "errorCode")).toBe("EXPORT_BUCKET_NOT_FOUND");
  });
});

describe("refusals", () => {
  test("each field wrong is named, and nothing is started", async () => {
    const call = await frozen();
    const before = (await exportsOf(call)).text;
    const cases: readonly (readonly [string, object])[] = [
      ["snapshotId", { snapshotId: undefined }],
      ["snapshotId", { snapshotId: "newest" }],
      ["exportBucketId", { exportBucketId: undefined }],
      ["exportBucketId", { exportBucketId: "acme-db-exports" }],
      ["customData", { customData: {} }],
      ["customData[0]", { customData: ["ticket"] }],
      ["customData[0].key", { customData: [{ key: 1, value: "a" }] }],
      ["customData[0].value", { customData: [{ key: "a", value: null }] }],
      ["customData[0].colour", { customData: [{ key: "a", value: "b", colour: "red" }] }],
      [
        "customData[1].key",
        {
          customData: [
            { key: "a", value: "1" },
            { key: "a", value: "2" },
          ],
        },
      ],
      ["state", { state: "Queued" }],
    ];
    for (const [field, change] of cases) {
      expect([change, ...refused(await start(call, { change }))]).toEqual([change, 400, "VALIDATION_ERROR", field]);
    }
    expect((await exportsOf(call)).text).toBe(before);
  });

  test("a snapshot or a bucket that is not there is 404", async () => {
    const call = await frozen();
    const other = (await newest(call, "analytics"))["id"];
    for (const snapshotId of [absent, other]) {
      expect(refused(await start(call, { change: { snapshotId } }))).toEqual([404, "SNAPSHOT_NOT_FOUND"]);
    }
    expect(refused(await start(call, { change: { exportBucketId: absent } }))).toEqual([
      404,
      "EXPORT_BUCKET_NOT_FOUND",
    ]);
    expect(refused(await read(call, absent))).toEqual([404, "INVALID_JOB_ID"]);
    expect(refused(await read(call, "newest"))).toEqual([400, "VALIDATION_ERROR", "exportId"]);
  });

  test("emergency copies, unfinished snapshots, and a snapshot that is being exported are conflicts", async () => {
    const call = await frozen();
    const list = await call("GET", backup(call, "snapshots"), { query: "itemsPerPage=500" });
    const fallback = rowWith(list, { snapshotType: "fallback" })["id"];
    const failed = rowWith(list, { status: "failed" })["id"];
    const queued = (await call("POST", backup(call, "snapshots"), { body: { retentionInDays: 1 } })).at("id");
    const codes = async (snapshotId: unknown) => refused(await start(call, { change: { snapshotId } }));
    expect(await codes(fallback)).toEqual([409, "CANNOT_EXPORT_FALLBACK_SNAPSHOT"]);
    expect(await codes(failed)).toEqual([409, "CANNOT_EXPORT_INCOMPLETE_SNAPSHOT"]);
    expect(await codes(queued)).toEqual([409, "CANNOT_EXPORT_INCOMPLETE_SNAPSHOT"]);
    const [one, two] = await completeOnes(call);
    expect((await start(call, { change: { snapshotId: one?.["id"] } })).status).toBe(200);
    expect(await codes(one?.["id"])).toEqual([409, "SNAPSHOT_EXPORT_IN_PROGRESS"]);
    await step(call, 500);
    expect(await codes(one?.["id"])).toEqual([409, "SNAPSHOT_EXPORT_IN_PROGRESS"]);
    expect((await start(call, { change: { snapshotId: two?.["id"] } })).status).toBe(200);
    await step(call, 3600);
    expect((await start(call, { change: { snapshotId: one?.["id"] } })).status).toBe(200);
  });

  test("clusters that are not there, shared, or of the other family", async () => {
    const call = await frozen();
    for (const [cluster, status, code] of OTHER_CLUSTERS) {
      const body = { snapshotId: absent, exportBucketId: absent };
      const replies = [
        await exportsOf(call, cluster),
        await read(call, absent, cluster),
        await call("POST", backup(call, "exports", cluster), { body }),
      ];
      for (const reply of replies) expect([cluster, ...refused(reply)]).toEqual([cluster, status, code]);
    }
    expect((await exportsOf(call, "paused-1")).rows()).toEqual([]);
  });

  test("a caller without the role", async () => {
    const call = await frozen();
    const as = (role: "Project Service Admin" | "Project Backup Manager") =>
      clientWith(call.ready, { projects: { [call.groupId]: [role] } });
    const [admin, manager] = [await as("Project Service Admin"), await as("Project Backup Manager")];
    const body = { snapshotId: (await newest(call))["id"], exportBucketId: await bucket(call) };
    const send = (caller: Client) => caller("POST", backup(call, "exports"), { body });
    expect(refused(await send(manager))).toEqual([401, "USER_UNAUTHORIZED"]);
    expect(refused(await exportsOf(manager))).toEqual([401, "USER_UNAUTHORIZED"]);
    const id = (await send(admin)).str("id");
    expect((await read(admin, id)).status).toBe(200);
    expect(refused(await read(manager, id))).toEqual([401, "USER_UNAUTHORIZED"]);
  });
});

test("collections are done one after another, all of them in the end, whatever the job", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 0, max: 900 }),
      fc.array(fc.double({ min: -1, max: 2, noNaN: true }), { minLength: 2, maxLength: 8 }),
      (id, total, parts) => {
        const done = parts.toSorted((left, right) => left - right).map((part) => exportedAt(id, total, part));
        expect(done).toEqual(done.toSorted((left, right) => left - right));
        expect(done.every((count) => count >= 0 && count <= total)).toBe(true);
        expect([exportedAt(id, total, 0), exportedAt(id, total, 1)]).toEqual([0, total]);
      },
    ),
    { numRuns: 60 },
  );
});

test("a few collections take much of the time", () => {
  const done = Array.from({ length: 101 }, (_, percent) => exportedAt("a".repeat(24), 880, percent / 100));
  const steps = done.slice(1).map((count, index) => count - (done[index] ?? 0));
  expect(Math.max(...steps)).toBeGreaterThan(12);
  expect(steps.filter((one) => one <= 4).length).toBeGreaterThan(10);
});
