import { type Cluster, DEDICATED } from "../../domain/cluster.ts";
import type { ExportOf } from "../../domain/export-eta.ts";
import type { Query } from "../../state/query.ts";
import { clustersOf } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { clusterArgs } from "./args.ts";

/** Export jobs of all clusters (E44). */

/** Clusters whose snapshots can be exported: a serverless instance has none that can. */
export const exportingClusters = (scope: Scope): readonly Cluster[] => clustersOf(scope, DEDICATED);

/** The question for the jobs of a cluster. */
export const exportQuery = (scope: Scope, cluster: string, pace: Query["pace"]): Query => ({
  operation: "listBackupExportJobs",
  args: clusterArgs(scope, cluster),
  pace,
  optional: true,
});

/** Every cached job, without the size of its snapshot. */
export const cachedJobs = (context: Context): readonly Omit<ExportOf, "bytes">[] =>
  exportingClusters(context.scope).flatMap(({ name }) =>
    (context.cached("listBackupExportJobs", clusterArgs(context.scope, name))?.data.results ?? []).map((job) => ({
      job,
      cluster: name,
    })),
  );
