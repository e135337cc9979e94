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
  waysByPath,
  waysOf,
} from "./definition.ts";

/** What a new definition of an index takes away from the one before it, and what it adds (`domain.md` 5.4). */

/** The objects of a list by what they are called. */
const byName = (holder: unknown, list: string, name = "name"): ReadonlyMap<string, DefinitionPart> =>
  new Map(objectsIn(holder, list).map((item) => [textIn(item, name), item]));

/** The names of the things in a list that another definition does not have. */
function onlyIn(one: unknown, other: unknown, list: string, name = "name"): readonly string[] {
  const others = byName(other, list, name);
  return [...byName(one, list, name).keys()].filter((each) => !others.has(each));
}

/** How the fields are indexed that a holder of fields does not list: not at all, those of some types, or all; the more, the higher. */
type Cover = { readonly rank: 0 | 1 | 2; readonly types: unknown };

const STATIC: Cover = { rank: 0, types: null };
const DYNAMIC: Cover = { rank: 2, types: null };

/** What of a definition is looked at: what may hold fields (the mappings, or the ways of a field), and its type sets. */
type Holder = { readonly ways: readonly DefinitionPart[]; readonly sets: ReadonlyMap<string, DefinitionPart> };

/** The same field may be indexed in several ways: what one of them covers is indexed. */
function coverOf({ ways, sets }: Holder): Cover {
  const all = ways.map(({ dynamic }): Cover => {
    if (dynamic === true) return DYNAMIC;
    return isObject(dynamic) ? { rank: 1, types: [dynamic, sets.get(textIn(dynamic, "typeSet")) ?? null] } : STATIC;
  });
  return all.reduce((most, cover) => (cover.rank > most.rank ? cover : most), STATIC);
}

/** The ways in which a holder indexes a field of its own; undefined where it does not list it. */
function listed({ ways, sets }: Holder, name: string): Holder | undefined {
  const found = ways.map((way) => objectIn(way, "fields")).filter((fields) => Object.hasOwn(fields, name));
  return found.length === 0 ? undefined : { ways: found.flatMap((fields) => waysOf(fields[name])), sets };
}

const namesIn = ({ ways }: Holder): readonly string[] => ways.flatMap((way) => Object.keys(objectIn(way, "fields")));

const DOCUMENTS: readonly string[] = ["document", "embeddedDocuments"];

/** What fields that are not listed lose. */
function coverImpact(before: Cover, after: Cover, above: string): readonly string[] {
  const which = above === "" ? "Unlisted fields" : `Unlisted fields in ${above}`;
  if (before.rank > after.rank && after.rank === 0)
    return [`${which} are no longer indexed: searches on them find nothing.`];
  return before.rank > after.rank || (after.rank === 1 && before.rank === 1 && !sameJson(before.types, after.types))
    ? [`${which} are indexed by ${before.rank === 1 ? "another" : "a"} type set: searches on other types find nothing.`]
    : [];
}

/** What a field that was listed loses where it is listed no more: the nearest holder that is left says what becomes of it. */
function formatUnlisted(path: string, types: readonly string[], cover: Cover): string {
  if (cover.rank === 0) return `${path} is no longer indexed: searches on it find nothing.`;
  const applies = cover.rank === 1 ? "the type set applies" : "dynamic mapping applies";
  return `${path} loses its own settings (${types.join(", ")}): ${applies}.`;
}

/**
 * What a holder of fields loses, with all that is inside of it.
 *
 * @param before undefined where it was not listed; `covers` is how it was indexed then, and is indexed now where `after` is not listed
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
    // A field that is listed from now on is indexed in its own ways alone; only of a document that says what is left out.
    if (former === undefined && !left.some((type) => DOCUMENTS.includes(type))) return [];
    return [...lost, ...holderImpact(former, next, { before: was, after: is }, path(name))];
  });
  return [...coverImpact(was, is, above), ...fields];
}

/** What a text index loses in its mappings, at the top and inside of its documents. */
function mappingImpact(before: DefinitionPart, after: DefinitionPart): readonly string[] {
  const [former, next] = [before, after].map(
    (definition): Holder => ({ ways: [objectIn(definition, "mappings")], sets: byName(definition, "typeSets") }),
  );
  return holderImpact(former, next, { before: STATIC, after: STATIC }, "");
}

/** By what a text is split where nothing is said (specification 2.4). */
const DEFAULT_ANALYZER = "lucene.standard";

/** What of a definition splits its texts, for the fields that say nothing themselves. */
const analyzerIn = (definition: DefinitionPart, name: "analyzer" | "searchAnalyzer"): unknown =>
  definition[name] ?? DEFAULT_ANALYZER;

/** What the ways of one kind say of splitting: an analyzer that is the index's own says no more than none. */
const splitting = (ways: readonly DefinitionPart[], type: string, definition: DefinitionPart): readonly unknown[] =>
  ways
    .filter((way) => typeOf(way) === type)
    .map(({ analyzer, searchAnalyzer, normalizer, multi }) => {
      const own = sameJson(analyzer, analyzerIn(definition, "analyzer")) ? null : (analyzer ?? null);
      return [own, searchAnalyzer ?? null, normalizer ?? null, multi ?? null];
    });

/** Whose texts are split otherwise by a new definition: of the whole index, of its custom analyzers, of single fields. */
function analyzerImpact(before: DefinitionPart, after: DefinitionPart): readonly string[] {
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

/** What makes the results of vector searches other ones, with what is so where nothing is said. */
const VECTOR_OPTIONS: readonly (readonly [string, string])[] = [
  ["similarity", ""],
  ["quantization", "none"],
];

/** What the queries lose that a field of a vector index is for. */
const formatLost = (path: string, type: string): string =>
  type === "vector"
    ? `${path} is no longer indexed as a vector: vector searches on it fail.`
    : type === "filter"
      ? `Queries can no longer filter by ${path}.`
      : `${path} is no longer indexed as ${type}: queries of that type find nothing.`;

/** What a vector index loses. */
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
 * What a new definition takes away or makes different for queries, in words; nothing where it only adds.
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
