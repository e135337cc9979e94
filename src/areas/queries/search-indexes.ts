import type { ClusterKind } from "../../domain/cluster.ts";
import { isUnderWay } from "../../domain/job.ts";
import { buildAsJob, currentIndexes, type SearchIndex } from "../../domain/search/search-index.ts";
import type { Query } from "../../state/answers/query.ts";
import { clustersOf } from "../builders/clusters.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { clusterArgs, clusterQuery } from "./args.ts";

/** Search indexes, with one query per cluster: cached ones, and requests (E24). */

/** The clusters that can have search indexes. */
export const SEARCHABLE: readonly ClusterKind[] = ["replicaSet", "sharded", "tenant", "unknown"];

/** Their names. */
export const searchableClusters = (scope: Scope): readonly string[] =>
  clustersOf(scope, SEARCHABLE).map(({ name }) => name);

/** The query for the indexes of a cluster. */
export const indexesQuery = (scope: Scope, cluster: string, poll: Query["poll"]): Query =>
  clusterQuery("listServiceSearchIndexesCluster", scope, cluster, poll);

/** The queries for the clusters on which an index is being built or deleted. */
export const movingQueries = (scope: Scope, indexes: readonly SearchIndex[], poll: Query["poll"]): readonly Query[] => {
  const moving = indexes.filter((index) => isUnderWay(buildAsJob(index))).map(({ cluster }) => cluster);
  return [...new Set(moving)].map((cluster) => indexesQuery(scope, cluster, poll));
};

/** The cached indexes of a cluster; null while they are not known. */
export function indexesOn(context: Context, cluster: string): readonly SearchIndex[] | null {
  const cached = context.cached("listServiceSearchIndexesCluster", clusterArgs(context.scope, cluster));
  return cached === undefined ? null : currentIndexes(cluster, cached);
}

/** The cached indexes of all clusters. */
export const cachedIndexes = (context: Context): readonly SearchIndex[] =>
  searchableClusters(context.scope).flatMap((cluster) => indexesOn(context, cluster) ?? []);

/** Requests the indexes of a cluster now; null where they could not be read. */
export const askIndexesOn = (ask: Ask, scope: Scope, cluster: string): Promise<readonly SearchIndex[] | null> =>
  ask("listServiceSearchIndexesCluster", clusterArgs(scope, cluster)).then(
    (answer) => currentIndexes(cluster, answer),
    () => null,
  );

/** Requests the indexes of several clusters now. A cluster that refuses counts as having none. */
export const askIndexes = async (
  ask: Ask,
  scope: Scope,
  clusters: readonly string[],
): Promise<readonly SearchIndex[]> =>
  (await Promise.all(clusters.map((cluster) => askIndexesOn(ask, scope, cluster)))).flatMap((found) => found ?? []);
