import type { z } from "zod";
import type { BodyObject } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { hintOf } from "../../contract/schema/hints.ts";
import { variantsOf } from "../../contract/schema/unions.ts";
import { CharFilter, TokenFilter } from "../../contract/search-indexes-first-generation/analyzers.ts";
import { FIRST_GENERATION_READ_ONLY } from "../../contract/search-indexes-first-generation.ts";
import type { FieldPlan, FormPlan, ListPlan } from "../../forms/types.ts";
import { definitionFields, definitionLists, type FirstValues } from "../search-indexes/fields.ts";
import {
  creationTexts,
  isPlaced,
  PLACE_FIELDS,
  type PlaceField,
  placeIn,
  replacementTexts,
} from "../search-indexes/form.ts";

/**
 * The forms of the first generation (E15, E19): the record itself holds the definition, an own analyzer is made of known parts, and an
 * update takes the whole record again (`domain.md` 5.3).
 */

/** What a part does, in the words of the contract: `Drop accents`. */
function formatPart(parts: z.core.$ZodType, item: BodyObject): string {
  const { type } = item;
  if (typeof type !== "string" || type === "") return "?";
  const variant = variantsOf(parts)?.variants.get(type);
  return (variant === undefined ? undefined : hintOf(variant).title) ?? type;
}

/** Parts of an analyzer of one's own. */
const PARTS: readonly ListPlan<FirstValues>[] = [
  {
    path: "analyzers[].charFilters",
    itemTitle: (_item, index) => `Char filter ${index + 1}`,
    summary: (item) => formatPart(CharFilter, item),
    add: "+ Add char filter",
    initial: () => ({ type: "htmlStrip" }),
  },
  {
    path: "analyzers[].tokenFilters",
    itemTitle: (_item, index) => `Token filter ${index + 1}`,
    summary: (item) => formatPart(TokenFilter, item),
    add: "+ Add token filter",
    initial: () => ({ type: "lowercase" }),
  },
];

/** What each part is; the kinds are those that the contract knows. */
const PART_FIELDS: readonly FieldPlan<FirstValues>[] = [
  { path: "analyzers[].charFilters[].type", title: "Type", help: "What is removed or replaced" },
  { path: "analyzers[].tokenizer.type", title: "Type", help: "How text is split into tokens" },
  { path: "analyzers[].tokenFilters[].type", title: "Type", help: "What is done to each token" },
];

const LISTS: readonly ListPlan<FirstValues>[] = [...definitionLists(""), ...PARTS];

/** Create (E15) on a cluster. `end`: what is said of the end of these operations. */
export const createPlan = (cluster: string, end: string): FormPlan<FirstValues> => ({
  ...creationTexts(cluster, "", [end]),
  operation: operations.createServiceSearchIndexDeprecated,
  title: ({ body }) =>
    isPlaced(body) ? `New index ${placeIn(body)}, 1st gen` : `New search index on ${cluster}, 1st gen`,
  fields: [...PLACE_FIELDS, ...definitionFields(""), ...PART_FIELDS],
  lists: LISTS,
});

/** What an index is called and where it stands: sent with every update, and the service refuses any change of it. */
const IDENTITY = PLACE_FIELDS.map(
  ({ path }): PlaceField => ({
    path,
    when: () => ({ shown: false, because: "cannot be changed: create an index with another name" }),
  }),
);

/** Update (E19): the received record goes back, changed. */
export const updatePlan = (name: string, end: string, isServing: boolean | null): FormPlan<FirstValues> => ({
  ...replacementTexts(name, "", isServing, [end]),
  operation: operations.updateServiceSearchIndexDeprecated,
  title: () => `Edit ${name}, 1st gen`,
  fields: [...IDENTITY, ...definitionFields(""), ...PART_FIELDS],
  lists: LISTS,
  readOnly: FIRST_GENERATION_READ_ONLY,
});
