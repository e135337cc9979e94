import type { BodyObject } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { cannotExport } from "../../domain/backup/snapshot.ts";
import type { ExportOf } from "../../domain/export-jobs/export-eta.ts";
import { exportGoesOn, exportStatus } from "../../domain/export-jobs/export-status.ts";
import { present } from "../../text/present.ts";
import { accent, good, warn } from "../builders/cells.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import type { Effect, Page } from "../model/effect.ts";
import { missingSnapshotText, snapshotOfJob } from "../queries/snapshots.ts";
import { openExport, openExportOf } from "./create.ts";
import { bucketOfJob, cachedExport } from "./jobs.ts";
import { formatBucket } from "./list.ts";

/** Actions on exports (E45): start one, repeat one, and copy the path of its files. */

const onExport = actionOn("export-jobs", (context, id) => cachedExport(context, id)?.found);

/** The reason why an export cannot be repeated, or null. */
function cannotRepeat(one: ExportOf, context: Context): string | null {
  const { job } = one;
  if (exportGoesOn(job)) return "the export has not ended yet";
  const snapshot = snapshotOfJob(context, job);
  return snapshot === undefined ? `snapshot ${missingSnapshotText(context, one)}` : cannotExport(snapshot);
}

/** Repeats an export with the same snapshot, bucket and labels; all can be changed in the form. */
function repeat({ job, cluster }: ExportOf, context: Context): Effect {
  const labels = (job.customData ?? []).map(({ key, value }): BodyObject => ({ key: key ?? "", value: value ?? "" }));
  return openExport(context, cluster, {
    ...(job.snapshotId == null ? {} : { snapshotId: job.snapshotId }),
    ...(bucketOfJob(context, job) === undefined || job.exportBucketId == null
      ? {}
      : { exportBucketId: job.exportBucketId }),
    ...(labels.length === 0 ? {} : { customData: labels }),
  });
}

/** URL schemes of the cloud tools for a path in a bucket; for other clouds the path alone is copied. */
const SCHEMES: Readonly<Record<string, string>> = lookupTable({ AWS: "s3", GCP: "gs" });

/** A page with the path of the files to copy. */
function pathPage(context: Context, found: ExportOf): Page {
  const { job } = found;
  const prefix = job.prefix ?? "";
  const bucket = bucketOfJob(context, job);
  const scheme = SCHEMES[bucket?.provider ?? ""];
  const address = bucket === undefined || scheme === undefined ? null : `${scheme}://${bucket.name}/${prefix}`;
  const done = exportStatus(job) === "done";
  return {
    title: `Files of the export to ${formatBucket(context, found)}`,
    lines: [
      ["Path in the bucket:"],
      [accent(prefix)],
      ...(address === null ? [] : [[""], ["Address:"], [accent(address)]]),
      [""],
      [
        done
          ? good("The export is complete: the file .complete contains its labels.")
          : warn("Incomplete until the file .complete exists."),
      ],
    ],
    copies: present(
      { title: "Path in the bucket", text: prefix },
      address !== null && { title: "Address", text: address },
    ),
  };
}

export const actions: readonly Action[] = [
  {
    id: "export-jobs.create",
    title: "Export a snapshot…",
    operation: "createBackupExportJob",
    standard: "new",
    open: (context, _ids, start) => openExportOf(context, start),
  },
  onExport({
    id: "export-jobs.path",
    title: "Show path of the files",
    operation: "getBackupExportJob",
    disabled: ({ job }) => ((job.prefix ?? "") === "" ? "the service reports no path" : null),
    open: (found, context) => ({ kind: "page", page: pathPage(context, found) }),
  }),
  onExport({
    id: "export-jobs.again",
    title: "Export again…",
    operation: "createBackupExportJob",
    disabled: cannotRepeat,
    open: repeat,
  }),
];
