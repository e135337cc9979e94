import { isUnderWay } from "../../domain/job.ts";
import {
  formatRestoreEta,
  LINK_RINGS_BEFORE,
  LINK_WARNS_BEFORE,
  restoreAsJob,
  writesTo,
} from "../../domain/restore.ts";
import { jobCell } from "../builders/jobs.ts";
import type { Context } from "../model/context.ts";
import { cachedRestores, type Restore, restoreQueries } from "../queries/restore-jobs.ts";
import { etaOf } from "../restore-jobs/jobs.ts";
import { formatWay } from "../restore-jobs/labels.ts";
import { barByTime, endedRows, type OverviewJob, runningRow, soonRows } from "./job-rows.ts";
import { jobPoll } from "./poll-intervals.ts";
import type { OverviewPart, OverviewRow } from "./sections.ts";

/** Running restores, expiring download links, and recently ended restores (`domain.md` 11). */

/** Source and target, with the target's project where that is another one; a narrow column leaves the project out. */
function namesOf(restore: Restore, context: Context): Pick<OverviewJob, "name" | "shortName"> {
  const into = writesTo(restore.job);
  return {
    name: formatWay(restore, context),
    shortName: `${restore.cluster} → ${into === null ? "download" : (into.name ?? "?")}`,
  };
}

/** Tone by the time until a link expires. */
function linkTone(remaining: number): "bad" | "warn" | "plain" {
  if (remaining < LINK_RINGS_BEFORE) return "bad";
  return remaining < LINK_WARNS_BEFORE ? "warn" : "plain";
}

function rowsOf(one: Restore, all: readonly Restore[], context: Context): readonly OverviewRow[] {
  const { now } = context;
  const job = restoreAsJob(one.job, now);
  const { status, said, until } = job;
  const entry: OverviewJob = {
    job,
    kind: "restore",
    id: one.job.id,
    ...namesOf(one, context),
  };
  switch (status) {
    case "running": {
      const eta = etaOf(context, one, all);
      const words = formatRestoreEta(eta);
      // The service reports no progress: the bar is drawn where earlier restores give an expected duration.
      const progress = eta.kind === "expected" && eta.left > 0 ? barByTime(eta.elapsed, eta.left) : undefined;
      const text = said === null ? words : `${said} · ${words}`;
      // Short form without the basis of the estimate.
      return [runningRow(entry, now, { text, tone: "plain", short: text.replace(/ \(.*\)$/u, "") }, 1, { progress })];
    }
    case "ready": {
      const tone = linkTone((until ?? 0) - now);
      const kind = { text: "link", tone };
      return soonRows(entry, now, { kind, state: { text: "download link expires", tone } });
    }
    case "done":
    case "failed":
      return endedRows(entry, now, jobCell(job));
    default:
      return [];
  }
}

export const restoresPart: OverviewPart = {
  section: "running",
  queries: (scope) => restoreQueries(scope, jobPoll(scope)),
  running: (context) => {
    const busy = new Set(
      cachedRestores(context).flatMap(({ job, cluster }) =>
        isUnderWay(restoreAsJob(job, context.now)) ? [cluster] : [],
      ),
    );
    return restoreQueries(context.scope, "overview-jobs", ({ name }) => busy.has(name));
  },
  rows: (context) => {
    const all = cachedRestores(context);
    return all.flatMap((one) => rowsOf(one, all, context));
  },
};
