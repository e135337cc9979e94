import { secondsValue } from "../../domain/field-value.ts";
import { isUnderWay } from "../../domain/job.ts";
import { restoreAsJob, writesTo } from "../../domain/restore.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  JOB_CONDITIONS,
  jobCounts,
  jobFields,
  type OfferedCondition,
  rowFields,
  type ThingField,
} from "../model/fields.ts";
import { cachedRestores, type Restore } from "../queries/restore-jobs.ts";
import { restoreCounts } from "./check.ts";
import { bytesIn, etaOf, jobsLookup } from "./jobs.ts";

/** Fields and counts of restores for programs. */

const jobOf = ({ job }: Restore, { now }: Context) => restoreAsJob(job, now);

const FIELDS: readonly ThingField<Restore>[] = [
  // A download counts as done once its link is ready.
  ...jobFields(jobOf, ["done", "ready"]),
  { id: "cluster", kind: "text", about: "the cluster that is restored from", read: ({ cluster }) => cluster },
  {
    id: "target",
    kind: "text",
    about: "the cluster that is restored to",
    read: ({ job }) => writesTo(job)?.name ?? null,
  },
  {
    id: "delivery",
    kind: "text",
    about: "automated, pointInTime or download",
    read: ({ job }) => job.deliveryType ?? null,
  },
  { id: "size", kind: "bytes", about: "size of the snapshot", read: ({ job }, context) => bytesIn(context)(job) },
  {
    id: "eta",
    kind: "seconds",
    about: "estimate of the remaining time",
    read: (restore, context) => {
      if (!isUnderWay(jobOf(restore, context))) return null;
      const eta = etaOf(context, restore);
      return eta.kind === "expected" ? secondsValue(eta.left) : null;
    },
  },
];

export const fields = rowFields(FIELDS, cachedRestores, ({ job }) => job.id);

export const counts = jobCounts(cachedRestores, (context) => !isUnread(jobsLookup(context)), jobOf, restoreCounts);

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  { about: "thing", condition: "done", title: "when it is completed, or its link is ready" },
  ...JOB_CONDITIONS,
  { about: "thing", condition: "expires<15m", title: "when its link expires in 15 minutes" },
];
