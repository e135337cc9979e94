import { isJsonObject, type JsonObject } from "../../contract/json/json.ts";
import { SearchIndexId } from "../../contract/schema/ids.ts";
import { currentIndex, currentIndexes, formatIndex, type SearchIndex } from "../../domain/search/search-index.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import type { Scope } from "../model/context.ts";
import { clusterParams } from "../queries/args.ts";
import { type Collection, collectionArgs, collectionInParams, collectionParams } from "./collections.ts";
import { formatCover } from "./definition.ts";
import { currentDetail } from "./detail.ts";
import { createPlan, updatePlan } from "./form.ts";
import type { Generation } from "./generation.ts";
import { CURRENT_COLUMNS } from "./list.ts";

/** The current generation of operations: E24 to E32. */

/** The path parameters that name an index by its id. */
export const idParams = (scope: Scope, { cluster, id }: Pick<SearchIndex, "cluster" | "id">) => ({
  ...clusterParams(scope, cluster),
  indexId: SearchIndexId.of(id),
});

/** The path parameters that name an index by its collection and its name. */
export const nameParams = (scope: Scope, index: Collection & Pick<SearchIndex, "name">) => ({
  ...collectionParams(scope, index),
  indexName: index.name,
});

/** In the list of one collection an index is addressed by name, which also finds one that was recreated under that name. */
const isByName = (scope: Scope): boolean => collectionInParams(scope) !== null;

/** The query for one index: by its name (E28), or by its id (E31). */
const indexQuestion = (scope: Scope, index: SearchIndex) =>
  isByName(scope)
    ? ({ operation: "getServiceSearchIndexByName", args: { params: nameParams(scope, index) } } as const)
    : ({ operation: "getServiceSearchIndex", args: { params: idParams(scope, index) } } as const);

/** The definition of an index as it was received, complete. */
export function currentDefinition(received: JsonObject): JsonObject {
  const definition = received["latestDefinition"];
  return isJsonObject(definition) ? definition : {};
}

export const CURRENT: Generation = {
  area: "search-indexes",
  operations: {
    create: "createServiceSearchIndex",
    update: "updateServiceSearchIndex",
    updateByName: ["updateServiceSearchIndexByName"],
    remove: "deleteServiceSearchIndex",
    removeByName: ["deleteServiceSearchIndexByName"],
    listOfCollection: "listServiceSearchIndexes",
  },
  refreshes: [],

  collectionQuery: (scope, collection, poll) => ({
    operation: "listServiceSearchIndexes",
    args: collectionArgs(scope, collection),
    poll,
  }),
  cachedIn: ({ scope, cached }, collection) =>
    currentIndexes(collection.cluster, cached("listServiceSearchIndexes", collectionArgs(scope, collection))),
  askIn: async (ask, scope, collection) =>
    currentIndexes(collection.cluster, await ask("listServiceSearchIndexes", collectionArgs(scope, collection))),
  ofCluster: (index) => index,

  indexQuery: (scope, index, poll) => ({ ...indexQuestion(scope, index), poll, optional: true }),
  cachedIndex: ({ scope, cached }, index) => {
    const { operation, args } = indexQuestion(scope, index);
    const answer = cached(operation, args);
    // Another index may have this name by now: that one has a row of its own.
    return answer?.data.indexID === index.id ? currentIndex(index.cluster, answer.data, answer.raw) : undefined;
  },
  askIndex: async (ask, scope, index) => {
    const { operation, args } = indexQuestion(scope, index);
    const { data, raw, at } = await ask(operation, args);
    return { index: currentIndex(index.cluster, data, raw), at };
  },

  list: {
    columns: CURRENT_COLUMNS,
    notes: () => [],
    silentWord: "not serving",
    empty: (key) => `No search indexes. ${key("action.new")} creates one from a template.`,
    emptyCollection: (key) => `${key("action.new")} creates one; press ${key("action.menu")} to show all collections.`,
  },
  detail: currentDetail,
  tellsUnread: false,

  createTitle: "New search index…",
  createPlan: (_context, cluster) => createPlan(cluster),
  updatePlan: ({ scope }, index) => updatePlan(formatIndex(index), isByName(scope), index.isServing),
  prefix: "definition",
  receivedDefinition: currentDefinition,

  indexParams: (scope, index) => indexQuestion(scope, index).args.params,
  removeOperation: (scope) => (isByName(scope) ? "deleteServiceSearchIndexByName" : "deleteServiceSearchIndex"),
  facts: ({ now, zone }, { status, version, definition, changedAt }) => [
    { label: "Status", value: status.words },
    {
      label: "Definition",
      value: `v${version ?? "?"}, ${formatCover(definition)}${changedAt === null ? "" : `, of ${formatTimeAndAge(changedAt, now, zone)}`}`,
    },
  ],
  queriesLost: ({ isServing }) => [
    isServing === false ? "The index serves no queries now." : "Queries that use this index fail at once.",
  ],
  alsoLost: [],
};
