import { type BodyObject, isJson, isObject, writeJson } from "../../contract/json.ts";
import { BUILT_IN_ANALYZERS, USUAL_ANALYZER } from "../../contract/search-indexes/analyzer-names.ts";
import type { Suggestion } from "../../forms/types.ts";
import { pluralize } from "../../text/format.ts";
import { clustersOf } from "../clusters.ts";
import type { Ask, Context } from "../context.ts";
import type { FormSetup, Suggest } from "../effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { coverWords, mappedPaths } from "./definition.ts";
import { collectionsOf, type IndexAt, SEARCHABLE } from "./list.ts";
import { indexWords, namespaceOf } from "./status.ts";

/** What is suggested in the forms of search indexes: databases, collections, names and definitions of the indexes that are there. */

type Found = Pick<IndexAt, "cluster" | "index">;

/** The indexes of some clusters, asked now. A cluster that refuses has none to suggest. */
export async function askIndexes(ask: Ask, context: Context, clusters: readonly string[]): Promise<readonly Found[]> {
  const lists = await Promise.all(
    clusters.map((cluster) =>
      ask("listServiceSearchIndexesCluster", clusterArgs(context.scope, cluster)).then(
        ({ data }) => data.map((index) => ({ cluster, index })),
        () => [],
      ),
    ),
  );
  return lists.flat();
}

/** The names of the clusters that can have indexes, one of them first. */
const clustersFrom = (context: Context, first: string): readonly string[] => [
  first,
  ...clustersOf(context.scope, SEARCHABLE)
    .map(({ name }) => name)
    .filter((name) => name !== first),
];

/** Each value once, as it was first suggested. */
function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ value }) => {
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew;
  });
}

const indexCount = (count: number): string => pluralize(count, "search index", "search indexes");

const textOf = (body: BodyObject | Readonly<Record<string, unknown>>, name: string): string => {
  const value: unknown = body[name];
  return typeof value === "string" ? value : "";
};

/** JSON to put into a field, with words in its place in the list. */
const json = (label: string, value: unknown, note?: string): readonly Suggestion[] =>
  isJson(value) ? [{ label, value: writeJson(value, 2), ...(note === undefined ? {} : { note }) }] : [];

const CHAR_FILTERS = [
  ...json("Remove HTML tags", [{ type: "htmlStrip" }], "htmlStrip"),
  ...json("Remove HTML tags but b and i", [{ type: "htmlStrip", ignoredTags: ["b", "i"] }], "htmlStrip"),
  ...json("Replace hyphens by nothing", [{ type: "mapping", mappings: { "-": "" } }], "mapping"),
];

const TOKENIZERS = [
  ...json("Words", { type: "standard" }, "standard"),
  ...json("Beginnings of 2 to 15 characters", { type: "edgeGram", minGram: 2, maxGram: 15 }, "edgeGram"),
  ...json("Pieces of 3 to 5 characters", { type: "nGram", minGram: 3, maxGram: 5 }, "nGram"),
  ...json("The whole text as one word", { type: "keyword" }, "keyword"),
  ...json("Between blanks", { type: "whitespace" }, "whitespace"),
  ...json("Words, addresses and e-mails", { type: "uaxUrlEmail" }, "uaxUrlEmail"),
  ...json("Split by an expression", { type: "regexSplit", pattern: "[-. ]+" }, "regexSplit"),
];

const TOKEN_FILTERS = [
  ...json("Lower case", [{ type: "lowercase" }], "lowercase"),
  ...json(
    "Lower case, accents dropped",
    [{ type: "lowercase" }, { type: "asciiFolding", originalTokens: "omit" }],
    "lowercase, asciiFolding",
  ),
  ...json(
    "Accents dropped, original words kept",
    [{ type: "asciiFolding", originalTokens: "include" }],
    "asciiFolding",
  ),
  ...json(
    "Lower case, English stems",
    [{ type: "lowercase" }, { type: "porterStemming" }],
    "lowercase, porterStemming",
  ),
];

/** Names of the analyzers of one's own in a definition. */
const ownAnalyzers = (definition: unknown): readonly string[] => {
  const list = isObject(definition) ? definition["analyzers"] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => (isObject(one) && typeof one["name"] === "string" ? [one["name"]] : []));
};

/** The fields that a definition names, outermost only. */
const outerFields = (definition: unknown): readonly string[] => {
  const mappings = isObject(definition) ? definition["mappings"] : undefined;
  return [...new Set([...mappedPaths(mappings).keys()].map((path) => path.split(".")[0] ?? path))];
};

/** Names of fields of other indexes with where they are used. */
export function fieldNames(found: readonly Found[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { index } of found) {
    const fields = index.latestDefinition?.fields ?? [];
    const paths = fields.flatMap((one) => (isObject(one) && typeof one["path"] === "string" ? [one["path"]] : []));
    for (const name of [...outerFields(index.latestDefinition), ...paths]) {
      if (!names.has(name)) names.set(name, `in ${indexWords(index)}`);
    }
  }
  return names;
}

/** Those of a collection first. */
const siblingsFirst = (found: readonly Found[], namespace: string): readonly Found[] => [
  ...found.filter(({ index }) => namespaceOf(index) === namespace),
  ...found.filter(({ index }) => namespaceOf(index) !== namespace),
];

export type SuggestFor = {
  readonly cluster: string;
  /** Where the definition stands in the body: `definition`, or nowhere in particular. */
  readonly prefix: string;
  /** The collection of an index that is there; of a new one it stands in the body. */
  readonly collection?: { readonly database: string; readonly collection: string };
};

/** Where the values of the fields of a definition come from. */
export function definitionSuggestions(
  context: Context,
  { cluster, prefix, collection }: SuggestFor,
): FormSetup["suggest"] {
  const all = (ask: Ask): Promise<readonly Found[]> => askIndexes(ask, context, clustersFrom(context, cluster));
  const here = (ask: Ask): Promise<readonly Found[]> => askIndexes(ask, context, [cluster]);
  const namespaceIn = (body: Readonly<Record<string, unknown>>): string =>
    `${collection?.database ?? textOf(body, "database")}.${collection?.collection ?? textOf(body, "collectionName")}`;
  const definition = (body: Readonly<Record<string, unknown>>): unknown => (prefix === "" ? body : body[prefix]);
  const analyzers: Suggest = async (_ask, body) => [
    ...ownAnalyzers(definition(body)).map((name) => ({ value: name, label: name, note: "your own, in this index" })),
    ...[USUAL_ANALYZER, ...BUILT_IN_ANALYZERS.filter((name) => name !== USUAL_ANALYZER)].map((name) => ({
      value: name,
      label: name,
    })),
  ];
  return {
    analyzers,
    databases: async (ask) =>
      unique(
        (await all(ask)).flatMap(({ cluster: at, index }) =>
          typeof index.database === "string"
            ? [{ value: index.database, label: index.database, note: `on ${at}` }]
            : [],
        ),
      ),
    collections: async (ask, body) => {
      const found = collectionsOf(await all(ask));
      const inDatabase = found.filter(({ database }) => database === textOf(body, "database"));
      return unique(
        (inDatabase.length > 0 ? inDatabase : found).map(({ cluster: at, database, collection: name, count }) => ({
          value: name,
          label: name,
          note: `${database} on ${at}, ${indexCount(count)}`,
        })),
      );
    },
    siblings: async (ask, body) => {
      const database = collection?.database ?? textOf(body, "database");
      const found = await here(ask);
      const used = found.flatMap(({ index }) =>
        index.database !== database
          ? []
          : (index.latestDefinition?.synonyms ?? []).flatMap(({ source }) =>
              typeof source?.collection === "string"
                ? [{ value: source.collection, label: source.collection, note: `used by ${indexWords(index)}` }]
                : [],
            ),
      );
      const known = collectionsOf(found)
        .filter((one) => one.database === database)
        .map((one) => ({ value: one.collection, label: one.collection, note: "has a search index" }));
      return unique([...used, ...known]);
    },
    indexNames: async (ask, body) => {
      const found = await here(ask);
      const taken = new Set(
        found.filter(({ index }) => namespaceOf(index) === namespaceIn(body)).map(({ index }) => index.name ?? ""),
      );
      const used = found.flatMap(({ index }) =>
        typeof index.name === "string" && index.name !== "" ? [{ name: index.name, where: namespaceOf(index) }] : [],
      );
      return unique([
        { value: "default", label: "default", note: "the name that queries take when they name none" },
        ...used.map(({ name, where }) => ({ value: name, label: name, note: `used for ${where}` })),
      ]).filter(({ value }) => !taken.has(value));
    },
    mappings: async (ask, body) =>
      siblingsFirst(await all(ask), namespaceIn(body)).flatMap(({ index }) => {
        const mappings: unknown = index.latestDefinition?.mappings;
        const fields = isObject(mappings) ? mappings["fields"] : undefined;
        return isObject(fields) && Object.keys(fields).length > 0
          ? json(`As in ${indexWords(index)}`, fields, Object.keys(fields).join(", "))
          : [];
      }),
    ownAnalyzers: async (ask) =>
      unique(
        (await all(ask)).flatMap(({ index }) =>
          ownAnalyzers(index.latestDefinition).map((name) => ({
            value: name,
            label: name,
            note: `in ${indexWords(index)}`,
          })),
        ),
      ),
    charFilters: async () => CHAR_FILTERS,
    tokenizers: async () => TOKENIZERS,
    tokenFilters: async () => TOKEN_FILTERS,
    storedSource: async (_ask, body) => {
      const fields = outerFields(definition(body));
      return [
        ...json("Nothing", false, "queries read the documents"),
        ...json("Whole documents", true, "costs the most disk"),
        ...(fields.length === 0 ? [] : json(`Only ${fields.join(", ")}`, { include: fields }, "the listed fields")),
        ...(fields.length === 0 ? [] : json(`All but ${fields.join(", ")}`, { exclude: fields })),
      ];
    },
    fieldNames: async (ask, body) =>
      [...fieldNames(siblingsFirst(await all(ask), namespaceIn(body)))].map(([name, where]) => ({
        value: name,
        label: name,
        note: where,
      })),
  };
}

/** An index to start from, in a list of them. */
export const copySuggestion = ({ cluster, index }: Found): Suggestion => ({
  value: `copy ${cluster} ${index.indexID}`,
  label: indexWords(index),
  note: `copy: ${coverWords(index.latestDefinition)}, on ${cluster}`,
});
