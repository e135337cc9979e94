import { type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { SECOND } from "../../text/durations.ts";
import type { Call } from "../requests/handler.ts";
import { snapshotParent } from "../snapshots/stored.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";
import { documentAt, isoTime, type TransitionResult } from "../storage/timeline.ts";
import { DOWNLOAD_PATH, LINK_LIFETIME } from "./downloads.ts";

/** Stored restore jobs, their transitions and their answers. No field contains the state: flags, times and links imply it (`domain.md` 11.2). */

export const RESTORE_JOB = "restore-job";

/** Minimum duration of a restore into a cluster, and bytes a second beyond that (`domain.md` 17.3). */
const LEAST = 60 * SECOND;
const SPEED = 20_000_000;
/** Duration of preparing a download, and of any restore of a serverless instance. */
const DOWNLOAD_LASTS = 256 * SECOND;
const SERVERLESS_LASTS = 64 * SECOND;

/** Kind of the backup's owner. */
export type StoredFamily = "cluster" | "serverless";

/** A file of a download: the token of its link, and its replica set where there are several. */
export type RestorePart = { readonly token: string; readonly replicaSetName: string };

/** Input of a restore: source, snapshot and target. */
type NewRestore = {
  readonly id: string;
  readonly groupId: string;
  readonly clusterName: string;
  readonly family: StoredFamily;
  /** The request, which the answer repeats. */
  readonly request: JsonObject;
  readonly snapshot: JsonObject & { readonly id: string };
  readonly parts: readonly RestorePart[];
  /** The requested point in time, with its increment within the second; null for a snapshot. */
  readonly pointInTime: { readonly seconds: number; readonly increment: number } | null;
  /** Time of the request, in milliseconds. */
  readonly now: number;
};

/** The label of a snapshot whose download is being prepared. */
export const downloadingKey = (snapshotId: string): string => `downloading:${snapshotId}`;
/** The label of the jobs of a family: each family has its own list. */
export const familyKey = (family: StoredFamily): string => `family:${family}`;

/** True while a job has not ended: only such jobs can be cancelled. */
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

/** The family of a stored job. */
export const familyOf = ({ keys }: Pick<Document, "keys">): StoredFamily =>
  keys.includes(familyKey("serverless")) ? "serverless" : "cluster";

/** Time at which a job that starts now will finish, in milliseconds. */
export function restoreEndAt({
  family,
  request,
  snapshot,
  now,
}: Pick<NewRestore, "family" | "request" | "snapshot" | "now">) {
  if (family === "serverless") return now + SERVERLESS_LASTS;
  if (request["deliveryType"] === "download") return now + DOWNLOAD_LASTS;
  return now + LEAST + Math.round((Number(snapshot["storageSizeBytes"] ?? 0) / SPEED) * SECOND);
}

const pointInTimeOf = (pointInTime: NewRestore["pointInTime"]): JsonObject =>
  pointInTime === null
    ? { date: null, increment: null, time: null }
    : { date: isoTime(pointInTime.seconds * SECOND), increment: pointInTime.increment, time: pointInTime.seconds };

/** A new job, with all its later steps. */
export function newRestore(wanted: NewRestore): DocumentDraft {
  const { id, groupId, clusterName, family, request, snapshot, parts, pointInTime } = wanted;
  const end = restoreEndAt(wanted);
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
          { ...done, set: { linked: true, expiresAt: isoTime(end + LINK_LIFETIME) } },
          { at: end + LINK_LIFETIME, set: { linked: false, expired: true }, last: true },
        ]
      : [done];
  return restoreJobDraft(snapshotParent(groupId, clusterName), family, body, timeline);
}

/** A job's state at a time. */
export async function restoreJobAt(
  _transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const { body, timeline } = documentAt(document, now);
  return { drafts: [restoreJobDraft(document.parent, familyOf(document), { ...body, id: document.id }, timeline)] };
}

/** The replica sets in a snapshot: one per shard, or the only one. */
export function replicaSetsOf(snapshot: JsonObject, clusterName: string): readonly string[] {
  const members = jsonObjectsOf(snapshot["members"]).map(({ replicaSetName }) => String(replicaSetName));
  return members.length > 0 ? members : [String(snapshot["replicaSetName"] ?? clusterName)];
}

/** A job as answered (specification 2.13): links only while they are valid, components only with several shards. */
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
