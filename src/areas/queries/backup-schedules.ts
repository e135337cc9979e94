import type { Query } from "../../state/answers/query.ts";
import { timeOf } from "../../text/format.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import type { Context, Scope } from "../model/context.ts";
import { projectQuery } from "./args.ts";
import { cachedSchedule, scheduleQueries, scheduleQuery } from "./schedule-of-cluster.ts";
import { snapshotQueries } from "./snapshots.ts";

/** The schedules of the clusters in scope (E52), and the data that they are checked against. */

/** The schedule of every cluster, its snapshots, and the project data that they refer to: the policy and the buckets. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...scheduleQueries(scope),
  ...dedicatedClusters(scope).flatMap((cluster) => snapshotQueries(scope, cluster, "once")),
  projectQuery("getDataProtectionSettings", scope),
  projectQuery("listExportBuckets", scope),
];

/** A snapshot due within this time is polled for (ms). */
const SOON = 60_000;

/** Schedules with a snapshot that is due, polled every minute together with the snapshots (`domain.md` 12.6). */
export const running = (context: Context): readonly Query[] =>
  dedicatedClusters(context.scope)
    .filter(({ name }) => {
      const next = timeOf(cachedSchedule(context, name)?.nextSnapshot);
      return next !== null && next - context.now < SOON;
    })
    .flatMap((cluster) => [
      scheduleQuery(context.scope, cluster.name, "overview-jobs"),
      ...snapshotQueries(context.scope, cluster, "overview-jobs"),
    ]);
