import { isUnderWay } from "../../domain/job.ts";
import { LINK_WARNS_BEFORE, restoreAsJob } from "../../domain/restore.ts";
import { lateness } from "../../domain/typical.ts";
import { formatDuration } from "../../text/format.ts";
import type { AreaCheck } from "../model/check.ts";
import type { Context } from "../model/context.ts";
import { countOf, endedWithinDay, secondsField, type ThingField } from "../model/fields.ts";
import { cachedRestores, type Restore } from "../queries/restore-jobs.ts";
import { etaOf } from "./jobs.ts";
import { formatWay } from "./labels.ts";

/** Restores for monitoring: recent failures, restores that take longer than usual, and expiring unused links. */

function isSlow(restore: Restore, context: Context): boolean {
  if (!isUnderWay(restoreAsJob(restore.job, context.now))) return false;
  const eta = etaOf(context, restore);
  return lateness(eta.elapsed, eta.kind === "expected" ? eta.basis.most : eta.most) !== "in-time";
}

/** Time until a link expires (ms); null where there is none. */
function linkLeft({ job }: Restore, { now }: Context): number | null {
  const { until } = restoreAsJob(job, now);
  return until === null ? null : until - now;
}

const isExpiring = (restore: Restore, context: Context): boolean =>
  (linkLeft(restore, context) ?? Number.POSITIVE_INFINITY) < LINK_WARNS_BEFORE;

export const restoreCounts: readonly ThingField<readonly Restore[]>[] = [
  countOf("slow", "running longer than usual", isSlow),
  countOf("linksExpiring", "download links that expire within 15 minutes", isExpiring),
  secondsField(
    "linkExpires",
    "time until the next download link expires",
    (all, context) => Math.min(...all.flatMap((one) => linkLeft(one, context) ?? [])),
    { isTimeLeft: true },
  ),
];

function problems(context: Context): readonly string[] {
  const all = cachedRestores(context);
  const name = (restore: Restore): string => formatWay(restore, context);
  const failed = all.filter(({ job }) => {
    const state = restoreAsJob(job, context.now);
    return state.status === "failed" && endedWithinDay(state, context);
  });
  return [
    ...failed.map((one) => `${name(one)} failed`),
    ...all.filter((one) => isSlow(one, context)).map((one) => `${name(one)} takes longer than usual`),
    ...all
      .filter((one) => isExpiring(one, context))
      .map((one) => `${name(one)}: link expires in ${formatDuration(linkLeft(one, context) ?? 0)}`),
  ];
}

export const check: AreaCheck = {
  name: "restores",
  figures: [
    { id: "failedLately", words: "failed", critical: "0" },
    { id: "slow", words: "longer than usual", warning: "0" },
    { id: "linksExpiring", words: "link expiring", several: "links expiring", warning: "0" },
    { id: "running", words: "running" },
    { id: "linkExpires", words: "next link expires in" },
  ],
  nothing: "none running, none failed within 24 h",
  problems,
};
