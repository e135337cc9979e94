import type { BodyObject } from "../../contract/json/json.ts";
import type { Suggestion } from "../../forms/suggestion.ts";

/** Starting points of a new index (`domain.md` 5, definition): templates, or a copy of any index. */

export type Template = Suggestion & {
  /** Type of the index. */
  readonly type: "search" | "vectorSearch";
  /** Usual name of such an index. */
  readonly name: string;
  readonly definition: BodyObject;
  /** True when the fields are asked for one by one first. */
  readonly asksFields: boolean;
};

export const TEMPLATES: readonly Template[] = [
  {
    value: "dynamic",
    label: "Dynamic mapping",
    note: "text: all fields, also new ones",
    type: "search",
    name: "default",
    definition: { mappings: { dynamic: true } },
    asksFields: false,
  },
  {
    value: "static",
    label: "Static mapping",
    note: "text: listed fields only, smaller",
    type: "search",
    name: "default",
    definition: { mappings: { dynamic: false, fields: {} } },
    asksFields: true,
  },
  {
    value: "autocomplete",
    label: "Autocomplete",
    note: "text: search as you type",
    type: "search",
    name: "autocomplete",
    definition: {
      mappings: {
        dynamic: false,
        fields: { "": { type: "autocomplete", tokenization: "edgeGram", minGrams: 2, maxGrams: 15 } },
      },
    },
    asksFields: true,
  },
  {
    value: "vector",
    label: "Vector search",
    note: "nearest neighbours of a vector",
    type: "vectorSearch",
    name: "vectors",
    definition: { fields: [{ type: "vector", similarity: "cosine" }] },
    asksFields: false,
  },
];
