import { type JsonObject, textsOf } from "../../contract/json/json.ts";
import { notFound } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";

/** Stored snapshots: of replica sets, sharded clusters and serverless instances alike. The body is the answer. */

export const SNAPSHOT = "snapshot";

/** Kind of a snapshot's source: each kind has its own list. */
export type StoredSnapshotKind = "replicaSet" | "sharded" | "serverless";

/** Parent key of a cluster's snapshots. */
export const snapshotParent = (groupId: string, clusterName: string): string => `${groupId}/${clusterName}`;

/** The labels under which snapshots are listed. */
export const kindKey = (kind: StoredSnapshotKind): string => `kind:${kind}`;
/** The label of the cluster snapshot that contains a shard's snapshot. */
export const memberKey = (snapshotId: string): string => `member:${snapshotId}`;
/** The label of snapshots that a rule of the schedule created. */
export const itemKey = (policyItemId: string): string => `item:${policyItemId}`;
/** The labels of unfinished snapshots, and of unfinished on-demand snapshots. */
export const UNFINISHED = "unfinished";
export const UNFINISHED_ON_DEMAND = "unfinished:onDemand";

/** The kind of a stored snapshot. */
export function kindOf(body: JsonObject): StoredSnapshotKind {
  if (body["serverlessInstanceName"] !== undefined) return "serverless";
  return body["type"] === "shardedCluster" ? "sharded" : "replicaSet";
}

/** True while a snapshot is queued or in progress. */
export const isUnfinished = ({ status }: JsonObject): boolean => status === "queued" || status === "inProgress";

/** True for snapshots that can be restored, downloaded or exported. */
export const isCompleted = ({ status }: JsonObject): boolean => status === "completed";

const keysOf = (body: JsonObject): string[] => [
  kindKey(kindOf(body)),
  ...textsOf(body["snapshotIds"]).map(memberKey),
  ...textsOf(body["policyItems"]).map(itemKey),
  ...(isUnfinished(body) ? [UNFINISHED] : []),
  ...(isUnfinished(body) && body["snapshotType"] === "onDemand" ? [UNFINISHED_ON_DEMAND] : []),
];

/**
 * A snapshot's document.
 *
 * @param spontaneous true if it appears and expires without a person's request: its timeline then stops while the service is quiet
 */
export const snapshotDraft = (
  parent: string,
  body: JsonObject & { id: string },
  timeline: readonly TimelineStep[],
  spontaneous: boolean,
): DocumentDraft => makeDraft({ kind: SNAPSHOT, id: body.id, parent, keys: keysOf(body), spontaneous, timeline, body });

/**
 * A snapshot of a cluster or of a serverless instance, of any kind and in any state; the snapshot of a single shard does not count.
 *
 * @throws a refusal: 404 `SNAPSHOT_NOT_FOUND`
 */
export async function snapshotOf(
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
  snapshotId: string,
): Promise<Document> {
  const found = await transaction.get(SNAPSHOT, snapshotId);
  if (found !== undefined && found.parent === snapshotParent(groupId, clusterName)) return found;
  throw notFound(
    "SNAPSHOT_NOT_FOUND",
    `There is no snapshot ${snapshotId} of ${clusterName} in project ${groupId}.`,
    snapshotId,
    clusterName,
  );
}

/** Above the number of snapshots that a cluster can have: limit of lists without paging, and of searches. */
export const MOST_SNAPSHOTS = 10_000;
