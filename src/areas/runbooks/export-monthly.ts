import { isUsable } from "../../domain/access-role.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import { type Bucket, bucketLabel, exportOf, isUnwritable } from "../../domain/export-jobs/export-bucket.ts";
import { exportStatus } from "../../domain/export-jobs/export-status.ts";
import { isUnderWay } from "../../domain/job.ts";
import { accent, bad } from "../builders/cells.ts";
import { exportReasonShort } from "../export-jobs/labels.ts";
import type { Context } from "../model/context.ts";
import { type Effect, effectOfAction } from "../model/effect.ts";
import { clusterArgs, projectArgs } from "../queries/args.ts";
import { cachedBuckets, cachedRoles, judgedRoles } from "../queries/export-buckets.ts";
import { cachedSchedule, scheduleQuery } from "../queries/schedule-of-cluster.ts";
import { beginInCluster, contextOfCluster, type Runbook, type RunbookValues } from "./runbook.ts";
import { blocked, cluster, createdIdAs, done, open, opensAction, waiting } from "./steps.ts";

/** Role, bucket, schedule, and the resulting first export (`domain.md` 18). */

/** The writable buckets, as far as their roles say; only the new one where a bucket was registered in this runbook. */
function usableBuckets(context: Context, values: RunbookValues): readonly Bucket[] {
  const all = cachedBuckets(context);
  const made = all.find(({ id }) => id === values["bucket"]);
  return made === undefined ? all.filter((bucket) => !isUnwritable(bucket, judgedRoles(context))) : [made];
}

/** The form for the schedule with monthly exports already enabled; the bucket is filled in where there is only one. */
function switchOn(context: Context, values: RunbookValues): Effect {
  const name = cluster(values);
  const schedule = cachedSchedule(context, name);
  const [only, another] = usableBuckets(context, values);
  const into = only === undefined || another !== undefined ? {} : { exportBucketId: only.id };
  const isOn = schedule !== undefined && exportOf(schedule) !== null;
  const start = isOn ? {} : { autoExportEnabled: true, export: { ...into, frequencyType: "monthly" } };
  return effectOfAction("backup-schedules", "backup-schedules.update", contextOfCluster(context, name), [name], start);
}

export const exportMonthly: Runbook = {
  id: "export-monthly",
  title: "Export monthly to a bucket",
  about: "Export snapshots of a cluster to your bucket automatically.",
  begin: beginInCluster("export-monthly", DEDICATED, "Cluster to export snapshots of"),
  steps: [
    {
      id: "role",
      title: "Set up a role with write access",
      about: "The service writes to your bucket with a role that you authorise in your cloud account.",
      queries: ({ scope }) => [
        { operation: "listCloudProviderAccessRoles", args: projectArgs(scope), poll: "search-nodes" },
      ],
      seen: (context) => {
        if (context.cached("listCloudProviderAccessRoles", projectArgs(context.scope)) === undefined) return null;
        const roles = cachedRoles(context) ?? [];
        const usable = roles.filter(isUsable);
        const link = { area: "cloud-access", ids: usable.slice(0, 1).map(({ id }) => id) } as const;
        if (usable.length > 0)
          return done({ text: `authorised: ${usable.map(({ name }) => name).join(", ")}`, tone: "good" }, link);
        if (roles.length === 0) return open(judgedRoles(context) === null ? "roles not reported" : "no role yet");
        return open("role not yet authorised in your cloud account", link);
      },
      opens: opensAction("cloud-access", "cloud-access.create"),
    },
    {
      id: "bucket",
      title: "Register the bucket",
      about: "Registers your bucket in the project, with the role.",
      queries: ({ scope }) => [{ operation: "listExportBuckets", args: projectArgs(scope), poll: "search-nodes" }],
      seen: (context, values) => {
        if (context.cached("listExportBuckets", projectArgs(context.scope)) === undefined) return null;
        const all = cachedBuckets(context);
        const usable = usableBuckets(context, values);
        const link = { area: "export-buckets", ids: usable.slice(0, 1).map(({ id }) => id) } as const;
        if (all.length === 0) return open("no bucket yet");
        if (usable.length === 0) return open("no writable bucket: role not authorised", link);
        return done({ text: usable.map((bucket) => bucketLabel(bucket, all)).join(", "), tone: "good" }, link);
      },
      opens: opensAction("export-buckets", "export-buckets.create"),
      valuesFromAnswer: createdIdAs("createExportBucket", "bucket"),
    },
    {
      id: "schedule",
      title: "Enable automatic export",
      about: "Enables automatic export in the cluster's schedule: snapshot frequency and bucket.",
      dependsOn: "bucket",
      queries: ({ scope }, values) => [
        { operation: "getBackupSchedule", args: clusterArgs(scope, cluster(values)), poll: "snapshot" },
      ],
      seen: (context, values) => {
        const schedule = cachedSchedule(context, cluster(values));
        if (schedule === undefined) return null;
        const exported = exportOf(schedule);
        if (exported === null) return open("automatic exports are off");
        const all = cachedBuckets(context);
        const into = all.find(({ id }) => id === exported.bucketId);
        const name = into === undefined ? "a bucket" : bucketLabel(into, all);
        return done(
          { text: `${exported.which} to ${name}`, tone: "good" },
          { area: "backup-schedules", ids: [cluster(values)] },
        );
      },
      opens: { area: "backup-schedules", effect: switchOn },
    },
    {
      id: "first",
      title: "Wait for the first export",
      about: "Starts with the next snapshot of that frequency. Check its result before you rely on it.",
      dependsOn: "bucket",
      queries: ({ scope }, values) => [
        { operation: "listBackupExportJobs", args: clusterArgs(scope, cluster(values)), poll: "job" },
        scheduleQuery(scope, cluster(values), "snapshot"),
      ],
      seen: (context, values) => {
        const schedule = cachedSchedule(context, cluster(values));
        if (schedule === undefined) return null;
        const exported = exportOf(schedule);
        if (exported === null) return blocked("automatic exports are off");
        const jobs = context.cached("listBackupExportJobs", clusterArgs(context.scope, cluster(values)))?.data.results;
        if (jobs === undefined) return null;
        const mine = jobs.filter(({ exportBucketId }) => exportBucketId === exported.bucketId);
        const good = mine.find((job) => exportStatus(job) === "done");
        const linkTo = (id: string | null | undefined) => ({ area: "export-jobs", ids: [id ?? ""] }) as const;
        if (good !== undefined) return done({ text: "first export completed", tone: "good" }, linkTo(good.id));
        const running = mine.find((job) => isUnderWay({ status: exportStatus(job) }));
        if (running !== undefined) return waiting(accent("starting"), linkTo(running.id));
        const failed = mine.find((job) => exportStatus(job) === "failed");
        if (failed !== undefined)
          return open(bad(`the last export failed: ${exportReasonShort(failed)}`), linkTo(failed.id));
        return waiting(`starts with the next ${exported.which} snapshot`);
      },
    },
  ],
};
