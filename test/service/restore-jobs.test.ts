import { describe, expect, test } from "vitest";
import {
  absent,
  backup,
  completeOnes,
  expectDeclared,
  frozen,
  into,
  jobs,
  newest,
  OTHER_CLUSTERS,
  refused,
  rowWith,
  secondsOf,
  step,
} from "./backup-jobs-support.ts";
import { type Client, clientWith, type Reply, type Row, ready } from "./support.ts";

const send = (call: Client, body: object, cluster?: string): Promise<Reply> =>
  call("POST", jobs(call, "", cluster), { body });

/** The newest snapshot into the empty cluster beside it. */
const automated = async (call: Client, change: object = {}): Promise<object> => ({
  deliveryType: "automated",
  snapshotId: (await newest(call))["id"],
  ...into(call),
  ...change,
});

/** The service's time in seconds. */
const nowOf = async (call: Client): Promise<number> =>
  secondsOf(new Date((await call("GET", jobs(call))).headers["date"] ?? "").toISOString());

const atMoment = async (call: Client, secondsAgo: number, change: object = {}): Promise<object> => ({
  deliveryType: "pointInTime",
  pointInTimeUTCSeconds: (await nowOf(call)) - secondsAgo,
  ...into(call),
  ...change,
});

describe("the sample", () => {
  test("has every end, a link that lives, and nothing of the main cluster that runs", async () => {
    const call = await frozen();
    const list = await call("GET", jobs(call));
    expectDeclared("listBackupRestoreJobs", list);
    const ends = list
      .rows()
      .map(({ deliveryType, cancelled, failed, expired, finishedAt }) =>
        [deliveryType, cancelled && "cancelled", failed && "failed", expired && "expired", finishedAt && "finished"]
          .filter((word) => typeof word === "string")
          .join(" "),
      );
    expect(ends).toEqual([
      "automated finished",
      "automated finished",
      "automated failed finished",
      "automated finished",
      "download cancelled",
      "pointInTime finished",
      "download expired finished",
      "download finished",
    ]);
    const link = list.rows().at(-1);
    const left = secondsOf(link?.["expiresAt"]) - (await nowOf(call));
    expect(left).toBeGreaterThan(350);
    expect(left).toBeLessThanOrEqual(360);
    for (const row of list.rows()) {
      const one = await call("GET", jobs(call, String(row["id"])));
      expectDeclared("getBackupRestoreJob", one);
      expect(one.json).toEqual(row);
    }
    const running = (await call("GET", jobs(call, "", "paused-1"))).rows();
    expect(running).toMatchObject([{ deliveryType: "automated", targetClusterName: "stage-1", failed: false }]);
    expect(running[0]).not.toHaveProperty("finishedAt");
  });

  test("of the sharded cluster has a part for each shard, and the link of the sample lives until its time", async () => {
    const call = await frozen();
    const [row = {}] = (await call("GET", jobs(call, "", "analytics"))).rows();
    expect(row["components"]).toEqual(
      [0, 1, 2].map((shard) => ({ privateDownloadDeliveryUrls: [], replicaSetName: `analytics-shard-${shard}` })),
    );
    const id = String((await call("GET", jobs(call))).rows().at(-1)?.["id"]);
    await step(call, 340);
    expect((await call("GET", jobs(call, id))).str("deliveryUrl", 0)).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/download\//u,
    );
    await step(call, 21);
    expect((await call("GET", jobs(call, id))).json).toMatchObject({ expired: true, deliveryUrl: [] });
  });

  test("is spelled alike in the hosted dialect", async () => {
    const [one, other] = [await ready({ speed: 0 }), await ready({ speed: 0, dialect: "atlas" })];
    const names = async (call: Client) =>
      (await call("GET", jobs(call))).rows().map((row) => Object.keys(row).toSorted());
    expect(await names(one)).toEqual(await names(other));
  });
});

describe("a restore of a snapshot", () => {
  test("answers the job with its flags, and is done after a minute and its size", async () => {
    const call = await frozen();
    const snapshot = await newest(call);
    const reply = await send(call, await automated(call));
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/u),
        cancelled: false,
        deliveryType: "automated",
        deliveryUrl: [],
        desiredTimestamp: { date: null, increment: null, time: null },
        expired: false,
        failed: false,
        links: [
          { href: expect.stringMatching(/\/clusters\/prod-eu\/backup\/restoreJobs\/[0-9a-f]{24}$/u), rel: "self" },
        ],
        snapshotId: snapshot["id"],
        targetClusterName: "prod-eu-side",
        targetDeploymentItemName: "prod-eu-side-shard-0",
        targetGroupId: call.groupId,
        timestamp: snapshot["createdAt"],
      },
    ]);
    expectDeclared("createBackupRestoreJob", reply);
    const id = reply.str("id");
    const lasts = 60 + Math.ceil(Number(snapshot["storageSizeBytes"]) / 20_000_000);
    // The service's clock goes on while this is asked.
    await step(call, lasts - 60);
    expect((await call("GET", jobs(call, id))).json).toEqual(reply.json);
    await step(call, 60);
    const end = await call("GET", jobs(call, id));
    expect(end.json).toEqual({ ...Object(reply.json), finishedAt: expect.stringMatching(/Z$/u) });
    expect(rowWith(await call("GET", jobs(call)), { id })).toEqual(end.json);
  });

  test("takes its target until it is done: a second one is refused, into another cluster not", async () => {
    const call = await frozen();
    const state = async () => (await call("GET", `/groups/${call.groupId}/clusters/prod-eu-side`)).at("stateName");
    expect(await state()).toBe("IDLE");
    const first = (await send(call, await automated(call))).str("id");
    expect(await state()).toBe("UPDATING");
    for (const body of [await automated(call), await atMoment(call, 600)]) {
      const reply = await send(call, body);
      expect([...refused(reply), reply.at("parameters")]).toEqual([
        409,
        "ATLAS_CLUSTER_RESTORE_IN_PROGRESS",
        ["prod-eu-side"],
      ]);
    }
    expect((await send(call, await automated(call, into(call, "prod-eu")))).status).toBe(200);
    await step(call, 3600);
    expect((await call("GET", jobs(call, first))).at("finishedAt")).toBeDefined();
    expect(await state()).toBe("IDLE");
    expect((await send(call, await automated(call))).status).toBe(200);
  });

  test("leaves its target without a primary: who watches for that is told while it lasts", async () => {
    const call = await frozen();
    const open = async () =>
      (await call("GET", `/groups/${call.groupId}/alerts`, { query: "status=OPEN&itemsPerPage=500" }))
        .rows()
        .filter(({ eventTypeName, clusterName }) => eventTypeName === "NO_PRIMARY" && clusterName === "prod-eu-side")
        .map(({ id }) => String(id));
    const before = await open();
    const id = (await send(call, await automated(call))).str("id");
    const raised = (await open()).filter((one) => !before.includes(one));
    expect(raised).toHaveLength(1);
    await call("DELETE", jobs(call, id));
    expect(await open()).toEqual(before);
    await send(call, await automated(call));
    expect(await open()).toHaveLength(before.length + 1);
    await step(call, 3600);
    expect(await open()).toEqual(before);
    const alert = await call("GET", `/groups/${call.groupId}/alerts/${raised[0]}`);
    expect([alert.at("status"), typeof alert.at("resolved")]).toEqual(["CLOSED", "string"]);
  });

  test("goes into a cluster of another project where the caller may, and is seen there", async () => {
    const call = await frozen();
    const [, staging = { id: "" }] = call.ready.groups;
    // The sample's own restore goes there.
    const [running] = (await call("GET", jobs(call, "", "paused-1"))).rows();
    await call("DELETE", jobs(call, String(running?.["id"]), "paused-1"));
    const body = await automated(call, into(call, "stage-1", staging.id));
    const state = async () => (await call("GET", `/groups/${staging.id}/clusters/stage-1`)).at("stateName");
    const lesser = await clientWith(call.ready, {
      projects: { [call.groupId]: ["Project Backup Manager"], [staging.id]: ["Project Read Only"] },
    });
    expect(refused(await send(lesser, body))).toEqual([403, "CANNOT_RESTORE_TO_TARGET"]);
    const stranger = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Backup Manager"] } });
    expect(refused(await send(stranger, body))).toEqual([403, "CANNOT_RESTORE_TO_TARGET"]);
    expect((await send(call, body)).status).toBe(200);
    expect(await state()).toBe("UPDATING");
    expect(refused(await send(call, body))).toEqual([409, "ATLAS_CLUSTER_RESTORE_IN_PROGRESS"]);
    await step(call, 3600);
    expect(await state()).toBe("IDLE");
  });

  test("into a cluster that cannot take it is refused", async () => {
    const call = await frozen();
    const [, , target = { id: "" }] = call.ready.groups;
    const cases: readonly (readonly [object, number, string])[] = [
      [into(call, "nowhere"), 404, "CLUSTER_NOT_FOUND"],
      [into(call, "prod-eu", absent), 404, "GROUP_NOT_FOUND"],
      [into(call, "prod-eu", target.id), 404, "CLUSTER_NOT_FOUND"],
      [into(call, "legacy-target", target.id), 400, "CANNOT_PERFORM_RESTORE_ON_CLUSTER_WITH_RUNNING_LIVE_IMPORT"],
      [into(call, "paused-1"), 400, "CLUSTER_PAUSED_CANNOT_RESTORE"],
      [into(call, "tiny"), 400, "TENANT_CLUSTER_UPDATE_UNSUPPORTED"],
      [into(call, "orders-sls"), 400, "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API"],
      [into(call, "analytics"), 409, "RESTORE_INITIATION_FAILED"],
    ];
    for (const [change, status, code] of cases) {
      expect([change, ...refused(await send(call, await automated(call, change)))]).toEqual([change, status, code]);
    }
    const whole = await newest(call, "analytics");
    const body = { deliveryType: "automated", snapshotId: whole["id"], ...into(call) };
    expect(refused(await send(call, body, "analytics"))).toEqual([409, "RESTORE_INITIATION_FAILED"]);
    expect((await send(call, { ...body, ...into(call, "analytics") }, "analytics")).status).toBe(200);
    const [member = ""] = Array.isArray(whole["snapshotIds"]) ? whole["snapshotIds"].map(String) : [];
    const ofShard = { ...body, snapshotId: member, ...into(call, "analytics") };
    expect(refused(await send(call, ofShard, "analytics"))).toEqual([400, "AUTOMATED_RESTORE_OF_SHARD_NOT_ALLOWED"]);
  });

  test("of a snapshot that is not there or not complete is refused; an emergency copy is good for it", async () => {
    const call = await frozen();
    const list = await call("GET", backup(call, "snapshots"), { query: "itemsPerPage=500" });
    const failed = rowWith(list, { status: "failed" })["id"];
    const other = (await newest(call, "analytics"))["id"];
    for (const snapshotId of [absent, other]) {
      expect(refused(await send(call, await automated(call, { snapshotId })))).toEqual([404, "SNAPSHOT_NOT_FOUND"]);
    }
    expect(refused(await send(call, await automated(call, { snapshotId: failed })))).toEqual([
      409,
      "CANNOT_START_RESTORE_JOB_FOR_INCOMPLETE_CLUSTER_SNAPSHOT",
    ]);
    expect(refused(await send(call, { deliveryType: "download", snapshotId: failed }))).toEqual([
      409,
      "CANNOT_DOWNLOAD_INCOMPLETE_SNAPSHOT",
    ]);
    const snapshotId = rowWith(list, { snapshotType: "fallback" })["id"];
    expect((await send(call, await automated(call, { snapshotId }))).status).toBe(200);
  });
});

describe("a restore to a moment", () => {
  test("to a moment begins from a snapshot of before it, where the request names one too", async () => {
    const call = await frozen();
    const moment = await atMoment(call, 3 * 86_400);
    const seconds = Number(Object(moment).pointInTimeUTCSeconds);
    const taken = await completeOnes(call);
    const earlier = taken.filter(({ createdAt }) => secondsOf(createdAt) <= seconds);
    const [older, latest] = [earlier.at(-3)?.["id"], taken.at(-1)?.["id"]];
    expect(refused(await send(call, { ...moment, snapshotId: latest }))).toEqual([
      404,
      "UNABLE_T0_FIND_SNAPSHOT_PRIOR_TO_PIT_RESTORE_OPTIME",
    ]);
    expect((await send(call, { ...moment, snapshotId: older })).at("snapshotId")).toBe(older);
  });

  test("tells the moment, and the snapshot that it begins from", async () => {
    const call = await frozen();
    const body = await atMoment(call, 3 * 86_400);
    const reply = await send(call, body);
    const seconds = Number(Object(body).pointInTimeUTCSeconds);
    expect(reply.json).toMatchObject({
      ...body,
      desiredTimestamp: { date: new Date(seconds * 1000).toISOString().replace(".000Z", "Z"), time: seconds },
    });
    const before = (await completeOnes(call)).findLast((one: Row) => secondsOf(one["createdAt"]) <= seconds);
    expect([reply.at("snapshotId"), reply.at("timestamp")]).toEqual([before?.["id"], before?.["createdAt"]]);
    await step(call, 3600);
    const log = { deliveryType: "pointInTime", oplogTs: seconds, oplogInc: 7, ...into(call, "prod-eu") };
    const other = await send(call, log);
    expect(other.json).toMatchObject({
      oplogTs: seconds,
      oplogInc: 7,
      desiredTimestamp: { increment: 7, time: seconds },
    });
    expect(Object(other.json)).not.toHaveProperty("pointInTimeUTCSeconds");
    expectDeclared("createBackupRestoreJob", other);
  });

  test("outside the restore window is refused to the second", async () => {
    const call = await frozen();
    const window = 7 * 86_400;
    const status = async (secondsAgo: number) => refused(await send(call, await atMoment(call, secondsAgo)));
    expect(await status(-1)).toEqual([400, "INVALID_PIT_RESTORE_TIME"]);
    expect(await status(window + 1)).toEqual([400, "INVALID_PIT_RESTORE_TIME"]);
    // One second inside, as the service's time has a fraction of a second too.
    expect(await status(window - 1)).toEqual([200, undefined]);
    await step(call, 3600);
    expect(await status(0)).toEqual([200, undefined]);
  });

  test("without a snapshot before it is 404, with a zero in the code", async () => {
    const call = await frozen();
    for (const { id } of await completeOnes(call)) {
      expect((await call("DELETE", backup(call, `snapshots/${id}`))).status).toBe(204);
    }
    const fallback = rowWith(await call("GET", backup(call, "snapshots")), { snapshotType: "fallback" });
    await call("DELETE", backup(call, `snapshots/${fallback["id"]}`));
    expect(refused(await send(call, await atMoment(call, 600)))).toEqual([
      404,
      "UNABLE_T0_FIND_SNAPSHOT_PRIOR_TO_PIT_RESTORE_OPTIME",
    ]);
  });

  test("is not to be had where it is off, nor after a restore until the next snapshot", async () => {
    const call = await frozen();
    expect(refused(await send(call, await atMoment(call, 600), "paused-1"))).toEqual([400, "INVALID_PIT_RESTORE_TIME"]);
    expect((await send(call, await automated(call, into(call, "prod-eu")))).status).toBe(200);
    await step(call, 3600);
    expect(refused(await send(call, await atMoment(call, 600)))).toEqual([409, "NO_CHECKPOINT_FOR_PIT_RESTORE"]);
    await call("POST", backup(call, "snapshots"), { body: { retentionInDays: 1 } });
    await step(call, 1200);
    expect((await send(call, await atMoment(call, 600))).status).toBe(200);
  });

  test("is to be had from before a restore and from its next snapshot on, and not from between", async () => {
    const call = await frozen();
    const before = await completeOnes(call);
    // Twice: what the first restore broke stays broken.
    for (let count = 0; count < 2; count += 1) {
      expect((await send(call, await automated(call, into(call, "prod-eu")))).status).toBe(200);
      await step(call, 3600);
      await call("POST", backup(call, "snapshots"), { body: { retentionInDays: 1 } });
      await step(call, 1200);
    }
    const [first, second] = (await completeOnes(call)).slice(before.length);
    const ago = async (time: unknown, seconds: number) => (await nowOf(call)) - secondsOf(time) + seconds;
    for (const { id, createdAt } of [first ?? {}, second ?? {}]) {
      const between = await atMoment(call, await ago(createdAt, 10));
      expect(refused(await send(call, between))).toEqual([400, "INVALID_PIT_RESTORE_TIME"]);
      const named = await send(call, { ...between, snapshotId: before.at(-1)?.["id"] });
      expect(refused(named)).toEqual([400, "INVALID_PIT_RESTORE_TIME"]);
      expect((await send(call, await atMoment(call, await ago(createdAt, -10)))).at("snapshotId")).toBe(id);
      await step(call, 3600);
    }
    const earlier = await send(call, await atMoment(call, await ago(before.at(-1)?.["createdAt"], -10)));
    expect(earlier.at("snapshotId")).toBe(before.at(-1)?.["id"]);
  });

  test("does not begin from a snapshot that was taken while the cluster was replaced", async () => {
    const call = await frozen();
    expect((await send(call, await automated(call, into(call, "prod-eu")))).status).toBe(200);
    const { id } = Object((await call("POST", backup(call, "snapshots"), { body: { retentionInDays: 1 } })).json);
    await step(call, 3600);
    expect((await call("GET", backup(call, `snapshots/${id}`))).at("status")).toBe("completed");
    expect(refused(await send(call, await atMoment(call, 60)))).toEqual([409, "NO_CHECKPOINT_FOR_PIT_RESTORE"]);
  });
});

describe("each field wrong", () => {
  test("is named, and nothing is started", async () => {
    const call = await frozen();
    const before = (await call("GET", jobs(call))).text;
    const snapshot = await automated(call);
    const moment = await atMoment(call, 600);
    const files = { deliveryType: "download", snapshotId: (await newest(call))["id"] };
    const log = { ...moment, pointInTimeUTCSeconds: undefined };
    const cases: readonly (readonly [string, object])[] = [
      ["deliveryType", { ...snapshot, deliveryType: undefined }],
      ["deliveryType", { ...snapshot, deliveryType: "AUTOMATED" }],
      ["snapshotId", { ...snapshot, snapshotId: undefined }],
      ["snapshotId", { ...snapshot, snapshotId: "newest" }],
      ["snapshotId", { ...files, snapshotId: undefined }],
      ["targetClusterName", { ...snapshot, targetClusterName: undefined }],
      ["targetClusterName", { ...snapshot, targetClusterName: "-side" }],
      ["targetClusterName", { ...moment, targetClusterName: undefined }],
      ["targetClusterName", { ...files, targetClusterName: "prod-eu-side" }],
      ["targetGroupId", { ...snapshot, targetGroupId: undefined }],
      ["targetGroupId", { ...snapshot, targetGroupId: "Payments" }],
      ["targetGroupId", { ...files, targetGroupId: call.groupId }],
      ["pointInTimeUTCSeconds", { ...moment, pointInTimeUTCSeconds: undefined }],
      ["pointInTimeUTCSeconds", { ...moment, pointInTimeUTCSeconds: 1_199_145_599 }],
      ["pointInTimeUTCSeconds", { ...moment, pointInTimeUTCSeconds: 1_763_733_990_000 }],
      ["pointInTimeUTCSeconds", { ...moment, pointInTimeUTCSeconds: 1_763_733_990.5 }],
      ["pointInTimeUTCSeconds", { ...moment, pointInTimeUTCSeconds: "2025-11-21T14:06:12Z" }],
      ["pointInTimeUTCSeconds", { ...moment, oplogTs: 1_763_733_990, oplogInc: 1 }],
      ["pointInTimeUTCSeconds", { ...snapshot, pointInTimeUTCSeconds: 1_763_733_990 }],
      ["pointInTimeUTCSeconds", { ...files, pointInTimeUTCSeconds: 1_763_733_990 }],
      ["oplogTs", { ...log, oplogInc: 1 }],
      ["oplogTs", { ...log, oplogTs: 1, oplogInc: 1 }],
      ["oplogTs", { ...snapshot, oplogTs: 1_763_733_990 }],
      ["oplogInc", { ...log, oplogTs: 1_763_733_990 }],
      ["oplogInc", { ...log, oplogTs: 1_763_733_990, oplogInc: 0 }],
      ["oplogInc", { ...files, oplogInc: 1 }],
      ["failed", { ...snapshot, failed: false }],
      ["deliveryUrl", { ...snapshot, deliveryUrl: [] }],
      ["timestamp", { ...snapshot, timestamp: "2025-11-21T14:06:12Z" }],
    ];
    for (const [field, body] of cases) {
      expect([body, ...refused(await send(call, body))]).toEqual([body, 400, "VALIDATION_ERROR", field]);
    }
    expect((await call("GET", jobs(call))).text).toBe(before);
  });

  test("so are paths and callers", async () => {
    const call = await frozen();
    for (const [cluster, status, code] of OTHER_CLUSTERS) {
      for (const reply of [
        await call("GET", jobs(call, "", cluster)),
        await call("GET", jobs(call, absent, cluster)),
        await call("DELETE", jobs(call, absent, cluster)),
        await send(call, await automated(call), cluster),
      ]) {
        expect([cluster, ...refused(reply)]).toEqual([cluster, status, code]);
      }
    }
    for (const method of ["GET", "DELETE"]) {
      expect(refused(await call(method, jobs(call, absent)))).toEqual([404, "RESTORE_JOB_NOT_FOUND"]);
      expect(refused(await call(method, jobs(call, "nothing")))).toEqual([400, "VALIDATION_ERROR", "restoreJobId"]);
    }
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    const [id] = (await call("GET", jobs(call))).rows().map((row) => String(row["id"]));
    for (const reply of [
      await reader("GET", jobs(call)),
      await reader("GET", jobs(call, id)),
      await reader("DELETE", jobs(call, id)),
      await send(reader, await automated(call)),
    ]) {
      expect(refused(reply)).toEqual([401, "USER_UNAUTHORIZED"]);
    }
  });
});
