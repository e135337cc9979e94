import { jsonObjectsOf } from "../contract/json/json.ts";
import { CLUSTER } from "./projects.ts";
import { type Call, param } from "./requests/handler.ts";
import { type HttpError, notFound, refusal } from "./requests/http-error.ts";
import { listAll } from "./storage/questions.ts";
import type { Document, ReadTransaction } from "./storage/storage.ts";

/** The cluster of a path, for resources that belong to a cluster. */
export type NamedCluster = {
  readonly id: string;
  readonly groupId: string;
  readonly name: string;
  readonly kind: "replicaSet" | "sharded" | "tenant" | "serverless";
  readonly paused: boolean;
  readonly databaseVersion: string;
  /** Location: a provider as the service names it (for a shared cluster the one behind it is unknown), and a region. */
  readonly providerName: string;
  readonly regionName: string;
  /** The data-bearing processes, shard by shard. */
  readonly hosts: readonly string[];
};

/** Number of processes in a replica set. */
export const NODES = 3;

/** Port of every data-bearing process. */
export const DATABASE_PORT = 27_017;

/** Hostname of a process. */
export const hostOf = (cluster: string, shard: number, node: number): string =>
  `${cluster}-shard-${String(shard).padStart(2, "0")}-${String(node).padStart(2, "0")}.acme.example.net`;

/** The cluster in a document. */
export function clusterIn({ parent: groupId, body, keys }: Pick<Document, "parent" | "body" | "keys">): NamedCluster {
  const name = String(body["name"]);
  const isFlex = keys.includes("flex");
  const shards = jsonObjectsOf(body["replicationSpecs"]);
  const regions = shards.flatMap((shard) => jsonObjectsOf(shard["regionConfigs"]));
  const isTenant = regions.some((region) => region["providerName"] === "TENANT");
  const sharded = body["clusterType"] === "SHARDED";
  return {
    id: String(body["id"] ?? ""),
    groupId,
    name,
    kind: isFlex ? "serverless" : isTenant ? "tenant" : sharded ? "sharded" : "replicaSet",
    paused: body["paused"] === true,
    databaseVersion: String(body["databaseVersion"] ?? ""),
    providerName: String(regions[0]?.["providerName"] ?? ""),
    regionName: String(regions[0]?.["regionName"] ?? ""),
    hosts: Array.from({ length: Math.max(1, shards.length) }, (_, shard) =>
      Array.from({ length: NODES }, (_node, node) => hostOf(name, shard, node)),
    ).flat(),
  };
}

export const noCluster = (groupId: string, name: string): HttpError =>
  notFound("CLUSTER_NOT_FOUND", `There is no cluster ${name} in project ${groupId}.`, name, groupId);

/** The document of the path's cluster, of any kind. @throws a refusal: 404 when there is none */
async function clusterOfPath(transaction: ReadTransaction, call: Call): Promise<{ name: string; document: Document }> {
  const [groupId, name] = [param(call, "groupId"), param(call, "clusterName")];
  const document = await transaction.get(CLUSTER, `${groupId}/${name}`);
  if (document === undefined) throw noCluster(groupId, name);
  return { name, document };
}

/**
 * The cluster that a path names by `groupId` and `clusterName`.
 *
 * @throws a refusal: 404 when there is none, 400 for a flex cluster (those have other paths)
 */
export async function clusterOf(transaction: ReadTransaction, call: Call): Promise<NamedCluster> {
  const { name, document } = await clusterOfPath(transaction, call);
  if (document.keys.includes("flex")) {
    const detail = `${name} is a flex cluster: this path is for dedicated clusters.`;
    throw refusal(400, "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API", detail, name);
  }
  return clusterIn(document);
}

/** A cluster of any kind by its name, or undefined: for transitions without a request. */
export async function clusterNamed(
  transaction: ReadTransaction,
  groupId: string,
  name: string,
): Promise<NamedCluster | undefined> {
  const document = await transaction.get(CLUSTER, `${groupId}/${name}`);
  return document === undefined ? undefined : clusterIn(document);
}

/** The dedicated clusters of a project, including paused ones. */
export async function dedicatedClustersOf(
  transaction: ReadTransaction,
  groupId: string,
): Promise<readonly NamedCluster[]> {
  const documents = await listAll(transaction, { kind: CLUSTER, parent: groupId, key: "dedicated" });
  return documents.map(clusterIn).filter(({ kind }) => kind === "replicaSet" || kind === "sharded");
}

/**
 * The name of the serverless instance (or flex cluster) that a path names by `groupId` and `clusterName`.
 *
 * @throws a refusal: 404 when there is none, 400 for a dedicated or shared cluster
 */
export async function serverlessNameOf(transaction: ReadTransaction, call: Call): Promise<string> {
  const { name, document } = await clusterOfPath(transaction, call);
  if (document.keys.includes("flex")) return name;
  const detail = `${name} is no serverless instance: this path is for those.`;
  throw refusal(400, "CANNOT_USE_NON_FLEX_CLUSTER_IN_FLEX_API", detail, name);
}

/**
 * The path's cluster for backup operations: a dedicated one.
 *
 * @throws a refusal: as `clusterOf`, and 400 for a shared cluster, whose backups have other paths
 */
export async function backedUpClusterOf(transaction: ReadTransaction, call: Call): Promise<NamedCluster> {
  const cluster = await clusterOf(transaction, call);
  if (cluster.kind !== "tenant") return cluster;
  const detail = `${cluster.name} is a shared cluster: this path is for the backups of dedicated ones (M10 and larger).`;
  throw refusal(400, "INCORRECT_BACKUP_API_ENDPOINT", detail, cluster.name);
}

/** Refuses to change a paused cluster. */
export function refusePaused({ name, paused }: NamedCluster): void {
  if (!paused) return;
  throw refusal(409, "CANNOT_UPDATE_PAUSED_CLUSTER", `The cluster ${name} is paused: resume it first.`, name);
}
