import {
  asFirstGeneration,
  definitionInRecord,
  firstGenerationIndex,
  firstGenerationSummary,
  formatIndex,
  type SearchIndex,
} from "../../domain/search/search-index.ts";
import { DASH, warn } from "../builders/cells.ts";
import { column, type ListColumn } from "../builders/columns.ts";
import { field, textLine } from "../builders/lines.ts";
import type { Scope } from "../model/context.ts";
import { collectionArgs } from "../search-indexes/collections.ts";
import { idParams } from "../search-indexes/current.ts";
import { formatCover } from "../search-indexes/definition.ts";
import type { Generation } from "../search-indexes/generation.ts";
import { statusCell } from "../search-indexes/labels.ts";
import { clusterColumn, KIND_COLUMN, nameColumn } from "../search-indexes/list.ts";
import { endCell, formatDeprecationEnd } from "./deprecation.ts";
import { createPlan, updatePlan } from "./form.ts";

/**
 * The first generation: E15 to E19. It gives one status for the whole index, and not whether the index serves queries (`domain.md` 5.2). It lists
 * the indexes of one collection only (E16): the list of the current generation gives the collections.
 */

const COLUMNS: readonly ListColumn<SearchIndex>[] = [
  nameColumn(26),
  column(
    { id: "status", title: "STATUS", min: 14, max: 20, priority: 1, sort: ({ status }) => status.rank },
    ({ status }) => statusCell(status),
  ),
  clusterColumn(9),
  KIND_COLUMN,
  column({ id: "fields", title: "FIELDS", min: 12, grow: 1, max: 34, priority: 4 }, ({ definition }) =>
    definition === null ? DASH : formatCover(definition),
  ),
  column(
    {
      id: "partitions",
      title: "PARTS",
      min: 5,
      priority: 5,
      align: "right",
      sort: ({ partitions }) => Number(partitions) || 0,
    },
    ({ partitions }) => partitions || DASH,
  ),
];

const indexArgs = (scope: Scope, index: SearchIndex) => ({ params: idParams(scope, index) });

export const FIRST_GENERATION: Generation = {
  area: "search-indexes-first-generation",
  operations: {
    create: "createServiceSearchIndexDeprecated",
    update: "updateServiceSearchIndexDeprecated",
    updateByName: [],
    remove: "deleteServiceSearchIndexDeprecated",
    removeByName: [],
    listOfCollection: "listServiceSearchIndexesDeprecated",
  },
  refreshes: ["listServiceSearchIndexesCluster"],

  collectionQuery: (scope, collection, poll) => ({
    operation: "listServiceSearchIndexesDeprecated",
    args: collectionArgs(scope, collection),
    poll,
  }),
  cachedIn: ({ scope, cached }, collection) => {
    const answer = cached("listServiceSearchIndexesDeprecated", collectionArgs(scope, collection));
    return (answer?.data ?? []).map((index) => firstGenerationSummary(collection.cluster, index));
  },
  askIn: async (ask, scope, collection) => {
    const { data } = await ask("listServiceSearchIndexesDeprecated", collectionArgs(scope, collection));
    return data.map((index) => firstGenerationSummary(collection.cluster, index));
  },
  ofCluster: asFirstGeneration,

  indexQuery: (scope, index, poll) => ({
    operation: "getServiceSearchIndexDeprecated",
    args: indexArgs(scope, index),
    poll,
    optional: true,
  }),
  cachedIndex: ({ scope, cached }, index) => {
    const answer = cached("getServiceSearchIndexDeprecated", indexArgs(scope, index));
    return answer === undefined ? undefined : firstGenerationIndex(index.cluster, answer.data, answer.raw);
  },
  askIndex: async (ask, scope, index) => {
    const { data, raw, at } = await ask("getServiceSearchIndexDeprecated", indexArgs(scope, index));
    return { index: firstGenerationIndex(index.cluster, data, raw), at };
  },

  list: {
    columns: COLUMNS,
    notes: (context) => [endCell(context)],
    silentWord: "failed",
    empty: (key) => `No search indexes. Press ${key("action.menu")} to show one collection; create indexes in Indexes.`,
    emptyCollection: (key) => `Press ${key("action.menu")} to show another collection, or all.`,
  },
  detail: ({ id, status }, context) => ({
    status: [field("Status", statusCell(status))],
    more: [
      textLine(warn(formatDeprecationEnd(context))),
      field("Queries", "the status on each host is shown in Indexes", { area: "search-indexes", ids: [id] }),
    ],
    definitionTitle: "Definition",
  }),
  tellsUnread: true,

  createTitle: "New search index, 1st generation…",
  createPlan: (context, cluster) => createPlan(cluster, formatDeprecationEnd(context)),
  updatePlan: (context, index) => updatePlan(formatIndex(index), formatDeprecationEnd(context), index.isServing),
  prefix: "",
  receivedDefinition: definitionInRecord,

  indexParams: idParams,
  removeOperation: () => "deleteServiceSearchIndexDeprecated",
  facts: (_context, { status, definition }) => [
    { label: "Status", value: `${status.words}: ${formatCover(definition)}` },
  ],
  // This generation does not say if an index that is being built or has failed serves queries.
  queriesLost: ({ isServing, status }) =>
    isServing !== false && !status.isMoving ? ["Queries that use this index fail at once."] : [],
  alsoLost: ["Also deleted from Indexes: both generations show the same index."],
};
