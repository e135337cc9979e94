import { control, fetchRaw } from "../support.ts";
import { choose, DEDICATED, type Performer, type World } from "./world.ts";

/** Snapshots, schedules, compliance policy, buckets and their roles, exports and restores. */

const NAMES = ["acme-exports-a", "acme-exports-b"];
const UNITS = ["DAYS", "WEEKS", "MONTHS", "YEARS"];

const item = (frequencyType: string, frequencyInterval: number, retentionValue: number) => ({
  frequencyType,
  frequencyInterval,
  retentionUnit: "days",
  retentionValue,
});

const POLICIES = [
  [item("hourly", 6, 8)],
  [item("hourly", 4, 10), item("daily", 1, 40)],
  [item("daily", 1, 7), item("weekly", 6, 28), item("monthly", 40, 365)],
  [],
];

const schedule = (world: World, number: number): string => `${world.cluster(number)}/backup/schedule`;

const snapshotOf = (world: World, cluster: number, number: number): string =>
  world.pick(`snapshot of ${choose(DEDICATED, cluster)}`, number);

const changes = (world: World, number: number): readonly object[] => [
  { referenceHourOfDay: number % 24, referenceMinuteOfHour: number % 60 },
  { policies: [{ policyItems: choose(POLICIES, number) }] },
  { policies: [{ policyItems: choose(POLICIES, number) }], updateSnapshots: true },
  { restoreWindowDays: 1 + (number % 9) },
  {
    autoExportEnabled: true,
    export: { exportBucketId: world.pick("bucket", number), frequencyType: "monthly" },
  },
  { autoExportEnabled: false },
  { useOrgAndGroupNamesInExportPrefix: number % 2 === 0 },
  { extraRetentionSettings: [{ frequencyType: "HOURLY", retentionDays: 2 }] },
];

export const backupActs: Readonly<Record<string, Performer>> = {
  "take snapshot": async (world, first, second) => {
    const name = choose(DEDICATED, first);
    const body = second % 2 === 0 ? {} : { description: "before the release", retentionInDays: 1 + (second % 9) };
    const reply = await world.watched.ask("POST", `${world.cluster(first, DEDICATED)}/backup/snapshots`, { body });
    if (reply.status === 200) world.note(`snapshot of ${name}`, reply.at("id"));
  },
  "delete snapshot": async (world, first, second) => {
    const sharded = choose(DEDICATED, first) === "analytics" ? "shardedCluster/" : "";
    const path = `${world.cluster(first, DEDICATED)}/backup/snapshots/${sharded}${snapshotOf(world, first, second)}`;
    await world.watched.ask("DELETE", path);
  },
  "keep snapshot": async (world, first, second, third) => {
    const body = { retentionUnit: choose(UNITS, third), retentionValue: 1 + (third % 12) };
    const path = `${world.cluster(first, DEDICATED)}/backup/snapshots/${snapshotOf(world, first, second)}`;
    await world.watched.ask("PATCH", path, { body });
  },
  "create role": async (world, first) => {
    const body = { providerName: choose(["AWS", "AZURE", "GCP"], first) };
    const reply = await world.watched.ask("POST", `${world.group}/cloudProviderAccess`, { body });
    world.note("role", reply.at("roleId") ?? reply.at("_id"));
  },
  "create bucket": async (world, first, second) => {
    const body = { cloudProvider: "AWS", bucketName: choose(NAMES, first), iamRoleId: world.pick("role", second) };
    const reply = await world.watched.ask("POST", `${world.group}/backup/exportBuckets`, { body });
    world.note("bucket", reply.at("_id"));
  },
  "delete bucket": async (world, first) => {
    await world.watched.ask("DELETE", `${world.group}/backup/exportBuckets/${world.pick("bucket", first)}`);
  },
  export: async (world, first, second, third) => {
    const body = {
      snapshotId: snapshotOf(world, first, second),
      exportBucketId: world.pick("bucket", third),
      customData: [{ key: "ticket", value: "CHG-1142" }],
    };
    await world.watched.ask("POST", `${world.cluster(first, DEDICATED)}/backup/exports`, { body });
  },
  restore: async (world, first, second, third) => {
    const path = `${world.cluster(first, DEDICATED)}/backup/restoreJobs`;
    const snapshotId = snapshotOf(world, first, second);
    const target = { targetGroupId: world.watched.groupId, targetClusterName: choose(DEDICATED, third) };
    const clock = await control(world.watched.client.ready, "GET", "/clock");
    const seconds = Math.floor(Date.parse(clock.str("now")) / 1000) - 60 * (1 + third);
    const bodies = [
      { deliveryType: "automated", snapshotId, ...target },
      { deliveryType: "download", snapshotId },
      { deliveryType: "pointInTime", pointInTimeUTCSeconds: seconds, ...target },
    ];
    const reply = await world.watched.ask("POST", path, { body: choose(bodies, second) });
    if (reply.status === 200) world.note(`restore of ${choose(DEDICATED, first)}`, reply.at("id"));
  },
  "cancel restore": async (world, first, second) => {
    const job = world.pick(`restore of ${choose(DEDICATED, first)}`, second);
    await world.watched.ask("DELETE", `${world.cluster(first, DEDICATED)}/backup/restoreJobs/${job}`);
  },
  // By chance a job is seldom caught while it runs.
  "restore and think better of it": async (world, first, second) => {
    const source = choose(DEDICATED, first);
    const jobs = `${world.cluster(first, DEDICATED)}/backup/restoreJobs`;
    const target = { targetGroupId: world.watched.groupId, targetClusterName: choose(DEDICATED, second) };
    const snapshotId = world.pick(`snapshot of ${source}`, 0);
    const reply = await world.watched.ask("POST", jobs, { body: { deliveryType: "automated", snapshotId, ...target } });
    if (reply.status !== 200) return;
    world.note(`restore of ${source}`, reply.at("id"));
    await world.watched.ask("DELETE", `${jobs}/${reply.str("id")}`);
  },
  download: async (world, first, second) => {
    const job = world.pick(`restore of ${choose(DEDICATED, first)}`, second);
    const reply = await world.watched.ask("GET", `${world.cluster(first, DEDICATED)}/backup/restoreJobs/${job}`);
    const url = reply.at("deliveryUrl", 0);
    if (typeof url !== "string" || url === "") return;
    await fetchRaw(world.watched.client.ready.baseUrl, new URL(url).pathname);
  },
  "restore serverless": async (world, first, second) => {
    const path = `${world.group}/serverless/orders-sls/backup/restoreJobs`;
    const snapshotId = world.pick("snapshot of orders-sls", first);
    const into = choose(["orders-sls", "prod-eu-side", "nowhere"], second);
    const target = { targetGroupId: world.watched.groupId, targetClusterName: into };
    const bodies = [
      { deliveryType: "automated", snapshotId, ...target },
      { deliveryType: "download", snapshotId },
    ];
    await world.watched.ask("POST", path, { body: choose(bodies, first) });
  },
  "change schedule": async (world, first, second, third) => {
    await world.watched.ask("PATCH", schedule(world, first), { body: choose(changes(world, third), second) });
  },
  "delete schedules": async (world, first) => {
    await world.watched.ask("DELETE", schedule(world, first));
  },
  "set policy": async (world, first, second, third) => {
    const pit = third % 2 === 0 ? { pitEnabled: true, restoreWindowDays: 1 + (third % 8) } : {};
    const body = {
      authorizedEmail: "ann@example.com",
      authorizedUserFirstName: "Ann",
      authorizedUserLastName: "Ode",
      scheduledPolicyItems: choose(POLICIES, first),
      onDemandPolicyItem: item("ondemand", 0, 1 + (second % 30)),
      copyProtectionEnabled: second % 2 === 0,
      ...pit,
    };
    const query = `overwriteBackupPolicies=${second % 3 !== 0}`;
    await world.watched.ask("PUT", `${world.group}/backupCompliancePolicy`, { body, query });
  },
  "approve disabling": async (world) => {
    const { client } = world.watched;
    await control(client.ready, "POST", "/approve", { what: "compliance-policy", id: client.groupId });
  },
  "disable policy": async (world) => {
    await world.watched.ask("DELETE", `${world.group}/backupCompliancePolicy`);
  },
};
