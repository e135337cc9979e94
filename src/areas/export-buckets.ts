import { ofAllProjects } from "./all-projects/area.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { bucketName } from "./builders/row-names.ts";
import { actions } from "./export-buckets/actions.ts";
import { detail, detailQueries } from "./export-buckets/detail.ts";
import { COLUMNS, list } from "./export-buckets/list.ts";
import { listQueries } from "./queries/export-buckets.ts";

/** Snapshot export buckets (`domain.md` 8; E37 to E40). */
export const exportBuckets = ofAllProjects({
  id: "export-buckets",
  label: "Export buckets",
  group: "Backup",
  scope: "project",
  settings: ["export-bucket"],
  screen: {
    queries: listQueries,
    lookups: clusterLookups,
    columns: () => COLUMNS,
    list,
    detailQueries,
    detail,
    nameOf: bucketName,
    actions,
    firstHelp: (key) =>
      `Your buckets for snapshot exports, with the access role that the service uses. ${key("action.new")} registers one.`,
  },
});
