import { lookupTable } from "../contract/json/own-values.ts";
import type { ClusterRecord } from "../contract/projects.ts";

/** Clusters: which kinds there are, what they are called, and which of them have machines of their own (`domain.md` 1.7). */

/**
 * What kind of cluster it is: it decides which operations know it. `unknown` where nothing told it yet (`domain.md` 1.7): ask the
 * dedicated ones and take a refusal as an answer.
 */
export const CLUSTER_KINDS = ["replicaSet", "sharded", "serverless", "tenant", "unknown"] as const;
export type ClusterKind = (typeof CLUSTER_KINDS)[number];

/** A cluster of the project as far as it is known; `paused` is null where no list was read that says it. */
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

/** The kind of a cluster as the service or a profile writes it. A list over all projects has only a rough word for it. */
export const clusterKind = (written: string | null): ClusterKind =>
  WRITTEN_KINDS[(written ?? "").toUpperCase().replaceAll(" ", "_")] ?? "unknown";

/** The regions that a cluster stands in, as its list tells them. */
export const regionsOf = ({ replicationSpecs }: Pick<ClusterRecord, "replicationSpecs">) =>
  (replicationSpecs ?? []).flatMap(({ regionConfigs }) => regionConfigs ?? []);

/** The kind of a cluster in words. */
export const clusterKindLabel = (kind: ClusterKind): string => KIND_LABELS[kind];

/** Clusters with machines of their own: those that have backups, search nodes and access history. One of unknown kind may be one. */
export const DEDICATED: readonly ClusterKind[] = ["replicaSet", "sharded", "unknown"];
