import { numberIn } from "../../contract/json/json.ts";
import { RestoreJobId } from "../../contract/schema/ids.ts";
import { isUnderWay } from "../../domain/job.ts";
import { type AnyRestoreJob, type RestoreEta, restoreAsJob, restoreEta } from "../../domain/restore.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { LATEST, timeOf } from "../../text/format.ts";
import { intervalOf, lastRead } from "../builders/jobs.ts";
import { lookupByCluster } from "../builders/lookup.ts";
import type { Context, Scope } from "../model/context.ts";
import { clusterParams } from "../queries/args.ts";
import { cachedRestores, type Restore, restoreQueries } from "../queries/restore-jobs.ts";
import { allSnapshotQueries, snapshotOfJob } from "../queries/snapshots.ts";

/** Restore jobs of all clusters: dedicated clusters and serverless instances have separate lists (E47, E55). */

const RECORDS = { cluster: "getBackupRestoreJob", serverless: "getServerlessBackupRestoreJob" } as const;

/** The jobs of every cluster, and the snapshots for their sizes and times. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...restoreQueries(scope, "once"),
  ...allSnapshotQueries(scope, "once"),
];

/** Queries polled often now: those of clusters with a running restore. */
export function running(context: Context): readonly Query[] {
  const busy = new Set(
    cachedRestores(context)
      .filter(({ job }) => isUnderWay(restoreAsJob(job, context.now)))
      .map(({ cluster }) => cluster),
  );
  return restoreQueries(context.scope, "job", ({ name }) => busy.has(name));
}

/** State of the data about restores: the cluster list and the jobs of each cluster. */
export const jobsLookup = (context: Context): Lookup => lookupByCluster(context, restoreQueries(context.scope, "once"));

/** Arguments of a request about one job. */
export const jobArgs = (context: Context, cluster: string, id: string) => ({
  params: { ...clusterParams(context.scope, cluster), restoreJobId: RestoreJobId.of(id) },
});

/** One job as last read: on its own, or as a row of its list, where that is further ahead. */
export function cachedRestore(context: Context, id: string): { readonly found: Restore; readonly raw: unknown } | null {
  const listed = cachedRestores(context).find(({ job }) => job.id === id);
  if (listed === undefined) return null;
  const { cluster, family } = listed;
  const cached = context.cached(RECORDS[family], jobArgs(context, cluster, id));
  return lastRead<AnyRestoreJob, Restore>(listed, cached, (job) => restoreAsJob(job, context.now));
}

/** The query for one job; while it runs it is polled as often as its list. */
export function detailQueries(context: Context, id: string): readonly Query[] {
  const cached = cachedRestore(context, id);
  if (cached === null) return [];
  const { cluster, family, job } = cached.found;
  return [
    {
      operation: RECORDS[family],
      args: jobArgs(context, cluster, id),
      poll: intervalOf("restore", restoreAsJob(job, context.now).poll),
    },
  ];
}

/** The size of a job's snapshot; null where it is not known. */
export const bytesIn =
  (context: Context) =>
  (job: AnyRestoreJob): number | null =>
    snapshotOfJob(context, job)?.bytes ?? null;

/** Remaining time of a job, by earlier jobs of its family: serverless restores take a different time. */
export const etaOf = (context: Context, { job, family }: Restore, all = cachedRestores(context)): RestoreEta =>
  restoreEta(
    job,
    all.filter((other) => other.family === family).map((other) => other.job),
    bytesIn(context),
    context.now,
  );

/** The point in time of a job (ms), or null: by the requested time, or by its log position. */
export function pointInTimeOf(job: AnyRestoreJob): number | null {
  const seconds = numberIn(job.pointInTimeUTCSeconds ?? job.oplogTs ?? job.desiredTimestamp?.time);
  if (seconds === null) return timeOf(job.desiredTimestamp?.date);
  return Math.abs(seconds * 1000) > LATEST ? null : seconds * 1000;
}
