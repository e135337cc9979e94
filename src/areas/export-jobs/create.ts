import { cloudLabel } from "../../contract/clouds.ts";
import type { BodyObject } from "../../contract/json/json.ts";
import { cannotExport, type Snapshot } from "../../domain/backup/snapshot.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import { bucketLabel, formatWritable } from "../../domain/export-jobs/export-bucket.ts";
import { type ExportOf, formatExportBasis, formatLastTook, usualExport } from "../../domain/export-jobs/export-eta.ts";
import { exportGoesOn } from "../../domain/export-jobs/export-status.ts";
import { regionLabel } from "../../domain/region.ts";
import { formatUsual } from "../../domain/typical.ts";
import { valuesOf } from "../../forms/plans.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import type { Fact } from "../../forms/review/review.ts";
import { HOUR } from "../../text/durations.ts";
import { formatAge, formatDuration, formatSize, formatTimeInZone, pluralize, timeOf } from "../../text/format.ts";
import { joinTexts, present } from "../../text/present.ts";
import { warn } from "../builders/cells.ts";
import { pickClusterFor } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Ask, Context } from "../model/context.ts";
import { asking, type Effect, type FormSetup, note, type Preflight, type ReviewSources } from "../model/effect.ts";
import { clusterArgs, clusterParams } from "../queries/args.ts";
import { askBuckets, askJudgedRoles } from "../queries/export-buckets.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";
import { chosenOfBody, createPlan, type ExportChoices, type ExportValues, exportable, initialExport } from "./form.ts";
import { cachedExports } from "./jobs.ts";

/** Starts an export: its choices are requested before the form opens, and again for its review. */

/** Assumed duration where there are no earlier exports (ms): real ones take hours (`domain.md` 10.2). */
const LONG = 6 * HOUR;

async function askKnown(ask: Ask, { scope }: Context, cluster: string): Promise<ExportChoices> {
  const [snapshots, buckets, roles, jobs] = await Promise.all([
    askSnapshots(ask, scope, cluster, kindOf(scope, cluster)),
    askBuckets(ask, scope),
    askJudgedRoles(ask, scope),
    nullIfFailed(ask("listBackupExportJobs", clusterArgs(scope, cluster)).then(({ data }) => data.results)),
  ]);
  const bytes = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot.bytes]));
  return {
    cluster,
    snapshots,
    buckets,
    roles,
    areJobsRead: jobs !== null,
    jobs: (jobs ?? []).map((job): ExportOf => ({ job, cluster, bytes: bytes.get(job.snapshotId ?? "") ?? null })),
  };
}

/** Exports to estimate the duration from: current ones of the cluster, and cached ones of other clusters. */
const earlierOf = (context: Context, { cluster, jobs }: ExportChoices): readonly ExportOf[] => [
  ...cachedExports(context).filter((other) => other.cluster !== cluster),
  ...jobs,
];

function problemsOf(known: ExportChoices, body: ExportValues): readonly RefusedField[] {
  const { snapshot, bucket } = chosenOfBody(body, known);
  const why = cannotExport(snapshot);
  const twin = known.jobs.find(({ job }) => exportGoesOn(job) && job.snapshotId === snapshot?.id);
  return present(
    why !== null && { field: "snapshotId", message: why },
    twin !== undefined && {
      field: "snapshotId",
      message: "an export of this snapshot is running: wait for it, or choose another one",
    },
    bucket === undefined && { field: "exportBucketId", message: "this bucket is no longer registered" },
  );
}

/** Earlier successful exports of the same snapshot. */
function formatEarlierExports(known: ExportChoices, snapshot: Snapshot, now: number): readonly string[] {
  const done = known.jobs.filter(({ job }) => job.snapshotId === snapshot.id && job.state === "Successful");
  const last = done.at(-1);
  if (last === undefined) return [];
  const bucket = known.buckets.find(({ id }) => id === last.job.exportBucketId);
  const into = bucket === undefined ? "a deleted bucket" : bucketLabel(bucket, known.buckets);
  const ended = timeOf(last.job.finishedAt);
  return [`This snapshot was already exported to ${into}${ended === null ? "" : `, ${formatAge(now - ended)} ago`}.`];
}

async function preflight({ ask, context }: ReviewSources, cluster: string, body: ExportValues): Promise<Preflight> {
  const { now } = context;
  const known = await askKnown(ask, context, cluster);
  const problems = problemsOf(known, body);
  const { snapshot, bucket } = chosenOfBody(body, known);
  if (snapshot === undefined || bucket === undefined || problems.length > 0)
    return { warnings: [], facts: [], problems };
  const usual = usualExport({ cluster, bytes: snapshot.bytes }, earlierOf(context, known));
  const took = formatLastTook(cluster, known.jobs);
  const last = took === null ? null : `${took} for recent exports of ${cluster}`;
  const takes = usual?.basis.most ?? LONG;
  const expiresMeanwhile = snapshot.expiresAt !== null && snapshot.expiresAt < now + takes;
  const going = known.jobs.filter(({ job }) => exportGoesOn(job)).length;
  const facts: readonly Fact[] = present(
    {
      label: "Snapshot expires",
      value:
        snapshot.expiresAt === null
          ? "unknown"
          : `${formatTimeInZone(snapshot.expiresAt, context)}, in ${formatDuration(Math.max(0, snapshot.expiresAt - now))}`,
    },
    { label: "Size", value: snapshot.bytes === null ? "unknown" : formatSize(snapshot.bytes) },
    {
      label: "Bucket",
      value: joinTexts(
        " · ",
        bucket.name,
        cloudLabel(bucket.provider),
        regionLabel(bucket.provider, bucket.region ?? ""),
        formatWritable(bucket, known.roles),
      ),
    },
    {
      label: "Duration",
      value:
        usual === null
          ? (last ?? "unknown: no earlier export of this cluster")
          : `${formatUsual(usual.basis)} (${formatExportBasis(usual)})`,
    },
    {
      label: "In progress",
      value: !known.areJobsRead
        ? "not loaded"
        : going === 0
          ? `no export of ${cluster}`
          : `${pluralize(going, "export")} of ${cluster}`,
    },
    snapshot.parts.length > 1 && { label: "Shards", value: `${snapshot.parts.length}, exported in parallel` },
  );
  return {
    facts,
    warnings: present(
      !known.areJobsRead && `Unknown whether this snapshot is being exported: exports of ${cluster} not loaded.`,
      expiresMeanwhile &&
        `The snapshot may expire before the export ends${usual === null ? "" : ` (${formatUsual(usual.basis)})`}: extend its retention first (${context.key("action.edit")} in Snapshots).`,
      ...formatEarlierExports(known, snapshot, now),
    ),
  };
}

/** The first step where there is no snapshot to export, or no bucket to export to. */
function missing(known: ExportChoices, { key }: Context): Effect | null {
  const page = (words: string): Effect => note(`Export a snapshot of ${known.cluster}`, warn(words));
  if (known.buckets.length === 0)
    return page(`No bucket is registered in this project. Register one first: ${key("action.new")} in Export buckets.`);
  if (exportable(known.snapshots).length === 0)
    return page(`${known.cluster} has no exportable snapshot. Take one first: ${key("action.new")} in Snapshots.`);
  return null;
}

/** The form for a cluster, with the values chosen before. */
export const openExport = (context: Context, cluster: string, start: BodyObject = {}): Effect =>
  asking(`Export a snapshot of ${cluster}`, async (ask) => {
    const known = await askKnown(ask, context, cluster);
    const nothing = missing(known, context);
    if (nothing !== null) return nothing;
    const plan = createPlan(known, context);
    const setup: FormSetup<ExportValues> = {
      plan,
      targets: [{ id: "", name: `export of ${cluster}`, params: clusterParams(context.scope, cluster) }],
      initial: initialExport(known, valuesOf(plan, start)),
      chosen: start,
      preflight: (review, body) => preflight(review, cluster, body),
    };
    return { kind: "form", setup };
  });

/** Picks the cluster first where `start` does not name it and it is not clear. */
export const openExportOf = (context: Context, { clusterName, ...start }: BodyObject = {}): Effect =>
  typeof clusterName === "string"
    ? openExport(context, clusterName, start)
    : pickClusterFor(context, DEDICATED, "Cluster to export a snapshot of", (cluster) =>
        openExport(context, cluster, start),
      );
