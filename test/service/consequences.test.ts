import { describe, expect, test } from "vitest";
import { backup, buckets, newest, rowWith, secondsOf, step } from "./backup-jobs-support.ts";
import { snapshotsOf } from "./backups.ts";
import { created, email, usual } from "./configurations.ts";
import { switchOn } from "./scenario-support.ts";
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
    const path = `/groups/${call.groupId}/dbAccessHistory/clusters/prod-eu`;
    const logins = async (from: number, to: number): Promise<readonly unknown[]> => {
      const reply = await call("GET", path, { query: `start=${from * 1000}&end=${to * 1000}` });
      return reply.rows("accessLogs").map(({ authResult }) => authResult);
    };
    const outages: [began: number, ended: number][] = [];
    // A second restore leaves what the access history tells of the first.
    for (let count = 0; count < 2; count += 1) {
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
      outages.push([began, secondsOf(job.at("finishedAt"))]);
    }
    for (const [began, ended] of outages) {
      expect(ended).toBeGreaterThan(began + 60);
      const during = await logins(began + 1, ended - 1);
      expect(during.length).toBeGreaterThan(5);
      expect(new Set(during)).toEqual(new Set([false]));
      expect(await logins(began - 300, began - 1)).toContain(true);
      expect(await logins(ended + 1, ended + 300)).toContain(true);
    }
  });
});

describe("an alert of what somebody did", () => {
  const MINUTE = 60;
  const watching = (call: Client, delayMin: number, intervalMin: number) =>
    created(call, { ...usual, notifications: [{ ...email, delayMin, intervalMin }] });

  /** The alerts of a configuration: status, and how many seconds after the beginning it was notified of last and ended. */
  const alertsOf = async (call: Client, configuration: string) =>
    (await call("GET", `/groups/${call.groupId}/alerts`, { query: "itemsPerPage=500" }))
      .rows()
      .filter(({ alertConfigId }) => alertConfigId === configuration)
      .map((alert) => {
        const since = (name: string): number | null =>
          alert[name] === undefined ? null : secondsOf(alert[name]) - secondsOf(alert["created"]);
        return [alert["status"], since("lastNotified"), since("resolved")];
      });

  const restored = async (call: Client): Promise<string> => {
    const snapshotId = (await newest(call))["id"];
    const body = { deliveryType: "automated", snapshotId, targetClusterName: "prod-eu", targetGroupId: call.groupId };
    const reply = await call("POST", backup(call, "restoreJobs"), { body });
    expect(reply.status).toBe(200);
    return reply.str("id");
  };

  test("builds up as long as its configuration waits, and is notified again and again while it is open", async () => {
    const call = await ready({ speed: 0 });
    const id = (await watching(call, 2, 5)).str("id");
    await restored(call);
    expect(await alertsOf(call, id)).toEqual([["TRACKING", null, null]]);
    await step(call, 2 * MINUTE - 1);
    expect(await alertsOf(call, id)).toEqual([["TRACKING", null, null]]);
    await step(call, 1);
    expect(await alertsOf(call, id)).toEqual([["OPEN", 2 * MINUTE, null]]);
    await step(call, 6 * MINUTE);
    expect(await alertsOf(call, id)).toEqual([["OPEN", 7 * MINUTE, null]]);
    await step(call, 60 * MINUTE);
    const [[status, notified, ended] = []] = await alertsOf(call, id);
    expect([status, notified]).toEqual(["CLOSED", 7 * MINUTE]);
    expect(Number(ended)).toBeLessThan(12 * MINUTE);
  });

  test.each(["done", "cancelled"])("notifies nobody where a restore is %s before the wait is over", async (end) => {
    const call = await ready({ speed: 0 });
    const id = (await watching(call, 30, 5)).str("id");
    const job = await restored(call);
    await step(call, end === "done" ? 60 * MINUTE : MINUTE);
    if (end === "cancelled") await call("DELETE", backup(call, `restoreJobs/${job}`));
    const [[status, notified, ended] = []] = await alertsOf(call, id);
    expect([status, notified]).toEqual(["CLOSED", null]);
    expect(Number(ended)).toBeGreaterThan(0);
  });

  test("notifies nobody where a process is back before the wait is over", async () => {
    const call = await ready({ speed: 0 });
    const id = (await watching(call, 1, 5)).str("id");
    await call("PATCH", `/groups/${call.groupId}/auditLog`, { body: { enabled: false } });
    await step(call, 10 * MINUTE);
    const found = await alertsOf(call, id);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(([status, notified]) => `${status} ${notified}`))).toEqual(new Set(["CLOSED null"]));
  });

  test("of a storm is open when it is to be, has built up before, and is notified again", async () => {
    const call = await ready({ speed: 0 });
    const id = (await watching(call, 4, 10)).str("id");
    await switchOn(call, "alert-storm", { options: { count: 200, over: 0 } });
    await step(call, 1);
    const found = await alertsOf(call, id);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(String))).toEqual(new Set([`OPEN,${4 * MINUTE},`]));
    await step(call, 11 * MINUTE);
    expect(new Set((await alertsOf(call, id)).map(String))).toEqual(new Set([`OPEN,${14 * MINUTE},`]));
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
    // As long as it waits.
    await step(call, 300);
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
