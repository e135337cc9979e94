import { type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { SECOND } from "../../text/durations.ts";
import { isAuthorised, roleOf } from "../cloud-access.ts";
import { bucketOf, roleIdOf } from "../export-buckets/stored.ts";
import type { Call } from "../requests/handler.ts";
import { snapshotParent } from "../snapshots/stored.ts";
import { makeDraft } from "../storage/draft.ts";
import { listAll } from "../storage/questions.ts";
import {
  type Document,
  type DocumentDraft,
  type ReadTransaction,
  scopeOf,
  type TimelineStep,
  type WriteTransaction,
} from "../storage/storage.ts";
import { documentAt, isoTime, type TransitionResult } from "../storage/timeline.ts";
import { exportedAt } from "./progress.ts";

/** Stored export jobs, their transitions and their answers (`domain.md` 10.2, 17.3). */

export const EXPORT_JOB = "export-job";

/** Time in the queue, and time for counting collections before their number is known: in milliseconds. */
const WAITS = 100 * SECOND;
const COUNTS = 20 * SECOND;
/** Minimum duration of every export (recorded of a small one), and bytes a second beyond that. */
const LEAST = 780 * SECOND;
const SPEED = 50_000_000;
/** Number of collections in an export; a smaller snapshot than this has none. */
const COLLECTIONS = 880;
const EMPTY_BELOW = 100_000_000;

/** The label of a snapshot with an unfinished export. */
export const runningKey = (snapshotId: string): string => `running:${snapshotId}`;

/** Input of a new export. */
type NewExport = {
  readonly id: string;
  readonly groupId: string;
  readonly clusterName: string;
  readonly exportBucketId: string;
  readonly snapshot: JsonObject & { readonly id: string };
  /** Time of the request, in milliseconds. */
  readonly now: number;
  /** Path prefix of the files: organisation and project, by id or by name. */
  readonly owner: string;
  readonly customData?: JsonObject[string];
  /** Creates an id for each shard's part. */
  readonly newId: () => string;
};

/** The label of an unfinished export into a bucket. */
const intoKey = (bucketId: string): string => `into:${bucketId}`;

/** True for an export that waits or runs. */
export const isUnfinishedExport = ({ state }: JsonObject): boolean => state === "Queued" || state === "InProgress";

/** A job's document. */
export const exportJobDraft = (
  parent: string,
  body: JsonObject & { id: string },
  timeline: readonly TimelineStep[] = [],
): DocumentDraft =>
  makeDraft({
    kind: EXPORT_JOB,
    id: body.id,
    parent,
    keys: isUnfinishedExport(body)
      ? [runningKey(String(body["snapshotId"])), intoKey(String(body["exportBucketId"]))]
      : [],
    timeline,
    body,
  });

/** Path of an export's files: as recorded, without a leading slash. */
function prefixOf({ owner, clusterName, snapshot, now }: NewExport): string {
  const taken = String(snapshot["createdAt"] ?? isoTime(now));
  const minute = `${taken.slice(0, 13)}${taken.slice(14, 16)}`;
  return `exported_snapshots/${owner}/${clusterName}/${minute}/${Math.floor(now / SECOND)}`;
}

/** A new export, with all its later steps if its role may be used when it starts. */
export function newExport(wanted: NewExport): DocumentDraft {
  const { id, groupId, clusterName, exportBucketId, snapshot, now, customData, newId } = wanted;
  const size = Number(snapshot["storageSizeBytes"] ?? 0);
  const members = jsonObjectsOf(snapshot["members"]);
  const components = members.map(({ replicaSetName }) => ({ exportId: newId(), replicaSetName: replicaSetName ?? "" }));
  const startsAt = now + WAITS;
  const endsAt = startsAt + LEAST + Math.round((size / Math.max(1, members.length) / SPEED) * SECOND);
  const body = {
    id,
    createdAt: isoTime(now),
    ...(components.length > 0 ? { components } : {}),
    ...(customData === undefined ? {} : { customData }),
    exportBucketId,
    prefix: prefixOf(wanted),
    snapshotId: snapshot.id,
    state: "Queued",
    startsAt,
    endsAt,
    total: size < EMPTY_BELOW ? 0 : COLLECTIONS,
  };
  return exportJobDraft(snapshotParent(groupId, clusterName), body, [
    { at: startsAt, set: { state: "InProgress" } },
    { at: endsAt, set: { state: "Successful" }, stamp: ["finishedAt"] },
  ]);
}

type Reason = { readonly errorCode: string; readonly message: string };

const bucketDeleted = ({ state }: JsonObject): Reason => ({
  errorCode: "EXPORT_BUCKET_NOT_FOUND",
  message:
    state === "Queued"
      ? "The export bucket was deleted before the export started."
      : "The export bucket was deleted during the export.",
});

/** Reason why an export cannot write to its bucket at a time, or null. */
async function hindrance(
  transaction: ReadTransaction,
  groupId: string,
  body: JsonObject,
  time: number,
): Promise<Reason | null> {
  const bucket = await bucketOf(transaction, groupId, String(body["exportBucketId"]));
  if (bucket === undefined) return bucketDeleted(body);
  const role = await roleOf(transaction, groupId, roleIdOf(bucket.body));
  const since = role?.body["authorizedDate"];
  const isAuthorisedLater = typeof since === "string" && Date.parse(since) > time;
  if (role !== undefined && isAuthorised(role) && !isAuthorisedLater) return null;
  return {
    errorCode: "ACCESS_DENIED",
    message: `The role ${roleIdOf(bucket.body)} of bucket ${String(bucket.body["bucketName"])} is not authorised.`,
  };
}

/** An export that failed at a time: files written by then stay in the bucket (`domain.md` 10.2). */
function failedExport(
  { id, parent, body }: Pick<Document, "id" | "parent" | "body">,
  stateReason: Reason,
  time: number,
): DocumentDraft {
  const { exportedCollections: exported, totalCollections: total } = statusOf(id, body, time);
  return exportJobDraft(parent, {
    ...body,
    id,
    state: "Failed",
    stateReason,
    finishedAt: isoTime(time),
    exported,
    total,
  });
}

/** Fails running exports into a bucket whose deletion revokes the access to it (specification, part 3). Queued ones fail when they start. */
export async function failRunningExports(
  transaction: WriteTransaction,
  parent: string,
  bucketId: string,
  now: number,
): Promise<void> {
  for (const job of await listAll(transaction, { kind: EXPORT_JOB, parent, key: intoKey(bucketId) })) {
    if (job.body["state"] !== "InProgress") continue;
    await transaction.put(failedExport(job, bucketDeleted(job.body), now));
  }
}

/** A job's state at a time: access to the bucket is checked when it starts and when it ends. */
export async function exportJobAt(
  transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const { id, parent } = document;
  let moved: Pick<Document, "body" | "timeline"> = document;
  for (const { at: time } of document.timeline) {
    if (time > now || !isUnfinishedExport(moved.body)) break;
    const reason = await hindrance(transaction, scopeOf(parent), moved.body, time);
    if (reason !== null) return { drafts: [failedExport({ id, parent, body: moved.body }, reason, time)] };
    moved = documentAt(moved, time);
  }
  return { drafts: [exportJobDraft(parent, { ...moved.body, id }, moved.timeline)] };
}

/** Progress of an export. */
type ExportCount = { readonly exportedCollections: number; readonly totalCollections: number };

/** Progress of a job: unknown while it is queued or counting. */
function statusOf(id: string, { state, startsAt, endsAt, total, exported }: JsonObject, now: number): ExportCount {
  const all = Number(total);
  if (state === "Queued") return { exportedCollections: 0, totalCollections: 0 };
  if (state === "Successful") return { exportedCollections: all, totalCollections: all };
  if (state !== "InProgress") return { exportedCollections: Number(exported ?? 0), totalCollections: all };
  const begins = Number(startsAt) + COUNTS;
  if (now < begins) return { exportedCollections: 0, totalCollections: 0 };
  const part = (now - begins) / (Number(endsAt) - begins);
  // The last one is counted only when the job is complete.
  const exportedCollections = Math.min(exportedAt(id, all, part), Math.max(0, all - 1));
  return { exportedCollections, totalCollections: all };
}

/** A job as answered (specification 2.12). */
export function exportAnswer(
  { id, parent, body }: Pick<Document, "id" | "parent" | "body">,
  call: Pick<Call, "now" | "href">,
): JsonObject {
  const { startsAt: _startsAt, endsAt: _endsAt, total: _total, exported: _exported, ...answer } = body;
  const [groupId, clusterName] = parent.split("/");
  return {
    ...answer,
    exportStatus: statusOf(id, body, call.now),
    links: [{ href: call.href(`/groups/${groupId}/clusters/${clusterName}/backup/exports/${id}`), rel: "self" }],
  };
}
