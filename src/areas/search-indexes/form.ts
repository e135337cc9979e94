import { type BodyObject, isBodyObject } from "../../contract/json.ts";
import { operations } from "../../contract/operations.ts";
import { mappedNames } from "../../contract/search-indexes/rules.ts";
import type { FieldPlan, FormPlan, SentenceContext } from "../../forms/types.ts";
import { coverWords, removedByChange } from "./definition.ts";
import { definitionFields, definitionIn, definitionLists, isVector } from "./fields.ts";

/** The forms of search indexes: create (E25), and the update that replaces the whole definition (E29, E32; `domain.md` 5.3 and 5.4). */

const PREFIX = "definition";

const textOf = (body: BodyObject, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? value : "";
};

/** Names of the collections that synonyms are taken from. */
export function synonymSources(definition: BodyObject): readonly string[] {
  const { synonyms } = definition;
  if (!Array.isArray(synonyms)) return [];
  return synonyms.flatMap((one) => {
    const source: unknown = Object(one)["source"];
    const collection: unknown = Object(source)["collection"];
    return typeof collection === "string" && collection !== "" ? [collection] : [];
  });
}

/** Whether it is said where a new index stands, and what it is called. */
export const isPlaced = (body: BodyObject): boolean =>
  ["database", "collectionName", "name"].every((name) => textOf(body, name) !== "");

/** Where a new index would stand: `shop.products · default`. */
export const placeIn = (body: BodyObject): string =>
  `${textOf(body, "database")}.${textOf(body, "collectionName")} · ${textOf(body, "name")}`;

function createSentence(cluster: string) {
  return ({ body }: SentenceContext): string => {
    const kind = isVector({ body, base: null }, PREFIX) ? "vector" : "text";
    if (!isPlaced(body)) return `Choose the collection and the name of the ${kind} index.`;
    return `Makes the ${kind} index ${placeIn(body)} on ${cluster}: ${coverWords(definitionIn(body, PREFIX))}.`;
  };
}

/** Names of mapped fields that have a dot in them and were not there before. */
function dottedNames(definition: BodyObject, before: BodyObject): readonly string[] {
  const dotted = ({ mappings }: BodyObject): readonly string[] =>
    mappedNames(isBodyObject(mappings) ? mappings["fields"] : undefined)
      .filter((names) => names.at(-1)?.includes("."))
      .map((names) => names.join(" › "));
  const former = new Set(dotted(before));
  return dotted(definition).filter((name) => !former.has(name));
}

/** What any definition brings with it. */
export function definitionWarnings(definition: BodyObject, before: BodyObject): readonly string[] {
  const known = new Set(synonymSources(before));
  const added = [...new Set(synonymSources(definition))].filter((name) => !known.has(name));
  return [
    ...added.map((name) => `Synonyms of ${name} work only while that collection exists in the same database.`),
    ...dottedNames(definition, before).map(
      (name) =>
        `${name} is one name with a dot in it, not a field inside a document: for that, index the first step as document, with fields of its own.`,
    ),
  ];
}

/** Where a new index stands, what it is called, and of which kind it is. */
export const PLACE_FIELDS: readonly FieldPlan[] = [
  { path: "database", kind: "choice-or-other", suggest: "databases" },
  { path: "collectionName", kind: "choice-or-other", suggest: "collections" },
  { path: "name", kind: "choice-or-other", suggest: "indexNames" },
  { path: "type" },
];

/** Create (E25) on a cluster. */
export const createPlan = (cluster: string): FormPlan => ({
  id: "createServiceSearchIndex",
  operation: operations.createServiceSearchIndex,
  title: ({ body }) => (isPlaced(body) ? `New search index ${placeIn(body)}` : `New search index on ${cluster}`),
  sentence: createSentence(cluster),
  button: () => "Build it",
  fields: [...PLACE_FIELDS, { path: PREFIX }, ...definitionFields(PREFIX)],
  lists: definitionLists(PREFIX),
  // How large the collection is, nothing in this API tells: a build of a large one slows its cluster down.
  riskOf: () => "disruptive",
  warnings: ({ body }) => [
    `The build takes disk and CPU of ${cluster} until it is done; how large the collection is, the service does not tell.`,
    ...definitionWarnings(definitionIn(body, PREFIX), {}),
  ],
});

/** Update of the index of that name (E29), or of that id (E32): the received definition goes back, changed. */
export const updatePlan = (name: string, isByName: boolean, isServing: boolean): FormPlan => ({
  id: isByName ? "updateServiceSearchIndexByName" : "updateServiceSearchIndex",
  operation: isByName ? operations.updateServiceSearchIndexByName : operations.updateServiceSearchIndex,
  title: () => `Change search index ${name}`,
  sentence: ({ body }) =>
    `Replaces the whole definition of ${name}: ${coverWords(definitionIn(body, PREFIX))}. ${isServing ? "What serves now goes on until it is built." : "Nothing serves until it is built."}`,
  button: () => "Build the new definition",
  fields: [{ path: PREFIX }, ...definitionFields(PREFIX)],
  lists: definitionLists(PREFIX),
  warnings: ({ body, base }) => {
    const [before, after] = [definitionIn(base, PREFIX), definitionIn(body, PREFIX)];
    return [...removedByChange(before, after), ...definitionWarnings(after, before)];
  },
});
