import { isJson, isJsonObject, type JsonObject } from "../../contract/json.ts";
import type { Action } from "../area.ts";
import type { Ask, Context } from "../context.ts";
import { type Effect, type FormSetup, GONE_REMEDY, type Preflight, type Target, type WritePlan } from "../effect.ts";
import { editFields } from "../search-indexes/ask-fields.ts";
import { anew, create, type Generation } from "../search-indexes/create.ts";
import { coverWords } from "../search-indexes/definition.ts";
import { collectionInParams, collectionParams } from "../search-indexes/list.ts";
import { pickCollection } from "../search-indexes/pick-collection.ts";
import { definitionSuggestions } from "../search-indexes/suggest.ts";
import { cellText } from "../view.ts";
import { endWords } from "./deprecation.ts";
import { createPlan, updatePlan } from "./form.ts";
import {
  cachedIndex,
  definitionIn,
  type FirstIndex,
  indexParams,
  indexWords,
  isFailed,
  isMoving,
  kindWord,
  ofRecord,
  statusCell,
} from "./indexes.ts";

/** What can be done with search indexes of the first generation: E15 to E19, and the way to the current one. */

const AREA = "search-indexes-first-generation";

/** The current generation lists the same indexes. */
const REFRESHES = ["listServiceSearchIndexesCluster"] as const;

const generation = (context: Context): Generation => ({
  area: AREA,
  prefix: "",
  plan: createPlan(endWords(context)),
  siblings: async (ask, scope, collection) => {
    const params = collectionParams(scope, collection);
    const { data } = await ask("listServiceSearchIndexesDeprecated", { params });
    return data.map(({ name, status }) => ({
      name: name ?? "?",
      isGoing: status === "DELETING",
      words: cellText(statusCell({ status: status ?? "" })),
    }));
  },
  refreshes: REFRESHES,
});

async function askNow(ask: Ask, context: Context, index: FirstIndex) {
  const { data, raw, at } = await ask("getServiceSearchIndexDeprecated", { params: indexParams(context, index) });
  if (!isJson(raw) || !isJsonObject(raw)) throw new TypeError("the index is not a JSON object");
  return { index: ofRecord(index.cluster, data), record: raw, at };
}

const targetOf = (context: Context, index: FirstIndex): Target => ({
  id: index.id,
  name: indexWords(index),
  params: indexParams(context, index),
});

async function findNow(
  ask: Ask,
  context: Context,
  before: FirstIndex,
): Promise<Preflight & { readonly isReady: boolean }> {
  const { index } = await askNow(ask, context, before);
  const words = cellText(statusCell(index));
  return {
    isReady: !isFailed(index) && !isMoving(index),
    warnings: isMoving(index)
      ? [index.status === "DELETING" ? "It is being deleted." : "A build is under way: this one comes after it."]
      : [],
    facts: [
      { label: "Now", value: `${words}: ${coverWords(index.definition)}` },
      { label: "Cluster", value: index.cluster },
    ],
  };
}

function editSetup(context: Context, index: FirstIndex, edits?: NonNullable<FormSetup["edits"]>): FormSetup {
  const { cluster, database, collection, id } = index;
  return {
    plan: updatePlan(indexWords(index), endWords(context), !isFailed(index)),
    targets: [targetOf(context, index)],
    base: async (ask) => {
      const { record, at } = await askNow(ask, context, index);
      return { document: record, at };
    },
    ...(edits === undefined ? {} : { edits }),
    suggest: definitionSuggestions(context, { cluster, prefix: "", collection: { database, collection } }),
    preflight: async (ask) => {
      const now = await findNow(ask, context, index);
      const disk = "about 125 % of the index's size in free disk, while both stand side by side";
      return { ...now, facts: [...now.facts, { label: "Needs", value: disk }] };
    },
    refreshes: REFRESHES,
    remedies: { [GONE_REMEDY]: (body) => anew(context, generation(context), cluster, {}, body) },
    draftKey: `updateServiceSearchIndexDeprecated/${id}`,
  };
}

/** The definition of the record, without what names the index. */
async function readDefinition(ask: Ask, context: Context, index: FirstIndex): Promise<JsonObject> {
  const { record } = await askNow(ask, context, index);
  const definition = definitionIn(record);
  return isJson(definition) && isJsonObject(definition) ? definition : {};
}

function remove(context: Context, index: FirstIndex): WritePlan {
  const { cluster, database, collection, name } = index;
  return {
    operation: "deleteServiceSearchIndexDeprecated",
    title: `Delete search index ${indexWords(index)}`,
    sentence: `The ${kindWord(index)} index ${indexWords(index)} on ${cluster} goes with all that it holds; the documents stay.`,
    button: "Delete it",
    targets: [targetOf(context, index)],
    body: () => null,
    risk: "destructive",
    confirmName: name,
    changes: [],
    preflight: async (ask) => {
      const params = collectionParams(context.scope, { cluster, database, collection });
      const [now, { data: siblings }] = await Promise.all([
        findNow(ask, context, index),
        ask("listServiceSearchIndexesDeprecated", { params }),
      ]);
      const others = siblings.filter(({ indexID }) => indexID !== index.id);
      return {
        warnings: [
          ...now.warnings,
          // Of one that is built or failed this generation does not tell whether it serves.
          ...(now.isReady ? ["Queries that name it fail at once."] : []),
          "It cannot be taken back: making it again takes a whole build.",
          "It goes for the current generation too: both show the same index.",
          "Its name stays taken until it is gone for good.",
        ],
        facts: [
          ...now.facts,
          {
            label: "Left there",
            value:
              others.length === 0
                ? "no search index: nothing of this collection can be searched"
                : others
                    .map((one) => `${one.name ?? "?"} (${cellText(statusCell({ status: one.status ?? "" }))})`)
                    .join(", "),
          },
        ],
      };
    },
    refreshes: REFRESHES,
  };
}

/** The same index in the area of the current generation: asked for by its collection and name there (E28). */
const toCurrent = (context: Context, { cluster, database, collection, name }: FirstIndex): Effect => ({
  kind: "asking",
  title: `${name} of ${database}.${collection} in Indexes`,
  find: async (ask) => {
    const place = { cluster, database, collection };
    const params = { ...collectionParams(context.scope, place), indexName: name };
    const { data } = await ask("getServiceSearchIndexByName", { params });
    return {
      kind: "place",
      place: { area: "search-indexes", ids: [data.indexID] },
      params: collectionInParams(context.scope) === null ? {} : place,
    };
  },
});

const withIndex =
  (open: (context: Context, index: FirstIndex) => Effect) =>
  (context: Context, ids: readonly string[]): Effect => {
    const index = cachedIndex(context, ids[0] ?? "");
    return index === undefined ? { kind: "place", place: { area: AREA, ids: [] } } : open(context, index);
  };

const missing = (context: Context, ids: readonly string[]): string | null =>
  cachedIndex(context, ids[0] ?? "") === undefined ? "it is not in the list any more" : null;

/** Why an index cannot be changed now, or null. */
const unchangeable = (context: Context, ids: readonly string[]): string | null =>
  cachedIndex(context, ids[0] ?? "")?.status === "DELETING" ? "it is being deleted" : missing(context, ids);

const isVectorIndex = (context: Context, ids: readonly string[]): boolean => {
  const index = cachedIndex(context, ids[0] ?? "");
  return index !== undefined && kindWord(index) === "vector";
};

export const actions: readonly Action[] = [
  {
    id: "search-indexes-first-generation.current",
    title: "Show it in Indexes, the current generation",
    operation: "getServiceSearchIndexByName",
    on: "one",
    disabled: missing,
    open: withIndex(toCurrent),
  },
  {
    id: "search-indexes-first-generation.create",
    title: "New search index, 1st generation…",
    operation: "createServiceSearchIndexDeprecated",
    standard: "new",
    on: "area",
    disabled: () => null,
    open: (context) => create(context, generation(context)),
  },
  {
    id: "search-indexes-first-generation.update",
    title: "Change its definition…",
    operation: "updateServiceSearchIndexDeprecated",
    standard: "edit",
    on: "one",
    disabled: unchangeable,
    open: withIndex((context, index) => ({ kind: "form", setup: editSetup(context, index) })),
  },
  {
    id: "search-indexes-first-generation.fields",
    title: "Change its fields one by one…",
    operation: "updateServiceSearchIndexDeprecated",
    on: "one",
    disabled: (context, ids) =>
      isVectorIndex(context, ids) ? "a vector index has a list of fields already: e" : unchangeable(context, ids),
    open: withIndex((context, index) =>
      editFields(context, {
        name: indexWords(index),
        read: (ask) => readDefinition(ask, context, index),
        at: [],
        suggest: editSetup(context, index).suggest,
        form: (edits) => editSetup(context, index, edits),
      }),
    ),
  },
  {
    id: "search-indexes-first-generation.delete",
    title: "Delete it…",
    operation: "deleteServiceSearchIndexDeprecated",
    standard: "delete",
    on: "one",
    disabled: unchangeable,
    open: withIndex((context, index) => ({ kind: "write", plan: remove(context, index) })),
  },
  {
    id: "search-indexes-first-generation.only",
    title: "Show only its collection",
    operation: "listServiceSearchIndexesDeprecated",
    on: "one",
    disabled: (context, ids) =>
      collectionInParams(context.scope) === null ? missing(context, ids) : "the list shows one collection already",
    open: withIndex((_context, { cluster, database, collection }) => ({
      kind: "params",
      params: { cluster, database, collection },
    })),
  },
  {
    id: "search-indexes-first-generation.collection",
    title: "Show one collection…",
    operation: "listServiceSearchIndexesDeprecated",
    on: "area",
    disabled: () => null,
    open: (context) => pickCollection(context, "Collection", (asked) => ({ kind: "params", params: { ...asked } })),
  },
  {
    id: "search-indexes-first-generation.all",
    title: "Show all collections",
    operation: "listServiceSearchIndexesCluster",
    on: "area",
    disabled: ({ scope }) => (collectionInParams(scope) === null ? "all are shown" : null),
    open: () => ({ kind: "params", params: {} }),
  },
];
