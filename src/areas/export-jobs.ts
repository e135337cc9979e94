import { ofAllProjects } from "./all-projects/area.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { exportName } from "./builders/row-names.ts";
import { actions } from "./export-jobs/actions.ts";
import { check } from "./export-jobs/check.ts";
import { detail } from "./export-jobs/detail.ts";
import { detailQueries, listQueries, running } from "./export-jobs/jobs.ts";
import { COLUMNS, list } from "./export-jobs/list.ts";
import { conditions, counts, fields } from "./export-jobs/row-fields.ts";

/** Exports of snapshots into buckets, live while one runs (`domain.md` 10; E44 to E46). */
export const exportJobs = ofAllProjects({
  id: "export-jobs",
  label: "Exports",
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
    detailQueries,
    detail,
    nameOf: exportName,
    actions,
    firstHelp: (key) =>
      `Exports of snapshots to your buckets, running and ended. ${key("action.new")} exports a snapshot.`,
  },
});
