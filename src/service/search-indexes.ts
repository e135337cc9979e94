import { isJsonObject, type JsonObject } from "../contract/json/json.ts";
import { type Body, body } from "../contract/schema/body.ts";
import { definitionRules } from "../contract/search-indexes/rules.ts";
import { SearchIndexUpdateBody, type searchIndexOperations } from "../contract/search-indexes.ts";
import { clusterOf, type NamedCluster, refusePaused } from "./clusters.ts";
import { violationsOfReplacement } from "./replacement.ts";
import { type Call, type HandlersOf, nothing, param, type Reader, value, type Writer } from "./requests/handler.ts";
import { HttpError, invalidBody, notFound, refusal } from "./requests/http-error.ts";
import { indexAnswer } from "./search-indexes/answers.ts";
import { DELETION_TIME, withBuild } from "./search-indexes/builds.ts";
import {
  indexDraft,
  indexIn,
  indexParent,
  latestOf,
  nameKey,
  namespaceKey,
  SEARCH_INDEX,
  type StoredIndex,
} from "./search-indexes/stored.ts";
import { firstOf, hasAny, listAll } from "./storage/questions.ts";
import type { Document, ReadTransaction, WriteTransaction } from "./storage/storage.ts";

/** Search indexes of the current generation: E24 to E32. The first generation has the same indexes. */

/** Maximum of indexes on a tenant cluster. */
const MOST_OF_TENANT = 3;

/** The oldest database version with search (specification 4.4). */
const OLDEST_VERSION = [4, 2] as const;

/** True for database versions from 4.2 on. */
export function canSearch(databaseVersion: string): boolean {
  const [major = 0, minor = 0] = databaseVersion.split(".").map(Number);
  return major > OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor >= OLDEST_VERSION[1]);
}

const parentOf = ({ groupId, name }: NamedCluster): string => indexParent(groupId, name);

/** The indexes of a cluster, or of one of its collections. */
export async function indexesOf(
  transaction: ReadTransaction,
  cluster: NamedCluster,
  key?: string,
): Promise<readonly StoredIndex[]> {
  const documents = await listAll(transaction, { kind: SEARCH_INDEX, parent: parentOf(cluster), key });
  return documents.map(indexIn);
}

/** The label of the collection that a path names. */
export const collectionKey = (call: Call): string =>
  namespaceKey(param(call, "databaseName"), param(call, "collectionName"));

/** The index with the id in a path. */
export async function indexById(transaction: ReadTransaction, call: Call, cluster: NamedCluster): Promise<Document> {
  const id = param(call, "indexId");
  const document = await transaction.get(SEARCH_INDEX, id);
  if (document?.parent !== parentOf(cluster)) {
    throw notFound("RESOURCE_NOT_FOUND", `There is no search index ${id} on the cluster ${cluster.name}.`, id);
  }
  return document;
}

async function indexByName(transaction: ReadTransaction, call: Call, cluster: NamedCluster): Promise<Document> {
  const [database, collection, name] = [
    param(call, "databaseName"),
    param(call, "collectionName"),
    param(call, "indexName"),
  ];
  const selection = { kind: SEARCH_INDEX, parent: parentOf(cluster), key: nameKey(database, collection, name) };
  const document = await firstOf(transaction, selection);
  if (document === undefined) {
    const where = `${database}.${collection} on the cluster ${cluster.name}`;
    throw notFound("RESOURCE_NOT_FOUND", `There is no search index ${name} of ${where}.`, name);
  }
  return document;
}

/** Refuses definitions that a cluster's kind or version does not support. */
function refuseUnable(cluster: NamedCluster, definition: JsonObject): void {
  refusePaused(cluster);
  if (!canSearch(cluster.databaseVersion)) {
    const detail = `Search needs database version ${OLDEST_VERSION.join(".")} or later; ${cluster.name} has ${cluster.databaseVersion}.`;
    throw refusal(400, "UNSUPPORTED_MONGODB_VERSION_FOR_FTS", detail, cluster.databaseVersion);
  }
  const { analyzers } = definition;
  if (cluster.kind === "tenant" && Array.isArray(analyzers) && analyzers.length > 0) {
    const detail = `${cluster.name} is a shared cluster: its indexes cannot have custom analyzers.`;
    throw refusal(404, "TENANT_CANNOT_DEFINE_ANALYZERS", detail, cluster.name);
  }
}

type NewIndex = Pick<StoredIndex, "database" | "collectionName" | "name" | "type"> & {
  readonly definition: JsonObject;
};

/** A new index on a cluster, under an unused name. An index that is being deleted still uses its name. */
export async function addIndex(
  transaction: WriteTransaction,
  call: Call,
  cluster: NamedCluster,
  { definition, ...wanted }: NewIndex,
): Promise<StoredIndex> {
  refuseUnable(cluster, definition);
  const parent = parentOf(cluster);
  const { database, collectionName, name } = wanted;
  const key = nameKey(database, collectionName, name);
  if (await hasAny(transaction, { kind: SEARCH_INDEX, parent, key })) {
    throw new HttpError({
      status: 400,
      code: "ATLAS_FTS_DUPLICATE_INDEX",
      detail: `${database}.${collectionName} already has a search index ${name}, or one that is still being deleted.`,
      parameters: [name],
      fields: [{ path: ["name"], description: "another index of this collection has this name" }],
    });
  }
  if (cluster.kind === "tenant" && (await transaction.count({ kind: SEARCH_INDEX, parent })) >= MOST_OF_TENANT) {
    const detail = `A shared cluster may have up to ${MOST_OF_TENANT} search indexes.`;
    throw refusal(400, "MAXIMUM_INDEXES_FOR_TENANT_EXCEEDED", detail, MOST_OF_TENANT);
  }
  const versions = [{ number: 0, createdAt: call.now, definition: { numPartitions: 1, ...definition } }];
  const blank = { ...wanted, indexID: call.newId(), hosts: [...cluster.hosts], versions, builds: [] };
  const index = withBuild(blank, call.now);
  await transaction.put(indexDraft(parent, index));
  return index;
}

/** An index with a new definition, which is built after the current build. */
export async function changeIndex(
  transaction: WriteTransaction,
  call: Call,
  cluster: NamedCluster,
  index: StoredIndex,
  definition: JsonObject,
): Promise<StoredIndex> {
  refuseUnable(cluster, definition);
  if (index.gone !== undefined) {
    const { indexID } = index;
    throw notFound("RESOURCE_NOT_FOUND", `The search index ${index.name} is being deleted.`, indexID);
  }
  const number = latestOf(index).number + 1;
  const version = { number, createdAt: call.now, definition: { numPartitions: 1, ...definition } };
  const changed = withBuild({ ...index, versions: [...index.versions, version] }, call.now);
  await transaction.put(indexDraft(parentOf(cluster), changed));
  return changed;
}

/** Starts the deletion of an index, which is removed a little later. Repeated calls change nothing. */
async function removeIndex(
  transaction: WriteTransaction,
  call: Call,
  cluster: NamedCluster,
  document: Document,
): Promise<void> {
  refusePaused(cluster);
  const index = indexIn(document);
  if (index.gone !== undefined) return;
  await transaction.put(indexDraft(document.parent, { ...index, gone: call.now + DELETION_TIME }));
}

/** Rebuilds the indexes of a cluster unchanged, because their hosts change. */
export async function rebuildIndexes(
  transaction: WriteTransaction,
  cluster: NamedCluster,
  now: number,
  delay: number,
): Promise<void> {
  for (const index of await indexesOf(transaction, cluster)) {
    if (index.gone !== undefined) continue;
    await transaction.put(indexDraft(parentOf(cluster), withBuild(index, now, delay)));
  }
}

const objectAt = (json: JsonObject, name: string): JsonObject => {
  const found = json[name];
  if (!isJsonObject(found)) throw new TypeError(`a checked body has no object ${name}`);
  return found;
};

/** Body schema of an update of an index whose kind is known. */
const bodyOfKind = (type: StoredIndex["type"]): Body =>
  body(SearchIndexUpdateBody.shape, definitionRules({ prefix: ["definition"], kindOf: () => type }));

async function update(transaction: WriteTransaction, call: Call, cluster: NamedCluster, document: Document) {
  const index = indexIn(document);
  const received = { definition: latestOf(index).definition };
  const violations = violationsOfReplacement(SearchIndexUpdateBody, call.body, received);
  if (violations.length > 0) throw invalidBody(violations, call.nameOf);
  const [mismatch] = violationsOfReplacement(bodyOfKind(index.type), call.body, received);
  if (mismatch !== undefined) {
    throw new HttpError({
      status: 400,
      code: "INVALID_ATTRIBUTE",
      detail: `${call.nameOf(mismatch.path)}: ${mismatch.message}. The kind of an index cannot be changed.`,
      parameters: [call.nameOf(mismatch.path)],
      fields: [{ path: mismatch.path, description: mismatch.message }],
    });
  }
  return value(
    indexAnswer(await changeIndex(transaction, call, cluster, index, objectAt(call.body, "definition")), call.now),
  );
}

/** Finds the index of a path: by its id, or by collection and name. */
type Find = typeof indexById;

/** A handler that deletes the index of a path. */
export const removing =
  (find: Find): Writer =>
  async (transaction, call) => {
    const cluster = await clusterOf(transaction, call);
    await removeIndex(transaction, call, cluster, await find(transaction, call, cluster));
    return nothing;
  };

const telling =
  (find: Find): Reader =>
  async (transaction, call) => {
    const cluster = await clusterOf(transaction, call);
    return value(indexAnswer(indexIn(await find(transaction, call, cluster)), call.now));
  };

const updating =
  (find: Find): Writer =>
  async (transaction, call) => {
    const cluster = await clusterOf(transaction, call);
    return update(transaction, call, cluster, await find(transaction, call, cluster));
  };

export const searchIndexHandlers: HandlersOf<keyof typeof searchIndexOperations> = {
  async listServiceSearchIndexesCluster(transaction, call) {
    const indexes = await indexesOf(transaction, await clusterOf(transaction, call));
    return value(indexes.map((index) => indexAnswer(index, call.now)));
  },

  async createServiceSearchIndex(transaction, call) {
    const cluster = await clusterOf(transaction, call);
    const { database, collectionName, name, type } = call.body;
    const index = await addIndex(transaction, call, cluster, {
      database: String(database),
      collectionName: String(collectionName),
      name: String(name),
      type: type === "vectorSearch" ? "vectorSearch" : "search",
      definition: objectAt(call.body, "definition"),
    });
    return value(indexAnswer(index, call.now));
  },

  async listServiceSearchIndexes(transaction, call) {
    const indexes = await indexesOf(transaction, await clusterOf(transaction, call), collectionKey(call));
    return value(indexes.map((index) => indexAnswer(index, call.now)));
  },

  deleteServiceSearchIndexByName: removing(indexByName),
  getServiceSearchIndexByName: telling(indexByName),
  updateServiceSearchIndexByName: updating(indexByName),

  deleteServiceSearchIndex: removing(indexById),
  getServiceSearchIndex: telling(indexById),
  updateServiceSearchIndex: updating(indexById),
};
