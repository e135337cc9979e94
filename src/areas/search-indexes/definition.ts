import { isObject, sameJson } from "../../contract/json.ts";
import { valueText } from "../../contract/value-text.ts";
import { pluralize } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import type { DetailLine } from "../view.ts";

/**
 * Index definitions in words, and what a new definition takes away from the one before it (`domain.md` 5.3 and 5.4). Definitions
 * are read as they come: what is not known here is named, never dropped.
 */

type Thing = { readonly [name: string]: unknown };

const thing = (value: unknown): Thing => (isObject(value) ? value : {});
const things = (value: unknown): readonly Thing[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** The ways in which a mapped field is indexed: one object or several. */
export const waysOf = (mapped: unknown): readonly Thing[] => (Array.isArray(mapped) ? things(mapped) : [thing(mapped)]);

const analyzerOf = (way: Thing): string => text(way["analyzer"]) || text(way["normalizer"]);

/** One way of indexing a field: `string (lucene.english)`. */
function wayWords(way: Thing): string {
  const type = text(way["type"]) || "no type";
  const with_ = analyzerOf(way);
  const inner = isObject(way["fields"]) ? Object.keys(way["fields"]).length : 0;
  if (inner > 0) return `${type} with ${pluralize(inner, "field")}`;
  return with_ === "" ? type : `${type} (${with_})`;
}

/** How a field is indexed: `string (lucene.english), autocomplete`. */
export const mappedWords = (mapped: unknown): string => waysOf(mapped).map(wayWords).join(", ");

/** Every mapped field by its path, with the kinds it is indexed as; fields inside documents too. */
export function mappedPaths(mappings: unknown, above = ""): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [name, mapped] of Object.entries(thing(thing(mappings)["fields"]))) {
    const ways = waysOf(mapped);
    found.set(
      `${above}${name}`,
      ways.map((way) => text(way["type"]) || "?"),
    );
    // The same field inside may stand in several of the ways.
    for (const way of ways) {
      for (const [path, types] of mappedPaths(way, `${above}${name}.`)) {
        found.set(path, [...(found.get(path) ?? []), ...types]);
      }
    }
  }
  return found;
}

/** What a definition covers, in a few words: `all fields`, `4 fields`, `1 vector, 1 filter`. */
export function coverWords(definition: unknown): string {
  const { mappings, fields } = thing(definition);
  if (Array.isArray(fields)) {
    const all = things(fields);
    const vectors = all.filter(({ type }) => type === "vector").length;
    const filters = all.length - vectors;
    return [pluralize(vectors, "vector"), ...(filters > 0 ? [pluralize(filters, "filter")] : [])].join(", ");
  }
  const listed = Object.keys(thing(thing(mappings)["fields"])).length;
  const { dynamic } = thing(mappings);
  if (dynamic === true) return listed === 0 ? "all fields" : `all fields, ${listed} of them in their own way`;
  if (isObject(dynamic)) return `fields by type set${listed === 0 ? "" : ` and ${pluralize(listed, "listed field")}`}`;
  return listed === 0 ? "no field" : `only ${pluralize(listed, "field")}`;
}

const numberOrNot = (value: unknown): string => (typeof value === "number" ? String(value) : "?");

/** An analyzer of one's own as a chain: `htmlStrip → edgeGram 2–15 → lowercase → asciiFolding`. */
function chainWords({ charFilters, tokenizer, tokenFilters }: Thing): string {
  const { type, minGram, maxGram } = thing(tokenizer);
  const cut = `${text(type) || "no tokenizer"}${minGram === undefined && maxGram === undefined ? "" : ` ${numberOrNot(minGram)}–${numberOrNot(maxGram)}`}`;
  const names = (list: unknown): readonly string[] => things(list).map((item) => text(item["type"]) || "?");
  return [...names(charFilters), cut, ...names(tokenFilters)].join(" → ");
}

/** What an index keeps of its documents. */
export function storedWords(stored: unknown): string {
  if (stored === undefined || stored === null || stored === false) return "nothing";
  if (stored === true) return "whole documents";
  const { include, exclude } = thing(stored);
  if (include !== undefined) return texts(include).join(", ");
  return exclude === undefined ? printable(JSON.stringify(stored)) : `all but ${texts(exclude).join(", ")}`;
}

function vectorWords(field: Thing): string {
  const { numDimensions, similarity, quantization, indexingMethod } = field;
  const parts = [`${valueText(numDimensions ?? "?")} numbers`, similarity, quantization, indexingMethod];
  return parts.filter((part) => typeof part === "string" && part !== "").join(", ");
}

const field = (label: string, value: string): DetailLine => ({ kind: "field", label, value: printable(value) });

/** What the detail says of a definition by itself; everything else in it is named under `Also`. */
const SAID: readonly string[] = [
  "mappings",
  "fields",
  "analyzer",
  "searchAnalyzer",
  "analyzers",
  "storedSource",
  "synonyms",
  "numPartitions",
];

/** A definition in words, line by line. */
export function definitionLines(definition: unknown): readonly DetailLine[] {
  const { mappings, fields, analyzer, searchAnalyzer, analyzers, storedSource, synonyms, numPartitions, ...rest } =
    thing(definition);
  const mapped = Object.entries(thing(thing(mappings)["fields"]));
  const others = Object.entries(rest).filter(([name]) => !SAID.includes(name));
  return [
    field("Indexes", coverWords(definition)),
    ...mapped.map(([name, ways]) => field(name, mappedWords(ways))),
    ...things(fields).map((one) =>
      field(text(one["path"]) || "?", one["type"] === "vector" ? vectorWords(one) : `${text(one["type"])} for queries`),
    ),
    ...(analyzer === undefined ? [] : [field("Analyzer", text(analyzer))]),
    ...(searchAnalyzer === undefined ? [] : [field("Query analyzer", text(searchAnalyzer))]),
    ...things(analyzers).map((own) => field(text(own["name"]) || "?", `own analyzer: ${chainWords(own)}`)),
    ...(storedSource === undefined ? [] : [field("Keeps", storedWords(storedSource))]),
    ...things(synonyms).map((one) =>
      field("Synonyms", `${text(one["name"])}: ${text(thing(one["source"])["collection"])}, ${text(one["analyzer"])}`),
    ),
    ...(numPartitions === undefined ? [] : [field("Partitions", String(numPartitions))]),
    ...others.map(([name, value]) => field(name, JSON.stringify(value))),
  ];
}

const byName = (list: unknown, key: string): ReadonlyMap<string, Thing> =>
  new Map(things(list).map((item) => [text(item[key]), item]));

const isMissing = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): readonly string[] =>
  [...one.keys()].filter((name) => !other.has(name));

/** What a text index loses in its mappings. */
function mappingLosses(before: Thing, after: Thing): readonly string[] {
  const [former, next] = [thing(before["mappings"]), thing(after["mappings"])];
  const [known, now] = [mappedPaths(former), mappedPaths(next)];
  const isDynamic = next["dynamic"] === true;
  const lost = [...known].flatMap(([path, types]) => {
    const left = now.get(path);
    if (left === undefined) {
      return isDynamic
        ? [`${path} loses its own way of being indexed (${types.join(", ")}): it is treated as any other field.`]
        : [`${path} is no longer indexed: searches on it find nothing.`];
    }
    return types
      .filter((type) => !left.includes(type))
      .map((type) => `${path} is no longer indexed as ${type}: queries that need that find nothing.`);
  });
  const isNarrowed = former["dynamic"] === true && !isDynamic;
  return [
    ...(isNarrowed ? ["Fields that are not listed are no longer indexed: searches on them find nothing."] : []),
    ...lost,
  ];
}

/** What a vector index loses. */
function vectorLosses(before: Thing, after: Thing): readonly string[] {
  const [former, next] = [byName(before["fields"], "path"), byName(after["fields"], "path")];
  return [...former].flatMap(([path, one]) => {
    const left = next.get(path);
    const isVector = one["type"] === "vector";
    if (left === undefined) {
      return [
        isVector
          ? `${path} is no longer indexed: vector searches on it fail.`
          : `Queries cannot narrow by ${path} any more.`,
      ];
    }
    const dimensions = left["numDimensions"];
    return isVector && dimensions !== one["numDimensions"]
      ? [`Vectors in ${path} have ${valueText(dimensions)} numbers from now on: those of another length are left out.`]
      : [];
  });
}

/**
 * What a new definition takes away or makes different for queries, in words; nothing where it only adds.
 *
 * @param before the definition that is replaced
 */
export function removedByChange(before: unknown, after: unknown): readonly string[] {
  const [former, next] = [thing(before), thing(after)];
  const synonyms = isMissing(byName(former["synonyms"], "name"), byName(next["synonyms"], "name"));
  const analyzers = isMissing(byName(former["analyzers"], "name"), byName(next["analyzers"], "name"));
  const [kept, keeps] = [storedWords(former["storedSource"]), storedWords(next["storedSource"])];
  const split = (["analyzer", "searchAnalyzer"] as const).filter(
    (name) => former[name] !== undefined && !sameJson(former[name], next[name]),
  );
  return [
    ...mappingLosses(former, next),
    ...vectorLosses(former, next),
    ...synonyms.map((name) => `The synonym mapping ${name} goes: queries that name it fail.`),
    ...analyzers.map((name) => `The analyzer ${name} goes: queries that name it fail.`),
    ...(kept !== "nothing" && kept !== keeps ? [`The index keeps ${keeps} instead of ${kept}.`] : []),
    ...split.map((name) =>
      name === "analyzer"
        ? "Stored text is split in another way: results change."
        : "Search text is split in another way: results change.",
    ),
  ].map((words) => printable(words));
}

/** What a new definition adds: `brand (autocomplete)`. */
export function addedByChange(before: unknown, after: unknown): readonly string[] {
  const [former, next] = [thing(before), thing(after)];
  const [known, now] = [mappedPaths(former["mappings"]), mappedPaths(next["mappings"])];
  const vectors = isMissing(byName(next["fields"], "path"), byName(former["fields"], "path"));
  const isWidened = thing(former["mappings"])["dynamic"] !== true && thing(next["mappings"])["dynamic"] === true;
  return [
    ...(isWidened ? ["all supported fields"] : []),
    ...[...now].flatMap(([path, types]) => {
      const added = types.filter((type) => !(known.get(path) ?? []).includes(type));
      return added.length === 0 ? [] : [`${path} (${added.join(", ")})`];
    }),
    ...vectors,
    ...isMissing(byName(next["synonyms"], "name"), byName(former["synonyms"], "name")).map(
      (name) => `synonyms ${name}`,
    ),
    ...isMissing(byName(next["analyzers"], "name"), byName(former["analyzers"], "name")).map(
      (name) => `analyzer ${name}`,
    ),
  ].map((words) => printable(words));
}
