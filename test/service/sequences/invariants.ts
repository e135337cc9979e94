import { expect } from "vitest";
import { isObject } from "../../../src/contract/json/json.ts";
import { control, type Row } from "../support.ts";
import { CLUSTERS, DEDICATED, type World } from "./world.ts";

/** What holds whatever was done before. */

/** How many rows of a list are read one by one: the newest and the oldest. */
const READ_EACH = 4;

const listOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isObject) : []);
const withoutLinks = ({ links: _links, ...rest }: Row): Row => rest;

/** Every id once, and a list tells of each row what a get tells. */
async function agrees(world: World, list: string, rows: readonly Row[], one: (row: Row) => string): Promise<void> {
  const paths = rows.map(one);
  expect(new Set(paths).size, `ids of ${list}`).toBe(paths.length);
  for (const row of new Set([...rows.slice(0, 1), ...rows.slice(-READ_EACH)])) {
    const reply = await world.watched.ask("GET", one(row));
    expect([reply.status, withoutLinks(Object(reply.json))], one(row)).toEqual([200, withoutLinks(row)]);
  }
}

async function pagesAgree(world: World, list: string): Promise<readonly Row[]> {
  const rows = await world.rows(list);
  const first = await world.watched.ask("GET", list, { query: "itemsPerPage=3" });
  if (first.status !== 200) return [];
  expect(first.at("totalCount"), list).toBe(rows.length);
  expect(first.rows(), list).toEqual(rows.slice(0, 3));
  return rows;
}

async function alertsAreSound(world: World): Promise<void> {
  const { group } = world;
  const configurations = await pagesAgree(world, `${group}/alertConfigs`);
  await agrees(world, "configurations", configurations, ({ id }) => `${group}/alertConfigs/${id}`);
  const enabled = new Set(configurations.filter((row) => row["enabled"] === true).map(({ id }) => id));
  const known = new Set(world.known("configuration"));
  const alerts = await pagesAgree(world, `${group}/alerts`);
  await agrees(world, "alerts", alerts, ({ id }) => `${group}/alerts/${id}`);
  for (const { id, status, alertConfigId } of alerts) {
    const active = status === "OPEN" || status === "TRACKING";
    const owner = active ? enabled : known;
    expect([id, status, owner.has(alertConfigId)], "an alert without its configuration").toEqual([id, status, true]);
  }
  for (const { id } of configurations.slice(-READ_EACH)) {
    const open = await world.rows(`${group}/alertConfigs/${id}/alerts`);
    const own = alerts.filter((row) => row["alertConfigId"] === id && row["status"] === "OPEN");
    expect(open.map((row) => row["id"])).toEqual(own.map((row) => row["id"]));
  }
}

async function bucketsAreSound(world: World): Promise<ReadonlySet<unknown>> {
  const { group } = world;
  const buckets = await pagesAgree(world, `${group}/backup/exportBuckets`);
  await agrees(world, "buckets", buckets, ({ _id }) => `${group}/backup/exportBuckets/${_id}`);
  const answer = await world.watched.ask("GET", `${group}/cloudProviderAccess`);
  const roles = Object.values(Object(answer.json)).flatMap(listOf);
  await agrees(world, "roles", roles, ({ roleId, _id }) => `${group}/cloudProviderAccess/${roleId ?? _id}`);
  const uses = roles.flatMap(({ roleId, _id, featureUsages }) =>
    listOf(featureUsages)
      .filter(({ featureType }) => featureType === "EXPORT_SNAPSHOT")
      .map(({ featureId }) => `${roleId ?? _id} for ${Object(featureId).exportBucketId}`),
  );
  const needed = buckets.map(({ _id, iamRoleId, roleId }) => `${iamRoleId ?? roleId} for ${_id}`);
  expect(uses.toSorted(), "what roles are used for").toEqual(needed.toSorted());
  return new Set(buckets.map(({ _id }) => _id));
}

const isUnfinishedRestore = (job: Row): boolean =>
  job["cancelled"] === false && job["failed"] !== true && job["finishedAt"] === undefined;

async function snapshotsAreSound(world: World, name: string, now: number): Promise<void> {
  const path = `${world.group}/clusters/${name}/backup/snapshots`;
  const plain = await pagesAgree(world, path);
  await agrees(world, "snapshots", plain, ({ id }) => `${path}/${id}`);
  const sharded = await world.all(`${path}/shardedClusters`);
  await agrees(world, "sharded snapshots", sharded, ({ id }) => `${path}/shardedCluster/${id}`);
  const all = [...plain, ...sharded];
  const underWay = all.filter(
    ({ status, snapshotType }) => snapshotType === "onDemand" && (status === "queued" || status === "inProgress"),
  );
  expect(underWay.length, `snapshots on demand of ${name} under way`).toBeLessThanOrEqual(1);
  for (const { id, expiresAt } of all) {
    // A quiet service keeps what its sample has.
    if (world.quiet || expiresAt === undefined || expiresAt === null) continue;
    expect([id, Date.parse(String(expiresAt)) > now - 1000], "kept beyond its time").toEqual([id, true]);
  }
}

async function backupsAreSound(world: World): Promise<void> {
  const { group } = world;
  const clock = await control(world.watched.client.ready, "GET", "/clock");
  const now = Date.parse(clock.str("now"));
  const here = await bucketsAreSound(world);
  const targets: string[] = [];
  for (const name of DEDICATED) {
    const backup = `${group}/clusters/${name}/backup`;
    await snapshotsAreSound(world, name, now);
    const ever = new Set(world.known(`snapshot of ${name}`));
    const exports = await pagesAgree(world, `${backup}/exports`);
    await agrees(world, "exports", exports, ({ id }) => `${backup}/exports/${id}`);
    for (const { id, snapshotId, exportBucketId, state } of exports) {
      const known = [ever.has(String(snapshotId)), world.known("bucket").includes(String(exportBucketId))];
      expect([id, state, ...known], "an export without its snapshot or its bucket").toEqual([id, state, true, true]);
    }
    const restores = await pagesAgree(world, `${backup}/restoreJobs`);
    await agrees(world, "restores", restores, ({ id }) => `${backup}/restoreJobs/${id}`);
    for (const { id, snapshotId } of restores) {
      if (typeof snapshotId !== "string" || snapshotId === "") continue;
      expect([id, ever.has(snapshotId)], "a restore without its snapshot").toEqual([id, true]);
    }
    const running = restores.filter(isUnfinishedRestore).filter((job) => job["deliveryType"] !== "download");
    targets.push(...running.map((job) => `${job["targetGroupId"]}/${job["targetClusterName"]}`));
    await scheduleIsSound(world, `${backup}/schedule`, here);
  }
  expect(targets.length, "two restores into one cluster").toBe(new Set(targets).size);
  const serverless = `${group}/serverless/orders-sls/backup`;
  const kept = await pagesAgree(world, `${serverless}/snapshots`);
  await agrees(world, "serverless snapshots", kept, ({ id }) => `${serverless}/snapshots/${id}`);
  const jobs = await pagesAgree(world, `${serverless}/restoreJobs`);
  await agrees(world, "serverless restores", jobs, ({ id }) => `${serverless}/restoreJobs/${id}`);
}

async function scheduleIsSound(world: World, path: string, buckets: ReadonlySet<unknown>): Promise<void> {
  const { json } = await world.watched.ask("GET", path);
  const { policies, autoExportEnabled, export: target } = Object(json);
  const [policy, ...more] = listOf(policies);
  const ids = listOf(policy?.["policyItems"]).map(({ id }) => id);
  expect([typeof policy?.["id"], more, new Set(ids).size], path).toEqual(["string", [], ids.length]);
  if (autoExportEnabled === true)
    expect(buckets.has(Object(target).exportBucketId), `${path} exports nowhere`).toBe(true);
}

/** A policy that binds is met by every schedule: it can be put back as it is without overwriting any. */
async function policyIsMet(world: World): Promise<void> {
  const path = `${world.group}/backupCompliancePolicy`;
  const { json } = await world.watched.ask("GET", path);
  const policy = Object(json);
  if (policy.state === undefined || policy.state === "DISABLING") return;
  const body = Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== null));
  const reply = await world.watched.ask("PUT", path, { body, query: "overwriteBackupPolicies=false" });
  expect([reply.status, reply.text], "a schedule that does not meet the policy").toEqual([200, reply.text]);
}

async function indexesAreSound(world: World): Promise<void> {
  for (const name of CLUSTERS) {
    const cluster = `${world.group}/clusters/${name}`;
    const all = await world.all(`${cluster}/search/indexes`);
    await agrees(world, "indexes", all, ({ indexID }) => `${cluster}/search/indexes/${indexID}`);
    const names = all.map((index) => `${index["database"]}\n${index["collectionName"]}\n${index["name"]}`);
    expect(new Set(names).size, `names of indexes on ${name}`).toBe(names.length);
    const own = all.filter((index) => index["database"] === "lab");
    const first = await world.all(`${cluster}/fts/indexes/lab/things`);
    expect(first.map(({ indexID }) => indexID).toSorted()).toEqual(own.map(({ indexID }) => indexID).toSorted());
    await world.watched.ask("GET", `${cluster}/search/deployment`);
  }
}

async function migrationsAreSound(world: World): Promise<void> {
  for (const id of world.known("migration")) {
    const reply = await world.watched.ask("GET", `${world.group}/liveMigrations/${id}`);
    expect([reply.status, reply.at("_id")]).toEqual([200, id]);
  }
  for (const id of world.known("validation")) {
    const reply = await world.watched.ask("GET", `${world.group}/liveMigrations/validate/${id}`);
    expect([reply.status, reply.at("_id")]).toEqual([200, id]);
  }
  await world.watched.ask("GET", `/orgs/${world.watched.client.ready.orgId}/liveMigrations/availableProjects`);
}

/** What the service notes of requests tells no secret either. */
async function journalIsCovered(world: World): Promise<void> {
  const { text } = await control(world.watched.client.ready, "GET", "/journal");
  for (const secret of world.watched.secrets)
    expect(text.includes(secret), `the journal notifies ${secret}`).toBe(false);
}

/** Everything that has to hold. */
export async function expectSound(world: World): Promise<void> {
  await world.lookAround();
  await alertsAreSound(world);
  await backupsAreSound(world);
  await policyIsMet(world);
  await indexesAreSound(world);
  await migrationsAreSound(world);
  await journalIsCovered(world);
}
