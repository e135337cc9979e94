import { namespaceOf } from "../domain/search/search-index.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { searchIndexName } from "./builders/row-names.ts";
import type { Action } from "./model/area.ts";
import type { Context } from "./model/context.ts";
import { asking, type Effect, goTo } from "./model/effect.ts";
import { changingActions, narrowingActions, onIndex, removeAction } from "./search-indexes/actions.ts";
import { checkOf } from "./search-indexes/check.ts";
import { pickCollection } from "./search-indexes/collections.ts";
import { fromCopy } from "./search-indexes/create.ts";
import { CURRENT, nameParams } from "./search-indexes/current.ts";
import { screenOf } from "./search-indexes/screen.ts";

/** Search indexes of the current generation (`domain.md` 5; E24 to E32). */

/** Opens an index by its collection and its name (E28). */
const openByName = (context: Context): Effect =>
  pickCollection(context, "Index by collection", (chosen) => ({
    kind: "pick",
    title: `Index of ${namespaceOf(chosen)}`,
    open: true,
    suggest: async (ask) =>
      (await CURRENT.askIn(ask, context.scope, chosen)).map(({ name, status }) => ({
        value: name,
        label: name,
        note: status.words,
      })),
    take: (name) =>
      asking(`${name} of ${namespaceOf(chosen)}`, async (ask) => {
        const params = nameParams(context.scope, { ...chosen, name });
        const { data } = await ask("getServiceSearchIndexByName", { params });
        return goTo("search-indexes", data.indexID);
      }),
  }));

const actions: readonly Action[] = [
  ...changingActions(CURRENT),
  onIndex(CURRENT)({
    id: "search-indexes.copy",
    title: "Duplicate…",
    operation: "createServiceSearchIndex",
    open: (index, context) => fromCopy(context, CURRENT, index.cluster, index),
  }),
  removeAction(CURRENT),
  ...narrowingActions(CURRENT),
  {
    id: "search-indexes.open",
    title: "Open an index by name…",
    operation: "getServiceSearchIndexByName",
    also: ["getServiceSearchIndex"],
    open: openByName,
  },
];

export const searchIndexes = ofAllProjects({
  id: "search-indexes",
  label: "Indexes",
  group: "Search",
  scope: "cluster",
  settings: ["search-index"],
  screen: {
    ...screenOf(CURRENT),
    check: checkOf(CURRENT),
    nameOf: searchIndexName,
    actions,
    firstHelp: (key) =>
      `Search indexes and their status on each host. ${key("action.new")} creates one, ${key("action.edit")} edits one; the old definition serves queries until the new one is built.`,
  },
});
