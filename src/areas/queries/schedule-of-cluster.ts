import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import type { Query } from "../../state/answers/query.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { clusterArgs, clusterQuery } from "./args.ts";

/** The schedule of one cluster (E52): its query, its cached answer, and a request. */

/** Requests the schedule of a cluster now; null where it has none or it may not be read. */
export async function askSchedule(ask: Ask, scope: Scope, name: string) {
  try {
    return (await ask("getBackupSchedule", clusterArgs(scope, name))).data;
  } catch {
    return null;
  }
}

/** The query for the schedule of a cluster. */
export const scheduleQuery = (scope: Scope, cluster: string, poll?: Query["poll"]): Query =>
  clusterQuery("getBackupSchedule", scope, cluster, poll);

/** The queries for the schedules of every cluster. */
export const scheduleQueries = (scope: Scope, poll?: Query["poll"]): readonly Query[] =>
  dedicatedClusters(scope).map(({ name }) => scheduleQuery(scope, name, poll));

/** The schedule of a cluster, where it was read. */
export const cachedSchedule = (context: Context, cluster: string): BackupSchedule | undefined =>
  context.cached("getBackupSchedule", clusterArgs(context.scope, cluster))?.data;
