import * as z from "zod";
import { DELETION, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { CurrentGenerationIndex } from "./search-indexes/answers.ts";
import {
  analyzerPart,
  collectionName,
  database,
  indexName,
  indexType,
  newName,
  numPartitions,
  textFields,
  vectorFields,
} from "./search-indexes/definition.ts";
import { definitionRules, kindByContent, kindByType } from "./search-indexes/rules.ts";

/** Search indexes of the current generation: specification 2.5 and 4.6 (E24 to E32). */

const OwnAnalyzer = z.strictObject({
  name: newName().meta({
    title: "Name",
    help: "Name used in mappings and queries",
    example: "edgeName",
  }),
  charFilters: z.array(analyzerPart()).optional().meta({
    title: "Char filters",
    help: "Filters applied before tokenizing; htmlStrip removes tags",
    example: '[{ "type": "htmlStrip" }]',
    lines: true,
  }),
  tokenizer: analyzerPart().meta({
    title: "Tokenizer",
    help: "How text is split; edgeGram makes prefixes of minGram to maxGram characters",
    example: '{ "type": "edgeGram", "minGram": 2, "maxGram": 15 }',
    lines: true,
  }),
  tokenFilters: z.array(analyzerPart()).optional().meta({
    title: "Token filters",
    help: "Filters applied to each token; asciiFolding removes accents",
    example: '[{ "type": "asciiFolding" }]',
    lines: true,
  }),
});

/** Definition of an index: a text index (`mappings` and related fields) or a vector index (`fields`). */
const Definition = z
  .strictObject({
    ...textFields,
    analyzers: z
      .array(OwnAnalyzer)
      .optional()
      .meta({ title: "Custom analyzers", help: "Each with char filters, a tokenizer and token filters" }),
    fields: vectorFields,
    numPartitions,
  })
  .meta({ title: "Definition", help: "Start from a template or copy another index; edited as fields or JSON" });

const PLACE = ["definition"] as const;

/** Body of create (E25). */
const SearchIndexBody = body(
  z.strictObject({ database, collectionName, name: indexName, type: indexType, definition: Definition }),
  definitionRules({ prefix: PLACE, kindOf: kindByType }),
);

/** Body of update (E29, E32): replaces the whole definition. */
export const SearchIndexUpdateBody = body(
  z.strictObject({ definition: Definition }),
  definitionRules({ prefix: PLACE, kindOf: kindByContent }),
);

const CLUSTER_PATH = "/groups/{groupId}/clusters/{clusterName}/search/indexes";
const ID_PATH = `${CLUSTER_PATH}/{indexId}` as const;
const COLLECTION_PATH = `${CLUSTER_PATH}/{databaseName}/{collectionName}` as const;
const NAME_PATH = `${COLLECTION_PATH}/{indexName}` as const;

export const READERS = ["Project Data Access Read Write"] as const;
export const WRITERS = ["Project Data Access Admin"] as const;
const common = {
  area: "search-indexes",
  entity: { name: "search index", id: ["indexID"], parent: "cluster" },
  version: "2024-05-30",
  budget: "search-indexes",
} as const;
const read = { ...common, roles: READERS } as const;
const write = { ...common, roles: WRITERS } as const;

export const searchIndexOperations = operationTable({
  listServiceSearchIndexesCluster: {
    ...read,
    spec: "E24",
    aliases: ["listGroupClusterSearchIndexes"],
    title: "List search indexes of a cluster",
    path: CLUSTER_PATH,
    response: z.array(CurrentGenerationIndex),
    answer: "array",
    assumes: ["search index status values beyond DELETING: PENDING, BUILDING, READY, STALE, FAILED, DOES_NOT_EXIST"],
  },
  createServiceSearchIndex: {
    ...write,
    spec: "E25",
    aliases: ["createGroupClusterSearchIndex"],
    title: "Create search index",
    method: "POST",
    path: CLUSTER_PATH,
    body: SearchIndexBody,
    response: CurrentGenerationIndex,
    risk: "disruptive",
    success: 201,
    assumes: [
      "a name in use in the collection, also while its index is being deleted, is 400 ATLAS_FTS_DUPLICATE_INDEX",
      "a shared cluster has 3 indexes at most: one more is 400 MAXIMUM_INDEXES_FOR_TENANT_EXCEEDED, custom analyzers are 404 TENANT_CANNOT_DEFINE_ANALYZERS",
      "database versions before 4.2 are 400 UNSUPPORTED_MONGODB_VERSION_FOR_FTS",
      "any namespace counts as existing; a missing synonym source shows in the mapping's status and blocks nothing",
      "an index is first PENDING and not queryable, and is built host by host",
    ],
  },
  listServiceSearchIndexes: {
    ...read,
    spec: "E26",
    aliases: ["listGroupClusterSearchIndex"],
    title: "List search indexes of a collection",
    path: COLLECTION_PATH,
    response: z.array(CurrentGenerationIndex),
    answer: "array",
    assumes: ["path order: database, then collection"],
  },
  deleteServiceSearchIndexByName: {
    ...write,
    spec: "E27",
    aliases: ["deleteGroupClusterSearchIndexByName"],
    title: "Delete search index by name",
    ...DELETION,
    path: NAME_PATH,
    risk: "destructive",
  },
  getServiceSearchIndexByName: {
    ...read,
    spec: "E28",
    aliases: ["getGroupClusterSearchIndexByName"],
    title: "Get search index by name",
    path: NAME_PATH,
    response: CurrentGenerationIndex,
  },
  updateServiceSearchIndexByName: {
    ...write,
    spec: "E29",
    aliases: ["updateGroupClusterSearchIndexByName"],
    title: "Update search index by name",
    method: "PATCH",
    path: NAME_PATH,
    body: SearchIndexUpdateBody,
    response: CurrentGenerationIndex,
    risk: "disruptive",
    update: "replace",
  },
  deleteServiceSearchIndex: {
    ...write,
    spec: "E30",
    aliases: ["deleteGroupClusterSearchIndex"],
    title: "Delete search index",
    ...DELETION,
    path: ID_PATH,
    risk: "destructive",
    assumes: [
      "a deletion takes some seconds, in which the index is DELETING and its name stays reserved; deleting again is accepted",
    ],
  },
  getServiceSearchIndex: {
    ...read,
    spec: "E31",
    aliases: ["getGroupClusterSearchIndex"],
    title: "Get search index",
    path: ID_PATH,
    response: CurrentGenerationIndex,
  },
  updateServiceSearchIndex: {
    ...write,
    spec: "E32",
    aliases: ["updateGroupClusterSearchIndex"],
    title: "Update search index",
    method: "PATCH",
    path: ID_PATH,
    body: SearchIndexUpdateBody,
    response: CurrentGenerationIndex,
    risk: "disruptive",
    update: "replace",
    assumes: [
      "a definition replaces the whole former one",
      "an absent index, or one that is being deleted, is 404 RESOURCE_NOT_FOUND",
      "a definition of the other kind of index is 400 INVALID_ATTRIBUTE",
      "an update during a build is accepted and waits; of several waiting updates the newest is built",
    ],
  },
});
