import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removedByChange } from "../../src/areas/search-indexes/impact.ts";
import { fieldsFrom, listedFields, unlistedFields } from "../../src/areas/search-indexes/mapped-fields.ts";
import type { BodyObject, BodyValue } from "../../src/contract/json/json.ts";

describe("the fields of an index one by one", () => {
  const option: fc.Arbitrary<BodyValue> = fc.oneof(fc.boolean(), fc.string(), fc.constant(null), fc.integer());
  const way: fc.Arbitrary<BodyObject> = fc
    .record(
      {
        type: fc.oneof(fc.constantFrom("string", "token", "document", ""), option),
        analyzer: fc.oneof(fc.constantFrom("lucene.english", ""), option),
        store: option,
        fields: fc.dictionary(fc.string(), fc.record({ type: fc.constant("string") })),
      },
      { requiredKeys: [] },
    )
    .map((one): BodyObject => ({ ...one }));
  const mapped: fc.Arbitrary<BodyValue> = fc.oneof(
    { weight: 3, arbitrary: way },
    { weight: 2, arbitrary: fc.array(way, { maxLength: 3 }) },
    option,
  );
  const names = fc.oneof(fc.constantFrom("title", "price", "0", "constructor", "__proto__"), fc.string());
  const fields = fc.dictionary(names, mapped, { maxKeys: 5, noNullPrototype: true });

  it("go back as they came where nothing was changed, whatever they hold", () => {
    fc.assert(
      fc.property(fields, (given) => {
        const back = fieldsFrom(listedFields(given), given);
        expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(given)));
        expect(new Set([...listedFields(given).map(({ name }) => name), ...unlistedFields(given)])).toEqual(
          new Set(Object.keys(given)),
        );
      }),
    );
  });

  it("change alone: the others keep their shape, and one that the list cannot show stays", () => {
    const given = { title: [{ type: "string", multi: { a: 1 } }], odd: { no: "type" }, price: { type: "number" } };
    const items = listedFields(given).filter(({ name }) => name !== "price");
    expect(fieldsFrom([...items, { name: "brand", type: "token" }, { name: "brand", type: "string" }], given)).toEqual({
      title: [{ type: "string", multi: { a: 1 } }],
      odd: { no: "type" },
      brand: [{ type: "token" }, { type: "string" }],
    });
  });

  it("are indexed as the list says, whatever stands among the other options", () => {
    const more = { type: "token", analyzer: "lucene.simple", store: false };
    expect(fieldsFrom([{ name: "title", type: "string", analyzer: "lucene.english", more }], {})).toEqual({
      title: { type: "string", analyzer: "lucene.english", store: false },
    });
  });
});

describe("what a new definition takes away", () => {
  const mappings = (fields: Readonly<Record<string, unknown>>, dynamic: unknown = false) => ({
    mappings: { dynamic, fields },
  });

  it.each<[string, unknown, unknown, readonly string[]]>([
    ["nothing where it only adds", mappings({}), mappings({ a: { type: "string" } }), []],
    [
      "a field",
      mappings({ a: { type: "string" } }),
      mappings({}),
      ["a is no longer indexed: searches on it find nothing."],
    ],
    [
      "a field's own way",
      mappings({ a: [{ type: "string" }, { type: "token" }] }),
      mappings({}, true),
      ["a loses its own settings (string, token): dynamic mapping applies."],
    ],
    [
      "one of the ways of a field",
      mappings({ a: [{ type: "string" }, { type: "token" }] }),
      mappings({ a: { type: "string" } }),
      ["a is no longer indexed as token: queries of that type find nothing."],
    ],
    [
      "a field inside, listed in both of two ways",
      mappings({
        a: [
          { type: "document", fields: { b: { type: "string" } } },
          { type: "embeddedDocuments", fields: { b: { type: "token" } } },
        ],
      }),
      mappings({
        a: [{ type: "document" }, { type: "embeddedDocuments", fields: { b: { type: "token" } } }],
      }),
      ["a.b is no longer indexed as string: queries of that type find nothing."],
    ],
    [
      "all fields that are not listed",
      mappings({}, true),
      mappings({}),
      ["Unlisted fields are no longer indexed: searches on them find nothing."],
    ],
    [
      "what a document does not list",
      mappings({ address: { type: "document", dynamic: true, fields: { city: { type: "string" } } } }),
      mappings({ address: { type: "document", fields: { city: { type: "string" } } } }),
      ["Unlisted fields in address are no longer indexed: searches on them find nothing."],
    ],
    [
      "what a document does not list that was not listed itself",
      mappings({}, true),
      mappings({ address: { type: "document", fields: { city: { type: "string" } } } }, true),
      ["Unlisted fields in address are no longer indexed: searches on them find nothing."],
    ],
    [
      "a field inside of a dynamic document",
      mappings({ address: { type: "document", dynamic: true, fields: { city: { type: "token" } } } }),
      mappings({ address: { type: "document", dynamic: true } }),
      ["address.city loses its own settings (token): dynamic mapping applies."],
    ],
    [
      "a field inside of a static document, whatever the top says",
      mappings({ address: { type: "document", fields: { city: { type: "string" }, zip: { type: "token" } } } }, true),
      mappings({ address: { type: "document", fields: { zip: { type: "token" } } } }, true),
      ["address.city is no longer indexed: searches on it find nothing."],
    ],
    [
      "a document and what is in it, where dynamic mapping goes on",
      mappings({ address: { type: "document", fields: { city: { type: "token" } } } }, true),
      mappings({}, true),
      [
        "address loses its own settings (document): dynamic mapping applies.",
        "address.city loses its own settings (token): dynamic mapping applies.",
      ],
    ],
    [
      "fields of some types",
      mappings({ a: { type: "string" } }, true),
      mappings({}, { typeSet: "texts" }),
      [
        "Unlisted fields are indexed by a type set: searches on other types find nothing.",
        "a loses its own settings (string): the type set applies.",
      ],
    ],
    [
      "all fields of a type set",
      mappings({}, { typeSet: "texts" }),
      mappings({}),
      ["Unlisted fields are no longer indexed: searches on them find nothing."],
    ],
    [
      "types of a type set",
      {
        ...mappings({}, { typeSet: "some" }),
        typeSets: [{ name: "some", types: [{ type: "string" }, { type: "date" }] }],
      },
      { ...mappings({}, { typeSet: "some" }), typeSets: [{ name: "some", types: [{ type: "string" }] }] },
      ["Unlisted fields are indexed by another type set: searches on other types find nothing."],
    ],
    [
      "a vector and a filter",
      {
        fields: [
          { type: "vector", path: "v" },
          { type: "filter", path: "f" },
        ],
      },
      { fields: [] },
      ["v is no longer indexed as a vector: vector searches on it fail.", "Queries can no longer filter by f."],
    ],
    [
      "what a path is for",
      {
        fields: [
          { type: "vector", path: "v", numDimensions: 8, similarity: "cosine" },
          { type: "filter", path: "f" },
        ],
      },
      {
        fields: [
          { type: "filter", path: "v" },
          { type: "vector", path: "f", numDimensions: 8, similarity: "cosine" },
        ],
      },
      ["v is no longer indexed as a vector: vector searches on it fail.", "Queries can no longer filter by f."],
    ],
    [
      "how vectors are compared",
      { fields: [{ type: "vector", path: "v", similarity: "cosine" }] },
      { fields: [{ type: "vector", path: "v", similarity: "dotProduct", quantization: "scalar" }] },
      ["The similarity of v changes: search results change.", "The quantization of v changes: search results change."],
    ],
    [
      "vectors of another length",
      { fields: [{ type: "vector", path: "v", numDimensions: 8 }] },
      { fields: [{ type: "vector", path: "v", numDimensions: 16 }] },
      ["Vectors in v now have 16 dimensions: vectors of another length are not indexed."],
    ],
    [
      "names that queries use",
      { synonyms: [{ name: "s" }], analyzers: [{ name: "own" }] },
      { synonyms: [], analyzers: [] },
      [
        "The synonym mapping s is removed: queries that use it fail.",
        "The analyzer own is removed: queries that use it fail.",
      ],
    ],
    [
      "what it keeps",
      { storedSource: true },
      { storedSource: { include: ["a"] } },
      ["The index stores a instead of whole documents."],
    ],
    [
      "the way in which text is split",
      { analyzer: "lucene.english", searchAnalyzer: "lucene.english" },
      { analyzer: "lucene.simple" },
      ["The analyzer changes: search results change.", "The query analyzer changes: search results change."],
    ],
    [
      "the way in which text is split, where the default did that",
      { mappings: { dynamic: true } },
      { mappings: { dynamic: true }, analyzer: "lucene.english", searchAnalyzer: "lucene.standard" },
      ["The analyzer changes: search results change."],
    ],
    [
      "a custom analyzer of the same name",
      { analyzers: [{ name: "own", tokenizer: { type: "standard" } }] },
      { analyzers: [{ name: "own", tokenizer: { type: "keyword" } }] },
      ["The analyzer own changes: search results change."],
    ],
    [
      "the analyzer of a field inside, beside one that only says the default",
      {
        mappings: {
          fields: { a: { type: "document", fields: { b: { type: "string" } } }, c: { type: "string" } },
        },
      },
      {
        mappings: {
          fields: {
            a: { type: "document", fields: { b: { type: "string", analyzer: "lucene.french" } } },
            c: { type: "string", analyzer: "lucene.standard" },
          },
        },
      },
      ["The analyzer of a.b (string) changes: search results change."],
    ],
  ])("%s", (_what, before, after, impact) => {
    expect(removedByChange(before, after)).toEqual(impact);
  });

  it("says of every field that is indexed no more, listed or not, and of no other", () => {
    type Mapped = {
      readonly type: string;
      readonly dynamic?: boolean;
      readonly fields?: Readonly<Record<string, Mapped>>;
    };
    // Values have the name x or y and objects the name a or b, as in real documents; z and what is in c nobody lists.
    const { holder } = fc.letrec<{ holder: Mapped }>((tie) => ({
      holder: fc.record({
        type: fc.constant("document"),
        dynamic: fc.boolean(),
        fields: fc
          .record(
            {
              x: fc.constant<Mapped>({ type: "string" }),
              y: fc.constant<Mapped>({ type: "token" }),
              a: fc.oneof({ maxDepth: 2 }, fc.constant<Mapped>({ type: "document" }), tie("holder")),
              b: fc.oneof({ maxDepth: 2 }, fc.constant<Mapped>({ type: "document" }), tie("holder")),
            },
            { requiredKeys: [] },
          )
          .map((fields): Readonly<Record<string, Mapped>> => ({ ...fields })),
      }),
    }));
    const isIndexed = ({ dynamic = false, fields = {} }: Mapped, [name = "", ...inner]: readonly string[]): boolean => {
      const field = fields[name];
      if (field === undefined) return dynamic;
      return inner.length === 0 || isIndexed(field, inner);
    };
    const objects = ["a", "b", "c"].flatMap((one) => [[one], ...["a", "b", "c"].map((two) => [one, two])]);
    const paths = [[], ...objects].flatMap((above) => ["x", "y", "z"].map((name) => [...above, name]));
    fc.assert(
      fc.property(holder, holder, (before, after) => {
        const said = removedByChange({ mappings: before }, { mappings: after });
        const gone = paths.filter((path) => isIndexed(before, path) && !isIndexed(after, path));
        const isSaid = (path: readonly string[]): boolean =>
          said.some((words) =>
            path.some((_step, index) => {
              const above = path.slice(0, index).join(".");
              const which = above === "" ? "Unlisted fields" : `Unlisted fields in ${above}`;
              return (
                words === `${path.slice(0, index + 1).join(".")} is no longer indexed: searches on it find nothing.` ||
                words === `${which} are no longer indexed: searches on them find nothing.`
              );
            }),
          );
        expect(gone.filter((path) => !isSaid(path))).toEqual([]);
        const kept = paths.filter((path) => isIndexed(after, path)).map((path) => path.join("."));
        for (const path of kept)
          expect(said.some((words) => words.startsWith(`${path} is no longer indexed:`))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("is never anything where the definition stays", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (definition) => {
        expect(removedByChange(definition, definition)).toEqual([]);
      }),
    );
  });
});
