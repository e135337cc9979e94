import { lookupTable } from "../contract/json/own-values.ts";
import type { ClusterRecord } from "../contract/projects.ts";

/** Clusters: their kinds, their labels, and which of them have machines of their own (`domain.md` 1.7). */

/**
 * Kind of a cluster, which decides the operations that accept it. `unknown` until an answer tells it (`domain.md` 1.7): try the operations for
 * dedicated clusters, and take a refusal as an answer.
 */
export const CLUSTER_KINDS = ["replicaSet", "sharded", "serverless", "tenant", "unknown"] as const;
export type ClusterKind = (typeof CLUSTER_KINDS)[number];

/** A cluster of the project, as far as known; `paused` is null when no list that says it was read. */
export type Cluster = { readonly name: string; readonly kind: ClusterKind; readonly paused: boolean | null };

const KIND_LABELS: Readonly<Record<ClusterKind, string>> = {
  replicaSet: "replica set",
  sharded: "sharded",
  serverless: "serverless",
  tenant: "shared tier",
  unknown: "type unknown",
};

const WRITTEN_KINDS: Readonly<Record<string, ClusterKind>> = lookupTable({
  REPLICASET: "replicaSet",
  REPLICA_SET: "replicaSet",
  SHARDED: "sharded",
  GEOSHARDED: "sharded",
  FLEX: "serverless",
  SERVERLESS: "serverless",
  TENANT: "tenant",
});

/** Kind of a cluster as spelled by the service or a profile. The list over all projects has only a rough kind. */
export const clusterKind = (written: string | null): ClusterKind =>
  WRITTEN_KINDS[(written ?? "").toUpperCase().replaceAll(" ", "_")] ?? "unknown";

/** The regions that a cluster stands in, as its list tells them. */
export const regionsOf = ({ replicationSpecs }: Pick<ClusterRecord, "replicationSpecs">) =>
  (replicationSpecs ?? []).flatMap(({ regionConfigs }) => regionConfigs ?? []);

/** The number of shards of a cluster, 1 for a replica set; null where its list does not tell. */
export const shardCountOf = ({ replicationSpecs }: Pick<ClusterRecord, "replicationSpecs">): number | null =>
  (replicationSpecs ?? []).length || null;

/** The kind of a cluster in words. */
export const clusterKindLabel = (kind: ClusterKind): string => KIND_LABELS[kind];

/** Clusters with machines of their own: they have backups, search nodes and access history. One of unknown kind may be one. */
export const DEDICATED: readonly ClusterKind[] = ["replicaSet", "sharded", "unknown"];

/** All but the shared tier: these have snapshots that can be restored, and an access history. */
export const UNSHARED: readonly ClusterKind[] = [...DEDICATED, "serverless"];
