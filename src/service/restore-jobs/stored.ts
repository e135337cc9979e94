import { type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { SECOND } from "../../text/durations.ts";
import type { Call } from "../requests/handler.ts";
import { snapshotParent } from "../snapshots/stored.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";
import { at, isoTime, type TransitionResult } from "../storage/timeline.ts";
import { DOWNLOAD_PATH, LINK_LIVES } from "./downloads.ts";

/**
 * Restore jobs as they are stored, what becomes of them, and what is told of them. No field says the state: flags, times and
 * links do (`domain.md` 11.2).
 */

export const RESTORE_JOB = "restore-job";

/** How long a restore into a cluster takes: every one, and how many bytes a second beyond that (`domain.md` 17.3). */
const LEAST = 60 * SECOND;
const SPEED = 20_000_000;
/** How long a download takes to be ready, and how long anything takes with a serverless instance. */
const DOWNLOAD_LASTS = 256 * SECOND;
const SERVERLESS_LASTS = 64 * SECOND;

/** Whose backup it is. */
export type StoredFamily = "cluster" | "serverless";

/** A file that a download brings: a link's word, and the replica set whose part it is where there are several. */
export type RestorePart = { readonly token: string; readonly replicaSetName: string };

/** What is restored, from what, and to where. */
export type RestoreWanted = {
  readonly id: string;
  readonly groupId: string;
  readonly clusterName: string;
  readonly family: StoredFamily;
  /** The request, which is told again. */
  readonly request: JsonObject;
  readonly snapshot: JsonObject & { readonly id: string };
  readonly parts: readonly RestorePart[];
  /** The point in time that is wanted, and its number within the second; null for a snapshot. */
  readonly pointInTime: { readonly seconds: number; readonly increment: number } | null;
  /** When it is asked for, in milliseconds. */
  readonly now: number;
};

/** The label of a snapshot whose download is being prepared. */
export const downloadingKey = (snapshotId: string): string => `downloading:${snapshotId}`;
/** The label of the jobs of a family: each has a list of its own. */
export const familyKey = (family: StoredFamily): string => `family:${family}`;

/** Whether a job has not come to an end: the only kind that can be cancelled. */
export const isRunning = ({ cancelled, failed, finishedAt }: JsonObject): boolean =>
  cancelled !== true && failed !== true && finishedAt === undefined;

/** A job's document. */
export function restoreJobDraft(
  parent: string,
  family: StoredFamily,
  body: JsonObject & { id: string },
  timeline: readonly TimelineStep[] = [],
): DocumentDraft {
  const isDownloading = body["deliveryType"] === "download" && isRunning(body);
  return makeDraft({
    kind: RESTORE_JOB,
    id: body.id,
    parent,
    keys: [familyKey(family), ...(isDownloading ? [downloadingKey(String(body["snapshotId"]))] : [])],
    timeline,
    body,
  });
}

/** Which family a stored job is of. */
export const familyOf = ({ keys }: Pick<Document, "keys">): StoredFamily =>
  keys.includes(familyKey("serverless")) ? "serverless" : "cluster";

/** When a job that begins now will be done, in milliseconds. */
export function endOf({
  family,
  request,
  snapshot,
  now,
}: Pick<RestoreWanted, "family" | "request" | "snapshot" | "now">) {
  if (family === "serverless") return now + SERVERLESS_LASTS;
  if (request["deliveryType"] === "download") return now + DOWNLOAD_LASTS;
  return now + LEAST + Math.round((Number(snapshot["storageSizeBytes"] ?? 0) / SPEED) * SECOND);
}

const pointInTimeOf = (pointInTime: RestoreWanted["pointInTime"]): JsonObject =>
  pointInTime === null
    ? { date: null, increment: null, time: null }
    : { date: isoTime(pointInTime.seconds * SECOND), increment: pointInTime.increment, time: pointInTime.seconds };

/** A new job, with all that becomes of it. */
export function newRestore(wanted: RestoreWanted): DocumentDraft {
  const { id, groupId, clusterName, family, request, snapshot, parts, pointInTime } = wanted;
  const end = endOf(wanted);
  const { targetClusterName } = request;
  const body = {
    ...request,
    id,
    snapshotId: snapshot.id,
    cancelled: false,
    expired: false,
    failed: false,
    desiredTimestamp: pointInTimeOf(pointInTime),
    ...(typeof snapshot["createdAt"] === "string" ? { timestamp: snapshot["createdAt"] } : {}),
    ...(family === "cluster" && typeof targetClusterName === "string"
      ? { targetDeploymentItemName: `${targetClusterName}-shard-0` }
      : {}),
    parts: parts.map((part) => ({ ...part })),
    linked: false,
  };
  const done: TimelineStep = { at: end, set: {}, stamp: ["finishedAt"] };
  const timeline: readonly TimelineStep[] =
    request["deliveryType"] === "download"
      ? [
          { ...done, set: { linked: true, expiresAt: isoTime(end + LINK_LIVES) } },
          { at: end + LINK_LIVES, set: { linked: false, expired: true }, last: true },
        ]
      : [done];
  return restoreJobDraft(snapshotParent(groupId, clusterName), family, body, timeline);
}

/** What has become of a job by a time. */
export async function moveRestore(
  _transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const { body, timeline } = at(document, now);
  return { drafts: [restoreJobDraft(document.parent, familyOf(document), { ...body, id: document.id }, timeline)] };
}

/** The replica sets of what a snapshot holds: one of each shard, or the only one. */
export function replicaSetsOf(snapshot: JsonObject, clusterName: string): readonly string[] {
  const members = jsonObjectsOf(snapshot["members"]).map(({ replicaSetName }) => String(replicaSetName));
  return members.length > 0 ? members : [String(snapshot["replicaSetName"] ?? clusterName)];
}

/** A job as the service tells it (specification 2.13): links only while they live, components only where there are shards. */
export function restoreAnswer(document: Pick<Document, "id" | "parent" | "body" | "keys">, call: Call): JsonObject {
  const { id, parent, body } = document;
  const { parts, linked, ...answer } = body;
  const [groupId, clusterName] = parent.split("/");
  const { origin } = new URL(call.href("/"));
  const files = jsonObjectsOf(parts).map(({ token, replicaSetName }) => ({
    url: `${origin}${DOWNLOAD_PATH}/${String(token)}`,
    replicaSetName: String(replicaSetName),
  }));
  const isServerless = familyOf(document) === "serverless";
  const place = isServerless ? "serverless" : "clusters";
  const components = files.map(({ url, replicaSetName }) => ({
    ...(linked === true ? { downloadUrl: url } : {}),
    privateDownloadDeliveryUrls: [],
    replicaSetName,
  }));
  return {
    ...answer,
    deliveryUrl: linked === true ? files.map(({ url }) => url) : [],
    ...(!isServerless && files.length > 1 ? { components } : {}),
    links: [{ href: call.href(`/groups/${groupId}/${place}/${clusterName}/backup/restoreJobs/${id}`), rel: "self" }],
  };
}
