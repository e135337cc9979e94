import { namespaceOf, type SearchIndex } from "../domain/search/search-index.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { searchIndexName } from "./builders/row-names.ts";
import type { Action } from "./model/area.ts";
import type { Context } from "./model/context.ts";
import { asking, type Effect } from "./model/effect.ts";
import { changingActions, narrowingActions, onIndex, removeAction } from "./search-indexes/actions.ts";
import { collectionInParams } from "./search-indexes/collections.ts";
import { nameParams } from "./search-indexes/current.ts";
import { screenOf } from "./search-indexes/screen.ts";
import { FIRST_GENERATION } from "./search-indexes-first-generation/generation.ts";

/** Search indexes by the deprecated operations of the first generation (`domain.md` 5; E15 to E19). */

/** The same index in the area of the current generation: requested there by collection and name (E28). */
const toCurrent = (index: SearchIndex, context: Context): Effect =>
  asking(`${index.name} of ${namespaceOf(index)} in Indexes`, async (ask) => {
    const { data } = await ask("getServiceSearchIndexByName", { params: nameParams(context.scope, index) });
    const { cluster, database, collection } = index;
    return {
      kind: "place",
      place: { area: "search-indexes", ids: [data.indexID] },
      params: collectionInParams(context.scope) === null ? {} : { cluster, database, collection },
    };
  });

const actions: readonly Action[] = [
  onIndex(FIRST_GENERATION)({
    id: "search-indexes-first-generation.current",
    title: "Show in Indexes (current generation)",
    operation: "getServiceSearchIndexByName",
    open: toCurrent,
  }),
  ...changingActions(FIRST_GENERATION),
  removeAction(FIRST_GENERATION),
  ...narrowingActions(FIRST_GENERATION),
];

export const searchIndexesFirstGeneration = ofAllProjects({
  id: "search-indexes-first-generation",
  label: "Indexes, 1st gen",
  group: "Search",
  scope: "cluster",
  settings: ["search-index-first-generation"],
  screen: {
    ...screenOf(FIRST_GENERATION),
    nameOf: searchIndexName,
    actions,
    firstHelp: (key) =>
      `The same indexes through the deprecated API operations. ${key("action.menu")} opens an index in Indexes, which shows its status on each host.`,
  },
});
