import type { Area } from "./area.ts";
import { clusterLookups } from "./lookup.ts";
import { actions } from "./search-indexes/actions.ts";
import { detail, detailQueries } from "./search-indexes/detail.ts";
import { list, queries, running } from "./search-indexes/list.ts";

/** Search indexes of the current generation (`domain.md` 5; E24 to E32). */
export const searchIndexes: Area = {
  id: "search-indexes",
  label: "Indexes",
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
      "What answers searches, host by host. n makes an index from a template, e changes one; the old one serves until the new one is built.",
  },
};
