import * as z from "zod";
import { isObject } from "../json.ts";
import { ofLength } from "../lengths.ts";
import { someText } from "../some-text.ts";
import { variantUnion } from "../unions.ts";
import { BUILT_IN_ANALYZERS, USUAL_ANALYZER } from "./analyzer-names.ts";

/**
 * The fields of index definitions in requests (specification 2.4 to 2.6). Both generations share them; only the analyzers of
 * one's own differ: free-form objects in the current generation, typed ones in the first.
 */

/** The kinds of an index; the first is taken when nothing is said. */
export const INDEX_TYPES = ["search", "vectorSearch"] as const;

/** Longest name of a database, in characters. */
const DATABASE_LIMIT = 63;
/** Longest name of a collection, in characters. */
const COLLECTION_LIMIT = 235;
/** Of names that the sources give no length for. */
const NAME_LIMIT = 255;

/** A JSON object of any content: nothing in it is judged, nothing is lost. */
export const freeObject = () => z.looseObject({}).refine(isObject, "a JSON object");

export const database = someText("enter a name")
  .max(DATABASE_LIMIT, ofLength(`at most ${DATABASE_LIMIT} characters`))
  .regex(/^[^/\\. "$\u0000]*$/u, 'no spaces and none of / \\ . " $')
  .meta({ title: "Database", help: "Database that holds the collection", example: "shop" });

export const collectionName = someText("enter a name")
  .max(COLLECTION_LIMIT, ofLength(`at most ${COLLECTION_LIMIT} characters`))
  .regex(/^[^$\u0000]*$/u, "no $")
  .meta({ title: "Collection", help: "Collection to index; it has to exist already", example: "products" });

/** The name that somebody gives to a part of a definition. */
export const givenName = () => someText("enter a name").max(NAME_LIMIT, ofLength(`at most ${NAME_LIMIT} characters`));

export const indexName = givenName().meta({
  title: "Index name",
  help: "Unique within this collection",
  example: "default",
});

export const indexType = z
  .enum(INDEX_TYPES)
  .optional()
  .meta({
    title: "Kind",
    help: "Text search or vector search; it cannot be changed later",
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
    ghost: USUAL_ANALYZER,
    known: BUILT_IN_ANALYZERS,
  });

const mappedField = z.union([freeObject(), z.array(freeObject()).min(1, ofLength("at least one way to index it"))]);

const mappings = z
  .strictObject({
    dynamic: z.boolean().optional().meta({
      title: "Index all fields",
      help: "On: every supported field; off: only those you list",
      example: "on",
      ghost: "off",
    }),
    fields: z.record(z.string(), mappedField).optional().meta({
      title: "Fields",
      help: "Field name and how it is indexed: one object with a type, or a list of them",
      example: '{ "title": { "type": "string" } }',
      lines: true,
    }),
  })
  .meta({ title: "Mappings", help: "Which fields are indexed, and how" });

const names = (title: string, help: string) =>
  z.array(someText()).min(1, ofLength("at least one field")).optional().meta({ title, help, example: "title, price" });

const storedSource = z
  .union([
    z.boolean(),
    z.strictObject({
      include: names("Keep only", "Fields that the index keeps"),
      exclude: names("Keep all but", "Fields that the index does not keep"),
    }),
  ])
  .meta({
    title: "Stored source",
    help: "true, false, or include or exclude: quicker answers for disk space",
    example: '{ "include": ["title", "price"] }',
    ghost: "false",
  });

const synonym = z.strictObject({
  name: givenName()
    .refine((name) => name !== "__proto__", "another name")
    .meta({ title: "Name", help: "Queries call the mapping by this name", example: "brand" }),
  analyzer: analyzerName("Analyzer", "How the words of the lists are split"),
  source: z
    .strictObject({
      collection: someText("enter a collection")
        .max(COLLECTION_LIMIT, ofLength(`at most ${COLLECTION_LIMIT} characters`))
        .meta({
          title: "Collection",
          help: "Collection of the same database that holds the lists",
          example: "brand_synonyms",
        }),
    })
    .meta({ title: "Source", help: "Where the lists of words stand" }),
});

/** The fields of a text index beside its own analyzers. */
export const textFields = {
  mappings: mappings.optional(),
  analyzer: analyzerName("Analyzer", "How text is split when it is stored").optional(),
  searchAnalyzer: analyzerName("Query analyzer", "How search text is split; usually as the stored text").optional(),
  storedSource: storedSource.optional(),
  synonyms: z
    .array(synonym)
    .optional()
    .meta({ title: "Synonyms", help: "Lists of words that count as the same; a missing collection blocks nothing" }),
};

export const numPartitions = z.literal([1, 2, 4]).optional().meta({
  title: "Partitions",
  help: "1, 2 or 4; more only for very large collections",
  example: "1",
  ghost: "1",
});

/** The names of the fields that a text index alone has. */
export const TEXT_FIELDS: readonly string[] = [...Object.keys(textFields), "analyzers"];

const SIMILARITIES = ["cosine", "dotProduct", "euclidean"] as const;
const QUANTIZATIONS = ["none", "scalar", "binary"] as const;
const METHODS = ["hnsw", "flat"] as const;

/** Whether a field of this name can be indexed: none that is empty, and none that begins with a dollar sign. */
export const isFieldName = (name: string): boolean => name !== "" && !name.startsWith("$");

const path = (help: string, example: string) =>
  someText("enter a field")
    .regex(/^(?!\$)[^.]+(\.(?!\$)[^.]+)*$/u, "names joined by single dots, none of which starts with $")
    .meta({ title: "Path", help, example });

const hnswOptions = z
  .strictObject({
    maxEdges: z
      .int()
      .min(16, "from 16")
      .max(64, "up to 64")
      .optional()
      .meta({ title: "Edges", help: "Neighbours that each vector is linked to, 16 to 64", example: "16", ghost: "16" }),
    numEdgeCandidates: z.int().min(100, "from 100").max(3200, "up to 3200").optional().meta({
      title: "Edge candidates",
      help: "Neighbours looked at for each new link, 100 to 3200",
      example: "100",
      ghost: "100",
    }),
  })
  .meta({ title: "Graph", help: "How the neighbour graph is built" });

const VectorField = z
  .strictObject({
    type: z.literal("vector"),
    path: path("Field that holds the vector", "embedding"),
    numDimensions: z.int().min(1, "from 1").max(8192, "up to 8192").meta({
      title: "Dimensions",
      help: "Numbers in each vector, 1 to 8192; as your model makes them",
      example: "1536",
    }),
    similarity: z
      .enum(SIMILARITIES)
      .meta({ title: "Similarity", help: "How nearness is measured", example: "cosine", known: SIMILARITIES }),
    quantization: z.enum(QUANTIZATIONS).optional().meta({
      title: "Compression",
      help: "Smaller vectors for less memory; binary needs dimensions divisible by 8",
      example: "scalar",
      ghost: "none",
      known: QUANTIZATIONS,
    }),
    indexingMethod: z
      .enum(METHODS)
      .optional()
      .meta({
        title: "Method",
        help: "A neighbour graph, or a plain list that is searched whole",
        example: "hnsw",
        ghost: "hnsw",
        known: METHODS,
        words: { hnsw: "graph (hnsw)", flat: "plain list" },
      }),
    hnswOptions: hnswOptions.optional(),
  })
  .meta({ title: "Vector" });

const FilterField = z
  .strictObject({ type: z.literal("filter"), path: path("Field that queries narrow the search by", "category") })
  .meta({ title: "Filter" });

/** The fields of a vector index: at least one vector, and what queries filter by. */
export const vectorFields = z
  .array(variantUnion("type", [VectorField, FilterField]))
  .optional()
  .meta({
    title: "Vector fields",
    help: "Path, dimensions and similarity of each vector, and fields to filter by",
    assumes: "fields of the vector search index definition",
  });
