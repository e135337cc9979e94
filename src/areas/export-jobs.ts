import type { Area } from "./area.ts";
import { actions } from "./export-jobs/actions.ts";
import { check } from "./export-jobs/check.ts";
import { detail } from "./export-jobs/detail.ts";
import { detailQueries, listQueries, running } from "./export-jobs/jobs.ts";
import { columns, list } from "./export-jobs/list.ts";
import { conditions, counts, fields } from "./export-jobs/row-fields.ts";
import { clusterLookups } from "./lookup.ts";

/** Exports of snapshots into buckets, live while one runs (`domain.md` 10; E44 to E46). */
export const exportJobs: Area = {
  id: "export-jobs",
  label: "Exports",
  group: "Backup",
  scope: "cluster",
  screen: {
    queries: listQueries,
    lookups: clusterLookups,
    running,
    columns,
    list,
    fields,
    counts,
    conditions,
    check,
    detailQueries,
    detail,
    actions,
    firstHelp: "Exports of snapshots to your buckets, running and ended. n exports a snapshot.",
  },
};
