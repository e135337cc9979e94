import { isObject, sameJson } from "../../contract/json/json.ts";
import { valueText } from "../../contract/json/value-text.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import {
  type DefinitionPart,
  formatStored,
  mappedPaths,
  objectIn,
  objectsIn,
  textIn,
  thing,
  typeOf,
  typesByPath,
  typesOf,
} from "./definition.ts";

/** Losses and additions for queries when a new definition replaces the one before (`domain.md` 5.4). */

/** The objects of a list by name. */
const byName = (holder: unknown, list: string, name = "name"): ReadonlyMap<string, DefinitionPart> =>
  new Map(objectsIn(holder, list).map((item) => [textIn(item, name), item]));

/** The names in a list that the other definition does not have. */
function onlyIn(one: unknown, other: unknown, list: string, name = "name"): readonly string[] {
  const others = byName(other, list, name);
  return [...byName(one, list, name).keys()].filter((each) => !others.has(each));
}

/** Dynamic mapping of unlisted fields: none (0), some types (1), or all (2). */
type Cover = { readonly rank: 0 | 1 | 2; readonly types: unknown };

const STATIC: Cover = { rank: 0, types: null };
const DYNAMIC: Cover = { rank: 2, types: null };

/** A level of mappings: the objects that may list fields (the mappings, or the types of a field), and the type sets of the definition. */
type Holder = { readonly ways: readonly DefinitionPart[]; readonly sets: ReadonlyMap<string, DefinitionPart> };

/** A field may have several index types: what one of them covers is indexed. */
function coverOf({ ways, sets }: Holder): Cover {
  const all = ways.map(({ dynamic }): Cover => {
    if (dynamic === true) return DYNAMIC;
    return isObject(dynamic) ? { rank: 1, types: [dynamic, sets.get(textIn(dynamic, "typeSet")) ?? null] } : STATIC;
  });
  return all.reduce((most, cover) => (cover.rank > most.rank ? cover : most), STATIC);
}

/** The index types of a field listed at this level; undefined where it is not listed. */
function listed({ ways, sets }: Holder, name: string): Holder | undefined {
  const found = ways.map((way) => objectIn(way, "fields")).filter((fields) => Object.hasOwn(fields, name));
  return found.length === 0 ? undefined : { ways: found.flatMap((fields) => typesOf(fields[name])), sets };
}

const namesIn = ({ ways }: Holder): readonly string[] => ways.flatMap((way) => Object.keys(objectIn(way, "fields")));

const DOCUMENTS: readonly string[] = ["document", "embeddedDocuments"];

/** Losses of unlisted fields. */
function coverImpact(before: Cover, after: Cover, above: string): readonly string[] {
  const which = above === "" ? "Unlisted fields" : `Unlisted fields in ${above}`;
  if (before.rank > after.rank && after.rank === 0)
    return [`${which} are no longer indexed: searches on them find nothing.`];
  return before.rank > after.rank || (after.rank === 1 && before.rank === 1 && !sameJson(before.types, after.types))
    ? [`${which} are indexed by ${before.rank === 1 ? "another" : "a"} type set: searches on other types find nothing.`]
    : [];
}

/** Loss of a field that is no longer listed: the nearest remaining level decides if it is still indexed. */
function formatUnlisted(path: string, types: readonly string[], cover: Cover): string {
  if (cover.rank === 0) return `${path} is no longer indexed: searches on it find nothing.`;
  const applies = cover.rank === 1 ? "the type set applies" : "dynamic mapping applies";
  return `${path} loses its own settings (${types.join(", ")}): ${applies}.`;
}

/**
 * Losses of a level of mappings, with all nested levels.
 *
 * @param before undefined where it was not listed; `covers` is the dynamic mapping that applied then, and that applies now where `after` is not
 * listed
 */
function holderImpact(
  before: Holder | undefined,
  after: Holder | undefined,
  covers: { readonly before: Cover; readonly after: Cover },
  above: string,
): readonly string[] {
  const was = before === undefined ? covers.before : coverOf(before);
  const is = after === undefined ? covers.after : coverOf(after);
  const path = (name: string): string => (above === "" ? name : `${above}.${name}`);
  const names = new Set([
    ...(before === undefined ? [] : namesIn(before)),
    ...(after === undefined ? [] : namesIn(after)),
  ]);
  const fields = [...names].flatMap((name) => {
    const [former, next] = [before && listed(before, name), after && listed(after, name)];
    const types = (former?.ways ?? []).map(typeOf);
    const left = (next?.ways ?? []).map(typeOf);
    const lost =
      next === undefined
        ? [formatUnlisted(path(name), types, is)]
        : types
            .filter((type) => !left.includes(type))
            .map((type) => `${path(name)} is no longer indexed as ${type}: queries of that type find nothing.`);
    // A newly listed field is indexed by its own types alone; only for a document this says what is no longer covered.
    if (former === undefined && !left.some((type) => DOCUMENTS.includes(type))) return [];
    return [...lost, ...holderImpact(former, next, { before: was, after: is }, path(name))];
  });
  return [...coverImpact(was, is, above), ...fields];
}

/** Losses in the mappings of a text index, at the top level and in nested documents. */
function mappingImpact(before: DefinitionPart, after: DefinitionPart): readonly string[] {
  const [former, next] = [before, after].map(
    (definition): Holder => ({ ways: [objectIn(definition, "mappings")], sets: byName(definition, "typeSets") }),
  );
  return holderImpact(former, next, { before: STATIC, after: STATIC }, "");
}

/** The analyzer where none is given (specification 2.4). */
const DEFAULT_ANALYZER = "lucene.standard";

/** The index-wide analyzer, for fields without their own. */
const analyzerIn = (definition: DefinitionPart, name: "analyzer" | "searchAnalyzer"): unknown =>
  definition[name] ?? DEFAULT_ANALYZER;

/** The analyzers of a field's entries of one type: an analyzer equal to the index-wide one counts as none. */
const splitting = (ways: readonly DefinitionPart[], type: string, definition: DefinitionPart): readonly unknown[] =>
  ways
    .filter((way) => typeOf(way) === type)
    .map(({ analyzer, searchAnalyzer, normalizer, multi }) => {
      const own = sameJson(analyzer, analyzerIn(definition, "analyzer")) ? null : (analyzer ?? null);
      return [own, searchAnalyzer ?? null, normalizer ?? null, multi ?? null];
    });

/** Changes of analyzers: of the whole index, of custom analyzers, of single fields. */
function analyzerImpact(before: DefinitionPart, after: DefinitionPart): readonly string[] {
  const isOther = (name: "analyzer" | "searchAnalyzer"): boolean =>
    !sameJson(analyzerIn(before, name), analyzerIn(after, name));
  const custom = byName(after, "analyzers");
  const ways = typesByPath(after["mappings"]);
  const fields = [...typesByPath(before["mappings"])].flatMap(([path, former]) => {
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

/** Options that change the results of vector searches, with their defaults. */
const VECTOR_OPTIONS: readonly (readonly [string, string])[] = [
  ["similarity", ""],
  ["quantization", "none"],
];

/** Loss for queries when a field of a vector index is removed. */
const formatLost = (path: string, type: string): string =>
  type === "vector"
    ? `${path} is no longer indexed as a vector: vector searches on it fail.`
    : type === "filter"
      ? `Queries can no longer filter by ${path}.`
      : `${path} is no longer indexed as ${type}: queries of that type find nothing.`;

/** Losses of a vector index. */
function vectorImpact(before: unknown, after: unknown): readonly string[] {
  const next = byName(after, "fields", "path");
  return [...byName(before, "fields", "path")].flatMap(([path, one]) => {
    const left = next.get(path);
    if (left === undefined || typeOf(left) !== typeOf(one)) return [formatLost(path, typeOf(one))];
    if (typeOf(one) !== "vector") return [];
    const dimensions = left["numDimensions"];
    return present(
      !sameJson(dimensions, one["numDimensions"]) &&
        `Vectors in ${path} now have ${valueText(dimensions ?? "?")} dimensions: vectors of another length are not indexed.`,
      ...VECTOR_OPTIONS.map(
        ([name, usual]) =>
          !sameJson(one[name] ?? usual, left[name] ?? usual) &&
          `The ${name} of ${path} changes: search results change.`,
      ),
    );
  });
}

/**
 * Losses and changes for queries by a new definition, as text; empty where it only adds.
 *
 * @param before the definition that is replaced
 */
export function removedByChange(before: unknown, after: unknown): readonly string[] {
  const [former, next] = [thing(before), thing(after)];
  const [kept, keeps] = [formatStored(former["storedSource"]), formatStored(next["storedSource"])];
  return present(
    ...mappingImpact(former, next),
    ...vectorImpact(before, after),
    ...onlyIn(before, after, "synonyms").map(
      (name) => `The synonym mapping ${name} is removed: queries that use it fail.`,
    ),
    ...onlyIn(before, after, "analyzers").map((name) => `The analyzer ${name} is removed: queries that use it fail.`),
    kept !== "nothing" && kept !== keeps && `The index stores ${keeps} instead of ${kept}.`,
    ...analyzerImpact(former, next),
  ).map((words) => printable(words));
}

/** Additions by a new definition: `brand (autocomplete)`. */
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
