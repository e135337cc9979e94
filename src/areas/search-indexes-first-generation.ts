import type { Area } from "./area.ts";
import { clusterLookups } from "./lookup.ts";
import { actions } from "./search-indexes-first-generation/actions.ts";
import { detail, detailQueries } from "./search-indexes-first-generation/detail.ts";
import { list, queries, running } from "./search-indexes-first-generation/list.ts";

/** Search indexes by the operations of the first generation, which end (`domain.md` 5; E15 to E19). */
export const searchIndexesFirstGeneration: Area = {
  id: "search-indexes-first-generation",
  label: "Indexes, 1st gen",
  group: "Search",
  scope: "cluster",
  screen: {
    queries,
    lookups: clusterLookups,
    running,
    list,
    detailQueries,
    detail,
    actions,
    firstHelp:
      "The same indexes by older operations that end: for what only those take. a leads to the index in Indexes, which tells what serves.",
  },
};
