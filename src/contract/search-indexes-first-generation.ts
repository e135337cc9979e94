import * as z from "zod";
import { DELETION, type Deprecated, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, many } from "./schema/fields.ts";
import { definitionAnswer, INDEX_ANSWER_FIELDS } from "./search-indexes/answers.ts";
import {
  collectionName,
  database,
  indexName,
  indexType,
  numPartitions,
  textFields,
  vectorFields,
} from "./search-indexes/definition.ts";
import { definitionRules, kindByType } from "./search-indexes/rules.ts";
import { READERS, WRITERS } from "./search-indexes.ts";
import { TypedAnalyzer } from "./search-indexes-first-generation/analyzers.ts";

/** Search indexes of the first generation: specification 2.4 and 4.4 (E15 to E19), deprecated. */

/** Body of create and update (E15, E19): the whole record; an update cannot move the index to another collection. */
export const FirstGenerationIndexBody = body(
  z.strictObject({
    database,
    collectionName,
    name: indexName,
    type: indexType,
    ...textFields,
    analyzers: z
      .array(TypedAnalyzer)
      .optional()
      .meta({ title: "Custom analyzers", help: "Each with char filters, a tokenizer and token filters" }),
    fields: vectorFields,
    numPartitions,
  }),
  definitionRules({ prefix: [], kindOf: kindByType, mappingsOptional: true }),
);

/** A first-generation index in an answer. */
export const FirstGenerationIndex = z.looseObject({
  ...INDEX_ANSWER_FIELDS,
  ...definitionAnswer,
});

export type FirstGenerationIndex = z.output<typeof FirstGenerationIndex>;

/** A row of the list (E16), without definition. */
const IndexSummary = z.looseObject({
  ...INDEX_ANSWER_FIELDS,
  numPartitions: amount(),
  synonyms: many(z.looseObject({})),
});

/** Response-only fields, removed from the received document before it is sent back (specification 2.4). */
export const FIRST_GENERATION_READ_ONLY: readonly string[] = ["indexID", "status"];

const CLUSTER_PATH = "/groups/{groupId}/clusters/{clusterName}/fts/indexes";
const ID_PATH = `${CLUSTER_PATH}/{indexId}` as const;

/** The current generation's operations replace these (specification 4.4). */
const until = (replacement: string): Deprecated => ({ since: "2024-05-30", sunset: "2027-07-01", replacement });
const common = {
  area: "search-indexes-first-generation",
  entity: { name: "search index of the first generation", id: ["indexID"], parent: "cluster" },
  budget: "search-indexes",
} as const;

export const firstGenerationOperations = operationTable({
  createServiceSearchIndexDeprecated: {
    ...common,
    deprecated: until("createServiceSearchIndex"),
    spec: "E15",
    aliases: ["createGroupClusterFtsIndex"],
    title: "Create search index (first generation)",
    method: "POST",
    path: CLUSTER_PATH,
    body: FirstGenerationIndexBody,
    response: FirstGenerationIndex,
    risk: "disruptive",
    roles: WRITERS,
  },
  listServiceSearchIndexesDeprecated: {
    ...common,
    entityUse: "summary",
    deprecated: until("listServiceSearchIndexes"),
    spec: "E16",
    aliases: ["listGroupClusterFtsIndex"],
    title: "List search indexes of a collection (first generation)",
    path: `${CLUSTER_PATH}/{databaseName}/{collectionName}`,
    response: z.array(IndexSummary),
    answer: "array",
    roles: READERS,
    assumes: [
      "path order: database, then collection",
      "first-generation status values beyond IN_PROGRESS and DELETING: STEADY, FAILED, MIGRATING, STALE, PAUSED",
      "both generations are views of the same indexes, with one space of names",
    ],
  },
  deleteServiceSearchIndexDeprecated: {
    ...common,
    deprecated: until("deleteServiceSearchIndex"),
    spec: "E17",
    aliases: ["deleteGroupClusterFtsIndex"],
    title: "Delete search index (first generation)",
    ...DELETION,
    path: ID_PATH,
    roles: WRITERS,
    risk: "destructive",
  },
  getServiceSearchIndexDeprecated: {
    ...common,
    deprecated: until("getServiceSearchIndex"),
    spec: "E18",
    aliases: ["getGroupClusterFtsIndex"],
    title: "Get search index (first generation)",
    path: ID_PATH,
    response: FirstGenerationIndex,
    roles: READERS,
  },
  updateServiceSearchIndexDeprecated: {
    ...common,
    deprecated: until("updateServiceSearchIndex"),
    spec: "E19",
    aliases: ["updateGroupClusterFtsIndex"],
    title: "Update search index (first generation)",
    method: "PATCH",
    path: ID_PATH,
    body: FirstGenerationIndexBody,
    response: FirstGenerationIndex,
    roles: WRITERS,
    risk: "disruptive",
    update: "replace",
    assumes: [
      "a first-generation update replaces the whole definition",
      "another database, collection, name or type than the index has is 400 ATTRIBUTE_READ_ONLY",
    ],
  },
});
