import { type BodyObject, isBodyObject } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { mappedNames } from "../../contract/search-indexes/rules.ts";
import type { FieldPlan, FormPlan } from "../../forms/form-plan.ts";
import { formatCover, synonymSources } from "./definition.ts";
import {
  type CurrentValues,
  definitionFields,
  definitionIn,
  definitionLists,
  type IndexValues,
  isVector,
} from "./fields.ts";
import { removedByChange } from "./impact.ts";

/** The forms of search indexes: create (E25), and the update that replaces the whole definition (E29, E32; `domain.md` 5.3 and 5.4). */

const PREFIX = "definition";

/** True when the collection and the name of a new index are filled in. */
export const hasCollectionAndName = ({ database, collectionName, name }: IndexValues): boolean =>
  [database, collectionName, name].every((part) => part);

/** Collection and name of a new index: `shop.products · default`. */
export const formatIndexPlace = ({ database = "", collectionName = "", name = "" }: IndexValues): string =>
  `${database}.${collectionName} · ${name}`;

/** Names of mapped fields that contain a dot and are new. */
function dottedNames(definition: BodyObject, before: BodyObject): readonly string[] {
  const dotted = ({ mappings }: BodyObject): readonly string[] =>
    mappedNames(isBodyObject(mappings) ? mappings["fields"] : undefined)
      .filter((names) => names.at(-1)?.includes("."))
      .map((names) => names.join(" › "));
  const former = new Set(dotted(before));
  return dotted(definition).filter((name) => !former.has(name));
}

/** Warnings that apply to any definition. */
function definitionWarnings(definition: BodyObject, before: BodyObject): readonly string[] {
  const known = new Set(synonymSources(before));
  const added = [...new Set(synonymSources(definition))].filter((name) => !known.has(name));
  return [
    ...added.map((name) => `Synonyms from ${name} work only while that collection exists in the same database.`),
    ...dottedNames(definition, before).map(
      (name) =>
        `${name} is one name with a dot, not a nested field: to index a nested field, map its parent as document.`,
    ),
  ];
}

export type PlaceField = FieldPlan<IndexValues, "database" | "collectionName" | "name" | "type">;

/** Collection, name and type of a new index. */
export const PLACE_FIELDS: readonly PlaceField[] = [
  { path: "database", kind: "choice-or-other", suggest: "databases" },
  { path: "collectionName", kind: "choice-or-other", suggest: "collections" },
  { path: "name", kind: "choice-or-other", suggest: "indexNames" },
  { path: "type" },
];

type PlanTexts = Pick<FormPlan<IndexValues>, "sentence" | "button" | "warnings">;

/** Texts of the forms that create an index, followed by `notes`. */
export const creationTexts = (cluster: string, prefix: string, notes: readonly string[] = []): PlanTexts => ({
  sentence: ({ body, raw }) => {
    const kind = isVector({ body, base: null }, prefix) ? "vector" : "text";
    if (!hasCollectionAndName(body)) return `Choose the collection and name of the ${kind} index.`;
    return `Creates the ${kind} index ${formatIndexPlace(body)} on ${cluster}: ${formatCover(definitionIn(raw.body, prefix))}.`;
  },
  button: () => "Create search index",
  warnings: ({ raw }) => [
    `The build uses disk and CPU of ${cluster} until it is done; the service does not report the collection's size.`,
    ...definitionWarnings(definitionIn(raw.body, prefix), {}),
    ...notes,
  ],
});

/** Says if queries are served until the build is done. */
function untilBuilt(isServing: boolean | null): string {
  if (isServing === null) return "The service does not say whether the old definition serves until the build is done.";
  return isServing ? "The old definition serves until the build is done." : "No host serves until the build is done.";
}

/** Texts of the forms that replace the definition of an index, followed by `notes`. */
export const replacementTexts = (
  name: string,
  prefix: string,
  isServing: boolean | null,
  notes: readonly string[] = [],
): PlanTexts => ({
  sentence: ({ raw }) =>
    `Replaces the whole definition of ${name}: ${formatCover(definitionIn(raw.body, prefix))}. ${untilBuilt(isServing)}`,
  button: () => "Update search index",
  warnings: ({ raw: { body, base } }) => {
    const [before, after] = [definitionIn(base, prefix), definitionIn(body, prefix)];
    return [...removedByChange(before, after), ...definitionWarnings(after, before), ...notes];
  },
});

/** The plan of a create (E25) on a cluster. */
export const createPlan = (cluster: string): FormPlan<CurrentValues> => ({
  ...creationTexts(cluster, PREFIX),
  operation: operations.createServiceSearchIndex,
  title: ({ body }) =>
    hasCollectionAndName(body) ? `New search index ${formatIndexPlace(body)}` : `New search index on ${cluster}`,
  fields: [...PLACE_FIELDS, { path: PREFIX }, ...definitionFields(PREFIX)],
  lists: definitionLists(PREFIX),
});

/** Update of the index by name (E29), or by id (E32): the received definition is sent back with the changes. */
export const updatePlan = (name: string, isByName: boolean, isServing: boolean | null): FormPlan<CurrentValues> => ({
  ...replacementTexts(name, PREFIX, isServing),
  operation: isByName ? operations.updateServiceSearchIndexByName : operations.updateServiceSearchIndex,
  title: () => `Edit search index ${name}`,
  fields: [{ path: PREFIX }, ...definitionFields(PREFIX)],
  lists: definitionLists(PREFIX),
});
