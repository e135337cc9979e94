import { saysNotFound } from "../../client/errors/absence.ts";
import { ClusterName } from "../../contract/schema/ids.ts";
import { type KnownSchedules, ofSchedule } from "../../domain/backup/policy-rewrites.ts";
import { reportsItems } from "../../domain/backup/schedule-items.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import type { Ask, Context } from "../model/context.ts";
import { projectArgs } from "../queries/args.ts";

/** Requests the names of clusters with schedules now; those in scope where the service does not list them. */
async function clusterNames(context: Context, ask: Ask): Promise<readonly string[]> {
  const looked = dedicatedClusters(context.scope).map(({ name }) => name);
  return ask("listClusters", projectArgs(context.scope)).then(
    ({ data }) => [...new Set([...looked, ...data.results.map(({ name }) => String(name))])].toSorted(),
    () => looked,
  );
}

/** Requests the schedules of all clusters of the project, including those outside the current scope. */
export async function askSchedules(context: Context, ask: Ask): Promise<KnownSchedules> {
  const groupId = context.scope.groupId;
  const found = await Promise.all(
    (await clusterNames(context, ask)).map(async (cluster): Promise<KnownSchedules> => {
      const clusterName = ClusterName.safeParse(cluster);
      if (!clusterName.success) return { schedules: [], unread: [cluster] };
      try {
        const { data } = await ask("getBackupSchedule", { params: { groupId, clusterName: clusterName.data } });
        return reportsItems(data)
          ? { schedules: [ofSchedule(cluster, data)], unread: [] }
          : { schedules: [], unread: [cluster] };
      } catch (error) {
        // A cluster of another kind has no schedule that the policy could rewrite.
        return { schedules: [], unread: saysNotFound(error) ? [] : [cluster] };
      }
    }),
  );
  return {
    schedules: found.flatMap(({ schedules }) => schedules),
    unread: found.flatMap(({ unread }) => unread),
  };
}
