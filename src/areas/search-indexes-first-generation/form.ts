import type { z } from "zod";
import { hintOf } from "../../contract/hints.ts";
import { type BodyObject, isBodyObject } from "../../contract/json.ts";
import { operations } from "../../contract/operations.ts";
import { CharFilter, TokenFilter } from "../../contract/search-indexes-first-generation/analyzers.ts";
import { FIRST_GENERATION_READ_ONLY } from "../../contract/search-indexes-first-generation.ts";
import { variantsOf } from "../../contract/unions.ts";
import type { FieldPlan, FormPlan, ListPlan } from "../../forms/types.ts";
import { coverWords, removedByChange } from "../search-indexes/definition.ts";
import { definitionFields, definitionLists, isVector } from "../search-indexes/fields.ts";
import { definitionWarnings, isPlaced, PLACE_FIELDS, placeIn } from "../search-indexes/form.ts";

/**
 * The forms of the first generation (E15, E19): the record itself holds the definition, an own analyzer is made of known parts, and an
 * update takes the whole record again (`domain.md` 5.3).
 */

/** What a part does, in the words of the contract: `Drop accents`. */
function partWords(parts: z.core.$ZodType, item: BodyObject): string {
  const { type } = item;
  if (typeof type !== "string" || type === "") return "?";
  const variant = variantsOf(parts)?.variants.get(type);
  return (variant === undefined ? undefined : hintOf(variant).title) ?? type;
}

/** Parts of an analyzer of one's own. */
const PARTS: readonly ListPlan[] = [
  {
    path: "analyzers[].charFilters",
    itemTitle: (_item, index) => `Clean ${index + 1}`,
    summary: (item) => partWords(CharFilter, item),
    add: "+ clean before cutting",
    initial: () => ({ type: "htmlStrip" }),
  },
  {
    path: "analyzers[].tokenFilters",
    itemTitle: (_item, index) => `Adjust ${index + 1}`,
    summary: (item) => partWords(TokenFilter, item),
    add: "+ adjust the words",
    initial: () => ({ type: "lowercase" }),
  },
];

/** What each part is; the kinds are those that the contract knows. */
const PART_FIELDS: readonly FieldPlan[] = [
  { path: "analyzers[].charFilters[].type", title: "What", help: "What is removed or replaced" },
  { path: "analyzers[].tokenizer.type", title: "What", help: "How text is cut into words" },
  { path: "analyzers[].tokenFilters[].type", title: "What", help: "What is done to each word" },
];

const LISTS: readonly ListPlan[] = [...definitionLists(""), ...PARTS];

/** What a definition costs to leave out here: the record alone says it. */
const definitionOf = (body: BodyObject | null): BodyObject => (isBodyObject(body) ? body : {});

/** Create (E15) on a cluster. `end`: what is said of the end of these operations. */
export const createPlan =
  (end: string) =>
  (cluster: string): FormPlan => ({
    id: "createServiceSearchIndexDeprecated",
    operation: operations.createServiceSearchIndexDeprecated,
    title: ({ body }) =>
      isPlaced(body) ? `New index ${placeIn(body)}, 1st gen` : `New search index on ${cluster}, 1st gen`,
    sentence: ({ body }) => {
      const kind = isVector({ body, base: null }, "") ? "vector" : "text";
      if (!isPlaced(body)) return `Choose the collection and the name of the ${kind} index.`;
      return `Makes the ${kind} index ${placeIn(body)} on ${cluster}: ${coverWords(body)}.`;
    },
    button: () => "Build it",
    fields: [...PLACE_FIELDS, ...definitionFields(""), ...PART_FIELDS],
    lists: LISTS,
    // How large the collection is, nothing in this API tells: a build of a large one slows its cluster down.
    riskOf: () => "disruptive",
    warnings: ({ body }) => [
      `The build takes disk and CPU of ${cluster} until it is done; how large the collection is, the service does not tell.`,
      ...definitionWarnings(definitionOf(body), {}),
      end,
    ],
  });

/** What an index is called and where it stands: sent with every update, and the service refuses any change of it. */
const IDENTITY: readonly FieldPlan[] = ["database", "collectionName", "name", "type"].map((path) => ({
  path,
  when: () => ({ shown: false, because: "an index keeps it: make another one under a new name" }),
}));

/** Update (E19): the received record goes back, changed. */
export const updatePlan = (name: string, end: string, isServing: boolean): FormPlan => ({
  id: "updateServiceSearchIndexDeprecated",
  operation: operations.updateServiceSearchIndexDeprecated,
  title: () => `Change ${name}, 1st gen`,
  sentence: ({ body }) =>
    `Replaces the whole definition of ${name}: ${coverWords(body)}. ${isServing ? "What serves now goes on until it is built." : "Nothing serves until it is built."}`,
  button: () => "Build the new definition",
  fields: [...IDENTITY, ...definitionFields(""), ...PART_FIELDS],
  lists: LISTS,
  readOnly: FIRST_GENERATION_READ_ONLY,
  warnings: ({ body, base }) => {
    const [before, after] = [definitionOf(base), definitionOf(body)];
    return [...removedByChange(before, after), ...definitionWarnings(after, before), end];
  },
});
