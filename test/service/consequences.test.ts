import { describe, expect, test } from "vitest";
import { backup, buckets, newest, rowWith, secondsOf, step } from "./backup-jobs-support.ts";
import { snapshotsOf } from "./backups.ts";
import { created, usual } from "./configurations.ts";
import { type Client, type Row, ready } from "./support.ts";

/** What one thing brings with it in another area. */

/** A service whose time stands still but for steps, and where things happen by themselves. */
const lively = (): Promise<Client> => ready({ speed: 0, quiet: false });

const added = (before: readonly Row[], after: readonly Row[]): readonly Row[] => {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
};

const MONTH = 32 * 86_400;

describe("a scheduled snapshot", () => {
  const exportsOf = async (call: Client): Promise<readonly Row[]> =>
    (await call("GET", backup(call, "exports"), { query: "itemsPerPage=500" })).rows();

  test("of the kind that its schedule exports starts its export when it is complete; no other one does", async () => {
    const call = await lively();
    const bucket = rowWith(await call("GET", buckets(call)), { bucketName: "acme-db-exports" })["_id"];
    const body = { autoExportEnabled: true, export: { exportBucketId: bucket, frequencyType: "monthly" } };
    const schedule = await call("PATCH", backup(call, "schedule"), { body });
    expect(schedule.status).toBe(200);
    const [monthly = {}] = schedule
      .rows("policies", 0, "policyItems")
      .filter(({ frequencyType }) => frequencyType === "monthly");
    const former = { snapshots: await snapshotsOf(call), exports: await exportsOf(call) };

    await step(call, MONTH);
    const fresh = added(former.snapshots, await snapshotsOf(call)).filter(({ status }) => status === "completed");
    const meant = fresh.filter(({ policyItems }) => Array.isArray(policyItems) && policyItems.includes(monthly["id"]));
    const started = added(former.exports, await exportsOf(call));
    expect(meant.length).toBeGreaterThan(0);
    expect(fresh.length).toBeGreaterThan(meant.length);
    expect(started.map(({ snapshotId }) => snapshotId).toSorted()).toEqual(meant.map(({ id }) => id).toSorted());
    for (const { exportBucketId, snapshotId, createdAt } of started) {
      expect(exportBucketId).toBe(bucket);
      const snapshot = meant.find(({ id }) => id === snapshotId);
      expect(secondsOf(createdAt)).toBeGreaterThan(secondsOf(snapshot?.["createdAt"]));
    }

    const off = await call("PATCH", backup(call, "schedule"), { body: { autoExportEnabled: false } });
    expect(off.status).toBe(200);
    const last = await exportsOf(call);
    await step(call, MONTH);
    expect(added(last, await exportsOf(call))).toEqual([]);
  });
});

describe("a restore", () => {
  test("lets nobody in while it replaces a cluster, and everybody before and after it", async () => {
    const call = await lively();
    await step(call, 600);
    const body = {
      deliveryType: "automated",
      snapshotId: (await newest(call))["id"],
      targetClusterName: "prod-eu",
      targetGroupId: call.groupId,
    };
    const started = await call("POST", backup(call, "restoreJobs"), { body });
    expect(started.status).toBe(200);
    const began = secondsOf(new Date(started.headers["date"] ?? "").toISOString());
    await step(call, 3600);
    const job = await call("GET", backup(call, `restoreJobs/${started.str("id")}`));
    const ended = secondsOf(job.at("finishedAt"));
    expect(ended).toBeGreaterThan(began + 60);

    const path = `/groups/${call.groupId}/dbAccessHistory/clusters/prod-eu`;
    const logins = async (from: number, to: number): Promise<readonly unknown[]> => {
      const reply = await call("GET", path, { query: `start=${from * 1000}&end=${to * 1000}` });
      return reply.rows("accessLogs").map(({ authResult }) => authResult);
    };
    const during = await logins(began + 1, ended - 1);
    expect(during.length).toBeGreaterThan(5);
    expect(new Set(during)).toEqual(new Set([false]));
    expect(await logins(began - 300, began - 1)).toContain(true);
    expect(await logins(ended + 1, ended + 300)).toContain(true);
  });
});

describe("a project with hundreds of alert configurations", () => {
  test("has the last of them looked at too", async () => {
    const call = await ready({ speed: 0 });
    // More than two pages of the service's own.
    for (let number = 0; number < 230; number += 1) await created(call, { ...usual, eventTypeName: "HOST_DOWN" });
    const last = (await created(call, usual)).str("id");

    const snapshotId = (await newest(call))["id"];
    const body = { deliveryType: "automated", snapshotId, targetClusterName: "prod-eu", targetGroupId: call.groupId };
    expect((await call("POST", backup(call, "restoreJobs"), { body })).status).toBe(200);
    await step(call, 30);
    const raised = (await call("GET", `/groups/${call.groupId}/alertConfigs/${last}/alerts`)).rows();
    expect(raised.map(({ eventTypeName, status }) => [eventTypeName, status])).toEqual([["NO_PRIMARY", "OPEN"]]);
  });
});

describe("a change of auditing", () => {
  const ELECTIONS: readonly unknown[] = ["NO_PRIMARY", "PRIMARY_ELECTED"];
  const elections = async (call: Client): Promise<readonly Row[]> =>
    (await call("GET", `/groups/${call.groupId}/alerts`, { query: "itemsPerPage=500" }))
      .rows()
      .filter(({ eventTypeName }) => ELECTIONS.includes(eventTypeName));
  const audit = (call: Client, enabled: boolean) =>
    call("PATCH", `/groups/${call.groupId}/auditLog`, { body: { enabled } });

  test("restarts the processes one by one: who watches for a primary is told, until all are back", async () => {
    // Quiet: what happens follows from the change alone.
    const call = await ready({ speed: 0 });
    const before = await elections(call);
    expect((await audit(call, false)).status).toBe(200);
    await step(call, 1);
    const first = added(before, await elections(call));
    expect(first.map(({ status }) => status)).toEqual(["OPEN"]);
    await step(call, 120);
    const all = added(before, await elections(call));
    expect(all.length).toBeGreaterThan(first.length);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["CLOSED"]));
    const places = all.map(({ alertConfigId, replicaSetName }) => `${alertConfigId} ${replicaSetName}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test("raises nothing of a configuration that is removed or switched off while the processes restart", async () => {
    const call = await ready({ speed: 0 });
    const before = await elections(call);
    expect((await audit(call, false)).status).toBe(200);
    const path = `/groups/${call.groupId}/alertConfigs`;
    const watching = (await call("GET", path, { query: "itemsPerPage=500" }))
      .rows()
      .filter(({ eventTypeName, enabled }) => ELECTIONS.includes(eventTypeName) && enabled === true);
    expect(watching.length).toBeGreaterThan(0);
    for (const [index, { id }] of watching.entries()) {
      const isDeleted = index % 2 === 0;
      const reply = isDeleted
        ? await call("DELETE", `${path}/${id}`)
        : await call("PATCH", `${path}/${id}`, { body: { enabled: false } });
      expect(reply.status).toBeLessThan(300);
    }
    await step(call, 120);
    expect(added(before, await elections(call)).filter(({ status }) => status !== "CANCELLED")).toEqual([]);
  });

  test("that changes nothing restarts nothing", async () => {
    const call = await ready({ speed: 0 });
    const before = await elections(call);
    expect((await audit(call, true)).status).toBe(200);
    await step(call, 120);
    expect(await elections(call)).toEqual(before);
  });
});
