import type { JsonObject } from "../../contract/json/json.ts";
import type { AlertTarget } from "../alerts/targets.ts";
import { hostOf, NODES } from "../clusters.ts";
import { clusterDraft } from "../projects.ts";
import { objectId, type Random } from "../random.ts";
import type { DocumentDraft } from "../storage/storage.ts";

/** Kinds of clusters, as the service's ready line spells and orders them. */
export const SEEDED_CLUSTER_KINDS = ["replicaSet", "sharded", "serverless", "tenant"] as const;
type SeededClusterKind = (typeof SEEDED_CLUSTER_KINDS)[number];

/** A cluster of the sample data. */
export type SampleCluster = {
  readonly name: string;
  readonly kind: SeededClusterKind;
  readonly size: string;
  readonly region: string;
  readonly paused?: boolean;
  /** Number of replica sets (shards); 0 for shared and serverless clusters. */
  readonly shards: number;
};

const VERSION = "8.0.12";
const PORT = 27_017;

/** Being filled by a migration, so it has no alerts and no schedule yet. */
export const FILLING_CLUSTER = "wallet-eu";

/** Clusters of the production project, fullest first. */
export const PAYMENTS_CLUSTERS: readonly SampleCluster[] = [
  { name: "prod-eu", kind: "replicaSet", size: "M40", region: "EU_WEST_1", shards: 1 },
  { name: "analytics", kind: "sharded", size: "M50", region: "EU_CENTRAL_1", shards: 3 },
  { name: "orders-sls", kind: "serverless", size: "FLEX", region: "EU_WEST_1", shards: 0 },
  { name: "tiny", kind: "tenant", size: "M2", region: "EU_WEST_1", shards: 0 },
  { name: "prod-eu-side", kind: "replicaSet", size: "M40", region: "EU_WEST_1", shards: 1 },
  { name: "paused-1", kind: "replicaSet", size: "M30", region: "US_EAST_1", paused: true, shards: 1 },
  { name: FILLING_CLUSTER, kind: "replicaSet", size: "M30", region: "EU_WEST_1", shards: 1 },
];

export const STAGING_CLUSTERS: readonly SampleCluster[] = [
  { name: "stage-1", kind: "replicaSet", size: "M20", region: "EU_WEST_1", shards: 1 },
];

export const TARGET_CLUSTERS: readonly SampleCluster[] = [
  { name: "legacy-target", kind: "replicaSet", size: "M30", region: "EU_WEST_1", shards: 1 },
  { name: "shop-eu", kind: "replicaSet", size: "M40", region: "EU_WEST_1", shards: 1 },
];

const address = (cluster: SampleCluster): string => {
  const hosts = Array.from({ length: NODES }, (_, node) => `${hostOf(cluster.name, 0, node)}:${PORT}`);
  return `mongodb://${hosts.join(",")}`;
};

/** Record of a cluster as the service answers it (`service-decisions.md`). */
function record(
  cluster: SampleCluster,
  groupId: string,
  created: number,
  random: Random,
): JsonObject & { name: string } {
  const { name, kind, region, size } = cluster;
  const common = {
    id: objectId(created, random),
    groupId,
    name,
    stateName: "IDLE",
    databaseVersion: VERSION,
    connectionStrings: { standard: address(cluster) },
  };
  if (kind === "serverless") {
    return { ...common, providerSettings: { backingProviderName: "AWS", regionName: region } };
  }
  const regionConfig = {
    providerName: kind === "tenant" ? "TENANT" : "AWS",
    regionName: region,
    electableSpecs: { instanceSize: size },
  };
  return {
    ...common,
    clusterType: kind === "sharded" ? "SHARDED" : "REPLICASET",
    paused: cluster.paused === true,
    replicationSpecs: Array.from({ length: Math.max(1, cluster.shards) }, () => ({ regionConfigs: [regionConfig] })),
  };
}

/** Documents of a project's clusters. */
export const clusterDrafts = (
  clusters: readonly SampleCluster[],
  groupId: string,
  created: number,
  random: Random,
): DocumentDraft[] => clusters.map((cluster) => clusterDraft(groupId, record(cluster, groupId, created, random)));

/** All processes of the running dedicated clusters, which alerts can refer to. */
export function targetsOf(clusters: readonly SampleCluster[]): AlertTarget[] {
  return clusters
    .filter(({ name, paused, shards }) => paused !== true && shards > 0 && name !== FILLING_CLUSTER)
    .flatMap((cluster) =>
      Array.from({ length: cluster.shards }, (_, shard) =>
        Array.from(
          { length: NODES },
          (_node, node): AlertTarget => ({
            clusterName: cluster.name,
            replicaSetName: `${cluster.name}-shard-${shard}`,
            hostname: hostOf(cluster.name, shard, node),
            port: PORT,
            typeName: node === 0 ? "PRIMARY" : "SECONDARY",
          }),
        ),
      ).flat(),
    );
}
