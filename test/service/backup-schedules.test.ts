import { describe, expect, test } from "vitest";
import { clusterPath, refusalOf, snapshotsOf, stagingOf, step } from "./backups.ts";
import { type Client, clientWith, type Row, ready, readyForAll } from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const path = (call: Client, cluster = "prod-eu") => `${clusterPath(call, cluster)}/schedule`;
const get = (call: Client, cluster = "prod-eu") => call("GET", path(call, cluster));
const patch = (call: Client, body: unknown, cluster = "prod-eu") => call("PATCH", path(call, cluster), { body });
const itemsOf = async (call: Client, cluster = "prod-eu"): Promise<readonly Row[]> =>
  (await get(call, cluster)).rows("policies", 0, "policyItems");
const items = (...policyItems: unknown[]) => ({ policies: [{ policyItems }] });
const item = (frequencyType: string, frequencyInterval: number, retentionValue: number, retentionUnit = "days") => ({
  frequencyType,
  frequencyInterval,
  retentionValue,
  retentionUnit,
});

describe("changing a schedule", () => {
  test("leaves what is not named, and keeps ids; lists that are given replace", async () => {
    const call = await ready();
    const before = await get(call);
    const changed = await patch(call, { referenceHourOfDay: 0, referenceMinuteOfHour: 0 });
    expect(changed.json).toMatchObject({ referenceHourOfDay: 0, referenceMinuteOfHour: 0, restoreWindowDays: 7 });
    expect(changed.at("policies")).toEqual(before.at("policies"));
    expect(String(changed.at("nextSnapshot"))).toMatch(/T(00|06|12|18):00:00Z$/u);
    const [hourly, daily, weekly] = await itemsOf(call);
    const body = {
      policies: [
        {
          id: before.at("policies", 0, "id"),
          policyItems: [hourly, daily, { ...weekly, retentionValue: 5 }, item("weekly", 1, 6, "weeks")],
        },
      ],
    };
    const next = (await patch(call, body)).rows("policies", 0, "policyItems");
    expect(next.slice(0, 3).map(({ id }) => id)).toEqual([hourly?.["id"], daily?.["id"], weekly?.["id"]]);
    expect(next[3]?.["id"]).toMatch(/^[a-f0-9]{24}$/u);
    expect((await get(call)).rows("policies", 0, "policyItems")).toEqual(next);
  });

  test("takes its own default back unchanged", async () => {
    const call = await ready();
    const before = await get(call);
    expect((await patch(call, { policies: before.at("policies"), restoreWindowDays: 7 })).json).toEqual(before.json);
  });

  test.each([
    ["no policy", { policies: [] }, "INVALID_NUM_OF_POLICIES", "policies"],
    ["no item", items(), "INVALID_NUM_OF_POLICY_ITEMS", "policies[0].policyItems"],
    [
      "another policy",
      { policies: [{ id: "f".repeat(24), policyItems: [item("hourly", 6, 7)] }] },
      "INVALID_POLICY_ID",
      "policies[0].id",
    ],
    [
      "another item",
      items({ ...item("hourly", 6, 7), id: "f".repeat(24) }),
      "INVALID_POLICY_ITEM_ID",
      "policies[0].policyItems[0].id",
    ],
    ["an interval", items(item("hourly", 5, 7)), "VALIDATION_ERROR", "policies[0].policyItems[0].frequencyInterval"],
    [
      "a short week",
      items(item("hourly", 6, 7), item("weekly", 1, 6)),
      "VALIDATION_ERROR",
      "policies[0].policyItems[1].retentionValue",
    ],
    [
      "falling retention",
      items(item("hourly", 6, 9), item("daily", 1, 8)),
      "VALIDATION_ERROR",
      "policies[0].policyItems[1].retentionValue",
    ],
    [
      "two dailies",
      items(item("hourly", 6, 7), item("daily", 1, 8), item("daily", 1, 9)),
      "VALIDATION_ERROR",
      "policies[0].policyItems[2].frequencyType",
    ],
    [
      "a unit in capitals",
      items(item("hourly", 6, 7, "DAYS")),
      "VALIDATION_ERROR",
      "policies[0].policyItems[0].retentionUnit",
    ],
    [
      "too long",
      items(item("hourly", 6, 2_147_483_647)),
      "VALIDATION_ERROR",
      "policies[0].policyItems[0].retentionValue",
    ],
    ["hour alone", { referenceHourOfDay: 3 }, "VALIDATION_ERROR", "referenceMinuteOfHour"],
    ["hour 24", { referenceHourOfDay: 24, referenceMinuteOfHour: 0 }, "VALIDATION_ERROR", "referenceHourOfDay"],
    ["a window of none", { restoreWindowDays: 0 }, "VALIDATION_ERROR", "restoreWindowDays"],
    ["a long window", { restoreWindowDays: 8 }, "INVALID_RESTORE_WINDOW", "restoreWindowDays"],
    ["no hourly item", items(item("daily", 1, 9)), "INVALID_RESTORE_WINDOW", "policies[0].policyItems"],
    ["a shorter hourly item", items(item("hourly", 6, 6)), "INVALID_RESTORE_WINDOW", "policies[0].policyItems"],
    ["an export while off", { export: { frequencyType: "monthly" } }, "INVALID_SNAPSHOT_SCHEDULE", "export"],
    ["export without bucket", { autoExportEnabled: true }, "INVALID_SNAPSHOT_SCHEDULE", "export.exportBucketId"],
    [
      "copies at home",
      { copySettings: [{ zoneId: "a".repeat(24), regionName: "EU_WEST_1", frequencies: [] }] },
      "INVALID_SNAPSHOT_SCHEDULE",
      "copySettings[0].regionName",
    ],
    [
      "another provider",
      { copySettings: [{ zoneId: "a".repeat(24), regionName: "X", cloudProvider: "GCP" }] },
      "INVALID_SNAPSHOT_SCHEDULE",
      "copySettings[0].cloudProvider",
    ],
    ["no zone", { copySettings: [{ regionName: "X" }] }, "VALIDATION_ERROR", "copySettings[0].zoneId"],
    [
      "extra days alone",
      { extraRetentionSettings: [{ frequencyType: "HOURLY", retentionDays: 2 }] },
      "INVALID_SNAPSHOT_SCHEDULE",
      "extraRetentionSettings",
    ],
    [
      "copies nowhere",
      { deleteCopiedBackups: [{ regionName: "NOWHERE" }] },
      "INVALID_SNAPSHOT_SCHEDULE",
      "deleteCopiedBackups[0].regionName",
    ],
    ["a field of the answer", { nextSnapshot: "2026-01-01T00:00:00Z" }, "VALIDATION_ERROR", "nextSnapshot"],
  ])("refuses %s", async (_name, body, code, field) => {
    const call = shared();
    const before = await get(call);
    expect(refusalOf(await patch(call, body))).toEqual([400, code, field]);
    expect((await get(call)).json).toEqual(before.json);
  });

  test("an item keeps its frequency", async () => {
    const call = shared();
    const [hourly, daily] = await itemsOf(call);
    const body = items(hourly, { ...daily, frequencyType: "weekly", frequencyInterval: 1 });
    expect((await patch(call, body)).at("errorCode")).toBe("INVALID_FREQUENCY_TYPE_CHANGE");
  });

  test("an absent bucket is 404, and so is a cluster; others are of the wrong kind or without backup", async () => {
    const call = shared();
    const body = { autoExportEnabled: true, export: { exportBucketId: "f".repeat(24), frequencyType: "monthly" } };
    expect(refusalOf(await patch(call, body)).slice(0, 2)).toEqual([404, "EXPORT_BUCKET_NOT_FOUND"]);
    expect((await get(call, "nowhere")).at("errorCode")).toBe("CLUSTER_NOT_FOUND");
    expect((await get(call, "tiny")).at("errorCode")).toBe("INCORRECT_BACKUP_API_ENDPOINT");
    const target = call.ready.groups.find(({ name }) => name === "Legacy-Target")?.id;
    const none = await call("GET", `${clusterPath(call, "legacy-target", target)}/schedule`);
    expect(refusalOf(none).slice(0, 2)).toEqual([404, "BACKUP_CONFIG_NOT_FOUND"]);
    const backups = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Backup Manager"] } });
    expect((await patch(backups, {})).status).toBe(401);
  });

  test("exports are not switched on again into a bucket that was deleted", async () => {
    const call = await ready();
    const { exportBucketId } = Object((await get(call, "analytics")).at("export"));
    expect((await patch(call, { autoExportEnabled: false }, "analytics")).status).toBe(200);
    expect((await call("DELETE", `/groups/${call.groupId}/backup/exportBuckets/${exportBucketId}`)).status).toBe(204);
    const before = (await get(call, "analytics")).json;
    for (const more of [{}, { export: { frequencyType: "yearly" } }]) {
      const reply = await patch(call, { autoExportEnabled: true, ...more }, "analytics");
      expect([reply.status, reply.at("errorCode")]).toEqual(
        "export" in more ? [400, "INVALID_SNAPSHOT_SCHEDULE"] : [404, "EXPORT_BUCKET_NOT_FOUND"],
      );
    }
    expect((await get(call, "analytics")).json).toEqual(before);
    expect((await patch(call, { referenceHourOfDay: 3, referenceMinuteOfHour: 0 }, "analytics")).status).toBe(200);
  });

  test("applies changed retention to what was taken only when asked to", async () => {
    const call = await ready();
    const [hourly, daily, weekly, monthly, yearly] = await itemsOf(call);
    const id = (await snapshotsOf(call)).find(({ frequencyType }) => frequencyType === "yearly")?.["id"];
    const expiry = async () => (await call("GET", `${clusterPath(call, "prod-eu")}/snapshots/${id}`)).at("expiresAt");
    const before = await expiry();
    const body = items(hourly, daily, weekly, monthly, { ...yearly, retentionValue: 3 });
    await patch(call, body);
    expect(await expiry()).toBe(before);
    await patch(call, items(hourly, daily, weekly, monthly, yearly));
    await patch(call, { ...body, updateSnapshots: true });
    expect(await expiry()).not.toBe(before);
  });

  test("deletes copies in a region when told so", async () => {
    const call = await ready();
    expect((await patch(call, { deleteCopiedBackups: [{ regionName: "US_EAST_1" }] })).status).toBe(200);
    const regions = (await snapshotsOf(call)).flatMap(({ copyRegions }) => copyRegions ?? []);
    expect(new Set(regions)).toEqual(new Set(["EU_CENTRAL_1"]));
  });
});

describe("copies of a setting that is gone", () => {
  const STAGE = "stage-1";
  const stage = (call: Client, method: string, rest: string, body?: unknown) =>
    call(method, `${clusterPath(call, STAGE, stagingOf(call))}/${rest}`, body === undefined ? {} : { body });
  const change = (call: Client, body: unknown) => stage(call, "PATCH", "schedule", body);
  const copied = async (call: Client) =>
    (await snapshotsOf(call, STAGE, stagingOf(call))).filter(({ copyRegions }) => copyRegions !== undefined).length;
  const settingOf = async (call: Client): Promise<Row> =>
    (await stage(call, "GET", "schedule")).rows("copySettings")[0] ?? {};

  test("are deleted by what names it, wholly or in part, and by nothing else", async () => {
    const call = await ready();
    const { cloudProvider, regionName, zoneId } = await settingOf(call);
    const before = await copied(call);
    expect(before).toBeGreaterThan(0);
    const named = { cloudProvider, regionName, zoneId };
    expect(refusalOf(await change(call, { deleteCopiedBackups: [named] }))).toEqual([
      400,
      "INVALID_SNAPSHOT_SCHEDULE",
      "deleteCopiedBackups[0].regionName",
    ]);
    expect((await change(call, { copySettings: [] })).status).toBe(200);
    for (const [wrong, field] of [
      [{ ...named, cloudProvider: "GCP" }, "cloudProvider"],
      [{ ...named, zoneId: "f".repeat(24) }, "zoneId"],
      [{ ...named, regionName: "US_EAST_1" }, "regionName"],
      [{ cloudProvider, zoneId }, "regionName"],
      [{}, "regionName"],
    ] as const) {
      expect(refusalOf(await change(call, { deleteCopiedBackups: [wrong] }))).toEqual([
        400,
        "INVALID_SNAPSHOT_SCHEDULE",
        `deleteCopiedBackups[0].${field}`,
      ]);
    }
    expect(await copied(call)).toBe(before);
    expect((await change(call, { deleteCopiedBackups: [named] })).status).toBe(200);
    expect(await copied(call)).toBe(0);
    expect((await change(call, { deleteCopiedBackups: [named] })).status).toBe(400);
  });

  test("do not come back with a snapshot that was running", async () => {
    const call = await ready({ speed: 0, quiet: false });
    const setting = await settingOf(call);
    const { cloudProvider, regionName, zoneId } = setting;
    expect((await change(call, { copySettings: [{ ...setting, frequencies: ["ON_DEMAND"] }] })).status).toBe(200);
    const id = (await stage(call, "POST", "snapshots", {})).str("id");
    expect(
      (await change(call, { copySettings: [], deleteCopiedBackups: [{ cloudProvider, regionName, zoneId }] })).status,
    ).toBe(200);
    await step(call, 3600);
    const done = await stage(call, "GET", `snapshots/${id}`);
    expect([done.at("status"), done.at("copyRegions")]).toEqual(["completed", undefined]);
  });

  test("of a sharded cluster can be deleted once, in the request that removes it or later", async () => {
    const call = await ready();
    const [first, second] = (await get(call, "analytics")).rows("copySettings");
    const named = ({ cloudProvider, regionName, zoneId }: Row) => ({ cloudProvider, regionName, zoneId });
    if (first === undefined || second === undefined) throw new TypeError("the sample has two copy settings");
    const both = { copySettings: [second], deleteCopiedBackups: [named(first)] };
    expect((await patch(call, both, "analytics")).status).toBe(200);
    expect((await patch(call, { copySettings: [] }, "analytics")).status).toBe(200);
    const again = (setting: Row) => patch(call, { deleteCopiedBackups: [named(setting)] }, "analytics");
    expect((await again(first)).status).toBe(400);
    expect((await again(second)).status).toBe(200);
    expect((await again(second)).status).toBe(400);
  });

  test("stay to be named when all schedules are deleted", async () => {
    const call = await ready();
    const [setting = {}] = (await get(call, "analytics")).rows("copySettings");
    expect((await call("DELETE", path(call, "analytics"))).status).toBe(200);
    expect((await get(call, "analytics")).json).not.toHaveProperty("formerCopies");
    const { cloudProvider, regionName, zoneId } = setting;
    const body = { deleteCopiedBackups: [{ cloudProvider, regionName, zoneId }] };
    expect((await patch(call, body, "analytics")).status).toBe(200);
  });
});

describe("deleting all", () => {
  test("leaves one policy without items, ends point-in-time and keeps snapshots; PATCH begins anew", async () => {
    const call = await ready();
    const before = await get(call);
    const kept = (await snapshotsOf(call)).length;
    const reply = await call("DELETE", path(call));
    expect(reply.status).toBe(200);
    expect(reply.at("policies")).toEqual([{ id: before.at("policies", 0, "id"), policyItems: [] }]);
    for (const name of ["nextSnapshot", "restoreWindowDays"]) expect(reply.json).not.toHaveProperty(name);
    expect((await get(call)).json).toEqual(reply.json);
    expect(await snapshotsOf(call)).toHaveLength(kept);
    const again = await patch(call, { ...items(item("hourly", 12, 2)), restoreWindowDays: 2 });
    expect(again.json).toMatchObject({ restoreWindowDays: 2, nextSnapshot: expect.any(String) });
  });
});

describe("time", () => {
  test("brings the next snapshot at its time, once, and moves on", async () => {
    const call = await ready({ quiet: false });
    const next = Date.parse((await get(call)).str("nextSnapshot"));
    const count = (await snapshotsOf(call)).length;
    await step(call, Math.ceil((next - Date.now()) / 1000) + 2);
    const all = await snapshotsOf(call);
    expect(all.at(-1)).toMatchObject({ status: "queued", snapshotType: "scheduled" });
    expect(Math.abs(all.length - count)).toBeLessThanOrEqual(1);
    expect(Date.parse((await get(call)).str("nextSnapshot")) - next).toBe(6 * 3_600_000);
    expect(await snapshotsOf(call)).toHaveLength(all.length);
    expect((await call("POST", `${clusterPath(call, "prod-eu")}/snapshots`, { body: {} })).status).toBe(200);
  });

  test("a year later there is what the rules keep, and not more", async () => {
    const call = await ready({ quiet: false });
    await step(call, 400 * 86_400);
    const all = await snapshotsOf(call);
    const count = (kind: string) => all.filter(({ frequencyType }) => frequencyType === kind).length;
    expect(all.length).toBeGreaterThan(35);
    expect(all.length).toBeLessThan(55);
    expect(count("monthly")).toBeGreaterThanOrEqual(10);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test("is still where the cluster is paused", async () => {
    const call = await ready({ quiet: false });
    expect((await get(call, "paused-1")).json).not.toHaveProperty("nextSnapshot");
    const newest = (await snapshotsOf(call, "paused-1")).at(-1);
    await step(call, 86_400);
    expect((await snapshotsOf(call, "paused-1")).at(-1)?.["id"]).toBe(newest?.["id"]);
  });
});
