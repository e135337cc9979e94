import { isObject, objectsOf } from "../json/json.ts";
import type { Rule, UncheckedRecord } from "../schema/body.ts";
import { BUILT_IN_ANALYZERS, isReservedName } from "./analyzer-names.ts";
import { isFieldName, TEXT_FIELDS } from "./definition.ts";

/** Rules across the fields of an index definition that can be checked on the request alone (`domain.md` 5.3). */

type Kind = "search" | "vectorSearch";

/** Place of a definition in its body, and how to tell its type. */
type RulePlace = {
  readonly prefix: readonly string[];
  readonly kindOf: (definition: UncheckedRecord, body: UncheckedRecord) => Kind;
  /** True if a text index needs no mappings, as in the first generation (specification 2.4). */
  readonly mappingsOptional?: boolean;
};

const isText = (value: unknown): value is string => typeof value === "string";
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** The definition in a body, at a path. */
function definitionOf(body: UncheckedRecord, prefix: readonly string[]): UncheckedRecord {
  let found: unknown = body;
  for (const step of prefix) found = isObject(found) ? found[step] : undefined;
  return isObject(found) ? found : {};
}

/** Type of an index from the body's `type`, as in create. */
export const kindByType = (_definition: UncheckedRecord, body: UncheckedRecord): Kind =>
  body["type"] === "vectorSearch" ? "vectorSearch" : "search";

/** Type of a definition from its content, for an update, whose body has no `type`: an update cannot change it. */
export const kindByContent = (definition: UncheckedRecord): Kind =>
  isSet(definition["fields"]) ? "vectorSearch" : "search";

/** Number of objects in a list with this text in a field. */
const countOf = (list: unknown, field: string, text: unknown): number =>
  objectsOf(list).filter((item) => item[field] === text).length;

const inOrder = (subject: UncheckedRecord, low: string, high: string): boolean => {
  const [least, most] = [subject[low], subject[high]];
  return typeof least !== "number" || typeof most !== "number" || least <= most;
};

/** Every name in the fields of mappings, as a path: names of nested documents follow those of their parents. */
export function mappedNames(fields: unknown): readonly (readonly string[])[] {
  if (!isObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, mapped]) => [
    [name],
    ...objectsOf(Array.isArray(mapped) ? mapped : [mapped]).flatMap((way) =>
      mappedNames(way["fields"]).map((inside) => [name, ...inside]),
    ),
  ]);
}

const oddName = (fields: unknown): readonly string[] | undefined =>
  mappedNames(fields).find((names) => !isFieldName(names.at(-1) ?? ""));

/** Rules for a definition at a place in a body. */
export function definitionRules({ prefix, kindOf, mappingsOptional = false }: RulePlace): readonly Rule[] {
  const at = (...steps: readonly string[]): readonly string[] => [...prefix, ...steps];
  const own = (body: UncheckedRecord): readonly UncheckedRecord[] => objectsOf(definitionOf(body, prefix)["analyzers"]);
  const isAnalyzer = (name: unknown, body: UncheckedRecord): boolean =>
    !isText(name) || BUILT_IN_ANALYZERS.includes(name) || own(body).some((analyzer) => analyzer["name"] === name);
  const analyzerRule = (name: string, ...steps: readonly string[]): Rule => ({
    name,
    path: at(...steps),
    message: "enter a built-in analyzer or a custom analyzer of this index",
    test: (subject, body) => isAnalyzer(subject[steps.at(-1) ?? ""], body),
  });
  return [
    {
      name: "mappings-required",
      path: at("mappings"),
      message: "a text index requires mappings, a vector index fields",
      test: (definition, body) =>
        mappingsOptional || kindOf(definition, body) !== "search" || isSet(definition["mappings"]),
    },
    {
      name: "mapped-something",
      path: at("mappings", "dynamic"),
      message: "index all fields, or list at least one",
      test: ({ dynamic, fields }) =>
        dynamic === true || isObject(dynamic) || (isObject(fields) && Object.keys(fields).length > 0),
    },
    {
      name: "fields-required",
      path: at("fields"),
      message: "a vector index requires at least one field of type vector",
      test: (definition, body) =>
        kindOf(definition, body) !== "vectorSearch" || countOf(definition["fields"], "type", "vector") > 0,
    },
    {
      name: "fields-refused",
      path: at("fields"),
      message: "only for a vector index; a text index lists its fields in mappings",
      test: (definition, body) => kindOf(definition, body) !== "search" || !isSet(definition["fields"]),
    },
    ...TEXT_FIELDS.map(
      (field): Rule => ({
        name: `${field}-refused`,
        path: at(field),
        message: "not used by a vector index",
        test: (definition, body) => kindOf(definition, body) !== "vectorSearch" || !isSet(definition[field]),
      }),
    ),
    analyzerRule("known-analyzer", "analyzer"),
    analyzerRule("known-search-analyzer", "searchAnalyzer"),
    analyzerRule("known-synonym-analyzer", "synonyms", "[]", "analyzer"),
    analyzerRule("known-field-analyzer", "mappings", "fields", "**", "analyzer"),
    analyzerRule("known-field-search-analyzer", "mappings", "fields", "**", "searchAnalyzer"),
    {
      name: "mapped-field-name",
      path: at("mappings", "fields"),
      message: ({ fields }) =>
        `${oddName(fields)?.join(" › ") || "a field without a name"} cannot be indexed: a name must not start with $`,
      test: ({ fields }) => oddName(fields) === undefined,
    },
    {
      name: "own-analyzer-once",
      path: at("analyzers", "[]", "name"),
      message: "another analyzer has this name",
      test: ({ name }, body) => !isText(name) || own(body).filter((analyzer) => analyzer["name"] === name).length < 2,
    },
    {
      name: "own-analyzer-name",
      path: at("analyzers", "[]", "name"),
      message: "names starting with lucene., builtin. or mongodb. are reserved",
      test: ({ name }) => !isText(name) || !isReservedName(name),
    },
    {
      name: "tokenizer-grams",
      path: at("analyzers", "[]", "tokenizer", "minGram"),
      message: "must not exceed maxGram",
      test: (tokenizer) => inOrder(tokenizer, "minGram", "maxGram"),
    },
    {
      name: "filter-grams",
      path: at("analyzers", "[]", "tokenFilters", "[]", "minGram"),
      message: "must not exceed maxGram",
      test: (filter) => inOrder(filter, "minGram", "maxGram"),
    },
    {
      name: "filter-shingles",
      path: at("analyzers", "[]", "tokenFilters", "[]", "minShingleSize"),
      message: "must not exceed maxShingleSize",
      test: (filter) => inOrder(filter, "minShingleSize", "maxShingleSize"),
    },
    {
      name: "filter-length",
      path: at("analyzers", "[]", "tokenFilters", "[]", "min"),
      message: "must not exceed max",
      test: (filter) => inOrder(filter, "min", "max"),
    },
    {
      name: "include-or-exclude",
      path: at("storedSource", "include"),
      message: "enter either include or exclude",
      test: ({ include, exclude }) => isSet(include) !== isSet(exclude),
    },
    {
      name: "synonym-once",
      path: at("synonyms", "[]", "name"),
      message: "another synonym mapping has this name",
      test: ({ name }, body) => !isText(name) || countOf(definitionOf(body, prefix)["synonyms"], "name", name) < 2,
    },
    {
      name: "vector-path-once",
      path: at("fields", "[]", "path"),
      message: "another entry has this path",
      test: ({ path }, body) => !isText(path) || countOf(definitionOf(body, prefix)["fields"], "path", path) < 2,
    },
    {
      name: "binary-dimensions",
      path: at("fields", "[]", "numDimensions"),
      message: "must be divisible by 8 with binary quantization",
      test: ({ quantization, numDimensions }) =>
        quantization !== "binary" || typeof numDimensions !== "number" || numDimensions % 8 === 0,
    },
  ];
}
