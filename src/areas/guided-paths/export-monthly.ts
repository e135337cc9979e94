import { isUsable } from "../../domain/access-role.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import { type Bucket, bucketLabel, exportOf, isShut } from "../../domain/export-bucket.ts";
import { exportStatus } from "../../domain/export-status.ts";
import { isUnderWay } from "../../domain/job.ts";
import { accent, bad } from "../cells.ts";
import type { Context } from "../context.ts";
import { type Effect, effectOfAction } from "../effect.ts";
import { exportReasonShort } from "../export-jobs/labels.ts";
import { clusterArgs, projectArgs } from "../queries/args.ts";
import { cachedBuckets, cachedRoles } from "../queries/export-buckets.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { beginInCluster, type GuidedPath, type PathValues, within } from "./path.ts";
import { blocked, cluster, done, learning, open, opensAction, waiting } from "./steps.ts";

/** Role, bucket, schedule, and the first export that comes of it (`domain.md` 18). */

/** The buckets that can be written to, as far as their roles tell; the one that was registered on the way alone. */
function usableBuckets(context: Context, values: PathValues): readonly Bucket[] {
  const all = cachedBuckets(context);
  const made = all.find(({ id }) => id === values["bucket"]);
  return made === undefined ? all.filter((bucket) => !isShut(bucket, cachedRoles(context))) : [made];
}

/** The schedule with the export switched on already: into which bucket is chosen, where there is a choice. */
function switchOn(context: Context, values: PathValues): Effect {
  const name = cluster(values);
  const schedule = cachedSchedule(context, name);
  const [only, another] = usableBuckets(context, values);
  const into = only === undefined || another !== undefined ? {} : { exportBucketId: only.id };
  const isOn = schedule !== undefined && exportOf(schedule) !== null;
  const start = isOn ? {} : { autoExportEnabled: true, export: { ...into, frequencyType: "monthly" } };
  return effectOfAction("backup-schedules", "backup-schedules.update", within(context, name), [name], start);
}

export const exportMonthly: GuidedPath = {
  id: "export-monthly",
  title: "Export monthly to our bucket",
  about: "Export snapshots of a cluster to your bucket automatically.",
  begin: beginInCluster("export-monthly", DEDICATED, "Export snapshots of which cluster"),
  steps: [
    {
      id: "role",
      title: "A role that may write",
      about: "The service writes to your bucket through a role in your cloud account, which you authorise there.",
      queries: ({ scope }) => [
        { operation: "listCloudProviderAccessRoles", args: projectArgs(scope), pace: "search-nodes" },
      ],
      seen: (context) => {
        if (context.cached("listCloudProviderAccessRoles", projectArgs(context.scope)) === undefined) return null;
        const roles = cachedRoles(context) ?? [];
        const usable = roles.filter(isUsable);
        const link = { area: "cloud-access", ids: usable.slice(0, 1).map(({ id }) => id) } as const;
        if (usable.length > 0)
          return done({ text: `authorised: ${usable.map(({ name }) => name).join(", ")}`, tone: "good" }, link);
        if (roles.length === 0) return open("no role yet");
        return open("a role waits until it is authorised in your cloud account", link);
      },
      open: opensAction("cloud-access", "cloud-access.create"),
    },
    {
      id: "bucket",
      title: "The bucket",
      about: "Registers your bucket with the project, reached through the role.",
      queries: ({ scope }) => [{ operation: "listExportBuckets", args: projectArgs(scope), pace: "search-nodes" }],
      seen: (context, values) => {
        if (context.cached("listExportBuckets", projectArgs(context.scope)) === undefined) return null;
        const all = cachedBuckets(context);
        const usable = usableBuckets(context, values);
        const link = { area: "export-buckets", ids: usable.slice(0, 1).map(({ id }) => id) } as const;
        if (all.length === 0) return open("no bucket yet");
        if (usable.length === 0) return open("none that can be written to: its role is not authorised", link);
        return done({ text: usable.map((bucket) => bucketLabel(bucket, all)).join(", "), tone: "good" }, link);
      },
      open: opensAction("export-buckets", "export-buckets.create"),
      learn: learning("createExportBucket", "bucket"),
    },
    {
      id: "schedule",
      title: "The schedule exports",
      about: "Switches the export on in the cluster's schedule: which snapshots, and into which bucket.",
      queries: ({ scope }, values) => [
        { operation: "getBackupSchedule", args: clusterArgs(scope, cluster(values)), pace: "snapshot" },
      ],
      seen: (context, values) => {
        const schedule = cachedSchedule(context, cluster(values));
        if (schedule === undefined) return null;
        const exported = exportOf(schedule);
        if (exported === null) return open("no automatic exports");
        const all = cachedBuckets(context);
        const into = all.find(({ id }) => id === exported.bucketId);
        const name = into === undefined ? "a bucket" : bucketLabel(into, all);
        return done(
          { text: `${exported.which} to ${name}`, tone: "good" },
          { area: "backup-schedules", ids: [cluster(values)] },
        );
      },
      open: switchOn,
    },
    {
      id: "first",
      title: "The first export",
      about: "Comes with the next snapshot of that kind. Check that it arrived before you rely on it.",
      queries: ({ scope }, values) => [
        { operation: "listBackupExportJobs", args: clusterArgs(scope, cluster(values)), pace: "job" },
      ],
      seen: (context, values) => {
        const schedule = cachedSchedule(context, cluster(values));
        const exported = schedule === undefined ? null : exportOf(schedule);
        if (exported === null) return blocked("the schedule exports nothing yet");
        const jobs = context.cached("listBackupExportJobs", clusterArgs(context.scope, cluster(values)))?.data.results;
        if (jobs === undefined) return null;
        const mine = jobs.filter(({ exportBucketId }) => exportBucketId === exported.bucketId);
        const good = mine.find((job) => exportStatus(job) === "done");
        const linkTo = (id: string | null | undefined) => ({ area: "export-jobs", ids: [id ?? ""] }) as const;
        if (good !== undefined) return done({ text: "one has arrived", tone: "good" }, linkTo(good.id));
        const running = mine.find((job) => isUnderWay({ status: exportStatus(job) }));
        if (running !== undefined) return waiting(accent("starting"), linkTo(running.id));
        const failed = mine.find((job) => exportStatus(job) === "failed");
        if (failed !== undefined)
          return open(bad(`the last one failed: ${exportReasonShort(failed)}`), linkTo(failed.id));
        return waiting(`comes with the next one (${exported.which})`);
      },
    },
  ],
};
