import { isJson, isJsonObject, type JsonObject } from "../../contract/json.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import type { Action } from "../area.ts";
import type { Ask, Context } from "../context.ts";
import { type Effect, type FormSetup, GONE_REMEDY, type Preflight, type Target, type WritePlan } from "../effect.ts";
import { editFields } from "./ask-fields.ts";
import { anew, CURRENT, create, fromCopy } from "./create.ts";
import { coverWords } from "./definition.ts";
import { idParams, isByName, nameParams } from "./detail.ts";
import { definitionIn } from "./fields.ts";
import { updatePlan } from "./form.ts";
import { type Collection, cachedIndex, changedAt, collectionInParams, collectionParams, type IndexAt } from "./list.ts";
import { pickCollection } from "./pick-collection.ts";
import { indexStatusOf, indexWords, isServing, kindWord, latestVersion } from "./status.ts";
import { definitionSuggestions } from "./suggest.ts";

/** What can be done with search indexes: E24 to E32 (`domain.md` 5.3 and 5.4). */

const AREA = "search-indexes";

/** The index as the service holds it now: by its id (E31), or by its name where one looks at one collection (E28). */
async function askNow(ask: Ask, context: Context, { cluster, index }: Pick<IndexAt, "cluster" | "index">) {
  return isByName(context)
    ? await ask("getServiceSearchIndexByName", { params: nameParams(context, { cluster, index }) })
    : await ask("getServiceSearchIndex", { params: idParams(context, { cluster, index }) });
}

function objectOf(raw: unknown): JsonObject {
  if (isJson(raw) && isJsonObject(raw)) return raw;
  throw new TypeError("the index is not a JSON object");
}

/** The definition of a received index; nothing of it is left out. */
function definitionOf(raw: unknown): JsonObject {
  const definition = objectOf(raw)["latestDefinition"];
  return isJsonObject(definition) ? definition : {};
}

function targetOf(context: Context, found: Pick<IndexAt, "cluster" | "index">): Target {
  const { cluster, index } = found;
  const params = isByName(context) ? nameParams(context, found) : idParams(context, { cluster, index });
  return { id: index.indexID, name: indexWords(index), params };
}

/** What is true of an index now, for the reviews of its change and its end. */
async function findNow(ask: Ask, context: Context, found: IndexAt): Promise<Preflight & { readonly serves: boolean }> {
  const { data } = await askNow(ask, context, found);
  const standing = indexStatusOf(data);
  const changed = changedAt(data);
  return {
    serves: isServing(data),
    warnings: standing.isMoving
      ? [data.status === "DELETING" ? "It is being deleted." : "A build is under way: this one comes after it."]
      : [],
    facts: [
      { label: "Now", value: standing.words },
      {
        label: "Definition",
        value: `v${latestVersion(data) ?? "?"}, ${coverWords(data.latestDefinition)}${changed === null ? "" : `, of ${formatTimeAndAge(changed, context.now, context.zone)}`}`,
      },
      { label: "Cluster", value: found.cluster },
    ],
  };
}

function editSetup(context: Context, found: IndexAt, edits?: NonNullable<FormSetup["edits"]>): FormSetup {
  const { cluster, index } = found;
  const byName = isByName(context);
  return {
    plan: updatePlan(indexWords(index), byName, isServing(index)),
    targets: [targetOf(context, found)],
    base: async (ask) => {
      const { raw, at } = await askNow(ask, context, found);
      return { document: { definition: definitionOf(raw) }, at };
    },
    ...(edits === undefined ? {} : { edits }),
    suggest: definitionSuggestions(context, {
      cluster,
      prefix: "definition",
      collection: { database: index.database ?? "", collection: index.collectionName ?? "" },
    }),
    preflight: async (ask) => {
      const now = await findNow(ask, context, found);
      const disk = "about 125 % of the index's size in free disk, while both stand side by side";
      return { ...now, facts: [...now.facts, { label: "Needs", value: disk }] };
    },
    remedies: {
      [GONE_REMEDY]: (body) => {
        const { database, collectionName, name, type } = index;
        const place = {
          database: database ?? "",
          collectionName: collectionName ?? "",
          name: name ?? "",
          type: type ?? "search",
        };
        return anew(context, CURRENT, cluster, place, definitionIn(body, CURRENT.prefix));
      },
    },
    draftKey: `updateServiceSearchIndex/${index.indexID}`,
  };
}

function remove(context: Context, found: IndexAt): WritePlan {
  const { index } = found;
  const name = indexWords(index);
  return {
    operation: isByName(context) ? "deleteServiceSearchIndexByName" : "deleteServiceSearchIndex",
    title: `Delete search index ${name}`,
    sentence: `The ${kindWord(index)} index ${name} on ${found.cluster} goes with all that it holds; the documents stay.`,
    button: "Delete it",
    targets: [targetOf(context, found)],
    body: () => null,
    risk: "destructive",
    confirmName: index.name ?? index.indexID,
    changes: [],
    preflight: async (ask) => {
      const now = await findNow(ask, context, found);
      const { database, collectionName } = index;
      const params = collectionParams(context.scope, {
        cluster: found.cluster,
        database: database ?? "",
        collection: collectionName ?? "",
      });
      const { data: siblings } = await ask("listServiceSearchIndexes", { params });
      const others = siblings.filter(({ indexID }) => indexID !== index.indexID);
      return {
        warnings: [
          ...now.warnings,
          ...(now.serves ? ["Queries that name it fail at once."] : ["It serves no queries now."]),
          "It cannot be taken back: making it again takes a whole build.",
          "Its name stays taken until it is gone for good.",
        ],
        facts: [
          ...now.facts,
          {
            label: "Left there",
            value:
              others.length === 0
                ? "no search index: nothing of this collection can be searched"
                : others.map((one) => `${one.name ?? "?"} (${indexStatusOf(one).short})`).join(", "),
          },
        ],
      };
    },
  };
}

const withIndex =
  (open: (context: Context, found: IndexAt) => Effect) =>
  (context: Context, ids: readonly string[]): Effect => {
    const found = cachedIndex(context, ids[0] ?? "");
    return found === undefined ? { kind: "place", place: { area: AREA, ids: [] } } : open(context, found);
  };

/** Why an index cannot be changed now, or null. */
function unchangeable(context: Context, ids: readonly string[]): string | null {
  const found = cachedIndex(context, ids[0] ?? "");
  if (found === undefined) return "it is not in the list any more";
  return found.index.status === "DELETING" ? "it is being deleted" : null;
}

const askedFor = ({ cluster, database, collection }: Collection): Effect => ({
  kind: "params",
  params: { cluster, database, collection },
});

/** Opens an index by its collection and its name (E28). */
function openByName(context: Context): Effect {
  return pickCollection(context, "Index of a collection", (chosen) => ({
    kind: "pick",
    title: `Index of ${chosen.database}.${chosen.collection}`,
    open: true,
    suggest: async (ask) => {
      const { data } = await ask("listServiceSearchIndexes", { params: collectionParams(context.scope, chosen) });
      return data.map((index) => ({
        value: index.name ?? "",
        label: index.name ?? "",
        note: indexStatusOf(index).words,
      }));
    },
    take: (name) => ({
      kind: "asking",
      title: `${name} of ${chosen.database}.${chosen.collection}`,
      find: async (ask) => {
        const params = { ...collectionParams(context.scope, chosen), indexName: name };
        const { data } = await ask("getServiceSearchIndexByName", { params });
        return { kind: "place", place: { area: AREA, ids: [data.indexID] } };
      },
    }),
  }));
}

export const actions: readonly Action[] = [
  {
    id: "search-indexes.create",
    title: "New search index…",
    operation: "createServiceSearchIndex",
    standard: "new",
    on: "area",
    disabled: () => null,
    open: (context) => create(context, CURRENT),
  },
  {
    id: "search-indexes.update",
    title: "Change its definition…",
    operation: "updateServiceSearchIndex",
    also: ["updateServiceSearchIndexByName"],
    standard: "edit",
    on: "one",
    disabled: unchangeable,
    open: withIndex((context, found) => ({ kind: "form", setup: editSetup(context, found) })),
  },
  {
    id: "search-indexes.fields",
    title: "Change its fields one by one…",
    operation: "updateServiceSearchIndex",
    also: ["updateServiceSearchIndexByName"],
    on: "one",
    disabled: (context, ids) => {
      const found = cachedIndex(context, ids[0] ?? "");
      if (found !== undefined && kindWord(found.index) === "vector")
        return "a vector index has a list of fields already: e";
      return unchangeable(context, ids);
    },
    open: withIndex((context, found) =>
      editFields(context, {
        name: indexWords(found.index),
        read: async (ask) => definitionOf((await askNow(ask, context, found)).raw),
        at: ["definition"],
        suggest: editSetup(context, found).suggest,
        form: (edits) => editSetup(context, found, edits),
      }),
    ),
  },
  {
    id: "search-indexes.copy",
    title: "Make another from it…",
    operation: "createServiceSearchIndex",
    on: "one",
    disabled: (context, ids) =>
      cachedIndex(context, ids[0] ?? "") === undefined ? "it is not in the list any more" : null,
    open: withIndex((context, found) => fromCopy(context, CURRENT, found.cluster, found)),
  },
  {
    id: "search-indexes.delete",
    title: "Delete it…",
    operation: "deleteServiceSearchIndex",
    also: ["deleteServiceSearchIndexByName"],
    standard: "delete",
    on: "one",
    disabled: unchangeable,
    open: withIndex((context, found) => ({ kind: "write", plan: remove(context, found) })),
  },
  {
    id: "search-indexes.only",
    title: "Show only its collection",
    operation: "listServiceSearchIndexes",
    on: "one",
    disabled: (context) => (isByName(context) ? "the list shows one collection already" : null),
    open: withIndex((_context, { cluster, index }) =>
      askedFor({ cluster, database: index.database ?? "", collection: index.collectionName ?? "" }),
    ),
  },
  {
    id: "search-indexes.collection",
    title: "Show one collection…",
    operation: "listServiceSearchIndexes",
    on: "area",
    disabled: () => null,
    open: (context) => pickCollection(context, "Collection", askedFor),
  },
  {
    id: "search-indexes.all",
    title: "Show all collections",
    operation: "listServiceSearchIndexesCluster",
    on: "area",
    disabled: ({ scope }) => (collectionInParams(scope) === null ? "all are shown" : null),
    open: () => ({ kind: "params", params: {} }),
  },
  {
    id: "search-indexes.open",
    title: "Open an index by its name…",
    operation: "getServiceSearchIndexByName",
    also: ["getServiceSearchIndex"],
    on: "area",
    disabled: () => null,
    open: openByName,
  },
];
