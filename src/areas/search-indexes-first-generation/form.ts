import type { z } from "zod";
import type { BodyObject } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { hintOf } from "../../contract/schema/hints.ts";
import { variantsOf } from "../../contract/schema/unions.ts";
import { CharFilter, TokenFilter } from "../../contract/search-indexes-first-generation/analyzers.ts";
import { FIRST_GENERATION_READ_ONLY } from "../../contract/search-indexes-first-generation.ts";
import type { FieldPlan, FormPlan, ListPlan } from "../../forms/form-plan.ts";
import { definitionFields, definitionLists, type FirstValues } from "../search-indexes/fields.ts";
import {
  creationTexts,
  formatIndexPlace,
  hasCollectionAndName,
  PLACE_FIELDS,
  type PlaceField,
  replacementTexts,
} from "../search-indexes/form.ts";

/**
 * The forms of the first generation (E15, E19): the definition is at the top level of the record, custom analyzers consist of known parts, and an
 * update sends the whole record (`domain.md` 5.3).
 */

/** Title of an analyzer part from the contract: `Drop accents`. */
function formatPart(parts: z.core.$ZodType, item: BodyObject): string {
  const { type } = item;
  if (typeof type !== "string" || type === "") return "no type yet";
  const variant = variantsOf(parts)?.variants.get(type);
  return (variant === undefined ? undefined : hintOf(variant).title) ?? type;
}

/** Parts of a custom analyzer. */
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

/** The type of each part; the contract lists the types. */
const PART_FIELDS: readonly FieldPlan<FirstValues>[] = [
  { path: "analyzers[].charFilters[].type", title: "Type", help: "What is removed or replaced" },
  { path: "analyzers[].tokenizer.type", title: "Type", help: "How text is split into tokens" },
  { path: "analyzers[].tokenFilters[].type", title: "Type", help: "What is done to each token" },
];

const LISTS: readonly ListPlan<FirstValues>[] = [...definitionLists(""), ...PARTS];

/** Create (E15) on a cluster. `end`: note on the end of these operations. */
export const createPlan = (cluster: string, end: string): FormPlan<FirstValues> => ({
  ...creationTexts(cluster, "", [end]),
  operation: operations.createServiceSearchIndexDeprecated,
  title: ({ body }) =>
    hasCollectionAndName(body)
      ? `New index ${formatIndexPlace(body)}, 1st gen`
      : `New search index on ${cluster}, 1st gen`,
  fields: [...PLACE_FIELDS, ...definitionFields(""), ...PART_FIELDS],
  lists: LISTS,
});

/** Collection, name and type of an index: sent with every update, and the service refuses any change of them. */
const IDENTITY = PLACE_FIELDS.map(
  ({ path }): PlaceField => ({
    path,
    when: () => ({ shown: false, because: "cannot be changed: create an index with another name" }),
  }),
);

/** Update (E19): the received record is sent back with the changes. */
export const updatePlan = (name: string, end: string, isServing: boolean | null): FormPlan<FirstValues> => ({
  ...replacementTexts(name, "", isServing, [end]),
  operation: operations.updateServiceSearchIndexDeprecated,
  title: () => `Edit ${name}, 1st gen`,
  fields: [...IDENTITY, ...definitionFields(""), ...PART_FIELDS],
  lists: LISTS,
  readOnly: FIRST_GENERATION_READ_ONLY,
});
