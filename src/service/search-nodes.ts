import type { Json, JsonObject } from "../contract/json/json.ts";
import { body, type Rule, violationsOf } from "../contract/schema/body.ts";
import { NODE_SIZES, SearchNodesBody, type searchNodeOperations } from "../contract/search-nodes.ts";
import { SECOND } from "../text/durations.ts";
import { clusterOf, type NamedCluster, refusePaused } from "./clusters.ts";
import { type Call, type HandlersOf, nothing, value } from "./requests/handler.ts";
import { invalidBody, notFound, refusal } from "./requests/http-error.ts";
import { rebuildIndexes } from "./search-indexes.ts";
import { makeDraft } from "./storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep, WriteTransaction } from "./storage/storage.ts";
import { isRemoved } from "./storage/timeline.ts";

/** Search nodes: E20 to E23. One set per cluster; the newest requested state wins. */

export const SEARCH_NODES = "search-nodes";

/** Duration of creating, changing and deleting nodes. */
const LASTS = { create: 525 * SECOND, update: 870 * SECOND, delete: 120 * SECOND };
/** Delay until the indexes are rebuilt on the new hosts. */
const REBUILT_AFTER = 60 * SECOND;

/** The sizes that this service accepts are a closed set; a client may know others. */
const KNOWN_SIZE: Rule = {
  name: "known-size",
  path: ["specs", "[]", "instanceSize"],
  message: "not a size of search nodes",
  test: ({ instanceSize }) => typeof instanceSize !== "string" || NODE_SIZES.includes(instanceSize),
};

const StrictBody = body(SearchNodesBody.shape, [...SearchNodesBody.rules, KNOWN_SIZE]);

const idOf = ({ groupId, name }: Pick<NamedCluster, "groupId" | "name">): string => `${groupId}/${name}`;

/** The nodes' document. */
export const searchNodesDraft = (
  cluster: Pick<NamedCluster, "groupId" | "name">,
  stored: JsonObject,
  timeline: readonly TimelineStep[] = [],
): DocumentDraft =>
  makeDraft({ kind: SEARCH_NODES, id: idOf(cluster), parent: cluster.groupId, timeline, body: stored });

const idle = (at: number): TimelineStep => ({ at, set: { stateName: "IDLE" } });
const removedAt = (at: number): TimelineStep => ({ at, set: { gone: true } });

const nodesOf = (transaction: ReadTransaction, cluster: NamedCluster): Promise<Document | undefined> =>
  transaction.get(SEARCH_NODES, idOf(cluster));

async function existingNodes(transaction: ReadTransaction, cluster: NamedCluster): Promise<Document> {
  const found = await nodesOf(transaction, cluster);
  if (found !== undefined) return found;
  throw notFound(
    "ATLAS_SEARCH_DEPLOYMENT_DOES_NOT_EXIST",
    `The cluster ${cluster.name} has no search nodes.`,
    cluster.name,
    cluster.groupId,
  );
}

/** The cluster whose nodes are changed: it must be dedicated and running. */
async function changeable(transaction: ReadTransaction, call: Call): Promise<NamedCluster> {
  const cluster = await clusterOf(transaction, call);
  if (cluster.kind === "tenant") {
    const detail = `${cluster.name} is a shared cluster: search nodes require a dedicated cluster (M10 or larger).`;
    throw refusal(400, "TENANT_CLUSTER_UPDATE_UNSUPPORTED", detail, cluster.name);
  }
  refusePaused(cluster);
  return cluster;
}

function specsIn(call: Call): Json {
  const violations = violationsOf(StrictBody, call.body);
  if (violations.length > 0) throw invalidBody(violations, call.nameOf);
  return call.body["specs"] ?? [];
}

/** Stores a new requested state, and rebuilds the indexes on the new hosts. */
async function want(
  transaction: WriteTransaction,
  call: Call,
  cluster: NamedCluster,
  stored: JsonObject,
  step: TimelineStep,
): Promise<void> {
  await transaction.put(searchNodesDraft(cluster, { ...stored, stateName: "UPDATING" }, [step]));
  await rebuildIndexes(transaction, cluster, call.now, REBUILT_AFTER);
}

/** The first answer to a change has the state before it: still IDLE (`domain.md` 6.2). */
const firstAnswer = (stored: JsonObject) => value({ ...stored, stateName: "IDLE" });

export const searchNodeHandlers: HandlersOf<keyof typeof searchNodeOperations> = {
  async deleteServiceSearchDeployment(transaction, call) {
    const cluster = await changeable(transaction, call);
    const { body: stored, timeline } = await existingNodes(transaction, cluster);
    if (!timeline.some(({ set }) => isRemoved(set))) {
      await want(transaction, call, cluster, stored, removedAt(call.now + LASTS.delete));
    }
    return nothing;
  },

  async getServiceSearchDeployment(transaction, call) {
    const found = await nodesOf(transaction, await clusterOf(transaction, call));
    return value(found?.body ?? {});
  },

  async updateServiceSearchDeployment(transaction, call) {
    const cluster = await changeable(transaction, call);
    const specs = specsIn(call);
    const { body: former } = await existingNodes(transaction, cluster);
    const stored = { ...former, specs };
    await want(transaction, call, cluster, stored, idle(call.now + LASTS.update));
    return firstAnswer(stored);
  },

  async createServiceSearchDeployment(transaction, call) {
    const cluster = await changeable(transaction, call);
    const specs = specsIn(call);
    if ((await nodesOf(transaction, cluster)) !== undefined) {
      const detail = `The cluster ${cluster.name} already has search nodes: update them instead.`;
      throw refusal(409, "ATLAS_SEARCH_DEPLOYMENT_ALREADY_EXISTS", detail, cluster.name, cluster.groupId);
    }
    const { groupId } = cluster;
    const stored = { encryptionAtRestProvider: "NONE", groupId, id: call.newId(), specs, stateName: "UPDATING" };
    await want(transaction, call, cluster, stored, idle(call.now + LASTS.create));
    return firstAnswer(stored);
  },
};
