import type { Query } from "../../state/answers/query.ts";
import { timeOf } from "../../text/format.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import type { Context, Scope } from "../model/context.ts";
import { projectQuery } from "./args.ts";
import { cachedSchedule, scheduleQuery } from "./schedule-of-cluster.ts";
import { snapshotQueries } from "./snapshots.ts";

/** The schedules of the clusters that are looked at (E52), and what they are measured by. */

/** The schedule of every cluster, its snapshots, and what of the project they refer to: the policy and the buckets. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...dedicatedClusters(scope).map(({ name }) => scheduleQuery(scope, name, "once")),
  ...dedicatedClusters(scope).flatMap((cluster) => snapshotQueries(scope, cluster, "once")),
  projectQuery("getDataProtectionSettings", scope),
  projectQuery("listExportBuckets", scope),
];

/** A snapshot that is due so soon is looked for (ms). */
const SOON = 60_000;

/** Schedules of which a snapshot is due are asked again every minute, with the snapshots (`domain.md` 12.6). */
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
