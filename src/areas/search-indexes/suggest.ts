import { isJson, type Json, writeJson } from "../../contract/json/json.ts";
import { BUILT_IN_ANALYZERS, DEFAULT_ANALYZER } from "../../contract/search-indexes/analyzer-names.ts";
import { formatIndex, namespaceOf, type SearchIndex } from "../../domain/search/search-index.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import type { FormSetup, Suggest } from "../model/effect.ts";
import { askIndexes, searchableClusters } from "../queries/search-indexes.ts";
import { collectionsOf, indexCount } from "./collections.ts";
import { formatCover, mappedPaths, objectIn, objectsIn, synonymSources, textIn } from "./definition.ts";

/** Suggestions in the forms of search indexes: databases, collections, names and definitions of existing indexes. */

/** The clusters that can have indexes, starting with this one. */
export const searchableFirst = (scope: Scope, first: string): readonly string[] => [
  ...new Set([first, ...searchableClusters(scope)]),
];

/** Each value once, with its first suggestion. */
function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ value }) => {
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew;
  });
}

/** A suggestion of JSON for a field, listed by a label. */
const json = (label: string, value: Json, note?: string): Suggestion => ({
  label,
  value: writeJson(value, 2),
  ...(note === undefined ? {} : { note }),
});

const CHAR_FILTERS = [
  json("Remove HTML tags", [{ type: "htmlStrip" }], "htmlStrip"),
  json("Remove HTML tags except b and i", [{ type: "htmlStrip", ignoredTags: ["b", "i"] }], "htmlStrip"),
  json("Remove hyphens", [{ type: "mapping", mappings: { "-": "" } }], "mapping"),
];

const TOKENIZERS = [
  json("Words", { type: "standard" }, "standard"),
  json("Prefixes of 2 to 15 characters", { type: "edgeGram", minGram: 2, maxGram: 15 }, "edgeGram"),
  json("n-grams of 3 to 5 characters", { type: "nGram", minGram: 3, maxGram: 5 }, "nGram"),
  json("Whole text as one token", { type: "keyword" }, "keyword"),
  json("Split at whitespace", { type: "whitespace" }, "whitespace"),
  json("Words, URLs and e-mail addresses", { type: "uaxUrlEmail" }, "uaxUrlEmail"),
  json("Split by regular expression", { type: "regexSplit", pattern: "[-. ]+" }, "regexSplit"),
];

const TOKEN_FILTERS = [
  json("Lower case", [{ type: "lowercase" }], "lowercase"),
  json(
    "Lower case, accents removed",
    [{ type: "lowercase" }, { type: "asciiFolding", originalTokens: "omit" }],
    "lowercase, asciiFolding",
  ),
  json("Accents removed, original tokens kept", [{ type: "asciiFolding", originalTokens: "include" }], "asciiFolding"),
  json(
    "Lower case, English stemming",
    [{ type: "lowercase" }, { type: "porterStemming" }],
    "lowercase, porterStemming",
  ),
];

/** The custom analyzers of a definition, by name; choosing one also fills in its parts. */
const ownAnalyzers = (definition: unknown, note: string): readonly Suggestion[] =>
  objectsIn(definition, "analyzers").flatMap((analyzer) => {
    const name = textIn(analyzer, "name");
    const brings = Object.fromEntries(
      ["charFilters", "tokenizer", "tokenFilters"].map((part) => {
        const value = analyzer[part];
        return [part, isJson(value) ? value : undefined];
      }),
    );
    return name === "" ? [] : [{ ...plain(name, note), brings }];
  });

/** The top-level fields that a definition names. */
const outerFields = (definition: unknown): readonly string[] => [
  ...new Set([...mappedPaths(objectIn(definition, "mappings")).keys()].map((path) => path.split(".")[0] ?? path)),
];

const isIn = (namespace: string) => (index: SearchIndex) => namespaceOf(index) === namespace;

/** Indexes of a collection first. */
const siblingsFirst = (indexes: readonly SearchIndex[], namespace: string): readonly SearchIndex[] => [
  ...indexes.filter(isIn(namespace)),
  ...indexes.filter((index) => !isIn(namespace)(index)),
];

/** A value that is its own label, with its source. */
const plain = (value: string, note: string): Suggestion => ({ value, label: value, note });

type SuggestFor = {
  readonly cluster: string;
  /** Place of the definition in the body: `definition`, or the top level. */
  readonly prefix: string;
  /** The collection of an existing index; for a new one the body has it. */
  readonly collection?: Pick<SearchIndex, "database" | "collection">;
};

/** Suggestions for the fields of a definition. */
export function definitionSuggestions(
  { scope }: Context,
  { cluster, prefix, collection }: SuggestFor,
): NonNullable<FormSetup["suggest"]> {
  type Body = Parameters<Suggest>[1];
  const all = (ask: Ask) => askIndexes(ask, scope, searchableFirst(scope, cluster));
  const here = (ask: Ask) => askIndexes(ask, scope, [cluster]);
  const databaseIn = (body: Body): string => collection?.database ?? textIn(body, "database");
  const namespaceIn = (body: Body): string =>
    `${databaseIn(body)}.${collection?.collection ?? textIn(body, "collectionName")}`;
  const definitionIn = (body: Body): unknown => (prefix === "" ? body : body[prefix]);
  return {
    analyzers: async (_ask, body) => [
      ...ownAnalyzers(definitionIn(body), "").map(({ value }) => plain(value, "custom analyzer of this index")),
      ...unique([DEFAULT_ANALYZER, ...BUILT_IN_ANALYZERS].map((name) => ({ value: name, label: name }))),
    ],
    databases: async (ask) =>
      unique(
        (await all(ask)).flatMap((index) =>
          index.database === "" ? [] : plain(index.database, `on ${index.cluster}`),
        ),
      ),
    collections: async (ask, body) => {
      const found = collectionsOf(await all(ask));
      const inDatabase = found.filter(({ database }) => database === textIn(body, "database"));
      return unique(
        (inDatabase.length > 0 ? inDatabase : found).map((one) =>
          plain(one.collection, `${one.database} on ${one.cluster}, ${indexCount(one.count)}`),
        ),
      );
    },
    siblings: async (ask, body) => {
      const found = (await here(ask)).filter(({ database }) => database === databaseIn(body));
      const used = found.flatMap((index) =>
        synonymSources(index.definition).map((name) => plain(name, `used by ${formatIndex(index)}`)),
      );
      return unique([...used, ...collectionsOf(found).map((one) => plain(one.collection, "has a search index"))]);
    },
    indexNames: async (ask, body) => {
      const found = await here(ask);
      const taken = new Set(found.filter(isIn(namespaceIn(body))).map(({ name }) => name));
      return unique([
        plain("default", "used by queries that name no index"),
        ...found.filter(({ name }) => name !== "").map((index) => plain(index.name, `used for ${namespaceOf(index)}`)),
      ]).filter(({ value }) => !taken.has(value));
    },
    mappings: async (ask, body) =>
      siblingsFirst(await all(ask), namespaceIn(body)).flatMap((index) => {
        const fields = objectIn(objectIn(index.definition, "mappings"), "fields");
        const names = Object.keys(fields);
        return names.length > 0 && isJson(fields)
          ? [json(`Copy from ${formatIndex(index)}`, fields, names.join(", "))]
          : [];
      }),
    ownAnalyzers: async (ask) =>
      unique(
        (await all(ask)).flatMap((index) =>
          ownAnalyzers(index.definition, `brings its definition, in ${formatIndex(index)}`),
        ),
      ),
    charFilters: async () => CHAR_FILTERS,
    tokenizers: async () => TOKENIZERS,
    tokenFilters: async () => TOKEN_FILTERS,
    storedSource: async (_ask, body) => {
      const fields = outerFields(definitionIn(body));
      return [
        json("Nothing", false, "queries read from the database"),
        json("Whole documents", true, "uses the most disk"),
        ...(fields.length === 0
          ? []
          : [
              json(`Only ${fields.join(", ")}`, { include: fields }, "the listed fields"),
              json(`All but ${fields.join(", ")}`, { exclude: fields }),
            ]),
      ];
    },
    fieldNames: async (ask, body) =>
      unique(
        siblingsFirst(await all(ask), namespaceIn(body)).flatMap((index) => {
          const vectors = objectsIn(index.definition, "fields").map((field) => textIn(field, "path"));
          return [...outerFields(index.definition), ...vectors]
            .filter((name) => name !== "")
            .map((name) => plain(name, `in ${formatIndex(index)}`));
        }),
      ),
  };
}

/** An index to copy, as an entry of the template list. */
export const copySuggestion = (index: SearchIndex): Suggestion => ({
  value: `copy ${index.cluster} ${index.id}`,
  label: formatIndex(index),
  note: `copy: ${formatCover(index.definition)}, on ${index.cluster}`,
});
