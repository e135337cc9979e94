import { ofAllProjects } from "./all-projects/area.ts";
import { actions } from "./backup-schedules/actions.ts";
import { detail, detailQueries } from "./backup-schedules/detail.ts";
import { columns, list } from "./backup-schedules/list.ts";
import { conditions, counts, fields } from "./backup-schedules/row-fields.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { listQueries, running } from "./queries/backup-schedules.ts";

/** Backup schedules (`domain.md` 12; E51 and E52). */
export const backupSchedules = ofAllProjects({
  id: "backup-schedules",
  label: "Schedules",
  group: "Backup",
  scope: "cluster",
  settings: ["backup-schedule"],
  screen: {
    queries: listQueries,
    lookups: clusterLookups,
    running,
    columns,
    list,
    fields,
    counts,
    conditions,
    detailQueries,
    detail,
    actions,
    firstHelp: (key) =>
      `Backup schedules: frequency and retention of snapshots. ${key("action.edit")} edits one and previews its snapshots.`,
  },
});
