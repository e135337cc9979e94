import { isJsonObject, type JsonObject } from "../contract/json/json.ts";
import { DEFAULT_ANALYZER } from "../contract/search-indexes/analyzer-names.ts";
import {
  FIRST_GENERATION_READ_ONLY,
  FirstGenerationIndexBody,
  type firstGenerationOperations,
} from "../contract/search-indexes-first-generation.ts";
import { clusterOf, type NamedCluster } from "./clusters.ts";
import { violationsOfReplacement } from "./replacement.ts";
import { type Call, type HandlersOf, value } from "./requests/handler.ts";
import { HttpError, invalidBody } from "./requests/http-error.ts";
import { type BuildStatus, statusOf } from "./search-indexes/builds.ts";
import { indexIn, latestOf, type StoredIndex } from "./search-indexes/stored.ts";
import { addIndex, changeIndex, collectionKey, indexById, indexesOf, removing } from "./search-indexes.ts";

/** Search indexes of the first generation: E15 to E19. A flat view of the same indexes, with its own statuses. */

const STATUSES: Readonly<Record<BuildStatus, string>> = {
  PENDING: "IN_PROGRESS",
  BUILDING: "IN_PROGRESS",
  READY: "STEADY",
  STALE: "STALE",
  FAILED: "FAILED",
  DOES_NOT_EXIST: "FAILED",
  DELETING: "DELETING",
};

/** The first-generation status. Indexes whose hosts change are migrating; those of a paused cluster are paused. */
function statusIn(cluster: NamedCluster, index: StoredIndex, now: number): string {
  const status = statusOf(index, now);
  if (status === "DELETING") return STATUSES.DELETING;
  if (cluster.paused) return "PAUSED";
  const [last, former] = [index.builds.at(-1), index.builds.at(-2)];
  const again = last !== undefined && former !== undefined && last.version === former.version;
  return again && STATUSES[status] === "IN_PROGRESS" ? "MIGRATING" : STATUSES[status];
}

const identity = ({ collectionName, database, indexID, name, type }: StoredIndex): JsonObject => ({
  collectionName,
  database,
  indexID,
  name,
  type,
});

/** The whole record: recorded ones have null for missing fields and an empty list for missing synonyms. */
function toAnswer(cluster: NamedCluster, index: StoredIndex, now: number): JsonObject {
  const { definition } = latestOf(index);
  const { mappings } = definition;
  const text = {
    analyzer: DEFAULT_ANALYZER,
    searchAnalyzer: DEFAULT_ANALYZER,
    synonyms: [],
    ...definition,
    ...(isJsonObject(mappings) ? { mappings: { fields: null, ...mappings } } : {}),
  };
  return {
    ...identity(index),
    ...(index.type === "search" ? text : definition),
    status: statusIn(cluster, index, now),
  };
}

/** A row of the list (specification 4.4). */
const summary = (cluster: NamedCluster, index: StoredIndex, now: number): JsonObject => ({
  ...identity(index),
  numPartitions: latestOf(index).definition["numPartitions"] ?? 1,
  status: statusIn(cluster, index, now),
});

/** The record as a careful client sends it back. */
const sentBack = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !FIRST_GENERATION_READ_ONLY.includes(name)));

/** The index identity and the definition in a body. */
function wantedIn(body: JsonObject) {
  const { database, collectionName, name, type, ...definition } = body;
  const { mappings } = definition;
  return {
    database: String(database),
    collectionName: String(collectionName),
    name: String(name),
    type: type === "vectorSearch" ? ("vectorSearch" as const) : ("search" as const),
    definition: isJsonObject(mappings) ? { ...definition, mappings: withoutNull(mappings) } : definition,
  };
}

const withoutNull = ({ fields, ...mappings }: JsonObject): JsonObject =>
  fields === null || fields === undefined ? mappings : { ...mappings, fields };

/** Refuses an update whose body names another index than the path. */
function refuseOther(call: Call, index: StoredIndex, wanted: ReturnType<typeof wantedIn>): void {
  const changed = (["database", "collectionName", "name", "type"] as const).filter(
    (field) => wanted[field] !== index[field],
  );
  const [first] = changed;
  if (first === undefined) return;
  throw new HttpError({
    status: 400,
    code: "ATTRIBUTE_READ_ONLY",
    detail: `${call.nameOf([first])} of an index cannot be changed: it is ${index[first]}.`,
    parameters: [first],
    fields: changed.map((field) => ({ path: [field], description: `cannot be changed: it is ${index[field]}` })),
  });
}

export const firstGenerationHandlers: HandlersOf<keyof typeof firstGenerationOperations> = {
  async createServiceSearchIndexDeprecated(transaction, call) {
    const cluster = await clusterOf(transaction, call);
    return value(toAnswer(cluster, await addIndex(transaction, call, cluster, wantedIn(call.body)), call.now));
  },

  async listServiceSearchIndexesDeprecated(transaction, call) {
    const cluster = await clusterOf(transaction, call);
    const indexes = await indexesOf(transaction, cluster, collectionKey(call));
    return value(indexes.map((index) => summary(cluster, index, call.now)));
  },

  deleteServiceSearchIndexDeprecated: removing(indexById),

  async getServiceSearchIndexDeprecated(transaction, call) {
    const cluster = await clusterOf(transaction, call);
    return value(toAnswer(cluster, indexIn(await indexById(transaction, call, cluster)), call.now));
  },

  async updateServiceSearchIndexDeprecated(transaction, call) {
    const cluster = await clusterOf(transaction, call);
    const index = indexIn(await indexById(transaction, call, cluster));
    const received = sentBack(toAnswer(cluster, index, call.now));
    const violations = violationsOfReplacement(FirstGenerationIndexBody, call.body, received);
    if (violations.length > 0) throw invalidBody(violations, call.nameOf);
    const wanted = wantedIn(call.body);
    refuseOther(call, index, wanted);
    const changed = await changeIndex(transaction, call, cluster, index, wanted.definition);
    return value(toAnswer(cluster, changed, call.now));
  },
};
