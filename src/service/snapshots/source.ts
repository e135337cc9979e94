import { type NamedCluster, NODES } from "../clusters.ts";
import type { SnapshotSource } from "./life.ts";

/** Source of a cluster's snapshots: all its replica sets. */
export function sourceOf({
  name,
  kind,
  databaseVersion,
  providerName,
  hosts,
}: Pick<NamedCluster, "name" | "kind" | "databaseVersion" | "providerName" | "hosts">): SnapshotSource {
  return {
    kind: kind === "sharded" || kind === "serverless" ? kind : "replicaSet",
    clusterName: name,
    version: databaseVersion,
    providerName,
    replicaSets: Array.from({ length: Math.max(1, hosts.length / NODES) }, (_, shard) => `${name}-shard-${shard}`),
  };
}
