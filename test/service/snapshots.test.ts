import { describe, expect, test } from "vitest";
import { absent, clusterPath, DAY, refusalOf, snapshotsOf, stagingOf, step } from "./backups.ts";
import { type Client, clientWith, ready, readyForAll } from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const take = (call: Client, body: unknown = {}, cluster = "prod-eu", groupId = call.groupId) =>
  call("POST", `${clusterPath(call, cluster, groupId)}/snapshots`, { body });
const one = (call: Client, id: unknown, cluster = "prod-eu") => `${clusterPath(call, cluster)}/snapshots/${id}`;
const sharded = (call: Client, id: unknown) => `${clusterPath(call, "analytics")}/snapshots/shardedCluster/${id}`;
const time = (text: unknown): number => Date.parse(String(text));

describe("the sample", () => {
  test("is what a year of the usual schedule leaves, with a gap, a failure, a fallback and copies", async () => {
    const call = shared();
    const all = await snapshotsOf(call);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => String(id)).toSorted());
    expect(all[0]).toMatchObject({ status: "completed" });
    expect(all.filter(({ status }) => status === "failed")).toHaveLength(1);
    expect(all.filter(({ snapshotType }) => snapshotType === "fallback")).toHaveLength(1);
    expect(new Set(all.map(({ frequencyType }) => frequencyType))).toEqual(
      new Set(["hourly", "daily", "weekly", "monthly", "yearly", "ondemand"]),
    );
    const recent = all.filter(({ createdAt }) => time(createdAt) > time(all.at(-1)?.["createdAt"]) - 6 * DAY);
    const intervals = recent.slice(1).map((row, index) => time(row["createdAt"]) - time(recent[index]?.["createdAt"]));
    expect(Math.round(Math.max(...intervals) / 3_600_000)).toBe(31);
    expect(all.some(({ copyRegions }) => Array.isArray(copyRegions) && copyRegions.length === 2)).toBe(true);
    const sizes = all.filter(({ status }) => status === "completed").map(({ storageSizeBytes }) => storageSizeBytes);
    expect(sizes.every((size) => Number(size) > 2 ** 31)).toBe(true);
  });

  test("each kind of cluster has its own list, and the other one is empty", async () => {
    const call = shared();
    const lists = await call("GET", `${clusterPath(call, "analytics")}/snapshots/shardedClusters`);
    expect(lists.rows().length).toBe(lists.at("totalCount"));
    expect(lists.rows().some(({ storageSizeBytes }) => Number(storageSizeBytes) > 2 ** 40)).toBe(true);
    expect(await snapshotsOf(call, "analytics")).toEqual([]);
    expect((await call("GET", `${clusterPath(call, "prod-eu")}/snapshots/shardedClusters`)).rows()).toEqual([]);
    const serverless = await call("GET", `/groups/${call.groupId}/serverless/orders-sls/backup/snapshots`);
    expect(serverless.rows().every(({ frequencyType }) => frequencyType === "daily")).toBe(true);
    const [first] = serverless.rows();
    const path = `/groups/${call.groupId}/serverless/orders-sls/backup/snapshots/${first?.["id"]}`;
    expect((await call("GET", path)).json).toEqual(first);
  });

  test("the list of a sharded cluster has no pages", async () => {
    const call = shared();
    const reply = await call("GET", `${clusterPath(call, "analytics")}/snapshots/shardedClusters`, {
      query: "itemsPerPage=5",
    });
    expect(refusalOf(reply)).toEqual([400, "VALIDATION_ERROR", "itemsPerPage"]);
  });

  test("lists agree with gets", async () => {
    const call = shared();
    for (const row of await snapshotsOf(call)) expect((await call("GET", one(call, row["id"]))).json).toEqual(row);
  });

  test("the other dialect spells the version its own way", async () => {
    const call = await ready({ dialect: "atlas" });
    const [first] = await snapshotsOf(call);
    expect(first).toMatchObject({ mongodVersion: "8.0.12" });
    expect(first).not.toHaveProperty("serverVersion");
  });
});

describe("taking one", () => {
  test("goes from queued by inProgress to completed, and fields come in the recorded order", async () => {
    const call = await ready();
    const taken = await take(call, { description: "before CHG-1", retentionInDays: 3 });
    const id = taken.at("id");
    expect(taken.status).toBe(200);
    expect(taken.json).toMatchObject({
      status: "queued",
      snapshotType: "onDemand",
      frequencyType: "ondemand",
      storageSizeBytes: 0,
      description: "before CHG-1",
      expiresAt: expect.any(String),
    });
    for (const name of ["serverVersion", "cloudProvider", "createdAt"]) expect(taken.json).not.toHaveProperty(name);
    await step(call, 9);
    const running = await call("GET", one(call, id));
    expect(running.at("status")).toBe("inProgress");
    expect(running.json).not.toHaveProperty("serverVersion");
    await step(call, 30);
    const known = await call("GET", one(call, id));
    expect(known.json).toMatchObject({ status: "inProgress", serverVersion: "8.0.12", storageSizeBytes: 0 });
    expect(known.json).not.toHaveProperty("cloudProvider");
    await step(call, 540);
    const done = await call("GET", one(call, id));
    expect(done.json).toMatchObject({ status: "completed", cloudProvider: "AWS" });
    expect(Number(done.at("storageSizeBytes"))).toBeGreaterThan(2 ** 31);
    expect(time(done.at("expiresAt")) - time(done.at("createdAt"))).toBe(3 * DAY);
    await step(call, 3 * 86_400);
    expect(refusalOf(await call("GET", one(call, id)))).toEqual([404, "SNAPSHOT_NOT_FOUND", undefined]);
  });

  test("a second one has to wait, and neither deleting nor keeping is possible meanwhile", async () => {
    const call = await ready();
    const id = (await take(call)).at("id");
    expect(refusalOf(await take(call))).toEqual([400, "UNFINISHED_ON_DEMAND_SNAPSHOT", undefined]);
    expect((await take(call, {}, "prod-eu-side")).status).toBe(200);
    expect((await call("DELETE", one(call, id))).at("errorCode")).toBe("CANNOT_DELETE_IN_PROGRESS_SNAPSHOT");
    const body = { retentionValue: 1, retentionUnit: "WEEKS" };
    expect((await call("PATCH", one(call, id), { body })).at("errorCode")).toBe(
      "CANNOT_MODIFY_IN_PROGRESS_SNAPSHOT_RETENTION",
    );
    await step(call, 600);
    expect((await call("DELETE", one(call, id))).status).toBe(204);
    expect((await take(call)).status).toBe(200);
  });

  test("of a sharded cluster answers its own kind, with a part for each shard", async () => {
    const call = await ready();
    const taken = await take(call, {}, "analytics");
    expect(taken.json).toMatchObject({ type: "shardedCluster", configServerType: "EMBEDDED" });
    await step(call, 700);
    const done = await call("GET", sharded(call, taken.at("id")));
    expect(done.rows("members").map(({ id }) => id)).toEqual(done.at("snapshotIds"));
    expect(done.rows("members")).toHaveLength(3);
  });

  test.each([
    [{ retentionInDays: 0 }, "VALIDATION_ERROR", "retentionInDays"],
    [{ retentionInDays: "7" }, "VALIDATION_ERROR", "retentionInDays"],
    [{ retentionInDays: 1.5 }, "VALIDATION_ERROR", "retentionInDays"],
    [{ retentionInDays: 36_501 }, "VALIDATION_ERROR", "retentionInDays"],
    [{ description: 7 }, "VALIDATION_ERROR", "description"],
    [{ colour: "red" }, "VALIDATION_ERROR", "colour"],
  ])("%j is refused", async (body, code, field) => {
    const call = shared();
    expect(refusalOf(await take(call, body))).toEqual([400, code, field]);
  });

  test.each([
    ["tiny", 400, "INCORRECT_BACKUP_API_ENDPOINT"],
    ["orders-sls", 400, "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API"],
    ["paused-1", 409, "CANNOT_UPDATE_PAUSED_CLUSTER"],
    ["nowhere", 404, "CLUSTER_NOT_FOUND"],
  ])("of %s is %d %s", async (cluster, status, code) => {
    const call = shared();
    expect(refusalOf(await take(call, {}, cluster)).slice(0, 2)).toEqual([status, code]);
  });

  test("needs a backup role", async () => {
    const call = shared();
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    expect((await take(reader)).status).toBe(401);
    expect((await reader("GET", `${clusterPath(call, "prod-eu")}/snapshots`)).status).toBe(200);
  });
});

describe("the wrong path", () => {
  test("is said for the other kind, for shards and for dedicated clusters as serverless", async () => {
    const call = await ready();
    const [whole] = (await call("GET", `${clusterPath(call, "analytics")}/snapshots/shardedClusters`)).rows();
    const [part] = Array.isArray(whole?.["snapshotIds"]) ? whole["snapshotIds"] : [];
    const path = one(call, part, "analytics");
    expect((await call("GET", path)).json).toMatchObject({ id: part, type: "replicaSet" });
    expect(refusalOf(await call("DELETE", path)).slice(0, 2)).toEqual([403, "CANNOT_DELETE_FROM_CLUSTER_SNAPSHOT"]);
    const body = { retentionValue: 2, retentionUnit: "YEARS" };
    expect(refusalOf(await call("PATCH", path, { body })).slice(0, 2)).toEqual([403, "CANNOT_MODIFY_CLUSTER_SNAPSHOT"]);
    const wrong = await call("GET", one(call, whole?.["id"], "analytics"));
    expect(refusalOf(wrong).slice(0, 2)).toEqual([400, "INCORRECT_BACKUP_API_ENDPOINT"]);
    const kept = await call("PATCH", one(call, whole?.["id"], "analytics"), { body });
    expect([kept.status, kept.at("members")]).toEqual([200, undefined]);
    expect((await call("DELETE", sharded(call, whole?.["id"]))).status).toBe(204);
    expect((await call("GET", sharded(call, whole?.["id"]))).at("errorCode")).toBe("SNAPSHOT_NOT_FOUND");
    const serverless = await call("GET", `/groups/${call.groupId}/serverless/prod-eu/backup/snapshots`);
    expect(serverless.at("errorCode")).toBe("CANNOT_USE_NON_FLEX_CLUSTER_IN_FLEX_API");
    const none = await call("GET", `/groups/${call.groupId}/serverless/orders-sls/backup/snapshots/${absent}`);
    expect(refusalOf(none).slice(0, 2)).toEqual([404, "TENANT_SNAPSHOT_NOT_FOUND"]);
  });
});

describe("keeping one", () => {
  test("counts from when it was taken, is kept as long as more frequent ones, and the past is the end", async () => {
    const call = await ready();
    const all = await snapshotsOf(call);
    const monthly = all.find(({ frequencyType }) => frequencyType === "monthly");
    const reply = await call("PATCH", one(call, monthly?.["id"]), {
      body: { retentionValue: 2, retentionUnit: "YEARS" },
    });
    expect(time(reply.at("expiresAt")) - time(reply.at("createdAt"))).toBe(730 * DAY);
    const short = await call("PATCH", one(call, monthly?.["id"]), {
      body: { retentionValue: 3, retentionUnit: "WEEKS" },
    });
    expect(refusalOf(short)).toEqual([400, "BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID", "retentionValue"]);
    const endless = await call("PATCH", one(call, monthly?.["id"]), {
      body: { retentionValue: 101, retentionUnit: "YEARS" },
    });
    expect(refusalOf(endless)).toEqual([400, "VALIDATION_ERROR", "retentionValue"]);
    const expired = await call("PATCH", one(call, monthly?.["id"]), {
      body: { retentionValue: 1, retentionUnit: "MONTHS" },
    });
    expect(expired.status).toBe(200);
    expect((await call("GET", one(call, monthly?.["id"]))).status).toBe(404);
    const failed = all.find(({ status }) => status === "failed");
    const refused = await call("PATCH", one(call, failed?.["id"]), {
      body: { retentionValue: 9, retentionUnit: "DAYS" },
    });
    expect(refusalOf(refused).slice(0, 2)).toEqual([403, "CANNOT_MODIFY_SNAPSHOT"]);
  });

  test.each([
    [{ retentionValue: 0, retentionUnit: "DAYS" }, "retentionValue"],
    [{ retentionValue: 1, retentionUnit: "days" }, "retentionUnit"],
    [{ retentionValue: 1 }, "retentionUnit"],
    [{ retentionUnit: "DAYS" }, "retentionValue"],
  ])("%j is refused", async (body, field) => {
    const call = shared();
    expect(refusalOf(await call("PATCH", one(call, absent), { body }))).toEqual([400, "VALIDATION_ERROR", field]);
  });

  test("a policy that binds lets nothing go early", async () => {
    const call = await ready();
    const groupId = stagingOf(call);
    const [, second] = await snapshotsOf(call, "stage-1", groupId);
    const path = `${clusterPath(call, "stage-1", groupId)}/snapshots/${second?.["id"]}`;
    expect((await call("DELETE", path)).at("errorCode")).toBe("CANNOT_DELETE_SNAPSHOT_WITH_BACKUP_COMPLIANCE_POLICY");
    const daily = (await snapshotsOf(call, "stage-1", groupId)).find(({ frequencyType }) => frequencyType === "daily");
    const patch = (retentionValue: number) =>
      call("PATCH", `${clusterPath(call, "stage-1", groupId)}/snapshots/${daily?.["id"]}`, {
        body: { retentionValue, retentionUnit: "DAYS" },
      });
    expect((await patch(7)).at("errorCode")).toBe("SNAPSHOT_RETENTION_LESS_THAN_BACKUP_COMPLIANCE_POLICY");
    expect((await patch(60)).status).toBe(200);
    expect((await patch(59)).at("errorCode")).toBe("CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY");
  });
});
