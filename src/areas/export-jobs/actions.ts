import type { BodyObject } from "../../contract/json.ts";
import type { ExportOf } from "../../domain/export-eta.ts";
import { exportGoesOn, exportStatus } from "../../domain/export-status.ts";
import { cannotExport } from "../../domain/snapshot.ts";
import type { Action } from "../area.ts";
import type { Context } from "../context.ts";
import type { Effect, Page } from "../effect.ts";
import { openExport, openExportOf } from "./create.ts";
import { bucketOfJob, cachedExport, snapshotOfJob } from "./jobs.ts";
import { bucketWords } from "./list.ts";

/** What can be done with exports (E45): starting one, starting one again, and taking the path of its files. */

const NOWHERE: Effect = { kind: "place", place: { area: "export-jobs", ids: [] } };

const exportOf = (context: Context, ids: readonly string[]): ExportOf | null =>
  cachedExport(context, ids[0] ?? "")?.found ?? null;

const MISSING = "it is not in the list any more";

/** Why an export cannot be started again, or null. */
function cannotRepeat(context: Context, ids: readonly string[]): string | null {
  const found = exportOf(context, ids);
  if (found === null) return MISSING;
  if (exportGoesOn(found.job)) return "it has not ended yet";
  const snapshot = snapshotOfJob(context, found.job);
  return snapshot === undefined ? "its snapshot is not there any more" : cannotExport(snapshot);
}

/** The same snapshot, bucket and labels once more; all of it can be changed in the form. */
function repeat(context: Context, { job, cluster }: ExportOf): Effect {
  const labels = (job.customData ?? []).map(({ key, value }): BodyObject => ({ key: key ?? "", value: value ?? "" }));
  return openExport(context, cluster, {
    ...(job.snapshotId == null ? {} : { snapshotId: job.snapshotId }),
    ...(bucketOfJob(context, job) === undefined || job.exportBucketId == null
      ? {}
      : { exportBucketId: job.exportBucketId }),
    ...(labels.length === 0 ? {} : { customData: labels }),
  });
}

/** Schemes by which the tools of a cloud name a place in a bucket; where there is none, the path alone is copied. */
const SCHEMES: Readonly<Record<string, string>> = { AWS: "s3", GCP: "gs" };

/** The path of the files, to be copied. */
function pathPage(context: Context, found: ExportOf): Page {
  const { job } = found;
  const prefix = job.prefix ?? "";
  const bucket = bucketOfJob(context, job);
  const scheme = SCHEMES[bucket?.provider ?? ""];
  const address = bucket === undefined || scheme === undefined ? null : `${scheme}://${bucket.name}/${prefix}`;
  const done = exportStatus(job) === "done";
  return {
    title: `Files of the export to ${bucketWords(context, found)}`,
    lines: [
      ["Path in the bucket:"],
      [{ text: prefix, tone: "accent" }],
      ...(address === null ? [] : [[""], ["As an address:"], [{ text: address, tone: "accent" } as const]]),
      [""],
      [
        done
          ? { text: "The export is whole: a file .complete there holds its labels.", tone: "good" }
          : { text: "It is not whole: a file .complete there is written last.", tone: "warn" },
      ],
    ],
    copies: [
      { title: "Path in the bucket", text: prefix },
      ...(address === null ? [] : [{ title: "Address", text: address }]),
    ],
  };
}

export const actions: readonly Action[] = [
  {
    id: "export-jobs.create",
    title: "Export a snapshot…",
    operation: "createBackupExportJob",
    standard: "new",
    on: "area",
    disabled: () => null,
    open: (context, _ids, start) => openExportOf(context, start),
  },
  {
    id: "export-jobs.path",
    title: "Path of its files, to copy",
    operation: "getBackupExportJob",
    on: "one",
    disabled: (context, ids) => {
      const found = exportOf(context, ids);
      if (found === null) return MISSING;
      return (found.job.prefix ?? "") === "" ? "the service tells no path" : null;
    },
    open: (context, ids) => {
      const found = exportOf(context, ids);
      return found === null ? NOWHERE : { kind: "page", page: pathPage(context, found) };
    },
  },
  {
    id: "export-jobs.again",
    title: "Export the same again…",
    operation: "createBackupExportJob",
    on: "one",
    disabled: cannotRepeat,
    open: (context, ids) => {
      const found = exportOf(context, ids);
      return found === null ? NOWHERE : repeat(context, found);
    },
  },
];
