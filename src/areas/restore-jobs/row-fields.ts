import { isUnderWay } from "../../domain/job.ts";
import { restoreAsJob, writesTo } from "../../domain/restore.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  bytesField,
  JOB_CONDITIONS,
  jobCounts,
  jobFields,
  type OfferedCondition,
  rowFields,
  secondsField,
  type ThingField,
  textField,
} from "../model/fields.ts";
import { cachedRestores, type Restore } from "../queries/restore-jobs.ts";
import { restoreCounts } from "./check.ts";
import { bytesIn, etaOf, jobsLookup } from "./jobs.ts";

/** Fields and counts of restores for programs. */

const jobOf = ({ job }: Restore, { now }: Context) => restoreAsJob(job, now);

const FIELDS: readonly ThingField<Restore>[] = [
  // A download counts as done once its link is ready.
  ...jobFields(jobOf, ["done", "ready"]),
  textField("cluster", "the cluster that is restored from", ({ cluster }) => cluster),
  textField("target", "the cluster that is restored to", ({ job }) => writesTo(job)?.name),
  textField("delivery", "automated, pointInTime or download", ({ job }) => job.deliveryType),
  bytesField("size", "size of the snapshot", ({ job }, context) => bytesIn(context)(job)),
  secondsField("eta", "estimate of the remaining time", (restore, context) => {
    if (!isUnderWay(jobOf(restore, context))) return null;
    const eta = etaOf(context, restore);
    return eta.kind === "expected" ? eta.left : null;
  }),
];

export const fields = rowFields(FIELDS, cachedRestores, ({ job }) => job.id);

export const counts = jobCounts(cachedRestores, (context) => !isUnread(jobsLookup(context)), jobOf, restoreCounts);

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  { about: "thing", condition: "done", title: "when it is completed, or its link is ready" },
  ...JOB_CONDITIONS,
  { about: "thing", condition: "expires<15m", title: "when its link expires in 15 minutes" },
];
