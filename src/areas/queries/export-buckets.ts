import { type AccessRole, accessRoles, judgedRolesOf } from "../../domain/access-role.ts";
import { type Bucket, bucketOf, exportOf, reportsExport, type User } from "../../domain/export-jobs/export-bucket.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import { omitsThings } from "../../state/answers/omissions.ts";
import type { Query } from "../../state/answers/query.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { lookup, lookupByCluster } from "../builders/lookup.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { projectArgs, projectQuery } from "./args.ts";
import { cachedSchedule, scheduleQueries } from "./schedule-of-cluster.ts";

/** Export buckets, their roles, and the schedules that export to them (E37, E68, E52). */

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
export function judgedRoles(context: Context): readonly AccessRole[] | null {
  const query = projectQuery("listCloudProviderAccessRoles", context.scope);
  const cached = context.cached("listCloudProviderAccessRoles", projectArgs(context.scope));
  return cached === undefined || lookup(context, query).kind === "partly" ? null : judgedRolesOf(cached.data);
}

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
      omitsThings(omitted) ? null : judgedRolesOf(data),
    ),
  );

/** The schedules that export to each bucket, as far as they say so. */
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

/** Names the first schedule that leaves open to which bucket it exports; null where all say it. */
export function unreportedExport(context: Context): string | null {
  const silent = dedicatedClusters(context.scope).find(({ name }) => {
    const schedule = cachedSchedule(context, name);
    return schedule !== undefined && !reportsExport(schedule);
  });
  return silent === undefined ? null : `the schedule of ${silent.name} does not report its export`;
}

/** State of the data about automatic exports: the cluster list and the clusters' schedules. */
export function usersLookup(context: Context): Lookup {
  const reason = unreportedExport(context);
  return reason === null
    ? lookupByCluster(context, scheduleQueries(context.scope))
    : { kind: "failed", why: { words: reason, reason, status: null, code: null } };
}
