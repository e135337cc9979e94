import { type BodyObject, type BodyValue, isBodyObject } from "../../contract/json.ts";
import type { FieldPlan, ListPlan, PlanContext } from "../../forms/types.ts";

/**
 * The fields of an index definition in the order in which one thinks of them (`domain.md` 5, fields). Both generations have them: the
 * current one inside `definition`, the first one in the record itself.
 */

/** The definition of a body, wherever it stands. */
export function definitionIn(body: BodyObject | null, prefix: string): BodyObject {
  if (body === null) return {};
  if (prefix === "") return body;
  const found = body[prefix];
  return isBodyObject(found) ? found : {};
}

/**
 * Whether a definition is of a vector index: as the body says, or, where it does not (an update of the current generation), by what
 * was received.
 */
export function isVector(context: Pick<PlanContext, "body" | "base">, prefix: string): boolean {
  const { body, base } = context;
  if (typeof body["type"] === "string") return body["type"] === "vectorSearch";
  return definitionIn(base ?? body, prefix)["fields"] !== undefined;
}

const textOf = (value: BodyValue | undefined): string => (typeof value === "string" ? value : "");

const nameOf = (item: BodyObject): string => textOf(item["name"]) || "?";

const typeOf = (value: BodyValue | undefined): string => (isBodyObject(value) ? textOf(value["type"]) || "?" : "?");

const typesOf = (value: BodyValue | undefined): readonly string[] => (Array.isArray(value) ? value.map(typeOf) : []);

/** An analyzer as a chain: `edgeName: htmlStrip → edgeGram → lowercase`. */
const analyzerSummary = (item: BodyObject): string =>
  `${nameOf(item)}: ${[...typesOf(item["charFilters"]), typeOf(item["tokenizer"]), ...typesOf(item["tokenFilters"])].join(" → ")}`;

function synonymSummary(item: BodyObject): string {
  const source = isBodyObject(item["source"]) ? textOf(item["source"]["collection"]) : "";
  return [nameOf(item), source, textOf(item["analyzer"])].filter((part) => part !== "").join(" · ");
}

function vectorSummary(item: BodyObject): string {
  const { type, path, numDimensions, similarity } = item;
  if (type === "filter") return `${textOf(path) || "?"}, to narrow by`;
  const numbers = typeof numDimensions === "number" ? `${numDimensions} numbers` : "no dimensions yet";
  return [textOf(path) || "?", numbers, textOf(similarity)].filter((part) => part !== "").join(" · ");
}

const VECTOR_ONLY = "only a vector index has these";
const TEXT_ONLY = "a vector index has none";

/** The fields of a definition below a prefix: those of a text index, then those of a vector index. */
export function definitionFields(prefix: string): readonly FieldPlan[] {
  const at = (path: string): string => (prefix === "" ? path : `${prefix}.${path}`);
  const text = (context: PlanContext) =>
    isVector(context, prefix) ? { shown: false, because: TEXT_ONLY } : { shown: true };
  const vector = (context: PlanContext) =>
    isVector(context, prefix) ? { shown: true } : { shown: false, because: VECTOR_ONLY };
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
      title: "What",
      help: "A vector to search for, or a field that queries narrow the search by",
    },
    { path: at("fields[].path"), kind: "choice-or-other", suggest: "fieldNames" },
    { path: at("numPartitions") },
  ];
}

/** The lists of a definition. */
export function definitionLists(prefix: string): readonly ListPlan[] {
  const at = (path: string): string => (prefix === "" ? path : `${prefix}.${path}`);
  return [
    {
      path: at("analyzers"),
      itemTitle: (_item, index) => `Analyzer ${index + 1}`,
      summary: analyzerSummary,
      add: "+ add an analyzer of your own",
      initial: () => ({ tokenizer: { type: "standard" } }),
    },
    {
      path: at("synonyms"),
      itemTitle: (_item, index) => `Synonyms ${index + 1}`,
      summary: synonymSummary,
      add: "+ add synonyms",
      initial: () => ({ analyzer: "lucene.standard", source: {} }),
    },
    {
      path: at("fields"),
      itemTitle: (item, index) => `${item["type"] === "filter" ? "Filter" : "Vector"} ${index + 1}`,
      summary: vectorSummary,
      add: "+ add a vector or a filter",
      initial: ({ body }) => {
        const { fields } = definitionIn(body, prefix);
        return Array.isArray(fields) && fields.length > 0
          ? { type: "filter" }
          : { type: "vector", similarity: "cosine" };
      },
    },
  ];
}
