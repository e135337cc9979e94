import { isObject, sameJson } from "../../contract/json.ts";
import { valueText } from "../../contract/value-text.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { field } from "../lines.ts";
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

/** A field of what may be an object, as what it ought to be; empty where it is something else. */
export const textIn = (holder: unknown, name: string): string => text(thing(holder)[name]);
export const objectIn = (holder: unknown, name: string): Thing => thing(thing(holder)[name]);
export const objectsIn = (holder: unknown, name: string): readonly Thing[] => things(thing(holder)[name]);

/** The ways in which a mapped field is indexed: one object or several. */
const waysOf = (mapped: unknown): readonly Thing[] => (Array.isArray(mapped) ? things(mapped) : [thing(mapped)]);

/** One way of indexing a field: `string (lucene.english)`. */
function formatWay(way: Thing): string {
  const type = textIn(way, "type") || "no type";
  const analyzer = textIn(way, "analyzer") || textIn(way, "normalizer");
  const inner = Object.keys(objectIn(way, "fields")).length;
  if (inner > 0) return `${type} with ${pluralize(inner, "field")}`;
  return analyzer === "" ? type : `${type} (${analyzer})`;
}

/** Every mapped field by its path, with the ways in which it is indexed; fields inside documents too. */
function waysByPath(mappings: unknown, above = ""): ReadonlyMap<string, readonly Thing[]> {
  const found = new Map<string, readonly Thing[]>();
  for (const [name, mapped] of Object.entries(objectIn(mappings, "fields"))) {
    const ways = waysOf(mapped);
    found.set(`${above}${name}`, ways);
    // The same field inside may stand in several of the ways.
    for (const way of ways) {
      for (const [path, inner] of waysByPath(way, `${above}${name}.`)) {
        found.set(path, [...(found.get(path) ?? []), ...inner]);
      }
    }
  }
  return found;
}

const typeOf = (way: Thing): string => textIn(way, "type") || "?";

/** Every mapped field by its path, with the kinds it is indexed as. */
export const mappedPaths = (mappings: unknown): ReadonlyMap<string, readonly string[]> =>
  new Map([...waysByPath(mappings)].map(([path, ways]) => [path, ways.map(typeOf)]));

/** What a definition covers, in a few words: `all fields`, `4 fields`, `1 vector, 1 filter`. */
export function formatCover(definition: unknown): string {
  const { mappings, fields } = thing(definition);
  if (Array.isArray(fields)) {
    const all = things(fields);
    const vectors = all.filter(({ type }) => type === "vector").length;
    const filters = all.length - vectors;
    return present(pluralize(vectors, "vector"), filters > 0 && pluralize(filters, "filter")).join(", ");
  }
  const listed = Object.keys(objectIn(mappings, "fields")).length;
  const { dynamic } = thing(mappings);
  if (dynamic === true) return listed === 0 ? "all fields" : `all fields, ${listed} with own settings`;
  if (isObject(dynamic)) return `fields by type set${listed === 0 ? "" : ` and ${pluralize(listed, "listed field")}`}`;
  return listed === 0 ? "no fields" : `${pluralize(listed, "mapped field")}`;
}

/** The collections that synonyms are taken from. */
export const synonymSources = (definition: unknown): readonly string[] =>
  objectsIn(definition, "synonyms")
    .map((synonyms) => textIn(synonyms["source"], "collection"))
    .filter((name) => name !== "");

const numberOrNot = (value: unknown): string => (typeof value === "number" ? String(value) : "?");

/** An analyzer of one's own as a chain: `htmlStrip → edgeGram 2–15 → lowercase → asciiFolding`. */
function formatChain({ charFilters, tokenizer, tokenFilters }: Thing): string {
  const { type, minGram, maxGram } = thing(tokenizer);
  const lengths =
    minGram === undefined && maxGram === undefined ? "" : ` ${numberOrNot(minGram)}–${numberOrNot(maxGram)}`;
  const cut = `${text(type) || "no tokenizer"}${lengths}`;
  const names = (list: unknown): readonly string[] => things(list).map((item) => textIn(item, "type") || "?");
  return [...names(charFilters), cut, ...names(tokenFilters)].join(" → ");
}

/** What an index keeps of its documents. */
function formatStored(stored: unknown): string {
  if (stored === undefined || stored === null || stored === false) return "nothing";
  if (stored === true) return "whole documents";
  const { include, exclude } = thing(stored);
  if (include !== undefined) return texts(include).join(", ");
  return exclude === undefined ? printable(JSON.stringify(stored)) : `all but ${texts(exclude).join(", ")}`;
}

function formatVector(field: Thing): string {
  const { numDimensions, similarity, quantization, indexingMethod } = field;
  const parts = [`${valueText(numDimensions ?? "?")} dimensions`, similarity, quantization, indexingMethod];
  return parts.filter((part) => typeof part === "string" && part !== "").join(", ");
}

/** A definition in words, line by line; what is not known here is named by itself. */
export function definitionLines(definition: unknown): readonly DetailLine[] {
  const { mappings, fields, analyzer, searchAnalyzer, analyzers, storedSource, synonyms, numPartitions, ...others } =
    thing(definition);
  const line = (label: string, value: string): DetailLine => field(label, printable(value));
  return present(
    line("Fields", formatCover(definition)),
    ...Object.entries(objectIn(mappings, "fields")).map(([name, mapped]) =>
      line(name, waysOf(mapped).map(formatWay).join(", ")),
    ),
    ...things(fields).map((one) =>
      line(textIn(one, "path") || "?", one["type"] === "vector" ? formatVector(one) : `${textIn(one, "type")} field`),
    ),
    analyzer !== undefined && line("Analyzer", text(analyzer)),
    searchAnalyzer !== undefined && line("Query analyzer", text(searchAnalyzer)),
    ...things(analyzers).map((own) => line(textIn(own, "name") || "?", `custom analyzer: ${formatChain(own)}`)),
    storedSource !== undefined && line("Stored source", formatStored(storedSource)),
    ...things(synonyms).map((one) =>
      line("Synonyms", `${textIn(one, "name")}: ${textIn(one["source"], "collection")}, ${textIn(one, "analyzer")}`),
    ),
    numPartitions !== undefined && line("Partitions", String(numPartitions)),
    ...Object.entries(others).map(([name, value]) => line(name, JSON.stringify(value))),
  );
}

/** The objects of a list by what they are called. */
const byName = (holder: unknown, list: string, name = "name"): ReadonlyMap<string, Thing> =>
  new Map(objectsIn(holder, list).map((item) => [textIn(item, name), item]));

/** The names of the things in a list that another definition does not have. */
function onlyIn(one: unknown, other: unknown, list: string, name = "name"): readonly string[] {
  const others = byName(other, list, name);
  return [...byName(one, list, name).keys()].filter((each) => !others.has(each));
}

/** What a text index loses in its mappings. */
function mappingImpact(before: unknown, after: unknown): readonly string[] {
  const [former, next] = [objectIn(before, "mappings"), objectIn(after, "mappings")];
  const [known, now] = [mappedPaths(former), mappedPaths(next)];
  const isDynamic = next["dynamic"] === true;
  const lost = [...known].flatMap(([path, types]) => {
    const left = now.get(path);
    if (left === undefined) {
      return isDynamic
        ? [`${path} loses its own settings (${types.join(", ")}): dynamic mapping applies.`]
        : [`${path} is no longer indexed: searches on it find nothing.`];
    }
    return types
      .filter((type) => !left.includes(type))
      .map((type) => `${path} is no longer indexed as ${type}: queries of that type find nothing.`);
  });
  return former["dynamic"] === true && !isDynamic
    ? ["Unlisted fields are no longer indexed: searches on them find nothing.", ...lost]
    : lost;
}

/** By what a text is split where nothing is said (specification 2.4). */
const DEFAULT_ANALYZER = "lucene.standard";

/** What of a definition splits its texts, for the fields that say nothing themselves. */
const analyzerIn = (definition: Thing, name: "analyzer" | "searchAnalyzer"): unknown =>
  definition[name] ?? DEFAULT_ANALYZER;

/** What the ways of one kind say of splitting: an analyzer that is the index's own says no more than none. */
const splitting = (ways: readonly Thing[], type: string, definition: Thing): readonly unknown[] =>
  ways
    .filter((way) => typeOf(way) === type)
    .map(({ analyzer, searchAnalyzer, normalizer, multi }) => {
      const own = sameJson(analyzer, analyzerIn(definition, "analyzer")) ? null : (analyzer ?? null);
      return [own, searchAnalyzer ?? null, normalizer ?? null, multi ?? null];
    });

/** Whose texts are split otherwise by a new definition: of the whole index, of its custom analyzers, of single fields. */
function analyzerImpact(before: Thing, after: Thing): readonly string[] {
  const isOther = (name: "analyzer" | "searchAnalyzer"): boolean =>
    !sameJson(analyzerIn(before, name), analyzerIn(after, name));
  const custom = byName(after, "analyzers");
  const ways = waysByPath(after["mappings"]);
  const fields = [...waysByPath(before["mappings"])].flatMap(([path, former]) => {
    const next = ways.get(path) ?? [];
    const shared = new Set(former.map(typeOf).filter((type) => next.some((way) => typeOf(way) === type)));
    return [...shared]
      .filter((type) => !sameJson(splitting(former, type, before), splitting(next, type, after)))
      .map((type) => `The analyzer of ${path} (${type}) changes: search results change.`);
  });
  return present(
    isOther("analyzer") && "The analyzer changes: search results change.",
    isOther("searchAnalyzer") && "The query analyzer changes: search results change.",
    ...[...byName(before, "analyzers")].map(([name, own]) => {
      const next = custom.get(name);
      return next !== undefined && !sameJson(own, next) && `The analyzer ${name} changes: search results change.`;
    }),
    ...fields,
  );
}

/** What a vector index loses. */
function vectorImpact(before: unknown, after: unknown): readonly string[] {
  const next = byName(after, "fields", "path");
  return [...byName(before, "fields", "path")].flatMap(([path, one]) => {
    const left = next.get(path);
    const isVector = one["type"] === "vector";
    if (left === undefined) {
      return [
        isVector
          ? `${path} is no longer indexed: vector searches on it fail.`
          : `Queries can no longer filter by ${path}.`,
      ];
    }
    const dimensions = left["numDimensions"];
    return isVector && dimensions !== one["numDimensions"]
      ? [`Vectors in ${path} now have ${valueText(dimensions)} dimensions: vectors of another length are not indexed.`]
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
  const [kept, keeps] = [formatStored(former["storedSource"]), formatStored(next["storedSource"])];
  return present(
    ...mappingImpact(before, after),
    ...vectorImpact(before, after),
    ...onlyIn(before, after, "synonyms").map(
      (name) => `The synonym mapping ${name} is removed: queries that use it fail.`,
    ),
    ...onlyIn(before, after, "analyzers").map((name) => `The analyzer ${name} is removed: queries that use it fail.`),
    kept !== "nothing" && kept !== keeps && `The index stores ${keeps} instead of ${kept}.`,
    ...analyzerImpact(former, next),
  ).map((words) => printable(words));
}

/** What a new definition adds: `brand (autocomplete)`. */
export function addedByChange(before: unknown, after: unknown): readonly string[] {
  const [former, next] = [objectIn(before, "mappings"), objectIn(after, "mappings")];
  const known = mappedPaths(former);
  return present(
    former["dynamic"] !== true && next["dynamic"] === true && "all supported fields",
    ...[...mappedPaths(next)].map(([path, types]) => {
      const added = types.filter((type) => !known.get(path)?.includes(type));
      return added.length > 0 && `${path} (${added.join(", ")})`;
    }),
    ...onlyIn(after, before, "fields", "path"),
    ...onlyIn(after, before, "synonyms").map((name) => `synonyms ${name}`),
    ...onlyIn(after, before, "analyzers").map((name) => `analyzer ${name}`),
  ).map((words) => printable(words));
}
