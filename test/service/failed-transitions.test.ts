/** A stored document that cannot be carried on, as an earlier version let a value in: it stays as it is, and all else goes on. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runDueTransitions } from "../../src/service/due-transitions.ts";
import { startService } from "../../src/service/service.ts";
import { openSqlite } from "../../src/service/sqlite/open.ts";
import { writeAnchor } from "../../src/service/storage/clock.ts";
import type { Document, DocumentDraft, WriteTransaction } from "../../src/service/storage/storage.ts";
import { folder } from "../folder.ts";
import { rowWith } from "./backup-jobs-support.ts";
import { clusterPath, policyItem, snapshotsOf, step, USUAL_POLICY } from "./backups.ts";
import { type Client, clientOf } from "./support.ts";

const HOURS = 3600;

/** What somebody does with a service on a file, which tells what it reports. */
async function startedOn(place: string, reported: string[], work: (call: Client) => Promise<void>, quiet = false) {
  const running = await startService({ place, quiet, speed: 0, report: (trouble) => reported.push(trouble) });
  try {
    await work(await clientOf(running.ready));
  } finally {
    await running.stop();
  }
}

/** Data that a service has made and left, with the ids in it. */
async function data() {
  const place = join(folder(), "data.sqlite");
  const running = await startService({ place, speed: 0 });
  await running.stop();
  const { groupId, groups } = running.ready;
  return { place, groupId, otherGroupId: groups.find(({ name }) => name === "Staging")?.id ?? "" };
}

async function written(place: string, work: (transaction: WriteTransaction) => Promise<void>): Promise<void> {
  const store = openSqlite(place);
  await store.write(null, work);
  await store.close();
}

/** Changes a stored document as no request of this version could. */
const changed = (place: string, kind: string, id: string, change: (document: Document) => Partial<DocumentDraft>) =>
  written(place, async (transaction) => {
    const found = await transaction.get(kind, id);
    if (found === undefined) throw new TypeError(`no ${kind} ${id}`);
    await transaction.put({ ...found, ...change(found) });
  });

const endless = { id: "a".repeat(24), ...policyItem("hourly", 6, 300_000), retentionUnit: "years" };

const itemsOf = async (call: Client) =>
  (await call("GET", `${clusterPath(call, "prod-eu")}/schedule`)).rows("policies", 0, "policyItems");

describe("a schedule of an earlier version that keeps snapshots for 300000 years", () => {
  test("takes none, is reported once, and costs nobody else anything, also at the next start", async () => {
    const { place, groupId } = await data();
    const policy = { id: "b".repeat(24), policyItems: [endless] };
    await changed(place, "backup-schedule", `${groupId}/prod-eu`, ({ body }) => ({ body: { ...body, policy } }));
    const reported: string[] = [];
    await startedOn(place, reported, async (call) => {
      const before = await snapshotsOf(call);
      const others = (await snapshotsOf(call, "wallet-eu")).at(-1)?.["id"];
      expect((await step(call, 7 * HOURS)).status).toBe(200);
      expect((await snapshotsOf(call, "wallet-eu")).at(-1)?.["id"]).not.toBe(others);
      expect(await itemsOf(call)).toEqual([endless]);
      const ids = new Set(before.map(({ id }) => id));
      expect((await snapshotsOf(call)).every(({ id }) => ids.has(id))).toBe(true);
      await step(call, 50 * HOURS);
      expect((await call("GET", `/groups/${groupId}/alerts`)).status).toBe(200);
    });
    expect(reported.map((trouble) => trouble.split("\n")[0])).toEqual([
      `A change that was due failed: backup-schedule ${groupId}/prod-eu stays as it was, and the change is tried again after a day. RangeError: Invalid time value`,
    ]);
    await startedOn(place, reported, async (call) => {
      expect((await call("GET", `/groups/${groupId}/alerts`)).status).toBe(200);
      expect(await itemsOf(call)).toEqual([endless]);
    });
  });

  test("goes on when its retention is set right", async () => {
    const { place, groupId } = await data();
    const policy = { id: "b".repeat(24), policyItems: [endless] };
    await changed(place, "backup-schedule", `${groupId}/prod-eu`, ({ body }) => ({ body: { ...body, policy } }));
    await startedOn(place, [], async (call) => {
      await step(call, 7 * HOURS);
      const body = { policies: [{ policyItems: [{ ...endless, retentionValue: 1 }] }] };
      expect((await call("PATCH", `${clusterPath(call, "prod-eu")}/schedule`, { body })).status).toBe(200);
      const before = (await snapshotsOf(call)).at(-1)?.["id"];
      await step(call, 7 * HOURS);
      expect((await snapshotsOf(call)).at(-1)?.["id"]).not.toBe(before);
    });
  });
});

test("a schedule of another shape fails alone: what is asked of all schedules goes by the others", async () => {
  const { place, groupId } = await data();
  await changed(place, "backup-schedule", `${groupId}/paused-1`, ({ body }) => ({
    body: { ...body, copySettings: "none" },
  }));
  const reported: string[] = [];
  await startedOn(place, reported, async (call) => {
    const own = await call("GET", `${clusterPath(call, "paused-1")}/schedule`);
    expect([own.status, own.at("errorCode")]).toEqual([500, "UNEXPECTED_ERROR"]);
    const path = `/groups/${groupId}/backupCompliancePolicy`;
    expect((await call("PUT", path, { body: USUAL_POLICY })).status).toBe(200);
    const schedule = await call("GET", `${clusterPath(call, "prod-eu")}/schedule`);
    expect(schedule.at("restoreWindowDays")).toBe(USUAL_POLICY.restoreWindowDays);
    const buckets = `/groups/${groupId}/backup/exportBuckets`;
    const { _id: used } = rowWith(await call("GET", buckets), { bucketName: "acme-db-exports" });
    await call("PATCH", `${clusterPath(call, "analytics")}/schedule`, { body: { autoExportEnabled: false } });
    expect((await call("DELETE", `${buckets}/${used}`)).status).toBe(204);
  });
  expect(reported.join("\n")).toContain("backup-schedule");
});

test("a policy of an earlier version that asks for more than is possible is met by the most", async () => {
  const { place, otherGroupId } = await data();
  const item = { id: "c".repeat(24), ...policyItem("ondemand", 1, 101), retentionUnit: "years" };
  await changed(place, "compliance-policy", otherGroupId, ({ body }) => ({
    body: { ...body, onDemandPolicyItem: item },
  }));
  await startedOn(
    place,
    [],
    async (call) => {
      const snapshots = `${clusterPath(call, "stage-1", otherGroupId)}/snapshots`;
      expect((await call("POST", snapshots, { body: {} })).status).toBe(200);
      const path = `/groups/${otherGroupId}/backupCompliancePolicy`;
      const { deletable, state, updatedDate, updatedUser, ...policy } = Object((await call("GET", path)).json);
      const body = { ...policy, onDemandPolicyItem: { ...item, retentionValue: 100 } };
      expect((await call("PUT", path, { body })).status).toBe(200);
    },
    true,
  );
});

/** A time that is none: whoever writes it down throws. */
const NEVER = -9e15;

test("documents of any kind that cannot be moved keep neither the service from starting nor others from moving", async () => {
  const { place, groupId } = await data();
  const poisoned: string[] = [];
  await written(place, async (transaction) => {
    const all = { offset: 0, limit: 10_000 };
    for (const [kind, parent] of [
      ["alert", groupId],
      ["cluster", groupId],
      ["snapshot", `${groupId}/prod-eu`],
      ["export-job", `${groupId}/analytics`],
      ["restore-job", `${groupId}/paused-1`],
      ["search-nodes", groupId],
    ] as const) {
      const found = (await transaction.list({ kind, parent }, all)).at(-1);
      if (found === undefined) continue;
      const timeline = [{ at: NEVER, set: {}, stamp: ["finishedAt"] }];
      await transaction.put({ ...found, timeline, nextDue: 0, spontaneous: false });
      poisoned.push(`${kind} ${found.id}`);
    }
  });
  expect(poisoned.length).toBeGreaterThan(4);
  const reported: string[] = [];
  await startedOn(place, reported, async (call) => {
    const taken = await call("POST", `${clusterPath(call, "prod-eu-side")}/snapshots`, { body: {} });
    expect(taken.status).toBe(200);
    await step(call, HOURS);
    const rows = await snapshotsOf(call, "prod-eu-side");
    expect(rows.find(({ id }) => id === taken.at("id"))?.["status"]).toBe("completed");
  });
  const failures = reported.filter((trouble) => trouble.startsWith("A change that was due failed"));
  expect(failures).toHaveLength(poisoned.length);
  for (const name of poisoned) expect(failures.join("\n")).toContain(`${name} stays as it was`);
});

test("a storage that fails meanwhile is no failure of the document", async () => {
  const store = openSqlite(":memory:");
  onTestFinished(() => store.close());
  const reported: string[] = [];
  const draft = { kind: "backup-schedule", id: "g/c", parent: "g", keys: [], nextDue: 1, spontaneous: false };
  const run = store.write("g", async (transaction) => {
    await writeAnchor(transaction, { simulated: 10, real: 10, speed: 0 });
    await transaction.put({ ...draft, kind: "snapshot", timeline: [{ at: 1, set: {} }], body: { id: "s" } });
    const lost = { ...transaction, get: () => Promise.reject(new Error("disk I/O error")) };
    const report = (_about: string, trouble: string) => reported.push(trouble);
    return runDueTransitions(lost, "g", { now: 10, quiet: false, report });
  });
  await expect(run).rejects.toThrow("disk I/O error");
  expect(reported).toEqual([]);
});
