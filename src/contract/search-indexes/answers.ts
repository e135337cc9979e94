import * as z from "zod";
import { amount, flag, many, text } from "../schema/fields.ts";

/** Index records as they are read (specification 2.5). Definitions are kept whole, whatever they hold. */

const Anything = z.unknown();

const Mappings = z.looseObject({
  dynamic: z.union([z.boolean(), z.looseObject({})]).nullish(),
  /** One object or several to a field; never narrowed. */
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

/** The fields of a definition, of a text index or a vector index. */
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

export const IndexDefinition = z.looseObject(definitionAnswer);

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

/** What both generations tell of an index. */
export const INDEX_ANSWER_FIELDS = {
  indexID: z.string().brand<"SearchIndexId">(),
  database: text(),
  collectionName: text(),
  name: text(),
  type: text(),
  status: text(),
};

/** An index as the current generation tells it. */
export const CurrentGenerationIndex = z.looseObject({
  ...INDEX_ANSWER_FIELDS,
  queryable: flag(),
  latestDefinition: IndexDefinition.nullish(),
  latestDefinitionVersion: DefinitionVersion.nullish(),
  statusDetail: many(HostStatus),
  ...synonymStatus,
});

export type CurrentGenerationIndex = z.output<typeof CurrentGenerationIndex>;
