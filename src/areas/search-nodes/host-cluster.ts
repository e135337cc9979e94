import { cloudLabel } from "../../contract/clouds.ts";
import type { ClusterRecord } from "../../contract/projects.ts";
import { type Cluster, clusterKindLabel, regionsOf, shardCountOf } from "../../domain/cluster.ts";
import { regionLabel } from "../../domain/region.ts";
import type { Query } from "../../state/answers/query.ts";
import { joinTexts } from "../../text/present.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { projectArgs, projectQuery } from "../queries/args.ts";

/**
 * The cluster of the search nodes: size, region, number of shards. The specification has no operation for it: with a service that has no such
 * request, these stay unknown.
 */

/** Known properties; empty texts and null where unknown. */
type HostCluster = {
  readonly tier: string;
  readonly provider: string;
  readonly region: string;
  readonly version: string;
  readonly shards: number | null;
};

const NOTHING: HostCluster = { tier: "", provider: "", region: "", version: "", shards: null };

/** The query for all clusters at once. */
export const clustersQuery = (scope: Scope): Query => projectQuery("listClusters", scope);

function hostIn(records: readonly ClusterRecord[], name: string): HostCluster {
  const record = records.find((one) => one.name === name);
  if (record === undefined) return NOTHING;
  const [region] = regionsOf(record);
  return {
    tier: region?.electableSpecs?.instanceSize ?? "",
    provider: region?.providerName ?? "",
    region: region?.regionName ?? "",
    version: record.databaseVersion ?? "",
    shards: shardCountOf(record),
  };
}

export const hostOf = (context: Context, cluster: string): HostCluster =>
  hostIn(context.cached("listClusters", projectArgs(context.scope))?.data.results ?? [], cluster);

/** Requests it now; all properties are unknown where that fails. */
export const askHost = (ask: Ask, scope: Scope, cluster: string): Promise<HostCluster> =>
  ask("listClusters", projectArgs(scope)).then(
    ({ data }) => hostIn(data.results, cluster),
    () => NOTHING,
  );

/** The number of shards of a cluster, as far as known: 1 for a replica set. */
export const shardsOf = ({ shards }: HostCluster, cluster: Cluster | undefined): number | null =>
  cluster?.kind === "replicaSet" ? 1 : shards;

export const formatWhere = ({ provider, region }: HostCluster): string =>
  joinTexts(" ", cloudLabel(provider), regionLabel(provider, region));

/** `M50, sharded (3 shards), AWS eu-central-1, version 8.0.12` */
export function formatHost(host: HostCluster, cluster: Cluster | undefined): string {
  const kind = clusterKindLabel(cluster?.kind ?? "unknown");
  const shards = host.shards !== null && host.shards > 1 ? `${kind} (${host.shards} shards)` : kind;
  const version = host.version === "" ? "" : `version ${host.version}`;
  const paused = cluster?.paused === true ? "paused" : "";
  return joinTexts(", ", host.tier, shards, formatWhere(host), version, paused);
}
