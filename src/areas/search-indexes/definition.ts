import { isObject, objectsOf, textsOf } from "../../contract/json/json.ts";
import { valueText } from "../../contract/json/value-text.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { field } from "../builders/lines.ts";
import type { DetailLine } from "../model/view.ts";

/** Texts for index definitions (`domain.md` 5.3). Definitions are read as they are received: unknown parts are named, never dropped. */

export type DefinitionPart = { readonly [name: string]: unknown };

export const thing = (value: unknown): DefinitionPart => (isObject(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A field of an unknown value, with the expected type; empty where it has another type. */
export const textIn = (holder: unknown, name: string): string => text(thing(holder)[name]);
export const objectIn = (holder: unknown, name: string): DefinitionPart => thing(thing(holder)[name]);
export const objectsIn = (holder: unknown, name: string): readonly DefinitionPart[] => objectsOf(thing(holder)[name]);

/** The index types of a mapped field: one object or several. */
export const typesOf = (mapped: unknown): readonly DefinitionPart[] =>
  Array.isArray(mapped) ? objectsOf(mapped) : [thing(mapped)];

/** One index type of a field: `string (lucene.english)`. */
function formatWay(way: DefinitionPart): string {
  const type = textIn(way, "type") || "no type";
  const analyzer = textIn(way, "analyzer") || textIn(way, "normalizer");
  const inner = Object.keys(objectIn(way, "fields")).length;
  if (inner > 0) return `${type} with ${pluralize(inner, "field")}`;
  return analyzer === "" ? type : `${type} (${analyzer})`;
}

/** Every mapped field by its path, with its index types; nested fields too. */
export function typesByPath(mappings: unknown, above = ""): ReadonlyMap<string, readonly DefinitionPart[]> {
  const found = new Map<string, readonly DefinitionPart[]>();
  for (const [name, mapped] of Object.entries(objectIn(mappings, "fields"))) {
    const ways = typesOf(mapped);
    found.set(`${above}${name}`, ways);
    // The same nested field may occur in several of the types.
    for (const way of ways) {
      for (const [path, inner] of typesByPath(way, `${above}${name}.`)) {
        found.set(path, [...(found.get(path) ?? []), ...inner]);
      }
    }
  }
  return found;
}

export const typeOf = (way: unknown): string => textIn(way, "type") || "?";

/** Every mapped field by its path, with the names of its index types. */
export const mappedPaths = (mappings: unknown): ReadonlyMap<string, readonly string[]> =>
  new Map([...typesByPath(mappings)].map(([path, ways]) => [path, ways.map(typeOf)]));

/** Coverage of a definition in a few words: `all fields`, `4 fields`, `1 vector, 1 filter`. */
export function formatCover(definition: unknown): string {
  const { mappings, fields } = thing(definition);
  if (Array.isArray(fields)) {
    const all = objectsOf(fields);
    const vectors = all.filter(({ type }) => type === "vector").length;
    const filters = all.length - vectors;
    return present(pluralize(vectors, "vector"), filters > 0 && pluralize(filters, "filter")).join(", ");
  }
  const listed = Object.keys(objectIn(mappings, "fields")).length;
  const { dynamic } = thing(mappings);
  if (dynamic === true) return listed === 0 ? "all fields" : `all fields, ${listed} with own settings`;
  if (isObject(dynamic)) return `fields by type set${listed === 0 ? "" : ` and ${pluralize(listed, "listed field")}`}`;
  if (mappings === null || (dynamic === null && listed === 0)) return "not reported";
  return listed === 0 ? "no fields" : `${pluralize(listed, "mapped field")}`;
}

/** The source collections of the synonyms. */
export const synonymSources = (definition: unknown): readonly string[] =>
  objectsIn(definition, "synonyms")
    .map((synonyms) => textIn(synonyms["source"], "collection"))
    .filter((name) => name !== "");

const numberOrNot = (value: unknown): string => (typeof value === "number" ? String(value) : "?");

/** A custom analyzer as a chain: `htmlStrip → edgeGram 2–15 → lowercase → asciiFolding`. */
function formatChain({ charFilters, tokenizer, tokenFilters }: DefinitionPart): string {
  const { type, minGram, maxGram } = thing(tokenizer);
  const lengths =
    minGram === undefined && maxGram === undefined ? "" : ` ${numberOrNot(minGram)}–${numberOrNot(maxGram)}`;
  const cut = `${text(type) || "no tokenizer"}${lengths}`;
  const names = (list: unknown): readonly string[] => objectsOf(list).map((item) => textIn(item, "type") || "?");
  return [...names(charFilters), cut, ...names(tokenFilters)].join(" → ");
}

/** The stored source of an index. */
export function formatStored(stored: unknown): string {
  if (stored === undefined || stored === null || stored === false) return "nothing";
  if (stored === true) return "whole documents";
  const { include, exclude } = thing(stored);
  if (include !== undefined) return textsOf(include).join(", ");
  return exclude === undefined ? printable(JSON.stringify(stored)) : `all but ${textsOf(exclude).join(", ")}`;
}

function formatVector(field: DefinitionPart): string {
  const { numDimensions, similarity, quantization, indexingMethod } = field;
  const parts = [`${valueText(numDimensions ?? "?")} dimensions`, similarity, quantization, indexingMethod];
  return parts.filter((part) => typeof part === "string" && part !== "").join(", ");
}

/** A definition as text, line by line; unknown parts are named. */
export function definitionLines(definition: unknown): readonly DetailLine[] {
  const { mappings, fields, analyzer, searchAnalyzer, analyzers, storedSource, synonyms, numPartitions, ...others } =
    thing(definition);
  const line = (label: string, value: string): DetailLine => field(label, printable(value));
  return present(
    line("Fields", formatCover(definition)),
    ...Object.entries(objectIn(mappings, "fields")).map(([name, mapped]) =>
      line(name, typesOf(mapped).map(formatWay).join(", ")),
    ),
    ...objectsOf(fields).map((one) =>
      line(textIn(one, "path") || "?", one["type"] === "vector" ? formatVector(one) : `${textIn(one, "type")} field`),
    ),
    text(analyzer) !== "" && line("Analyzer", text(analyzer)),
    text(searchAnalyzer) !== "" && line("Query analyzer", text(searchAnalyzer)),
    ...objectsOf(analyzers).map((own) => line(textIn(own, "name") || "?", `custom analyzer: ${formatChain(own)}`)),
    storedSource !== undefined && line("Stored source", formatStored(storedSource)),
    ...objectsOf(synonyms).map((one) =>
      line("Synonyms", `${textIn(one, "name")}: ${textIn(one["source"], "collection")}, ${textIn(one, "analyzer")}`),
    ),
    numPartitions !== undefined && line("Partitions", numPartitions === null ? "not reported" : String(numPartitions)),
    ...Object.entries(others).map(([name, value]) => line(name, JSON.stringify(value))),
  );
}
