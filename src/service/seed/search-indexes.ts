import type { JsonObject } from "../../contract/json/json.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../text/durations.ts";
import { hostOf, NODES } from "../clusters.ts";
import { objectId, type Random } from "../random.ts";
import { type Build, indexDraft, indexParent, type StoredIndex } from "../search-indexes/stored.ts";
import type { DocumentDraft } from "../storage/storage.ts";

/** Search indexes of the sample: every status, both types, synonyms that work and that do not, hosts in different states. */

type SampleIndex = {
  readonly database: string;
  readonly collection: string;
  readonly name: string;
  readonly type?: StoredIndex["type"];
  /** Definitions with their ages in milliseconds, oldest first; their version numbers start at `from`. */
  readonly definitions: readonly (readonly [age: number, definition: JsonObject])[];
  readonly from?: number;
  /** Builds: the index of the definition, the time since the start, and the duration per host. */
  readonly builds: readonly SampleBuild[];
  /** Time until the index is removed (ms). */
  readonly removedIn?: number;
};

type SampleBuild = {
  readonly of: number;
  readonly age: number;
  readonly lasts: readonly number[];
  readonly end?: Build["end"];
  readonly message?: string;
};

/** A build that ended long ago on all hosts. */
const done = (age: number): SampleBuild => ({ of: 0, age, lasts: [61, 63, 65].map((one) => one * SECOND) });

const text = (definition: JsonObject): JsonObject => ({ numPartitions: 1, ...definition });

/** Mappings of every shape: single object, list, nested, and with options that the contract does not declare. */
const PRODUCT_FIELDS: JsonObject = {
  title: [
    { type: "string", analyzer: "lucene.english", multi: { exact: { type: "string", analyzer: "lucene.keyword" } } },
    { type: "autocomplete", tokenization: "edgeGram", minGrams: 2, maxGrams: 15, foldDiacritics: true },
  ],
  price: { type: "number", representation: "double" },
  brand: [{ type: "token", normalizer: "lowercase" }, { type: "stringFacet" }],
  variants: { type: "embeddedDocuments", dynamic: false, fields: { sku: { type: "token" } } },
};

const EDGE_NAME: JsonObject = {
  name: "edgeName",
  charFilters: [{ type: "htmlStrip", ignoredTags: ["b", "i"] }],
  tokenizer: { type: "edgeGram", minGram: 2, maxGram: 15 },
  tokenFilters: [{ type: "lowercase" }, { type: "asciiFolding", originalTokens: "omit" }],
};

const synonym = (name: string, collection: string): JsonObject => ({
  name,
  analyzer: "lucene.english",
  source: { collection },
});

const MAIN: readonly SampleIndex[] = [
  {
    database: "shop",
    collection: "products",
    name: "default",
    from: 2,
    definitions: [
      [
        12 * DAY,
        text({
          analyzer: "lucene.english",
          searchAnalyzer: "lucene.english",
          analyzers: [EDGE_NAME],
          mappings: { dynamic: false, fields: PRODUCT_FIELDS },
          storedSource: { include: ["title", "price"] },
          synonyms: [synonym("brand", "brand_synonyms")],
          sort: { price: 1 },
        }),
      ],
    ],
    builds: [done(12 * DAY)],
  },
  {
    database: "shop",
    collection: "products",
    name: "autocomplete",
    from: 3,
    definitions: [
      [40 * DAY, text({ mappings: { dynamic: false, fields: { title: { type: "autocomplete" } } } })],
      [
        9 * MINUTE,
        text({
          mappings: { dynamic: false, fields: { title: { type: "autocomplete" }, brand: { type: "autocomplete" } } },
        }),
      ],
    ],
    builds: [done(40 * DAY), { of: 1, age: 8 * MINUTE, lasts: [6 * MINUTE, 25 * MINUTE, 40 * MINUTE] }],
  },
  {
    database: "shop",
    collection: "products",
    name: "facets",
    definitions: [
      [
        70 * DAY,
        text({
          mappings: { dynamic: true },
          storedSource: false,
          synonyms: [synonym("brand", "brand_synonyms"), synonym("colour", "colour_synonyms")],
        }),
      ],
    ],
    builds: [done(70 * DAY)],
  },
  {
    database: "shop",
    collection: "reviews",
    name: "default",
    definitions: [[2 * MINUTE, text({ mappings: { dynamic: true } })]],
    builds: [{ of: 0, age: -12 * MINUTE, lasts: [20, 22, 24].map((one) => one * SECOND) }],
  },
  {
    database: "shop",
    collection: "reviews",
    name: "static",
    definitions: [[4 * MINUTE, text({ mappings: { dynamic: false, fields: { body: { type: "string" } } } })]],
    builds: [{ of: 0, age: 3 * MINUTE, lasts: [2 * MINUTE, 30 * MINUTE, 45 * MINUTE] }],
  },
  {
    database: "shop",
    collection: "customers",
    name: "names",
    definitions: [[3 * DAY, text({ mappings: { dynamic: false, fields: { name: { type: "strng" } } } })]],
    builds: [
      {
        of: 0,
        age: 3 * DAY,
        lasts: [8, 10, 12].map((one) => one * SECOND),
        end: "FAILED",
        message: "Index definition invalid: mappings.fields.name has the unknown type strng.",
      },
    ],
  },
  {
    database: "shop",
    collection: "customers",
    name: "segments",
    from: 2,
    definitions: [
      [90 * DAY, text({ mappings: { dynamic: false, fields: { segment: { type: "token" } } } })],
      [
        5 * HOUR,
        text({ mappings: { dynamic: false, fields: { segment: { type: "token" }, since: { type: "day" } } } }),
      ],
    ],
    builds: [
      done(90 * DAY),
      {
        of: 1,
        age: 5 * HOUR,
        lasts: [8, 10, 12].map((one) => one * SECOND),
        end: "FAILED",
        message: "Index definition invalid: mappings.fields.since has the unknown type day.",
      },
    ],
  },
  {
    database: "media",
    collection: "embeddings",
    name: "vectors",
    type: "vectorSearch",
    definitions: [
      [
        20 * DAY,
        text({
          fields: [
            { type: "vector", path: "embedding", numDimensions: 1536, similarity: "cosine", quantization: "scalar" },
            { type: "filter", path: "language" },
          ],
        }),
      ],
    ],
    builds: [done(20 * DAY)],
  },
  {
    database: "events",
    collection: "clicks",
    name: "default",
    from: 1,
    definitions: [[200 * DAY, text({ mappings: { dynamic: true }, numPartitions: 2 })]],
    builds: [
      {
        of: 0,
        age: 200 * DAY,
        lasts: [HOUR, HOUR, HOUR],
        end: "STALE",
        message: "Replication stopped: the disk is 92 % full. It continues below 85 %.",
      },
    ],
  },
  {
    database: "shop",
    collection: "catalog_2023",
    name: "default",
    definitions: [[300 * DAY, text({ mappings: { dynamic: true } })]],
    builds: [
      {
        of: 0,
        age: 300 * DAY,
        lasts: [0, 0, 0],
        end: "DOES_NOT_EXIST",
        message: "The collection shop.catalog_2023 does not exist.",
      },
    ],
  },
  {
    database: "media",
    collection: "articles",
    name: "old",
    definitions: [[250 * DAY, text({ mappings: { dynamic: true } })]],
    builds: [done(250 * DAY)],
    removedIn: 10 * MINUTE,
  },
];

/** Indexes created by first-generation operations: two already built and one being built. */
const FIRST_GENERATION: readonly SampleIndex[] = [
  {
    database: "media",
    collection: "articles",
    name: "default",
    definitions: [[700 * DAY, text({ analyzer: "lucene.standard", mappings: { dynamic: true } })]],
    builds: [done(700 * DAY)],
  },
  {
    database: "media",
    collection: "articles",
    name: "titles",
    from: 1,
    definitions: [
      [
        650 * DAY,
        text({
          analyzer: "edgeName",
          searchAnalyzer: "lucene.simple",
          analyzers: [EDGE_NAME],
          mappings: { dynamic: false, fields: { title: { type: "string" } } },
          synonyms: [],
        }),
      ],
    ],
    builds: [done(650 * DAY)],
  },
  {
    database: "media",
    collection: "articles",
    name: "bodies",
    definitions: [
      [
        6 * MINUTE,
        text({ analyzer: "lucene.german", mappings: { dynamic: false, fields: { body: { type: "string" } } } }),
      ],
    ],
    builds: [{ of: 0, age: 5 * MINUTE, lasts: [50 * MINUTE, 55 * MINUTE, 60 * MINUTE] }],
  },
];

const SHARDED: readonly SampleIndex[] = [
  {
    database: "events",
    collection: "sessions",
    name: "default",
    definitions: [[60 * DAY, text({ mappings: { dynamic: true } })]],
    builds: [done(60 * DAY)],
  },
];

function stored(sample: SampleIndex, hosts: readonly string[], now: number, random: Random): StoredIndex {
  const { database, collection, name, type = "search", definitions, from = 0, builds, removedIn } = sample;
  const created = now - Math.max(...definitions.map(([age]) => age));
  return {
    indexID: objectId(created, random),
    database,
    collectionName: collection,
    name,
    type,
    hosts: [...hosts],
    versions: definitions.map(([age, definition], index) => ({
      number: from + index,
      createdAt: now - age,
      definition,
    })),
    builds: builds.map(({ of, age, lasts, end = "READY", message }) => ({
      version: from + of,
      begins: now - age,
      ready: hosts.map((_, host) => now - age + (lasts[host % lasts.length] ?? 0)),
      end,
      ...(message === undefined ? {} : { message }),
    })),
    ...(removedIn === undefined ? {} : { gone: now + removedIn }),
  };
}

const hostsOf = (cluster: string, shards: number): readonly string[] =>
  Array.from({ length: shards }, (_, shard) =>
    Array.from({ length: NODES }, (_node, node) => hostOf(cluster, shard, node)),
  ).flat();

const draftsOf =
  (groupId: string, now: number, random: Random) =>
  (cluster: string, shards: number, samples: readonly SampleIndex[]): DocumentDraft[] =>
    samples.map((sample) =>
      indexDraft(indexParent(groupId, cluster), stored(sample, hostsOf(cluster, shards), now, random)),
    );

/** Indexes of the main project. */
export function mainSearchIndexes(groupId: string, now: number, random: Random): DocumentDraft[] {
  const on = draftsOf(groupId, now, random);
  return [...on("prod-eu", 1, [...MAIN, ...FIRST_GENERATION]), ...on("analytics", 3, SHARDED)];
}

/** The only index of the staging project. */
export const stagingSearchIndexes = (groupId: string, now: number, random: Random): DocumentDraft[] =>
  draftsOf(groupId, now, random)("stage-1", 1, SHARDED.slice(0, 1));
