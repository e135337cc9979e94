import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { type Call, param } from "./handler.ts";
import { CLUSTER } from "./projects.ts";
import { notFound, Refusal } from "./refusal.ts";
import type { ReadTransaction } from "./storage.ts";

/** The cluster that a path names, for the areas whose resources belong to one. */
export type NamedCluster = {
  readonly groupId: string;
  readonly name: string;
  readonly kind: "replicaSet" | "sharded" | "tenant";
  readonly paused: boolean;
  readonly databaseVersion: string;
  /** The processes that hold data, shard by shard. */
  readonly hosts: readonly string[];
};

/** How many processes a replica set has. */
export const NODES = 3;

/** The name of a process. */
export const hostOf = (cluster: string, shard: number, node: number): string =>
  `${cluster}-shard-${String(shard).padStart(2, "0")}-${String(node).padStart(2, "0")}.acme.example.net`;

const objects = (json: Json | undefined): readonly JsonObject[] =>
  Array.isArray(json) ? json.filter(isJsonObject) : [];

function clusterOfBody(groupId: string, name: string, body: JsonObject): NamedCluster {
  const shards = objects(body["replicationSpecs"]);
  const providers = shards.flatMap((shard) => objects(shard["regionConfigs"]).map((region) => region["providerName"]));
  const sharded = body["clusterType"] === "SHARDED";
  return {
    groupId,
    name,
    kind: providers.includes("TENANT") ? "tenant" : sharded ? "sharded" : "replicaSet",
    paused: body["paused"] === true,
    databaseVersion: String(body["databaseVersion"] ?? ""),
    hosts: Array.from({ length: Math.max(1, shards.length) }, (_, shard) =>
      Array.from({ length: NODES }, (_node, node) => hostOf(name, shard, node)),
    ).flat(),
  };
}

/**
 * The cluster that a path names by `groupId` and `clusterName`.
 *
 * @throws a refusal: 404 when there is none, 400 for a flex cluster (they have paths of their own)
 */
export async function clusterOf(transaction: ReadTransaction, call: Call): Promise<NamedCluster> {
  const [groupId, name] = [param(call, "groupId"), param(call, "clusterName")];
  const document = await transaction.get(CLUSTER, `${groupId}/${name}`);
  if (document === undefined) {
    throw notFound("CLUSTER_NOT_FOUND", `There is no cluster ${name} in project ${groupId}.`, name, groupId);
  }
  if (document.keys.includes("flex")) {
    throw new Refusal({
      status: 400,
      code: "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API",
      detail: `${name} is a flex cluster: this path is for dedicated clusters.`,
      parameters: [name],
    });
  }
  return clusterOfBody(groupId, name, document.body);
}

/** Refuses a change of a cluster that is paused. */
export function refusePaused({ name, paused }: NamedCluster): void {
  if (!paused) return;
  throw new Refusal({
    status: 409,
    code: "CANNOT_UPDATE_PAUSED_CLUSTER",
    detail: `The cluster ${name} is paused: resume it first.`,
    parameters: [name],
  });
}
