import type { Area } from "./area.ts";
import { clusterLookups } from "./lookup.ts";
import { actions } from "./search-nodes/actions.ts";
import { detail } from "./search-nodes/detail.ts";
import { columns, detailQueries, list, queries, running } from "./search-nodes/list.ts";

/** Search nodes: machines of their own for search (`domain.md` 6; E20 to E23). */
export const searchNodes: Area = {
  id: "search-nodes",
  label: "Search nodes",
  group: "Search",
  scope: "cluster",
  screen: {
    queries,
    lookups: clusterLookups,
    running,
    columns,
    list,
    detailQueries,
    detail,
    actions,
    firstHelp:
      "Machines that do nothing but search, so that it does not slow the database. n sets some up, e changes size and number.",
  },
};
