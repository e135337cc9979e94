import type { Cluster } from "../../domain/cluster.ts";
import type { AnyRestoreJob } from "../../domain/restore.ts";
import type { Query } from "../../state/answers/query.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import { onceInCluster } from "../builders/jobs.ts";
import type { Context, Scope } from "../model/context.ts";
import { clusterArgs, clusterQuery } from "./args.ts";

/** Restore jobs of all clusters: dedicated clusters and serverless instances have separate lists (E47, E55). */

export type RestoreFamily = "cluster" | "serverless";

/** A restore job with the cluster whose backup it restores. */
export type Restore = {
  readonly job: AnyRestoreJob;
  /** The cluster whose backup is restored. */
  readonly cluster: string;
  readonly family: RestoreFamily;
};

const LISTS = { cluster: "listBackupRestoreJobs", serverless: "listServerlessBackupRestoreJobs" } as const;

/** The lists that may have jobs of a cluster: for a cluster of unknown kind both are requested, and a refusal is an answer. */
const familiesOf = ({ kind }: Cluster): readonly RestoreFamily[] => {
  if (kind === "tenant") return [];
  if (kind === "serverless") return ["serverless"];
  return kind === "unknown" ? ["cluster", "serverless"] : ["cluster"];
};

/** The queries for restore jobs: of all clusters that can be restored, or of some. */
export const restoreQueries = (
  scope: Scope,
  poll: Query["poll"],
  only: (cluster: Cluster) => boolean = () => true,
): readonly Query[] =>
  unsharedClusters(scope)
    .filter(only)
    .flatMap((cluster) => familiesOf(cluster).map((family) => clusterQuery(LISTS[family], scope, cluster.name, poll)));

/** All cached jobs. */
export const cachedRestores = (context: Context): readonly Restore[] =>
  onceInCluster(
    unsharedClusters(context.scope).flatMap((cluster) =>
      familiesOf(cluster).flatMap((family): readonly Restore[] => {
        const jobs = context.cached(LISTS[family], clusterArgs(context.scope, cluster.name))?.data.results ?? [];
        return jobs.map((job) => ({ job, cluster: cluster.name, family }));
      }),
    ),
  );
