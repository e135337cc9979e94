import type { JsonObject } from "../../contract/json/json.ts";
import { formatIndex, isDeleting, type SearchIndex } from "../../domain/search/search-index.ts";
import { pausedReason } from "../builders/clusters.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import {
  type Effect,
  type FormSetup,
  type Preflight,
  REMOVED_REMEDY,
  type ReviewSources,
  type Target,
  type WritePlan,
} from "../model/effect.ts";
import { documentOf } from "../queries/document.ts";
import { editFields } from "./ask-fields.ts";
import { type Collection, collectionInParams, pickCollection } from "./collections.ts";
import { create, recreateIndex } from "./create.ts";
import { type Generation, listedIndex } from "./generation.ts";
import { formatIndexList } from "./labels.ts";
import { definitionSuggestions } from "./suggest.ts";

/** Actions on search indexes of either generation (`domain.md` 5.3 and 5.4). */

const targetOf = (context: Context, generation: Generation, index: SearchIndex): Target => ({
  id: index.id,
  name: formatIndex(index),
  params: generation.indexParams(context.scope, index),
});

/** Current facts of an index, for the reviews of its update and its deletion. */
async function preflight(
  { ask, context }: ReviewSources,
  generation: Generation,
  before: SearchIndex,
): Promise<Preflight & { readonly index: SearchIndex }> {
  const { index } = await generation.askIndex(ask, context.scope, before);
  const underWay = isDeleting(index)
    ? "The index is being deleted."
    : "Another build is in progress and finishes first.";
  return {
    index,
    warnings: index.status.isMoving ? [underWay] : [],
    facts: [...generation.facts(context, index), { label: "Cluster", value: index.cluster }],
  };
}

/** The form for the definition of an index. */
export function editSetup(
  context: Context,
  generation: Generation,
  index: SearchIndex,
  edits?: FormSetup["edits"],
  editsOf?: JsonObject,
): FormSetup {
  const { cluster, database, collection, name, type } = index;
  const { prefix } = generation;
  const { scope } = context;
  const editedIn = (received: JsonObject): JsonObject =>
    prefix === "" ? received : { [prefix]: generation.receivedDefinition(received) };
  return {
    plan: generation.updatePlan(context, index),
    targets: [targetOf(context, generation, index)],
    base: async (ask) => {
      const { index: now, at } = await generation.askIndex(ask, context.scope, index);
      return { document: editedIn(documentOf(now.raw)), at };
    },
    editedIn,
    ...(edits === undefined ? {} : { edits }),
    ...(editsOf === undefined ? {} : { editsOf }),
    suggest: definitionSuggestions(context, { cluster, prefix, collection: { database, collection } }),
    preflight: async (review) => {
      const { index: now, warnings, facts } = await preflight(review, generation, index);
      const disk = "about 125 % of the index size during the build";
      // A build may have started or ended since the form opened. The update is sent for the index that it was opened for,
      // by id or by name.
      const plan = generation.updatePlan({ ...review.context, scope }, now);
      return { plan, warnings, facts: [...facts, { label: "Free disk", value: disk }] };
    },
    refreshes: generation.refreshes,
    remedies: {
      [REMOVED_REMEDY]: (body) =>
        recreateIndex(context, generation, cluster, {
          database,
          collectionName: collection,
          name,
          type: type || "search",
          ...body,
        }),
    },
  };
}

/** The write that deletes an index. */
export function removal(context: Context, generation: Generation, index: SearchIndex): WritePlan {
  const name = formatIndex(index);
  return {
    operation: generation.removeOperation(context.scope),
    title: `Delete search index ${name}`,
    sentence: `The ${index.kind} index ${name} on ${index.cluster} is deleted; the documents stay.`,
    button: "Delete search index",
    targets: [targetOf(context, generation, index)],
    risk: "destructive",
    confirmName: index.name || index.id,
    preflight: async (review) => {
      const [now, siblings] = await Promise.all([
        preflight(review, generation, index),
        generation.askIn(review.ask, review.context.scope, index),
      ]);
      const others = siblings.filter(({ id }) => id !== index.id);
      return {
        warnings: [
          ...now.warnings,
          ...generation.queriesLost(now.index),
          "Cannot be undone: recreating the index takes a full build.",
          ...generation.alsoLost,
          "The name cannot be reused until the deletion is complete.",
        ],
        facts: [
          ...now.facts,
          {
            label: "Remaining",
            value: formatIndexList(others) || "none: searches on this collection fail",
          },
        ],
      };
    },
    refreshes: generation.refreshes,
  };
}

/** Makes actions on one listed index. */
export const onIndex = (generation: Generation) =>
  actionOn(generation.area, (context, id) => listedIndex(context, generation, id));

const unchangeable = (index: SearchIndex, context: Context): string | null =>
  isDeleting(index) ? "being deleted" : pausedReason(context, index.cluster);

/** Creating an index, and changing its definition. */
export const changingActions = (generation: Generation): readonly Action[] => [
  {
    id: `${generation.area}.create`,
    title: generation.createTitle,
    operation: generation.operations.create,
    standard: "new",
    open: (context) => create(context, generation),
  },
  onIndex(generation)({
    id: `${generation.area}.update`,
    title: "Edit definition…",
    operation: generation.operations.update,
    also: generation.operations.updateByName,
    standard: "edit",
    disabled: unchangeable,
    open: (index, context) => ({ kind: "form", setup: editSetup(context, generation, index) }),
  }),
  onIndex(generation)({
    id: `${generation.area}.fields`,
    title: "Edit fields…",
    operation: generation.operations.update,
    also: generation.operations.updateByName,
    disabled: (index, context) =>
      index.kind === "vector"
        ? `not for a vector index: press ${context.key("action.edit")}`
        : unchangeable(index, context),
    open: (index, context) =>
      editFields(generation, index, targetOf(context, generation, index), (edits, editsOf) =>
        editSetup(context, generation, index, edits, editsOf),
      ),
  }),
];

export const removeAction = (generation: Generation): Action =>
  onIndex(generation)({
    id: `${generation.area}.delete`,
    title: "Delete…",
    operation: generation.operations.remove,
    also: generation.operations.removeByName,
    standard: "delete",
    disabled: unchangeable,
    open: (index, context) => ({ kind: "write", plan: removal(context, generation, index) }),
  });

const showOnly = ({ cluster, database, collection }: Collection): Effect => ({
  kind: "params",
  params: { cluster, database, collection },
});

/** Limiting the list to one collection, or showing all again. */
export const narrowingActions = (generation: Generation): readonly Action[] => [
  onIndex(generation)({
    id: `${generation.area}.only`,
    title: "Show only this collection",
    operation: generation.operations.listOfCollection,
    disabled: (_index, { scope }) => (collectionInParams(scope) === null ? null : "already shown alone"),
    open: showOnly,
  }),
  {
    id: `${generation.area}.collection`,
    title: "Show one collection…",
    operation: generation.operations.listOfCollection,
    open: (context) => pickCollection(context, "Collection", showOnly),
  },
  {
    id: `${generation.area}.all`,
    title: "Show all collections",
    operation: "listServiceSearchIndexesCluster",
    disabled: ({ scope }) => (collectionInParams(scope) === null ? "already shown" : null),
    open: () => ({ kind: "params", params: {} }),
  },
];
