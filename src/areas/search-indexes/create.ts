import { type BodyObject, isBodyObject, isJson, isJsonObject, type JsonObject } from "../../contract/json.ts";
import { copyOf } from "../../forms/open.ts";
import type { Ask, Context, Findings, FormSetup, Opening, Place } from "../area.ts";
import { clusterParams, clustersOf, inCluster } from "../clusters.ts";
import { counted } from "../format.ts";
import { createPlan } from "./form.ts";
import { collectionAsked, collectionParams, type IndexAt, SEARCHABLE } from "./list.ts";
import { fieldsFrom, fieldsPlan, itemsIn, listedFields } from "./mapped-fields.ts";
import { standingOf } from "./standing.ts";
import { askIndexes, copySuggestion, definitionSuggestions, fieldNames } from "./suggest.ts";
import { TEMPLATES, type Template } from "./templates.ts";

/** Making an index (E25): where, from what, which fields, and the form with all of it. */

const AREA = "search-indexes";

const landing = (answer: JsonObject | null): Place => {
  const id = answer?.["indexID"];
  return { area: AREA, ids: typeof id === "string" ? [id] : [] };
};

const textOf = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? value : "";
};

/** What is on the collection and the cluster now, asked for the review. */
async function findFor(
  ask: Ask,
  context: Context,
  cluster: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Findings> {
  const [database, collection, name] = [textOf(body, "database"), textOf(body, "collectionName"), textOf(body, "name")];
  const params = collectionParams(context.scope, { cluster, database, collection });
  const [{ data: siblings }, all] = await Promise.all([
    ask("listServiceSearchIndexes", { params }),
    askIndexes(ask, context, [cluster]),
  ]);
  const same = siblings.find((index) => index.name === name);
  const moving = all.filter(({ index }) => standingOf(index).isMoving);
  const isNewCollection = siblings.length === 0;
  return {
    problems:
      same === undefined
        ? []
        : [
            {
              field: "name",
              message:
                same.status === "DELETING"
                  ? "the one of this name is still being deleted: wait until it is gone"
                  : "this collection has an index of this name: e changes it",
            },
          ],
    warnings: [
      ...(context.scope.clusters.some((one) => one.name === cluster && one.paused)
        ? [`${cluster} is paused: the service makes no index on it until it runs again.`]
        : []),
      ...(isNewCollection
        ? [`No index tells that ${database}.${collection} exists: an index of a missing collection never serves.`]
        : []),
      ...(moving.length > 0
        ? [
            `${counted(moving.length, "other index is", "other indexes are")} being built or deleted on ${cluster} now: all of it takes longer.`,
          ]
        : []),
    ],
    facts: [
      { label: "Cluster", value: cluster },
      {
        label: `On ${collection}`,
        value:
          siblings.length === 0
            ? "no search index yet"
            : siblings.map((index) => `${index.name ?? "?"} (${standingOf(index).short})`).join(", "),
      },
    ],
  };
}

/** The form of a new index on a cluster. */
function form(context: Context, cluster: string, initial: BodyObject, draft: string, isAnswered = false): Opening {
  const setup: FormSetup = {
    plan: createPlan(cluster),
    targets: [
      {
        id: "",
        name: `a search index on ${cluster}`,
        params: { groupId: context.scope.groupId, clusterName: cluster },
      },
    ],
    base: null,
    initial,
    // What was answered just now counts, not what was left in this form before.
    ...(isAnswered ? { edits: [] } : {}),
    suggest: definitionSuggestions(context, { cluster, prefix: "definition" }),
    find: (ask, body) => findFor(ask, context, cluster, body),
    after: landing,
    draftKey: `createServiceSearchIndex/${cluster}/${draft}`,
  };
  return { kind: "form", setup };
}

/** The collection that is known already. */
const placeOf = (context: Context): BodyObject => {
  const asked = collectionAsked(context.scope);
  return asked === null ? {} : { database: asked.database, collectionName: asked.collection };
};

/**
 * Asks for the fields of an index one by one; the answer goes on to something else.
 *
 * @param mappings those that are there already
 */
export function askFields(
  context: Context,
  title: string,
  mappings: BodyObject,
  suggest: FormSetup["suggest"],
  take: (mappings: BodyObject) => Opening,
): Opening {
  const fields = isBodyObject(mappings["fields"]) ? mappings["fields"] : {};
  const items = listedFields(fields).map((item): BodyObject => ({ ...item }));
  const whole = isJson(mappings) && isJsonObject(mappings) ? mappings : {};
  const initial = {
    ...(typeof mappings["dynamic"] === "boolean" ? { dynamic: mappings["dynamic"] } : {}),
    fields: items,
  };
  const setup: FormSetup = {
    plan: fieldsPlan(title, whole),
    targets: [{ id: "", name: title, params: { groupId: context.scope.groupId } }],
    base: null,
    initial,
    suggest,
    find: async () => ({ warnings: [], facts: [] }),
    after: () => ({ area: AREA, ids: [] }),
    draftKey: `mappedFields/${title}`,
    applies: (answer) => {
      const { "": _unnamed, ...received } = fields;
      const { dynamic } = answer;
      return take({
        ...mappings,
        ...(typeof dynamic === "boolean" ? { dynamic } : {}),
        fields: fieldsFrom(itemsIn(answer), received),
      });
    },
  };
  return { kind: "form", setup };
}

function fromTemplate(context: Context, cluster: string, template: Template): Opening {
  const { type, name, definition, value } = template;
  const whole = { ...placeOf(context), name, type };
  const go = (filled: BodyObject): Opening =>
    form(context, cluster, { ...whole, definition: filled }, value, template.asksFields);
  if (!template.asksFields) return go(definition);
  const { mappings } = definition;
  const suggest: FormSetup["suggest"] = {
    ...definitionSuggestions(context, { cluster, prefix: "definition" }),
    fieldNames: async (ask) =>
      [
        ...fieldNames(
          await askIndexes(
            ask,
            context,
            clustersOf(context.scope, SEARCHABLE).map((one) => one.name),
          ),
        ),
      ].map(([field, where]) => ({ value: field, label: field, note: where })),
  };
  return askFields(context, "Fields of the new index", isBodyObject(mappings) ? mappings : {}, suggest, (filled) =>
    go({ ...definition, mappings: filled }),
  );
}

/** A copy of an index as the beginning of a new one, on a cluster. */
export function fromCopy(context: Context, cluster: string, source: Pick<IndexAt, "index" | "raw">): Opening {
  const { index, raw } = source;
  const definition = raw?.["latestDefinition"];
  const body: JsonObject = {
    database: index.database ?? "",
    collectionName: index.collectionName ?? "",
    type: index.type ?? "search",
    ...(definition === undefined ? {} : { definition }),
  };
  // Fields that the contract does not know stay behind: a create sends declared ones only.
  return form(context, cluster, copyOf(createPlan(cluster), body), `copy/${index.indexID}`);
}

/** Where, then from what, then the form. */
export function create(context: Context): Opening {
  const asked = collectionAsked(context.scope);
  const start = (cluster: string): Opening => ({
    kind: "pick",
    title: `New search index on ${cluster}: start from`,
    open: false,
    suggest: async (ask) => {
      const names = [cluster, ...clustersOf(context.scope, SEARCHABLE).map(({ name }) => name)];
      const found = await askIndexes(ask, context, [...new Set(names)]);
      const copies = found.filter(({ index }) => index.status !== "DELETING").map(copySuggestion);
      return [...TEMPLATES, ...[...copies].sort((left, right) => left.label.localeCompare(right.label))];
    },
    take: (value) => startFrom(context, cluster, value),
  });
  return asked === null
    ? inCluster(context, SEARCHABLE, "New search index on which cluster?", start)
    : start(asked.cluster);
}

function startFrom(context: Context, cluster: string, value: string): Opening {
  const template = TEMPLATES.find((one) => one.value === value);
  if (template !== undefined) return fromTemplate(context, cluster, template);
  const [, from = "", id = ""] = value.split(" ");
  return {
    kind: "asking",
    title: "Copy of a search index",
    find: async (ask) => {
      const { data, raw } = await ask("listServiceSearchIndexesCluster", {
        params: clusterParams(context.scope, from),
      });
      const at = data.findIndex((index) => index.indexID === id);
      const index = data[at];
      if (index === undefined) throw new TypeError("that index is not there any more");
      const one: unknown = Array.isArray(raw) ? raw[at] : null;
      return fromCopy(context, cluster, { index, raw: isJson(one) && isJsonObject(one) ? one : null });
    },
  };
}
