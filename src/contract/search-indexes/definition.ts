import * as z from "zod";
import { filledObject, freeObject } from "../schema/free-object.ts";
import { ofLength } from "../schema/lengths.ts";
import { someText } from "../schema/some-text.ts";
import { variantUnion } from "../schema/unions.ts";
import { BUILT_IN_ANALYZERS, DEFAULT_ANALYZER } from "./analyzer-names.ts";

/**
 * Fields of index definitions in requests (specification 2.4 to 2.6), shared by both generations except for custom analyzers: free-form objects in
 * the current generation, typed ones in the first.
 */

/** Types of an index; the first is the default. */
const INDEX_TYPES = ["search", "vectorSearch"] as const;

/** Maximum length of a database name, in characters. */
const DATABASE_LIMIT = 63;
/** Maximum length of a collection name, in characters. */
const COLLECTION_LIMIT = 235;
/** Maximum length of other names, for which the sources give none. */
const NAME_LIMIT = 255;

/** A part of an analyzer: what it is stands in it, so that an empty one is none. */
export const analyzerPart = () => filledObject('enter a type, such as { "type": "standard" }');

export const database = someText("enter a name")
  .max(DATABASE_LIMIT, ofLength(`at most ${DATABASE_LIMIT} characters`))
  .regex(/^[^/\\. "$\u0000]*$/u, 'must not contain spaces or / \\ . " $')
  .meta({ title: "Database", help: "Database that holds the collection", example: "shop" });

export const collectionName = someText("enter a name")
  .max(COLLECTION_LIMIT, ofLength(`at most ${COLLECTION_LIMIT} characters`))
  .regex(/^[^$\u0000]*$/u, "must not contain $")
  .meta({ title: "Collection", help: "Collection to index; must exist", example: "products" });

/** A name that a user gives to a part of a definition. */
export const newName = () => someText("enter a name").max(NAME_LIMIT, ofLength(`at most ${NAME_LIMIT} characters`));

export const indexName = newName().meta({
  title: "Index name",
  help: "Unique within this collection",
  example: "default",
});

export const indexType = z
  .enum(INDEX_TYPES)
  .optional()
  .meta({
    title: "Kind",
    help: "Text search or vector search; cannot be changed later",
    example: "search",
    ghost: "search",
    known: INDEX_TYPES,
    words: { search: "text search", vectorSearch: "vector search" },
    assumes: "search index type vectorSearch",
  });

const analyzerName = (title: string, help: string) =>
  someText("choose an analyzer").meta({
    title,
    help,
    example: "lucene.english",
    ghost: DEFAULT_ANALYZER,
    known: BUILT_IN_ANALYZERS,
  });

const mappedField = z.union([freeObject(), z.array(freeObject()).min(1, ofLength("enter at least one index type"))]);

const mappings = z
  .strictObject({
    dynamic: z.boolean().optional().meta({
      title: "Index all fields",
      help: "On: all supported fields; off: only listed fields",
      example: "on",
      ghost: "off",
    }),
    fields: z.record(z.string(), mappedField).optional().meta({
      title: "Fields",
      help: "Field names with their index types: an object with a type, or a list of them",
      example: '{ "title": { "type": "string" } }',
      lines: true,
    }),
  })
  .meta({ title: "Mappings", help: "Fields to index, with their types" });

const names = (title: string, help: string) =>
  z
    .array(someText())
    .min(1, ofLength("enter at least one field"))
    .optional()
    .meta({ title, help, example: "title, price" });

const storedSource = z
  .union([
    z.boolean(),
    z.strictObject({
      include: names("Include", "Fields stored in the index"),
      exclude: names("Exclude", "Fields not stored in the index"),
    }),
  ])
  .meta({
    title: "Stored source",
    help: "true, false, or fields to include or exclude; faster queries, more disk",
    example: '{ "include": ["title", "price"] }',
    ghost: "false",
    words: { false: "nothing", true: "whole documents" },
  });

const synonym = z.strictObject({
  name: newName()
    .refine((name) => name !== "__proto__", "choose another name")
    .meta({ title: "Name", help: "Name used in queries", example: "brand" }),
  analyzer: analyzerName("Analyzer", "How synonyms are split into tokens"),
  source: z
    .strictObject({
      collection: someText("enter a collection")
        .max(COLLECTION_LIMIT, ofLength(`at most ${COLLECTION_LIMIT} characters`))
        .meta({
          title: "Collection",
          help: "Collection of synonyms, in the same database",
          example: "brand_synonyms",
        }),
    })
    .meta({ title: "Source", help: "Where the synonyms are stored" }),
});

/** Fields of a text index, except its custom analyzers. */
export const textFields = {
  mappings: mappings.optional(),
  analyzer: analyzerName("Analyzer", "How indexed text is split into tokens").optional(),
  searchAnalyzer: analyzerName(
    "Query analyzer",
    "How query text is split into tokens; usually like indexed text",
  ).optional(),
  storedSource: storedSource.optional(),
  synonyms: z
    .array(synonym)
    .optional()
    .meta({ title: "Synonyms", help: "Words that match each other, read from a collection" }),
};

export const numPartitions = z.literal([1, 2, 4]).optional().meta({
  title: "Partitions",
  help: "1, 2 or 4; 2 and 4 only for very large collections",
  example: "1",
  ghost: "1",
});

/** Names of the fields that only a text index has. */
export const TEXT_FIELDS: readonly string[] = [...Object.keys(textFields), "analyzers"];

const SIMILARITIES = ["cosine", "dotProduct", "euclidean"] as const;
const QUANTIZATIONS = ["none", "scalar", "binary"] as const;
const METHODS = ["hnsw", "flat"] as const;

/** True if a field of this name can be indexed: not empty and not starting with a dollar sign. */
export const isFieldName = (name: string): boolean => name !== "" && !name.startsWith("$");

const path = (help: string, example: string) =>
  someText("enter a field")
    .regex(/^(?!\$)[^.]+(\.(?!\$)[^.]+)*$/u, "enter names joined by single dots, none starting with $")
    .meta({ title: "Path", help, example });

const hnswOptions = z
  .strictObject({
    maxEdges: z
      .int()
      .min(16, "from 16")
      .max(64, "up to 64")
      .optional()
      .meta({ title: "Edges", help: "Neighbours linked to each vector, 16 to 64", example: "16", ghost: "16" }),
    numEdgeCandidates: z.int().min(100, "from 100").max(3200, "up to 3200").optional().meta({
      title: "Edge candidates",
      help: "Neighbours evaluated for each new link, 100 to 3200",
      example: "100",
      ghost: "100",
    }),
  })
  .meta({ title: "HNSW graph", help: "How the neighbour graph is built" });

const VectorField = z
  .strictObject({
    type: z.literal("vector"),
    path: path("Field that holds the vector", "embedding"),
    numDimensions: z.int().min(1, "from 1").max(8192, "up to 8192").meta({
      title: "Dimensions",
      help: "Length of each vector, 1 to 8192, as your model returns it",
      example: "1536",
    }),
    similarity: z.enum(SIMILARITIES).meta({
      title: "Similarity",
      help: "How the similarity of vectors is measured",
      example: "cosine",
      known: SIMILARITIES,
    }),
    quantization: z.enum(QUANTIZATIONS).optional().meta({
      title: "Quantization",
      help: "Compresses vectors to save memory; binary requires dimensions divisible by 8",
      example: "scalar",
      ghost: "none",
      known: QUANTIZATIONS,
    }),
    indexingMethod: z
      .enum(METHODS)
      .optional()
      .meta({
        title: "Method",
        help: "HNSW graph, or flat: an exhaustive search",
        example: "hnsw",
        ghost: "hnsw",
        known: METHODS,
        words: { hnsw: "HNSW graph", flat: "flat" },
      }),
    hnswOptions: hnswOptions.optional(),
  })
  .meta({ title: "Vector" });

const FilterField = z
  .strictObject({ type: z.literal("filter"), path: path("Field that queries filter by", "category") })
  .meta({ title: "Filter" });

/** Fields of a vector index: at least one vector, and fields that queries filter by. */
export const vectorFields = z
  .array(variantUnion("type", [VectorField, FilterField]))
  .optional()
  .meta({
    title: "Vector fields",
    help: "Path, dimensions and similarity of each vector, and fields to filter by",
    assumes: "fields of the vector search index definition",
  });
