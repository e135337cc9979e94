import * as z from "zod";
import { amount, flag, many, text } from "../schema/fields.ts";

/** Index records in answers (specification 2.5). Definitions are kept whole, whatever they contain. */

const Anything = z.unknown();

const Mappings = z.looseObject({
  dynamic: z.union([z.boolean(), z.looseObject({})]).nullish(),
  /** A field maps to one object or a list of them; neither is narrowed. */
  fields: z.record(z.string(), Anything).nullish(),
});

const OwnAnalyzer = z.looseObject({
  name: text(),
  charFilters: many(Anything),
  tokenizer: Anything,
  tokenFilters: many(Anything),
});

const Synonym = z.looseObject({
  name: text(),
  analyzer: text(),
  source: z.looseObject({ collection: text() }).nullish(),
});

/** Fields of a text or vector index definition. */
export const definitionAnswer = {
  analyzer: text(),
  analyzers: many(OwnAnalyzer),
  mappings: Mappings.nullish(),
  numPartitions: amount(),
  searchAnalyzer: text(),
  storedSource: z
    .union([z.boolean(), z.looseObject({ include: many(z.string()), exclude: many(z.string()) })])
    .nullish(),
  synonyms: many(Synonym),
  fields: many(Anything),
};

const IndexDefinition = z.looseObject(definitionAnswer);

const DefinitionVersion = z.looseObject({ createdAt: text(), version: amount() });

const SynonymStatus = z.looseObject({ message: text(), queryable: flag(), status: text() });

const synonymStatus = {
  synonymMappingStatus: text(),
  synonymMappingStatusDetail: many(z.record(z.string(), SynonymStatus)),
};

const HostIndex = z.looseObject({
  definition: IndexDefinition.nullish(),
  definitionVersion: DefinitionVersion.nullish(),
  message: text(),
  queryable: flag(),
  status: text(),
  ...synonymStatus,
});

const HostStatus = z.looseObject({
  hostname: text(),
  queryable: flag(),
  status: text(),
  mainIndex: HostIndex.nullish(),
  stagedIndex: HostIndex.nullish(),
});

/** Fields that both generations answer for an index. */
export const INDEX_ANSWER_FIELDS = {
  indexID: z.string().brand<"SearchIndexId">(),
  database: text(),
  collectionName: text(),
  name: text(),
  type: text(),
  status: text(),
};

/** A current-generation index in an answer. */
export const CurrentGenerationIndex = z.looseObject({
  ...INDEX_ANSWER_FIELDS,
  queryable: flag(),
  latestDefinition: IndexDefinition.nullish(),
  latestDefinitionVersion: DefinitionVersion.nullish(),
  statusDetail: many(HostStatus),
  ...synonymStatus,
});

export type CurrentGenerationIndex = z.output<typeof CurrentGenerationIndex>;
