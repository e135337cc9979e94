import { ofAllProjects } from "./all-projects/area.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { actions } from "./search-nodes/actions.ts";
import { detail } from "./search-nodes/detail.ts";
import { COLUMNS, counts, detailQueries, fields, list, queries, running } from "./search-nodes/list.ts";

/** Search nodes: dedicated machines for search (`domain.md` 6; E20 to E23). */
export const searchNodes = ofAllProjects({
  id: "search-nodes",
  label: "Search nodes",
  group: "Search",
  scope: "cluster",
  settings: ["search-nodes"],
  screen: {
    queries,
    lookups: clusterLookups,
    running,
    columns: () => COLUMNS,
    list,
    fields,
    counts,
    conditions: [{ about: "thing", condition: "ready", title: "when its search nodes are ready" }],
    detailQueries,
    detail,
    actions,
    firstHelp: (key) =>
      `Dedicated nodes that run search apart from the database. ${key("action.new")} adds search nodes, ${key("action.edit")} changes their size and number.`,
  },
});
