import { saysNotFound } from "../../client/errors/absence.ts";
import { ClusterName } from "../../contract/schema/ids.ts";
import { exportOf, formatUsers, reportsExport, type User } from "../../domain/export-jobs/export-bucket.ts";
import { exportGoesOn } from "../../domain/export-jobs/export-status.ts";
import { pluralize, shortId } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Ask, Context } from "../model/context.ts";
import {
  asking,
  type Effect,
  effectOfAction,
  type FormSetup,
  goTo,
  NO_PREFLIGHT,
  nameOrCount,
  type Preflight,
  type Remedy,
  type ReviewSources,
  type Target,
  type WritePlan,
} from "../model/effect.ts";
import { projectArgs } from "../queries/args.ts";
import { askBuckets, askRoles, cachedBuckets, cachedUsers } from "../queries/export-buckets.ts";
import { createPlan, initialBucket } from "./form.ts";

/** Actions on export buckets: E38, E39 (`domain.md` 8.3 and 8.4). There is no update: a bucket is replaced. */

/** Requests the roles and buckets, then opens the form for a new bucket. */
export async function openCreate(context: Context, ask: Ask): Promise<Effect> {
  const { scope } = context;
  const [known, buckets] = await Promise.all([askRoles(ask, scope), askBuckets(ask, scope)]);
  // Reading roles requires more permissions than registering a bucket: without them, the role's id is typed.
  const roles = known ?? [];
  const setup: FormSetup = {
    plan: createPlan(roles, buckets),
    targets: [{ id: "", name: "new export bucket", params: { groupId: scope.groupId } }],
    initial: initialBucket(roles),
    preflight: async () => NO_PREFLIGHT,
  };
  return { kind: "form", setup };
}

const targetsOf = (context: Context, ids: readonly string[]): readonly Target[] => {
  const buckets = new Map(cachedBuckets(context).map((bucket) => [bucket.id, bucket]));
  return ids.map((id) => ({
    id,
    name: `${buckets.get(id)?.name ?? "bucket"} (${shortId(id)})`,
    params: { groupId: context.scope.groupId, exportBucketId: id },
  }));
};

/** Requests the names of the project's clusters now; those in scope where the service does not list them. */
const clusterNames = (context: Context, ask: Ask): Promise<readonly string[]> =>
  ask("listClusters", projectArgs(context.scope)).then(
    ({ data }) => data.results.map(({ name }) => String(name)),
    () => dedicatedClusters(context.scope).map(({ name }) => name),
  );

type Use = { readonly users: readonly User[]; readonly running: readonly string[]; readonly unread: readonly string[] };

/** Current uses of buckets: automatic exports, and exports that have not ended. */
async function usageOf(
  { ask, context }: ReviewSources,
  ids: ReadonlySet<string>,
): Promise<Use & { readonly clusterCount: number }> {
  const groupId = context.scope.groupId;
  const names = await clusterNames(context, ask);
  const found = await Promise.all(
    names.map(async (cluster): Promise<Use> => {
      const args = { params: { groupId, clusterName: ClusterName.of(cluster) } };
      try {
        const [schedule, jobs] = await Promise.all([ask("getBackupSchedule", args), ask("listBackupExportJobs", args)]);
        const exported = exportOf(schedule.data);
        const running = jobs.data.results.filter(
          (job) => ids.has(job.exportBucketId ?? "") && exportGoesOn(job),
        ).length;
        return {
          users: exported !== null && ids.has(exported.bucketId) ? [{ cluster, which: exported.which }] : [],
          running: running === 0 ? [] : [`${pluralize(running, "export")} of ${cluster}`],
          unread: reportsExport(schedule.data) ? [] : [cluster],
        };
      } catch (error) {
        return { users: [], running: [], unread: saysNotFound(error) ? [] : [cluster] };
      }
    }),
  );
  return {
    users: found.flatMap(({ users }) => users),
    running: found.flatMap(({ running }) => running),
    unread: found.flatMap(({ unread }) => unread),
    clusterCount: names.length,
  };
}

/** Turns off what exports to a bucket, so that the service lets it go. */
const turnOff = (context: Context, { cluster }: User): Remedy => ({
  title: `Turn off automatic exports of ${cluster} first`,
  effect: effectOfAction("backup-schedules", "backup-schedules.update", context, [cluster], {
    autoExportEnabled: false,
  }),
});

async function preflightRemove(review: ReviewSources, ids: readonly string[]): Promise<Preflight> {
  const { users, running, unread, clusterCount } = await usageOf(review, new Set(ids));
  const it = ids.length === 1 ? "it" : "them";
  return {
    safer: users.map((user) => turnOff(review.context, user)),
    warnings: present(
      users.length > 0 &&
        `Automatic exports to ${it}: ${formatUsers(users)}. The service will refuse this: disable them in Schedules first.`,
      running.length > 0 && `Exports in progress: ${running.join(", ")}. They fail when the bucket is removed.`,
      unread.length > 0 && `Unknown whether ${unread.join(", ")} exports to ${it}: not loaded or not reported.`,
    ),
    facts: [
      {
        label: "Used by",
        value:
          users.length === 0 ? `none of ${pluralize(clusterCount - unread.length, "cluster")}` : formatUsers(users),
      },
      { label: "Files", value: "exported files stay in the bucket" },
      {
        label: "Duration",
        value: "seconds to minutes; the bucket may stay listed and its name in use until then",
      },
    ],
  };
}

/** The write that removes buckets. */
export function remove(context: Context, ids: readonly string[]): WritePlan {
  const targets = targetsOf(context, ids);
  const what = nameOrCount(targets, "bucket");
  return {
    operation: "deleteExportBucket",
    title: `Remove export bucket ${what}`,
    sentence: `Removes ${what} from the project: no more exports to it. Can be registered again.`,
    button: targets.length === 1 ? "Remove bucket" : "Remove buckets",
    targets,
    risk: "disruptive",
    confirmName: what,
    preflight: (review) => preflightRemove(review, ids),
  };
}

const onBucket = actionOn("export-buckets", (_context, id) => id);

const usersOf = (context: Context, id: string): readonly User[] => cachedUsers(context).get(id) ?? [];

const roleIdOf = (context: Context, bucket: string): string | null =>
  cachedBuckets(context).find(({ id }) => id === bucket)?.roleId ?? null;

export const actions: readonly Action[] = [
  {
    id: "export-buckets.create",
    title: "New export bucket…",
    operation: "createExportBucket",
    standard: "new",
    open: (context) => asking("New export bucket", (ask) => openCreate(context, ask)),
  },
  {
    id: "export-buckets.delete",
    title: "Remove…",
    operation: "deleteExportBucket",
    standard: "delete",
    on: "many",
    open: (context, ids) => ({ kind: "write", plan: remove(context, ids) }),
  },
  onBucket({
    id: "export-buckets.schedule",
    title: "Go to the schedule using this bucket",
    operation: "getBackupSchedule",
    disabled: (id, context) => (usersOf(context, id).length === 0 ? "no known schedule exports to this bucket" : null),
    open: (id, context) => {
      const [first, ...more] = usersOf(context, id);
      return goTo("backup-schedules", ...(more.length === 0 ? [first?.cluster ?? ""] : []));
    },
  }),
  onBucket({
    id: "export-buckets.role",
    title: "Go to the access role",
    operation: "getCloudProviderAccessRole",
    disabled: (id, context) => (roleIdOf(context, id) === null ? "the service reports no role" : null),
    open: (id, context) => goTo("cloud-access", roleIdOf(context, id) ?? ""),
  }),
  onBucket({
    id: "export-buckets.export",
    title: "Export a snapshot to this bucket…",
    operation: "createBackupExportJob",
    open: (id, context) => effectOfAction("export-jobs", "export-jobs.create", context, [], { exportBucketId: id }),
  }),
  {
    id: "export-buckets.exports",
    title: "Show exports of this project",
    operation: "listBackupExportJobs",
    open: () => goTo("export-jobs"),
  },
];
