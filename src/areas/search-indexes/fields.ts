import { type BodyObject, isBodyObject } from "../../contract/json/json.ts";
import type { FieldPlan, ListPlan, PlanContext, TitleContext } from "../../forms/form-plan.ts";
import type { FormValues, ItemAt } from "../../forms/schema/form-values.ts";
import { typeOf } from "./definition.ts";

/**
 * The fields of an index definition in a natural order (`domain.md` 5, fields). Both generations have them: the current one inside `definition`, the
 * first one at the top level.
 */

/** Form values of the current generation and of the first: they differ in the place of the definition. */
export type CurrentValues = FormValues<"createServiceSearchIndex">;
export type FirstValues = FormValues<"createServiceSearchIndexDeprecated">;
/** The values that texts of both generations use. */
export type IndexValues = Pick<CurrentValues, "database" | "collectionName" | "name" | "type" | "definition"> &
  Pick<FirstValues, "fields">;

/** The definition in a body, in either place. */
export function definitionIn(body: BodyObject | null, prefix: string): BodyObject {
  if (body === null) return {};
  if (prefix === "") return body;
  const found = body[prefix];
  return isBodyObject(found) ? found : {};
}

/**
 * True for the definition of a vector index: by the body's type, or, where it has none (an update of the current generation), by the received
 * document.
 */
export function isVector({ body, base }: Pick<TitleContext<IndexValues>, "body" | "base">, prefix: string): boolean {
  if (body.type !== undefined) return body.type === "vectorSearch";
  const { definition, fields } = base ?? body;
  return (prefix === "" ? fields : definition?.fields) !== undefined;
}

const NO_NAME = "no name yet";

/** An analyzer as a chain: `edgeName: htmlStrip → edgeGram → lowercase`. */
function analyzerSummary({
  name,
  charFilters = [],
  tokenizer,
  tokenFilters = [],
}: ItemAt<FirstValues, "analyzers">): string {
  const chain = [...charFilters.map(typeOf), typeOf(tokenizer), ...tokenFilters.map(typeOf)];
  return `${name || NO_NAME}: ${chain.join(" → ")}`;
}

const synonymSummary = ({ name, source, analyzer }: ItemAt<FirstValues, "synonyms">): string =>
  [name || NO_NAME, source?.collection || "no collection yet", analyzer].filter((part) => part).join(" · ");

function vectorSummary({ type, path, numDimensions, similarity }: ItemAt<FirstValues, "fields">): string {
  const named = path || "no path yet";
  if (type === "filter") return `${named}, filter`;
  const numbers = numDimensions === undefined ? "no dimensions yet" : `${numDimensions} dimensions`;
  return [named, numbers, similarity].filter((part) => part).join(" · ");
}

/** The fields of a definition below a prefix: those of a text index, then those of a vector index. */
export function definitionFields(prefix: "definition"): readonly FieldPlan<CurrentValues>[];
export function definitionFields(prefix: ""): readonly FieldPlan<FirstValues>[];
export function definitionFields(prefix: string): readonly FieldPlan[] {
  const at = (path: string): string => (prefix === "" ? path : `${prefix}.${path}`);
  const text = (context: PlanContext) =>
    isVector(context, prefix) ? { shown: false, because: "not used by a vector index" } : { shown: true };
  const vector = (context: PlanContext) =>
    isVector(context, prefix) ? { shown: true } : { shown: false, because: "only for a vector index" };
  return [
    { path: at("mappings"), when: text },
    { path: at("mappings.dynamic") },
    { path: at("mappings.fields"), suggest: "mappings" },
    { path: at("analyzer"), suggest: "analyzers", when: text },
    { path: at("searchAnalyzer"), suggest: "analyzers", when: text },
    { path: at("analyzers"), when: text },
    { path: at("analyzers[].name"), suggest: "ownAnalyzers" },
    { path: at("analyzers[].charFilters"), ...(prefix === "" ? {} : { suggest: "charFilters" }) },
    { path: at("analyzers[].tokenizer"), ...(prefix === "" ? {} : { suggest: "tokenizers" }) },
    { path: at("analyzers[].tokenFilters"), ...(prefix === "" ? {} : { suggest: "tokenFilters" }) },
    { path: at("storedSource"), suggest: "storedSource", when: text },
    { path: at("synonyms"), when: text },
    { path: at("synonyms[].name") },
    { path: at("synonyms[].analyzer"), suggest: "analyzers" },
    { path: at("synonyms[].source.collection"), kind: "choice-or-other", suggest: "siblings" },
    { path: at("fields"), when: vector },
    {
      path: at("fields[].type"),
      title: "Type",
      help: "Vector to search, or field to filter by",
    },
    { path: at("fields[].path"), kind: "choice-or-other", suggest: "fieldNames" },
    { path: at("numPartitions") },
  ];
}

/** The lists of a definition. */
export function definitionLists(prefix: "definition"): readonly ListPlan<CurrentValues>[];
export function definitionLists(prefix: ""): readonly ListPlan<FirstValues>[];
export function definitionLists(prefix: string): readonly ListPlan[] {
  const at = (path: string): string => (prefix === "" ? path : `${prefix}.${path}`);
  return [
    {
      path: at("analyzers"),
      itemTitle: (_item, index) => `Analyzer ${index + 1}`,
      summary: analyzerSummary,
      add: "+ Add custom analyzer",
      initial: () => ({ tokenizer: { type: "standard" } }),
    },
    {
      path: at("synonyms"),
      itemTitle: (_item, index) => `Synonyms ${index + 1}`,
      summary: synonymSummary,
      add: "+ Add synonym mapping",
      initial: () => ({ analyzer: "lucene.standard", source: {} }),
    },
    {
      path: at("fields"),
      itemTitle: (item, index) => `${item["type"] === "filter" ? "Filter" : "Vector"} ${index + 1}`,
      summary: vectorSummary,
      add: "+ Add vector or filter field",
      initial: ({ body }) => {
        const { fields } = definitionIn(body, prefix);
        return Array.isArray(fields) && fields.length > 0
          ? { type: "filter" }
          : { type: "vector", similarity: "cosine" };
      },
    },
  ];
}
