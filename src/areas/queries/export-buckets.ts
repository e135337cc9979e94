import { type AccessRole, accessRoles } from "../../domain/access-role.ts";
import { type Bucket, bucketOf, exportOf, type User } from "../../domain/export-jobs/export-bucket.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import { omitsThings } from "../../state/answers/omissions.ts";
import type { Query } from "../../state/answers/query.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { lookup, lookupByCluster } from "../builders/lookup.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { projectArgs, projectQuery } from "./args.ts";
import { cachedSchedule, scheduleQuery } from "./schedule-of-cluster.ts";

/** Export buckets, their roles, and the schedules that export to them (E37, E68, E52). */

const scheduleQueries = (scope: Scope): readonly Query[] =>
  dedicatedClusters(scope).map(({ name: cluster }) => scheduleQuery(scope, cluster));

/** Queries for buckets, their roles, and the schedules that export to them; the last two are optional. */
export const listQueries = (scope: Scope): readonly Query[] => [
  { operation: "listExportBuckets", args: projectArgs(scope), poll: "once" },
  projectQuery("listCloudProviderAccessRoles", scope),
  ...scheduleQueries(scope),
];

export const cachedBuckets = (context: Context): readonly Bucket[] =>
  (context.cached("listExportBuckets", projectArgs(context.scope))?.data.results ?? []).map(bucketOf);

/** The cached roles of the project; null where they could not be read (that requires a role of its own). */
export function cachedRoles(context: Context): readonly AccessRole[] | null {
  const cached = context.cached("listCloudProviderAccessRoles", projectArgs(context.scope));
  return cached === undefined ? null : accessRoles(cached.data);
}

/** Roles by which a bucket can be judged: null also where some could not be read, because one that is not among the others may exist. */
export const judgedRoles = (context: Context): readonly AccessRole[] | null =>
  lookup(context, projectQuery("listCloudProviderAccessRoles", context.scope)).kind === "partly"
    ? null
    : cachedRoles(context);

/** Requests the buckets of a project now. */
export const askBuckets = async (ask: Ask, scope: Scope): Promise<readonly Bucket[]> =>
  (await ask("listExportBuckets", projectArgs(scope))).data.results.map(bucketOf);

/** Requests the roles of a project now; null where they may not be read: that requires more permissions than exporting. */
export const askRoles = (ask: Ask, scope: Scope): Promise<readonly AccessRole[] | null> =>
  nullIfFailed(ask("listCloudProviderAccessRoles", projectArgs(scope)).then(({ data }) => accessRoles(data)));

/** Requests the roles by which buckets can be judged. */
export const askJudgedRoles = (ask: Ask, scope: Scope): Promise<readonly AccessRole[] | null> =>
  nullIfFailed(
    ask("listCloudProviderAccessRoles", projectArgs(scope)).then(({ data, omitted = null }) =>
      omitsThings(omitted) ? null : accessRoles(data),
    ),
  );

/** The schedules that export to each bucket, as far as they were read. */
export function cachedUsers(context: Context): ReadonlyMap<string, readonly User[]> {
  const users = new Map<string, User[]>();
  for (const { name: cluster } of dedicatedClusters(context.scope)) {
    const schedule = cachedSchedule(context, cluster);
    const found = schedule === undefined ? null : exportOf(schedule);
    if (found === null) continue;
    users.set(found.bucketId, [...(users.get(found.bucketId) ?? []), { cluster, which: found.which }]);
  }
  return users;
}

/** State of the data about automatic exports: the cluster list and the clusters' schedules. */
export const usersLookup = (context: Context): Lookup => lookupByCluster(context, scheduleQueries(context.scope));
