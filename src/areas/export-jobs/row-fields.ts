import { exportProgress } from "../../domain/export-jobs/export.ts";
import { type ExportOf, exportEta } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob } from "../../domain/export-jobs/export-status.ts";
import { secondsValue } from "../../domain/field-value.ts";
import { isUnderWay } from "../../domain/job.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import type { Context } from "../model/context.ts";
import { JOB_CONDITIONS, jobCounts, jobFields, rowFields, type ThingField } from "../model/fields.ts";
import { exportCounts } from "./check.ts";
import { cachedExports, jobsLookup, ringOfExport } from "./jobs.ts";
import { formatBucket } from "./list.ts";

/** Fields and counts of exports for programs. */

const jobOf = ({ job }: ExportOf, { now }: Context) => exportAsJob(job, now);

const countOf = (one: ExportOf, context: Context) =>
  exportProgress(one.job, ringOfExport(context, one), context.now).count;

const FIELDS: readonly ThingField<ExportOf>[] = [
  ...jobFields(jobOf),
  { id: "cluster", kind: "text", about: "the cluster whose snapshot is exported", read: ({ cluster }) => cluster },
  {
    id: "bucket",
    kind: "text",
    about: "the bucket that it is exported to",
    read: (one, context) => formatBucket(context, one),
  },
  {
    id: "progress",
    kind: "ratio",
    about: "collections that are exported, of all",
    read: (one, context) => {
      const count = countOf(one, context);
      return count.kind === "counted" ? count.done / count.total : null;
    },
  },
  {
    id: "collections",
    kind: "count",
    about: "collections to export",
    read: (one, context) => {
      const count = countOf(one, context);
      return count.kind === "counted" ? count.total : null;
    },
  },
  { id: "size", kind: "bytes", about: "size of the snapshot", read: ({ bytes }) => bytes },
  {
    id: "eta",
    kind: "seconds",
    about: "estimate of the remaining time",
    read: (one, context) => {
      if (!isUnderWay(jobOf(one, context))) return null;
      const eta = exportEta(one, cachedExports(context), ringOfExport(context, one), context.now);
      return eta.kind === "expected" ? secondsValue(eta.left) : null;
    },
  },
];

export const fields = rowFields(FIELDS, cachedExports, ({ job }) => job.id);

export const counts = jobCounts(cachedExports, (context) => !isUnread(jobsLookup(context)), jobOf, exportCounts);

/** Conditions that one can be notified of. */
export const conditions = JOB_CONDITIONS;
