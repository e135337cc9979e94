import { restoreAsJob } from "../domain/restore.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { restoreName } from "./builders/row-names.ts";
import { cachedRestores } from "./queries/restore-jobs.ts";
import { actions } from "./restore-jobs/actions.ts";
import { check } from "./restore-jobs/check.ts";
import { detail } from "./restore-jobs/detail.ts";
import { detailQueries, listQueries, running } from "./restore-jobs/jobs.ts";
import { COLUMNS, list } from "./restore-jobs/list.ts";
import { conditions, counts, fields } from "./restore-jobs/row-fields.ts";

/** Restore jobs of clusters and serverless instances, live while one runs (`domain.md` 11; E47 to E50, E55 to E57). */
export const restoreJobs = ofAllProjects({
  id: "restore-jobs",
  label: "Restores",
  group: "Backup",
  scope: "cluster",
  screen: {
    queries: listQueries,
    lookups: clusterLookups,
    running,
    columns: () => COLUMNS,
    list,
    fields,
    counts,
    conditions,
    check,
    endTimes: (context) =>
      cachedRestores(context).flatMap((restore) => restoreAsJob(restore.job, context.now).until ?? []),
    detailQueries,
    detail,
    nameOf: restoreName,
    actions,
    firstHelp: (key) =>
      `Restores and downloads: progress, and expiry of download links. ${key("action.new")} starts one.`,
  },
});
