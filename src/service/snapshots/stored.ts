import type { JsonObject } from "../../contract/json/json.ts";
import { notFound } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";

/** Snapshots as they are stored: of replica sets, sharded clusters and serverless instances alike. The body is what is told. */

export const SNAPSHOT = "snapshot";

/** What a snapshot is of: each has a list of its own. */
export type StoredSnapshotKind = "replicaSet" | "sharded" | "serverless";

/** Where the snapshots of a cluster stand. */
export const snapshotParent = (groupId: string, clusterName: string): string => `${groupId}/${clusterName}`;

/** The labels under which snapshots are listed. */
export const kindKey = (kind: StoredSnapshotKind): string => `kind:${kind}`;
/** The label of the one cluster snapshot that a shard's snapshot is a part of. */
export const memberKey = (snapshotId: string): string => `member:${snapshotId}`;
/** The label of snapshots that were made by a rule of the schedule. */
export const itemKey = (policyItemId: string): string => `item:${policyItemId}`;
/** The labels of snapshots that are not done yet, and of those among them that somebody asked for. */
export const UNFINISHED = "unfinished";
export const UNFINISHED_ON_DEMAND = "unfinished:onDemand";

/** The texts of a list. */
const texts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];

/** Which kind a stored snapshot is of. */
export function kindOf(body: JsonObject): StoredSnapshotKind {
  if (body["serverlessInstanceName"] !== undefined) return "serverless";
  return body["type"] === "shardedCluster" ? "sharded" : "replicaSet";
}

/** Whether a snapshot waits or runs. */
export const isUnfinished = ({ status }: JsonObject): boolean => status === "queued" || status === "inProgress";

/** Whether a snapshot can be restored, downloaded or exported. */
export const isCompleted = ({ status }: JsonObject): boolean => status === "completed";

const keysOf = (body: JsonObject): string[] => [
  kindKey(kindOf(body)),
  ...texts(body["snapshotIds"]).map(memberKey),
  ...texts(body["policyItems"]).map(itemKey),
  ...(isUnfinished(body) ? [UNFINISHED] : []),
  ...(isUnfinished(body) && body["snapshotType"] === "onDemand" ? [UNFINISHED_ON_DEMAND] : []),
];

/**
 * A snapshot's document.
 *
 * @param spontaneous whether it came, and goes, without anybody having asked: then it stands still while the service is quiet
 */
export const snapshotDraft = (
  parent: string,
  body: JsonObject & { id: string },
  timeline: readonly TimelineStep[],
  spontaneous: boolean,
): DocumentDraft => makeDraft({ kind: SNAPSHOT, id: body.id, parent, keys: keysOf(body), spontaneous, timeline, body });

/**
 * A snapshot of a cluster or of a serverless instance, of any kind and in any state; a shard's own one is none.
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

/** More snapshots than a cluster ever has: lists without paging and searches end there. */
export const MOST_SNAPSHOTS = 10_000;
