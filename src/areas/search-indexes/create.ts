import type { AreaId } from "../../contract/area-ids.ts";
import { type BodyObject, isBodyObject, isJson, isJsonObject, type JsonObject } from "../../contract/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { anewFrom, copyOf } from "../../forms/open.ts";
import type { FormPlan } from "../../forms/types.ts";
import { pluralize } from "../../text/format.ts";
import { clustersOf, inCluster } from "../clusters.ts";
import type { Ask, Context, Scope } from "../context.ts";
import type { Effect, FormSetup, Preflight, Remedy } from "../effect.ts";
import { clusterParams } from "../queries/args.ts";
import { askFields } from "./ask-fields.ts";
import { createPlan } from "./form.ts";
import { type Collection, collectionInParams, collectionParams, type IndexAt, SEARCHABLE } from "./list.ts";
import { indexStatusOf } from "./status.ts";
import { askIndexes, copySuggestion, definitionSuggestions, fieldNames } from "./suggest.ts";
import { TEMPLATES, type Template } from "./templates.ts";

/** Making an index (E25, and E15 of the first generation): where, from what, which fields, and the form with all of it. */

/** An index of the collection in which a new one is to stand. */
export type Sibling = { readonly name: string; readonly isGoing: boolean; readonly words: string };

/** What the generations of the operations do each in their own way when an index is made. */
export type Generation = {
  /** Where one lands with it. */
  readonly area: AreaId;
  /** Where the definition stands in a body: below `definition`, or in the record itself. */
  readonly prefix: "definition" | "";
  readonly plan: (cluster: string) => FormPlan;
  /** The indexes that a collection has now. */
  readonly siblings: (ask: Ask, scope: Scope, collection: Collection) => Promise<readonly Sibling[]>;
  readonly refreshes: readonly OperationId[];
};

/** The current generation: E25. */
export const CURRENT: Generation = {
  area: "search-indexes",
  prefix: "definition",
  plan: createPlan,
  siblings: async (ask, scope, collection) => {
    const { data } = await ask("listServiceSearchIndexes", { params: collectionParams(scope, collection) });
    return data.map((index) => ({
      name: index.name ?? "?",
      isGoing: index.status === "DELETING",
      words: indexStatusOf(index).short,
    }));
  },
  refreshes: [],
};

const textOf = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? value : "";
};

/** What is on the collection and the cluster now, asked for the review. */
async function findFor(
  ask: Ask,
  context: Context,
  generation: Generation,
  cluster: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Preflight> {
  const [database, collection, name] = [textOf(body, "database"), textOf(body, "collectionName"), textOf(body, "name")];
  const [siblings, all] = await Promise.all([
    generation.siblings(ask, context.scope, { cluster, database, collection }),
    askIndexes(ask, context, [cluster]),
  ]);
  const same = siblings.find((index) => index.name === name);
  const moving = all.filter(({ index }) => indexStatusOf(index).isMoving);
  const isNewCollection = siblings.length === 0;
  return {
    problems:
      same === undefined
        ? []
        : [
            {
              field: "name",
              message: same.isGoing
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
            `${pluralize(moving.length, "other index is", "other indexes are")} being built or deleted on ${cluster} now: all of it takes longer.`,
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
            : siblings.map((one) => `${one.name} (${one.words})`).join(", "),
      },
    ],
  };
}

/** The form of a new index on a cluster. */
function form(
  context: Context,
  generation: Generation,
  cluster: string,
  initial: BodyObject,
  draft: string,
  isAnswered = false,
): Effect {
  const plan = generation.plan(cluster);
  const setup: FormSetup = {
    plan,
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
    suggest: definitionSuggestions(context, { cluster, prefix: generation.prefix }),
    preflight: (ask, body) => findFor(ask, context, generation, cluster, body),
    refreshes: generation.refreshes,
    draftKey: `${plan.id}/${cluster}/${draft}`,
  };
  return { kind: "form", setup };
}

/** A definition where the body has it. */
const inPlace = ({ prefix }: Generation, definition: BodyObject): BodyObject =>
  prefix === "" ? definition : { [prefix]: definition };

/** The collection that is known already. */
const placeOf = (context: Context): BodyObject => {
  const asked = collectionInParams(context.scope);
  return asked === null ? {} : { database: asked.database, collectionName: asked.collection };
};

function fromTemplate(context: Context, generation: Generation, cluster: string, template: Template): Effect {
  const { type, name, definition, value } = template;
  const whole = { ...placeOf(context), name, type };
  const go = (filled: BodyObject): Effect =>
    form(context, generation, cluster, { ...whole, ...inPlace(generation, filled) }, value, template.asksFields);
  if (!template.asksFields) return go(definition);
  const { mappings } = definition;
  const suggest: FormSetup["suggest"] = {
    ...definitionSuggestions(context, { cluster, prefix: generation.prefix }),
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

/**
 * A copy of an index as the beginning of a new one, on a cluster.
 *
 * @param name what it is called; to be filled in where nothing is said
 */
export function fromCopy(
  context: Context,
  generation: Generation,
  cluster: string,
  source: Pick<IndexAt, "index" | "raw">,
  name = "",
): Effect {
  const { index, raw } = source;
  const definition = raw?.["latestDefinition"];
  const body: JsonObject = {
    database: index.database ?? "",
    collectionName: index.collectionName ?? "",
    ...(name === "" ? {} : { name }),
    type: index.type ?? "search",
    ...(isJsonObject(definition) ? (generation.prefix === "" ? definition : { definition }) : {}),
  };
  // Fields that the contract does not know stay behind: a create sends declared ones only.
  return form(context, generation, cluster, copyOf(generation.plan(cluster), body), `copy/${index.indexID}`);
}

/** An index that was deleted, made anew from the definition that is filled in. */
export function anew(
  context: Context,
  generation: Generation,
  cluster: string,
  place: BodyObject,
  definition: BodyObject,
): Remedy {
  const body = { ...place, ...inPlace(generation, definition) };
  return {
    title: "Create it anew from what is filled in",
    effect: form(context, generation, cluster, anewFrom(generation.plan(cluster), body), "anew", true),
  };
}

/** Where, then from what, then the form. */
export function create(context: Context, generation: Generation): Effect {
  const asked = collectionInParams(context.scope);
  const start = (cluster: string): Effect => ({
    kind: "pick",
    title: `New search index on ${cluster}: start from`,
    open: false,
    suggest: async (ask) => {
      const names = [cluster, ...clustersOf(context.scope, SEARCHABLE).map(({ name }) => name)];
      const found = await askIndexes(ask, context, [...new Set(names)]);
      const copies = found.filter(({ index }) => index.status !== "DELETING").map(copySuggestion);
      return [...TEMPLATES, ...[...copies].sort((left, right) => left.label.localeCompare(right.label))];
    },
    take: (value) => startFrom(context, generation, cluster, value),
  });
  return asked === null
    ? inCluster(context, SEARCHABLE, "New search index on which cluster?", start)
    : start(asked.cluster);
}

function startFrom(context: Context, generation: Generation, cluster: string, value: string): Effect {
  const template = TEMPLATES.find((one) => one.value === value);
  if (template !== undefined) return fromTemplate(context, generation, cluster, template);
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
      return fromCopy(context, generation, cluster, { index, raw: isJson(one) && isJsonObject(one) ? one : null });
    },
  };
}
