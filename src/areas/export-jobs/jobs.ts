import type { ExportJob } from "../../contract/export-jobs.ts";
import { ExportJobId } from "../../contract/schema/ids.ts";
import { type Bucket, bucketOf } from "../../domain/export-jobs/export-bucket.ts";
import type { ExportOf } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob, exportStatus } from "../../domain/export-jobs/export-status.ts";
import { quickestPoll } from "../../domain/job.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { exportKey } from "../../state/samples/measured.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { intervalOf, lastRead, onceInCluster } from "../builders/jobs.ts";
import { lookupByCluster } from "../builders/lookup.ts";
import type { Context, Scope } from "../model/context.ts";
import { clusterParams, projectArgs, projectQuery } from "../queries/args.ts";
import { cachedJobs, exportQueries, exportQuery } from "../queries/export-jobs.ts";
import { snapshotOfJob, snapshotQueries } from "../queries/snapshots.ts";

/** Export jobs of all clusters (E44, E46), with the buckets and snapshots that they name. */

/** The queries for the exports of every cluster; buckets, roles and snapshots, which give names, are optional. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...exportQueries(scope, "once"),
  projectQuery("listExportBuckets", scope),
  projectQuery("listCloudProviderAccessRoles", scope),
  ...dedicatedClusters(scope).flatMap((cluster) => snapshotQueries(scope, cluster, "once")),
];

/** All cached jobs. */
export const cachedExports = (context: Context): readonly ExportOf[] =>
  onceInCluster(cachedJobs(context).map((one) => ({ ...one, bytes: snapshotOfJob(context, one.job)?.bytes ?? null })));

/** Queries that are polled: those of clusters with a running export. */
export const running = (context: Context): readonly Query[] =>
  dedicatedClusters(context.scope).flatMap(({ name }) => {
    const jobs = cachedExports(context).filter(({ cluster }) => cluster === name);
    const poll = quickestPoll(jobs.map(({ job }) => exportAsJob(job, context.now)));
    return poll === "once" ? [] : [exportQuery(context.scope, name, intervalOf("export", poll))];
  });

/** When the job ended, or when it was requested if the end is unknown. */
export function endedAt(one: ExportJob, now: number): number | null {
  const job = exportAsJob(one, now);
  return job.endedAt ?? job.startedAt;
}

/** A failed export is shown for this long (ms): the failure of a monthly one is reported nowhere else (`domain.md` 10.3). */
export const FAILED_STAY = 35 * 24 * 3_600_000;

type JobOfCluster = Pick<ExportOf, "job" | "cluster">;

/** True for a recent failed export without a later success of its cluster. */
export function isUnresolved(failed: JobOfCluster, all: readonly JobOfCluster[], now: number): boolean {
  const at = endedAt(failed.job, now) ?? 0;
  if (exportStatus(failed.job) !== "failed" || now - at > FAILED_STAY) return false;
  return !all.some(
    ({ job, cluster }) => cluster === failed.cluster && exportStatus(job) === "done" && (endedAt(job, now) ?? 0) > at,
  );
}

/** State of the data about exports: the cluster list and the exports of each cluster. */
export const jobsLookup = (context: Context): Lookup => lookupByCluster(context, exportQueries(context.scope, "once"));

const oneArgs = (context: Context, cluster: string, id: string) => ({
  params: { ...clusterParams(context.scope, cluster), exportId: ExportJobId.of(id) },
});

/** One job as last read: on its own, or as a row of its list, where that is further ahead. */
export function cachedExport(context: Context, id: string): { readonly found: ExportOf; readonly raw: unknown } | null {
  const listed = cachedExports(context).find(({ job }) => job.id === id);
  if (listed === undefined) return null;
  const cached = context.cached("getBackupExportJob", oneArgs(context, listed.cluster, id));
  return lastRead(listed, cached, (job) => exportAsJob(job, context.now));
}

/** The query for one job; while it runs it is polled as often as its list. */
export function detailQueries(context: Context, id: string): readonly Query[] {
  const cached = cachedExport(context, id);
  if (cached === null) return [];
  const { job, cluster } = cached.found;
  return [
    {
      operation: "getBackupExportJob",
      args: oneArgs(context, cluster, id),
      poll: intervalOf("export", exportAsJob(job, context.now).poll),
      optional: true,
    },
  ];
}

/** Samples of a job's finished collections. */
export const ringOfExport = (context: Context, { job, cluster }: ExportOf): Ring =>
  context.ring(exportKey(context.scope.groupId, cluster, job.id));

/** The bucket of a job, while it is registered; undefined also while buckets are not read. */
export const bucketOfJob = (context: Context, { exportBucketId }: ExportJob): Bucket | undefined =>
  (context.cached("listExportBuckets", projectArgs(context.scope))?.data.results ?? [])
    .map(bucketOf)
    .find(({ id }) => id === exportBucketId);

/** True when the buckets of the project were read: only then does a missing one count as deleted. */
export const knowsBuckets = (context: Context): boolean =>
  context.cached("listExportBuckets", projectArgs(context.scope)) !== undefined;
