import { DEDICATED } from "../../domain/cluster.ts";
import { bucketLabel, bucketOf, exportOf, reportsExport } from "../../domain/export-jobs/export-bucket.ts";
import { exportGoesOn } from "../../domain/export-jobs/export-status.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { pluralize } from "../../text/format.ts";
import { accent, good, warn } from "../builders/cells.ts";
import { dedicatedClusters, listedClusters } from "../builders/clusters.ts";
import { missingText } from "../builders/lookup.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { type Effect, effectOfAction } from "../model/effect.ts";
import { clusterArgs, projectArgs } from "../queries/args.ts";
import { unreportedExport, usersLookup } from "../queries/export-buckets.ts";
import { cachedJobs, exportQueries } from "../queries/export-jobs.ts";
import { askSchedule, scheduleQueries } from "../queries/schedule-of-cluster.ts";
import { contextOfCluster, type Runbook, type RunbookValues, startRunbook } from "./runbook.ts";
import { blocked, done, noneLeft, open, opensAction, waiting } from "./steps.ts";

/** Removes a bucket: the service refuses that while a schedule exports to it, so the schedules come first (`domain.md` 8.4 and 18). */

const bucket = (values: RunbookValues): string => values["bucket"] ?? "";

/** The clusters whose schedules export to the bucket, as far as known; null while one of them is loading. */
function users(context: Context, values: RunbookValues): readonly string[] | null {
  const found: string[] = [];
  for (const { name } of dedicatedClusters(context.scope)) {
    const args = clusterArgs(context.scope, name);
    const schedule = context.cached("getBackupSchedule", args)?.data;
    if (schedule === undefined && context.unread("getBackupSchedule", args) === null) return null;
    if (schedule !== undefined && exportOf(schedule)?.bucketId === bucket(values)) found.push(name);
  }
  return found;
}

/** The number of running exports to the bucket, as far as known. */
const running = (context: Context, values: RunbookValues): number =>
  cachedJobs(context).filter(({ job }) => job.exportBucketId === bucket(values) && exportGoesOn(job)).length;

/** The form for the schedule of one of its users, with the export already disabled; the rest is read and reviewed as usual. */
function switchOff(context: Context, values: RunbookValues): Effect {
  const using = users(context, values) ?? [];
  const off = (name: string): Effect =>
    effectOfAction("backup-schedules", "backup-schedules.update", contextOfCluster(context, name), [name], {
      autoExportEnabled: false,
    });
  const [only] = using;
  if (only !== undefined && using.length === 1) return off(only);
  return {
    kind: "pick",
    title: "Schedule to stop exporting from",
    suggest: async () => using.map((name) => ({ value: name, label: name, note: "exports to this bucket" })),
    take: off,
  };
}

/** The clusters that export automatically, and their buckets; `null` for a schedule that could not be read or does not say, or where no cluster is known. */
async function exporters(ask: Ask, scope: Scope): Promise<readonly (Exporter | null)[]> {
  const listed = await listedClusters(ask, scope).catch(() => null);
  const found = await Promise.all(
    (listed ?? scope.clusters)
      .filter(({ kind }) => DEDICATED.includes(kind))
      .map(async ({ name }): Promise<Exporter | null> => {
        const schedule = await askSchedule(ask, scope, name);
        return schedule === null || !reportsExport(schedule)
          ? null
          : { name, into: exportOf(schedule)?.bucketId ?? null };
      }),
  );
  return listed === null || listed.length === 0 ? [...found, null] : found;
}

type Exporter = { readonly name: string; readonly into: string | null };

/** The buckets to choose from, each with the clusters that export to it automatically, as far as the schedules can be read. */
async function choices(ask: Ask, { scope }: Context): Promise<readonly Suggestion[]> {
  const [answer, found] = await Promise.all([ask("listExportBuckets", projectArgs(scope)), exporters(ask, scope)]);
  const buckets = answer.data.results.map(bucketOf);
  const unused = found.includes(null) ? "unknown whether a schedule uses it" : "not used by a schedule";
  return buckets.map((bucket) => {
    const label = bucketLabel(bucket, buckets);
    const using = found.flatMap((one) => (one?.into === bucket.id ? one.name : []));
    return {
      value: `${bucket.id} ${label}`,
      label,
      note: using.length === 0 ? unused : `${using.join(", ")} exports to this bucket`,
    };
  });
}

export const removeBucket: Runbook = {
  id: "remove-bucket",
  title: "Remove an export bucket",
  about: "Stop exporting to a bucket.",
  begin: (context) => ({
    kind: "pick",
    title: "Bucket to remove",
    suggest: (ask) => choices(ask, context),
    take: (value) => {
      const at = value.indexOf(" ");
      const [id, name] = [value.slice(0, at), value.slice(at + 1)];
      return startRunbook("remove-bucket", context, name, { bucket: id, name });
    },
  }),
  steps: [
    {
      id: "schedules",
      title: "Disable automatic exports to the bucket",
      about: "The service refuses to remove a bucket that a schedule exports to.",
      queries: ({ scope }) => scheduleQueries(scope, "snapshot"),
      seen: (context, values) => {
        const using = users(context, values);
        if (using === null) return null;
        if (using.length === 0) {
          const silent = unreportedExport(context);
          return silent === null ? noneLeft(good("no schedule exports to this bucket")) : open(warn(silent));
        }
        return open(using.join(", "), { area: "backup-schedules", ids: using.slice(0, 1) });
      },
      opens: { area: "backup-schedules", effect: switchOff },
    },
    {
      id: "exports",
      title: "Wait for running exports",
      about: "Running exports fail when the bucket is removed.",
      queries: ({ scope }) => exportQueries(scope, "job"),
      seen: (context, values) => {
        const count = running(context, values);
        return count === 0
          ? noneLeft("none running")
          : waiting(accent(`${pluralize(count, "export")} running`), { area: "export-jobs", ids: [] });
      },
    },
    {
      id: "delete",
      title: "Remove the bucket",
      about: "Files in the bucket stay. The bucket may stay listed for a few minutes.",
      queries: ({ scope }) => [{ operation: "listExportBuckets", args: projectArgs(scope), poll: "search-nodes" }],
      seen: (context, values) => {
        const buckets = context.cached("listExportBuckets", projectArgs(context.scope))?.data.results.map(bucketOf);
        if (buckets === undefined) return null;
        if (!buckets.some(({ id }) => id === bucket(values))) return done(good("bucket removed"));
        const link = { area: "export-buckets", ids: [bucket(values)] } as const;
        if (values["removed"] !== undefined) return waiting("removed; still listed", link);
        if ((users(context, values) ?? []).length > 0) return blocked("a schedule still exports to this bucket");
        const unread = usersLookup(context);
        return isMissing(unread)
          ? open(warn(`unknown whether a schedule exports to it: schedules ${missingText(unread)}`), link)
          : open("", link);
      },
      opens: opensAction("export-buckets", "export-buckets.delete", { thing: "bucket" }),
      valuesFromAnswer: () => ({ removed: "yes" }),
    },
  ],
};
