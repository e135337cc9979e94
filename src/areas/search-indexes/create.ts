import { type BodyObject, isBodyObject, isJson, isJsonObject } from "../../contract/json/json.ts";
import { currentIndexes, indexCounts, isDeleting, type SearchIndex } from "../../domain/search/search-index.ts";
import { copyOf, newBodyFrom } from "../../forms/open.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { askCluster, pickClusterFor } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Context } from "../model/context.ts";
import {
  asking,
  createAnew,
  type Effect,
  type FormSetup,
  type Preflight,
  type Remedy,
  type ReviewSources,
} from "../model/effect.ts";
import { clusterArgs, clusterParams } from "../queries/args.ts";
import { askIndexes, askIndexesOn, SEARCHABLE } from "../queries/search-indexes.ts";
import { askFields } from "./ask-fields.ts";
import { collectionInParams } from "./collections.ts";
import { currentDefinition } from "./current.ts";
import { textIn } from "./definition.ts";
import type { Generation } from "./generation.ts";
import { formatIndexList } from "./labels.ts";
import { copySuggestion, definitionSuggestions, searchableFirst } from "./suggest.ts";
import { TEMPLATES, type Template } from "./templates.ts";

/** Creates an index (E25, and E15 of the first generation): cluster, template, fields, then the full form. */

/** Current indexes on the collection and the cluster, requested for the review. */
async function preflight(
  { ask, context }: ReviewSources,
  generation: Generation,
  cluster: string,
  body: BodyObject,
): Promise<Preflight> {
  const { scope } = context;
  const [database, collection, name] = [textIn(body, "database"), textIn(body, "collectionName"), textIn(body, "name")];
  const [siblings, all, host] = await Promise.all([
    nullIfFailed(generation.askIn(ask, scope, { cluster, database, collection })),
    askIndexesOn(ask, scope, cluster),
    askCluster(ask, scope, cluster),
  ]);
  const same = siblings?.find((index) => index.name === name);
  const { moving } = indexCounts(all ?? []);
  return {
    problems: present(
      same !== undefined && {
        field: "name",
        message: isDeleting(same)
          ? "an index of this name is being deleted: wait until it is gone"
          : "this collection already has an index of this name",
      },
    ),
    warnings: present(
      host?.paused === true && `${cluster} is paused: the service refuses new indexes until the cluster is resumed.`,
      siblings === null &&
        `Unknown whether ${collection} already has an index of this name: its indexes are not loaded.`,
      siblings?.length === 0 &&
        `${database}.${collection} has no other index on ${cluster}, so the collection may not exist: an index on a missing collection never serves.`,
      moving > 0 &&
        `${pluralize(moving, "other index is", "other indexes are")} being built or deleted on ${cluster}: builds take longer.`,
    ),
    facts: [
      { label: "Cluster", value: cluster },
      {
        label: `On ${collection}`,
        value: siblings === null ? "not loaded" : formatIndexList(siblings) || "no search index yet",
      },
    ],
  };
}

/** The form for a new index on a cluster. */
export function setupOf(
  context: Context,
  generation: Generation,
  cluster: string,
  initial: BodyObject,
  variant: string,
): FormSetup {
  const plan = generation.createPlan(context, cluster);
  return {
    plan,
    targets: [{ id: "", name: `a search index on ${cluster}`, params: clusterParams(context.scope, cluster) }],
    initial,
    suggest: definitionSuggestions(context, { cluster, prefix: generation.prefix }),
    preflight: (review, body) => preflight(review, generation, cluster, body),
    refreshes: generation.refreshes,
    variant,
  };
}

/** Puts a definition at its place in the body. */
const inPlace = ({ prefix }: Generation, definition: BodyObject): BodyObject =>
  prefix === "" ? definition : { [prefix]: definition };

function fromTemplate(context: Context, generation: Generation, cluster: string, template: Template): Effect {
  const { type, name, definition, value } = template;
  const namespace = collectionInParams(context.scope);
  const place = namespace === null ? {} : { database: namespace.database, collectionName: namespace.collection };
  const setupWith = (filled: BodyObject): FormSetup =>
    setupOf(context, generation, cluster, { ...place, name, type, ...inPlace(generation, filled) }, value);
  if (!template.asksFields) return { kind: "form", setup: setupWith(definition) };
  const { suggest = {} } = setupWith(definition);
  const mappings = isBodyObject(definition["mappings"]) ? definition["mappings"] : {};
  const target = { id: "", name, params: { ...clusterParams(context.scope, cluster), template: value } };
  return askFields(target, "Fields of the new index", mappings, suggest, (filled) => ({
    kind: "form",
    setup: { ...setupWith({ ...definition, mappings: filled }), chosen: filled },
  }));
}

/**
 * Starts a new index on a cluster from a copy of an index of the current generation.
 *
 * @param name name of the new index; left empty in the form by default
 */
export function fromCopy(
  context: Context,
  generation: Generation,
  cluster: string,
  index: SearchIndex,
  name = "",
): Effect {
  const { id, database, collection, type, raw } = index;
  const received = {
    database,
    collectionName: collection,
    ...(name === "" ? {} : { name }),
    type: type || "search",
    ...(isJson(raw) && isJsonObject(raw) ? inPlace(generation, currentDefinition(raw)) : {}),
  };
  const body = copyOf(generation.createPlan(context, cluster), received);
  return { kind: "form", setup: setupOf(context, generation, cluster, body, `copy/${id}`) };
}

/** Recreates a deleted index from the draft. */
export function recreateIndex(context: Context, generation: Generation, cluster: string, body: BodyObject): Remedy {
  const initial = newBodyFrom(generation.createPlan(context, cluster), body);
  // Uses the draft key of a template of the same type, so that the draft can be reached again.
  const { value = "" } = TEMPLATES.find(({ type }) => type === textIn(body, "type")) ?? TEMPLATES[0] ?? {};
  return createAnew("Create a new index from this draft", setupOf(context, generation, cluster, initial, value));
}

/** Picks the cluster, then the template, then opens the form. */
export function create(context: Context, generation: Generation): Effect {
  const namespace = collectionInParams(context.scope);
  const start = (cluster: string): Effect => ({
    kind: "pick",
    title: `New search index on ${cluster}: start from`,
    suggest: async (ask) => {
      const found = await askIndexes(ask, context.scope, searchableFirst(context.scope, cluster));
      const copies = found.filter((index) => !isDeleting(index)).map(copySuggestion);
      return [...TEMPLATES, ...copies.toSorted((left, right) => left.label.localeCompare(right.label))];
    },
    take: (value) => startFrom(context, generation, cluster, value),
  });
  return namespace === null
    ? pickClusterFor(context, SEARCHABLE, "New search index on which cluster?", start)
    : start(namespace.cluster);
}

function startFrom(context: Context, generation: Generation, cluster: string, value: string): Effect {
  const template = TEMPLATES.find((one) => one.value === value);
  if (template !== undefined) return fromTemplate(context, generation, cluster, template);
  const [, from = "", id = ""] = value.split(" ");
  return asking("Copy of a search index", async (ask) => {
    const answer = await ask("listServiceSearchIndexesCluster", clusterArgs(context.scope, from));
    const index = currentIndexes(from, answer).find((one) => one.id === id);
    if (index === undefined) throw new TypeError("the index no longer exists");
    return fromCopy(context, generation, cluster, index);
  });
}
