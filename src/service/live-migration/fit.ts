import { isJsonObject, type Json, type JsonObject, jsonObjectsOf, valueAt } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { clusterIn, type NamedCluster } from "../clusters.ts";
import { CLUSTER } from "../projects.ts";
import { isBeingReplaced } from "../restore-jobs/targets.ts";
import { deploymentsOf, sourceProjectsOf } from "../source-projects/stored.ts";
import type { ReadTransaction } from "../storage/storage.ts";
import { receivesMigration } from "./stored.ts";

/** Checks whether a source fits a destination: the result of a validation job, and the reason why a migration fails. */

const GIGABYTE = 1_000_000_000;
/** Maximum data size of a node by instance size, in gigabytes; sizes not listed here are not checked. */
const DISKS: Readonly<Record<string, number>> = lookupTable({
  M10: 128,
  M20: 256,
  M30: 512,
  M40: 1024,
  M50: 4096,
  M60: 4096,
  M80: 4096,
});

/** The earliest version whose replica sets can be migrated into a sharded cluster. */
const SHARDING_FROM = 6;

type MigrationToFit = {
  readonly orgId: string;
  readonly groupId: string;
  /** The request's body, of valid form. */
  readonly body: JsonObject;
  readonly now: number;
};

type Found = { readonly reason: string } | { readonly reason: null; readonly deployment: JsonObject };

const major = (version: Json | undefined): number => Number.parseInt(String(version), 10);
const gigabytes = (bytes: number): string => `${Math.ceil(bytes / GIGABYTE)} GB`;

const objectOf = (json: Json | undefined): JsonObject => (isJsonObject(json) ? json : {});

/** The deployment to migrate, or the reason why it cannot be. */
async function sourceOf(transaction: ReadTransaction, { orgId, body, now }: MigrationToFit): Promise<Found> {
  const source = objectOf(body["source"]);
  const host = String(valueAt(body, ["migrationHosts", 0]));
  const projects = await sourceProjectsOf(transaction, orgId, now);
  const project = projects.find(({ projectId }) => projectId === source["groupId"]);
  if (project === undefined) return { reason: `No linked source project has the id ${String(source["groupId"])}.` };
  const name = String(source["clusterName"]);
  const deployment = deploymentsOf(project).find((one) => one["name"] === name);
  if (deployment === undefined) return { reason: `The source project ${project["name"]} has no deployment ${name}.` };
  const { migrationHosts } = project;
  const known = Array.isArray(migrationHosts) && migrationHosts.some((one: Json) => one === host);
  if (!known) {
    return {
      reason: `${host} is no migration host of the source project ${project["name"]}: not reachable from there.`,
    };
  }
  return { reason: null, deployment };
}

/** Problem of the connection to the source, or null. */
function reasonAtSource(deployment: JsonObject, source: JsonObject): string | null {
  const { name, tlsEnabled, managed, oplogSizeMB } = deployment;
  if (oplogSizeMB === undefined) {
    return `The source ${name} is a standalone: convert it to a replica set first, as it has no oplog to follow.`;
  }
  if (tlsEnabled !== source["ssl"]) {
    return `The source ${name} has TLS ${tlsEnabled === true ? "on" : "off"}: ssl must be ${tlsEnabled}.`;
  }
  if (managed !== source["managedAuthentication"]) {
    return `The manager ${managed === true ? "handles" : "does not handle"} the users of ${name}: managedAuthentication must be ${managed}.`;
  }
  return null;
}

/** Problem of the shard keys, or null. */
function reasonInKeys(sharding: JsonObject): string | null {
  for (const entry of jsonObjectsOf(sharding["shardingEntries"])) {
    const key = valueAt(entry, ["shardCollection", "key"]);
    const parts: readonly unknown[] = Array.isArray(key) ? key : [];
    const values = parts.flatMap((part) => (typeof part === "object" && part !== null ? [Object.values(part)] : []));
    const right = values.length > 0 && values.every(([value, ...more]) => more.length === 0 && isKeyValue(value));
    const place = `${String(entry["database"])}.${String(entry["collection"])}`;
    if (!right) return `The shard key of ${place} must be a list of fields, each with 1 or "hashed".`;
  }
  return null;
}

const isKeyValue = (value: unknown): boolean => value === 1 || value === "hashed";

/** Problem of the two topologies, or null. */
function reasonInTopology(
  deployment: JsonObject,
  destination: NamedCluster,
  sharding: Json | undefined,
): string | null {
  const { name, sharded, databaseVersion } = deployment;
  const isSharded = destination.kind === "sharded";
  if (sharded === true && !isSharded) {
    return `The source ${name} is sharded, and the destination ${destination.name} is a replica set.`;
  }
  if (!isJsonObject(sharding)) return null;
  if (sharded === true || !isSharded) {
    return "sharding is only for a replica set that is moved into a sharded cluster.";
  }
  if (major(databaseVersion) < SHARDING_FROM) {
    return `The source ${name} has version ${databaseVersion}: sharding needs ${SHARDING_FROM}.0 or later.`;
  }
  return reasonInKeys(sharding);
}

/** Problem of the destination for this source, or null. */
async function reasonAtDestination(
  transaction: ReadTransaction,
  { groupId, body, now }: MigrationToFit,
  deployment: JsonObject,
): Promise<string | null> {
  const name = String(valueAt(body, ["destination", "clusterName"]));
  const document = await transaction.get(CLUSTER, `${groupId}/${name}`);
  if (document === undefined) return `The destination project has no cluster ${name}.`;
  const cluster = clusterIn(document);
  if (cluster.kind === "tenant" || cluster.kind === "serverless") {
    return `The destination ${name} is no dedicated cluster (M10 and larger).`;
  }
  if (cluster.paused) return `The destination ${name} is paused.`;
  if (await receivesMigration(transaction, groupId, name, now)) {
    return `The destination ${name} is receiving another migration.`;
  }
  if (await isBeingReplaced(transaction, groupId, name, now)) {
    return `The destination ${name} is being replaced by a restore.`;
  }
  const { databaseVersion, dbSizeBytes } = deployment;
  if (major(cluster.databaseVersion) < major(databaseVersion)) {
    return `The destination ${name} has version ${cluster.databaseVersion}, older than the source's ${databaseVersion}.`;
  }
  const wrong = reasonInTopology(deployment, cluster, body["sharding"]);
  if (wrong !== null) return wrong;
  const { replicationSpecs } = document.body;
  const size = valueAt(replicationSpecs, [0, "regionConfigs", 0, "electableSpecs", "instanceSize"]);
  const shards = Array.isArray(replicationSpecs) ? replicationSpecs.length : 1;
  const capacity = (DISKS[String(size)] ?? Number.POSITIVE_INFINITY) * shards * GIGABYTE;
  if (Number(dbSizeBytes) <= capacity) return null;
  return `Not enough disk space: the source has ${gigabytes(Number(dbSizeBytes))}, the destination ${name} (${size}) takes ${gigabytes(capacity)}.`;
}

/** The first reason why a migration of this request cannot work; null if it can. */
export async function whyMigrationFails(transaction: ReadTransaction, wanted: MigrationToFit): Promise<string | null> {
  const found = await sourceOf(transaction, wanted);
  if (found.reason !== null) return found.reason;
  const { deployment } = found;
  return (
    reasonAtSource(deployment, objectOf(wanted.body["source"])) ??
    (await reasonAtDestination(transaction, wanted, deployment))
  );
}

/** Data size of a request's source in bytes, or null where there is no such source. */
export async function sourceBytes(transaction: ReadTransaction, wanted: MigrationToFit): Promise<number | null> {
  const found = await sourceOf(transaction, wanted);
  const bytes = found.reason === null ? Number(found.deployment["dbSizeBytes"]) : Number.NaN;
  return Number.isFinite(bytes) ? bytes : null;
}
