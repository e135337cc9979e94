import { describe, expect, test } from "vitest";
import { clusterPath, DAY, policyItem, refusalOf, snapshotsOf, stagingOf, step, USUAL_POLICY } from "./backups.ts";
import { type Client, clientWith, control, ready } from "./support.ts";

const path = (groupId: string) => `/groups/${groupId}/backupCompliancePolicy`;
const put = (call: Client, body: unknown, query = "", groupId = call.groupId) =>
  call("PUT", path(groupId), { body, query });

describe("the policy", () => {
  test("is an empty object where there is none, and cannot be disabled there", async () => {
    const call = await ready();
    const reply = await call("GET", path(call.groupId));
    expect([reply.status, reply.json]).toEqual([200, {}]);
    expect((await call("DELETE", path(call.groupId))).status).toBe(404);
  });

  test("is first ENABLING, later UPDATING, then ACTIVE, and comes back as it was read", async () => {
    const call = await ready();
    const first = await put(call, USUAL_POLICY);
    expect([first.status, first.at("state"), first.at("deletable")]).toEqual([200, "ENABLING", false]);
    await step(call, 4);
    const read = await call("GET", path(call.groupId));
    expect(read.at("state")).toBe("ACTIVE");
    const again = await put(call, read.json);
    expect([again.status, again.at("state")]).toEqual([200, "UPDATING"]);
    expect(again.at("scheduledPolicyItems")).toEqual(read.at("scheduledPolicyItems"));
  });

  test("rewrites schedules that keep less, or is refused when it may not", async () => {
    const call = await ready();
    const schedule = () => call("GET", `${clusterPath(call, "prod-eu")}/schedule`);
    const before = (await schedule()).json;
    const refused = await put(call, USUAL_POLICY, "overwriteBackupPolicies=false");
    expect(refused.at("errorCode")).toBe("BACKUP_POLICIES_NOT_MEETING_BACKUP_COMPLIANCE_POLICY_REQUIREMENTS");
    expect(refused.at("parameters")).toEqual(["analytics", "paused-1", "prod-eu", "prod-eu-side", "wallet-eu"]);
    expect((await schedule()).json).toEqual(before);
    await put(call, USUAL_POLICY);
    const after = await schedule();
    expect(after.rows("policies", 0, "policyItems").slice(0, 3)).toMatchObject([
      { frequencyType: "hourly", frequencyInterval: 4, retentionValue: 10 },
      { frequencyType: "daily", retentionValue: 40 },
      { frequencyType: "weekly", retentionValue: 40, retentionUnit: "days" },
    ]);
    expect(after.at("restoreWindowDays")).toBe(8);
    expect((await put(call, USUAL_POLICY, "overwriteBackupPolicies=false")).status).toBe(200);
  });

  test("is refused where it would keep snapshots too long with the extra retention of a schedule", async () => {
    const call = await ready();
    await put(call, USUAL_POLICY);
    const schedule = `${clusterPath(call, "prod-eu")}/schedule`;
    const extra = (retentionDays: number) =>
      call("PATCH", schedule, { body: { extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays }] } });
    expect(refusalOf(await extra(36_470))).toEqual([
      400,
      "BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID",
      "extraRetentionSettings",
    ]);
    expect((await extra(36_000)).status).toBe(200);
    const [hourly] = USUAL_POLICY.scheduledPolicyItems;
    const longer = { ...USUAL_POLICY, scheduledPolicyItems: [hourly, policyItem("daily", 1, 600)] };
    const before = (await call("GET", schedule)).json;
    expect((await put(call, longer)).at("errorCode")).toBe("BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID");
    expect((await call("GET", schedule)).json).toEqual(before);
  });

  test("keeps snapshots on demand longer where the schedule adds to it, and as long as a request says", async () => {
    const call = await ready({ speed: 0 });
    await put(call, USUAL_POLICY);
    const body = { extraRetentionSettings: [{ frequencyType: "ON_DEMAND", retentionDays: 20 }] };
    expect((await call("PATCH", `${clusterPath(call, "prod-eu")}/schedule`, { body })).status).toBe(200);
    const kept = async (request: object) => {
      const taken = await call("POST", `${clusterPath(call, "prod-eu")}/snapshots`, { body: request });
      await step(call, 1200);
      const { createdAt, expiresAt } = Object((await snapshotsOf(call)).find(({ id }) => id === taken.at("id")));
      return (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY;
    };
    expect(await kept({})).toBe(9 + 20);
    expect(await kept({ retentionInDays: 12 })).toBe(12);
  });

  test("binds schedules and snapshots", async () => {
    const call = await ready();
    await put(call, { ...USUAL_POLICY, copyProtectionEnabled: true });
    const schedule = `${clusterPath(call, "prod-eu")}/schedule`;
    expect((await call("DELETE", schedule)).at("errorCode")).toBe(
      "CANNOT_DISABLE_CLOUD_BACKUP_WITH_BACKUP_COMPLIANCE_POLICY",
    );
    const code = async (body: unknown) => (await call("PATCH", schedule, { body })).at("errorCode");
    expect(await code({ restoreWindowDays: 7 })).toBe("CANNOT_DECREASE_PIT_WINDOW_WITH_BACKUP_COMPLIANCE_POLICY");
    expect(await code({ policies: [{ policyItems: [policyItem("hourly", 4, 10)] }] })).toBe(
      "BACKUP_POLICY_NOT_MEETING_BACKUP_COMPLIANCE_POLICY_REQUIREMENTS",
    );
    expect(await code({ deleteCopiedBackups: [{ regionName: "US_EAST_1" }] })).toBe(
      "CANNOT_DELETE_COPY_SNAPSHOT_WITH_BACKUP_COMPLIANCE_POLICY_ENABLED",
    );
    expect(await code({ extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays: 2 }] })).toBeUndefined();
    const snapshots = `${clusterPath(call, "prod-eu")}/snapshots`;
    expect((await call("POST", snapshots, { body: { retentionInDays: 8 } })).at("errorCode")).toBe(
      "SNAPSHOT_RETENTION_LESS_THAN_BACKUP_COMPLIANCE_POLICY",
    );
    expect((await call("POST", snapshots, { body: {} })).status).toBe(200);
    const [first] = await snapshotsOf(call);
    expect((await call("DELETE", `${snapshots}/${first?.["id"]}`)).status).toBe(400);
  });

  test.each([
    ["point-in-time off", { pitEnabled: false }, "CANNOT_DISABLE_PIT_WITH_BACKUUP_COMPLIANCE_POLICY"],
    ["a smaller window", { restoreWindowDays: 7 }, "CANNOT_DECREASE_PIT_WINDOW_WITH_BACKUP_COMPLIANCE_POLICY"],
    [
      "an item less",
      { scheduledPolicyItems: [policyItem("hourly", 4, 10)] },
      "CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY",
    ],
    [
      "shorter on demand",
      { onDemandPolicyItem: policyItem("ondemand", 0, 8) },
      "CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY",
    ],
    ["own keys without any", { encryptionAtRestEnabled: true }, "BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID"],
  ])("refuses %s once it is on", async (_name, change, code) => {
    const call = await ready();
    await put(call, USUAL_POLICY);
    expect((await put(call, { ...USUAL_POLICY, ...change })).at("errorCode")).toBe(code);
  });

  test("keeps every item, where another of its kind asks for more too", async () => {
    const call = await ready();
    const [monday, friday] = [policyItem("weekly", 1, 42), policyItem("weekly", 5, 40)];
    const { scheduledPolicyItems } = USUAL_POLICY;
    const both = { ...USUAL_POLICY, scheduledPolicyItems: [...scheduledPolicyItems, monday, friday] };
    expect((await put(call, both)).status).toBe(200);
    const reply = await put(call, { ...both, scheduledPolicyItems: [...scheduledPolicyItems, monday] });
    expect(refusalOf(reply)).toEqual([
      400,
      "CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY",
      "scheduledPolicyItems",
    ]);
    const longer = [...scheduledPolicyItems, friday, { ...monday, retentionValue: 43 }];
    expect((await put(call, { ...both, scheduledPolicyItems: longer })).status).toBe(200);
  });

  test.each([
    ["no e-mail", { authorizedEmail: undefined }, "authorizedEmail"],
    ["no e-mail address", { authorizedEmail: "ann" }, "authorizedEmail"],
    ["no first name", { authorizedUserFirstName: undefined }, "authorizedUserFirstName"],
    ["no last name", { authorizedUserLastName: "" }, "authorizedUserLastName"],
    ["a long window", { restoreWindowDays: 11 }, "restoreWindowDays"],
    ["no window", { restoreWindowDays: undefined }, "restoreWindowDays"],
    ["no hourly item", { scheduledPolicyItems: [policyItem("daily", 1, 40)] }, "pitEnabled"],
    [
      "a retention of more than 100 years",
      { scheduledPolicyItems: [{ ...policyItem("hourly", 6, 300_000), retentionUnit: "years" }] },
      "scheduledPolicyItems[0].retentionValue",
    ],
    [
      "on-demand snapshots for more than 100 years",
      { onDemandPolicyItem: { ...policyItem("ondemand", 0, 101), retentionUnit: "years" } },
      "onDemandPolicyItem.retentionValue",
    ],
    ["another project", { projectId: "f".repeat(24) }, "projectId"],
    ["its own state", { state: "ACTIVE" }, "state"],
    ["a field of none", { colour: "red" }, "colour"],
    [
      "a wrong on-demand item",
      { onDemandPolicyItem: policyItem("ondemand", 2, 9) },
      "onDemandPolicyItem.frequencyInterval",
    ],
  ])("refuses %s", async (_name, change, field) => {
    const call = await ready();
    expect(refusalOf(await put(call, { ...USUAL_POLICY, ...change }))).toEqual([400, "VALIDATION_ERROR", field]);
  });

  test("is lifted only after support has approved", async () => {
    const call = await ready();
    const groupId = stagingOf(call);
    expect((await call("GET", path(groupId))).json).toMatchObject({
      state: "ACTIVE",
      deletable: false,
      projectId: groupId,
    });
    expect((await call("DELETE", path(groupId))).status).toBe(400);
    expect(
      (await control(call.ready, "POST", "/approve", { what: "compliance-policy", id: call.groupId })).status,
    ).toBe(404);
    expect((await control(call.ready, "POST", "/approve", { what: "compliance-policy", id: groupId })).status).toBe(
      204,
    );
    expect((await call("GET", path(groupId))).at("deletable")).toBe(true);
    expect((await call("DELETE", path(groupId))).status).toBe(204);
    const disabling = await call("GET", path(groupId));
    expect(disabling.at("state")).toBe("DISABLING");
    const again = await put(call, disabling.json, "", groupId);
    expect(refusalOf(again).slice(0, 2)).toEqual([400, "BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID"]);
    expect((await call("GET", path(groupId))).json).toEqual(disabling.json);
    await step(call, 4);
    expect((await call("GET", path(groupId))).json).toEqual({});
    expect((await put(call, USUAL_POLICY, "", groupId)).at("deletable")).toBe(false);
  });

  test("is for owners only", async () => {
    const call = await ready();
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Backup Manager"] } });
    expect((await reader("GET", path(call.groupId))).status).toBe(401);
    expect((await put(reader, USUAL_POLICY)).status).toBe(401);
  });
});
