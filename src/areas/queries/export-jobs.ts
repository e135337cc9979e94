import type { ExportOf } from "../../domain/export-jobs/export-eta.ts";
import type { Query } from "../../state/answers/query.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import type { Context, Scope } from "../model/context.ts";
import { clusterArgs, clusterQuery } from "./args.ts";

/** Export jobs of all clusters (E44). */

/** The query for the jobs of a cluster. */
export const exportQuery = (scope: Scope, cluster: string, poll: Query["poll"]): Query =>
  clusterQuery("listBackupExportJobs", scope, cluster, poll);

/** The queries for the jobs of every cluster. */
export const exportQueries = (scope: Scope, poll: Query["poll"]): readonly Query[] =>
  dedicatedClusters(scope).map(({ name }) => exportQuery(scope, name, poll));

/** All cached jobs, without the sizes of their snapshots. */
export const cachedJobs = (context: Context): readonly Omit<ExportOf, "bytes">[] =>
  dedicatedClusters(context.scope).flatMap(({ name }) =>
    (context.cached("listBackupExportJobs", clusterArgs(context.scope, name))?.data.results ?? []).map((job) => ({
      job,
      cluster: name,
    })),
  );
