import type { Context } from "../area.ts";
import { backupSchedules } from "../backup-schedules.ts";
import { cloudAccess } from "../cloud-access.ts";
import { DEDICATED, inCluster } from "../clusters.ts";
import { bucketOf, exportOf, projectArgs, scheduleArgs } from "../export-buckets/list.ts";
import { accessRoles, isUsable } from "../export-buckets/roles.ts";
import { exportBuckets } from "../export-buckets.ts";
import { exportReasonShort, exportStanding } from "../export-jobs/words.ts";
import { begun, blocked, done, type GuidedPath, open, openAction, type Values, waiting, within } from "./path.ts";

/** Role, bucket, schedule, and the first export that comes of it (`domain.md` 18). */

const cluster = (values: Values): string => values["cluster"] ?? "";

const bucketsHeld = (context: Context) =>
  context.held("listExportBuckets", projectArgs(context.scope))?.data.results.map(bucketOf);

const scheduleHeld = (context: Context, name: string) =>
  context.held("getBackupSchedule", scheduleArgs(context.scope, name))?.data;

export const exportMonthly: GuidedPath = {
  id: "export-monthly",
  title: "Export monthly to our bucket",
  about: "Snapshots of a cluster shall be copied to a bucket of your own, by themselves.",
  begin: (context) =>
    inCluster(context, DEDICATED, "Export snapshots of which cluster", (name) =>
      begun("export-monthly", context, name, { cluster: name }),
    ),
  steps: [
    {
      id: "role",
      title: "A role that may write",
      about: "The service writes to your bucket through a role in your cloud account, which you authorise there.",
      queries: ({ scope }) => [
        { operation: "listCloudProviderAccessRoles", args: projectArgs(scope), pace: "search-nodes" },
      ],
      seen: (context) => {
        const held = context.held("listCloudProviderAccessRoles", projectArgs(context.scope));
        if (held === undefined) return null;
        const roles = accessRoles(held.data);
        const [usable] = roles.filter(isUsable);
        const link = { area: "cloud-access", ids: usable === undefined ? [] : [usable.id] } as const;
        if (usable !== undefined) return done({ text: `${usable.name}, authorised`, tone: "good" }, link);
        if (roles.length === 0) return open("no role yet");
        return open("a role waits until it is authorised in your cloud account", link);
      },
      open: (context) => openAction(cloudAccess, "cloud-access.create", context),
      learn: () => ({}),
    },
    {
      id: "bucket",
      title: "The bucket",
      about: "Registers your bucket with the project, reached through the role.",
      queries: ({ scope }) => [{ operation: "listExportBuckets", args: projectArgs(scope), pace: "search-nodes" }],
      seen: (context) => {
        const buckets = bucketsHeld(context);
        if (buckets === undefined) return null;
        const [first] = buckets;
        if (first === undefined) return open("no bucket yet");
        const words = buckets.map(({ name }) => name).join(", ");
        return done({ text: words, tone: "good" }, { area: "export-buckets", ids: [first.id] });
      },
      open: (context) => openAction(exportBuckets, "export-buckets.create", context),
    },
    {
      id: "schedule",
      title: "The schedule exports",
      about: "Switches the export on in the cluster's schedule: which snapshots, and into which bucket.",
      queries: ({ scope }, values) => [
        { operation: "getBackupSchedule", args: scheduleArgs(scope, cluster(values)), pace: "snapshot" },
      ],
      seen: (context, values) => {
        const schedule = scheduleHeld(context, cluster(values));
        if (schedule === undefined) return null;
        const exported = exportOf(schedule);
        if (exported === null) return open("it exports nothing by itself");
        const name = bucketsHeld(context)?.find(({ id }) => id === exported.bucketId)?.name ?? "a bucket";
        return done(
          { text: `${exported.which} to ${name}`, tone: "good" },
          { area: "backup-schedules", ids: [cluster(values)] },
        );
      },
      open: (context, values) =>
        openAction(backupSchedules, "backup-schedules.update", within(context, cluster(values)), [cluster(values)]),
    },
    {
      id: "first",
      title: "The first export",
      about: "Comes with the next snapshot of that kind. Look once that it arrived, before you rely on it.",
      queries: ({ scope }, values) => [
        { operation: "listBackupExportJobs", args: scheduleArgs(scope, cluster(values)), pace: "job" },
      ],
      seen: (context, values) => {
        const schedule = scheduleHeld(context, cluster(values));
        const exported = schedule === undefined ? null : exportOf(schedule);
        if (exported === null) return blocked("the schedule exports nothing yet");
        const jobs = context.held("listBackupExportJobs", scheduleArgs(context.scope, cluster(values)))?.data.results;
        if (jobs === undefined) return null;
        const mine = jobs.filter(({ exportBucketId }) => exportBucketId === exported.bucketId);
        const good = mine.find((job) => exportStanding(job) === "done");
        const linkTo = (id: string | null | undefined) => ({ area: "export-jobs", ids: [id ?? ""] }) as const;
        if (good !== undefined) return done({ text: "one has arrived", tone: "good" }, linkTo(good.id));
        const running = mine.find((job) => ["queued", "running"].includes(exportStanding(job)));
        if (running !== undefined) return waiting({ text: "on its way", tone: "accent" }, linkTo(running.id));
        const failed = mine.find((job) => exportStanding(job) === "failed");
        if (failed !== undefined)
          return open({ text: `the last one failed: ${exportReasonShort(failed)}`, tone: "bad" }, linkTo(failed.id));
        return waiting(`comes with the next one (${exported.which})`);
      },
    },
  ],
};
