import { exportProgress } from "../../domain/export-jobs/export.ts";
import { type ExportOf, exportEta } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob } from "../../domain/export-jobs/export-status.ts";
import { isUnderWay } from "../../domain/job.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  bytesField,
  countField,
  JOB_CONDITIONS,
  jobCounts,
  jobFields,
  ratioField,
  rowFields,
  secondsField,
  type ThingField,
  textField,
} from "../model/fields.ts";
import { exportCounts } from "./check.ts";
import { cachedExports, jobsLookup, ringOfExport } from "./jobs.ts";
import { formatBucket } from "./list.ts";

/** Fields and counts of exports for programs. */

const jobOf = ({ job }: ExportOf, { now }: Context) => exportAsJob(job, now);

const countOf = (one: ExportOf, context: Context) =>
  exportProgress(one.job, ringOfExport(context, one), context.now).count;

const FIELDS: readonly ThingField<ExportOf>[] = [
  ...jobFields(jobOf),
  textField("cluster", "the cluster whose snapshot is exported", ({ cluster }) => cluster),
  textField("bucket", "the bucket that it is exported to", (one, context) => formatBucket(context, one)),
  ratioField("progress", "collections that are exported, of all", (one, context) => {
    const count = countOf(one, context);
    return count.kind === "counted" ? count.done / count.total : null;
  }),
  countField("collections", "collections to export", (one, context) => {
    const count = countOf(one, context);
    return count.kind === "counted" ? count.total : null;
  }),
  bytesField("size", "size of the snapshot", ({ bytes }) => bytes),
  secondsField("eta", "estimate of the remaining time", (one, context) => {
    if (!isUnderWay(jobOf(one, context))) return null;
    const eta = exportEta(one, cachedExports(context), ringOfExport(context, one), context.now);
    return eta.kind === "expected" ? eta.left : null;
  }),
];

export const fields = rowFields(FIELDS, cachedExports, ({ job }) => job.id);

export const counts = jobCounts(cachedExports, (context) => !isUnread(jobsLookup(context)), jobOf, exportCounts);

/** Conditions that one can be notified of. */
export const conditions = JOB_CONDITIONS;
