import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { SECOND } from "../../text/durations.ts";
import { isAuthorised, roleOf } from "../cloud-access.ts";
import { makeDraft } from "../draft.ts";
import { bucketOf, roleIdOf } from "../export-buckets.ts";
import type { Call } from "../handler.ts";
import { snapshotParent } from "../snapshots/stored.ts";
import { type Document, type DocumentDraft, type ReadTransaction, scopeOf, type TimelineStep } from "../storage.ts";
import { at, isoTime, type TransitionResult } from "../timeline.ts";
import { exportedAt } from "./progress.ts";

/** Export jobs as they are stored, what becomes of them, and what is told of them (`domain.md` 10.2, 17.3). */

export const EXPORT_JOB = "export-job";

/** How long a job waits, and how long it counts collections before it knows their number: in milliseconds. */
const WAITS = 100 * SECOND;
const COUNTS = 20 * SECOND;
/** What every export takes (recorded of a small one), and how many bytes a second it writes beyond that. */
const LEAST = 780 * SECOND;
const SPEED = 50_000_000;
/** How many collections an export has; a snapshot below this size has none to export. */
const COLLECTIONS = 880;
const EMPTY_BELOW = 100_000_000;

/** The label of the snapshot whose export has not ended. */
export const runningKey = (snapshotId: string): string => `running:${snapshotId}`;

/** What an export is made from. */
export type ExportWanted = {
  readonly id: string;
  readonly groupId: string;
  readonly clusterName: string;
  readonly exportBucketId: string;
  readonly snapshot: JsonObject & { readonly id: string };
  /** When it is asked for, in milliseconds. */
  readonly now: number;
  /** The owner of the files in the path: organisation and project, by id or by name. */
  readonly owner: string;
  readonly customData?: JsonObject[string];
  /** A new id for each shard's part. */
  readonly newId: () => string;
};

const isUnfinished = ({ state }: JsonObject): boolean => state === "Queued" || state === "InProgress";

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
    keys: isUnfinished(body) ? [runningKey(String(body["snapshotId"]))] : [],
    timeline,
    body,
  });

const membersOf = ({ members }: JsonObject): readonly JsonObject[] =>
  Array.isArray(members) ? members.filter(isJsonObject) : [];

/** Where the files of an export go: as recorded, without a slash in front. */
function prefixOf({ owner, clusterName, snapshot, now }: ExportWanted): string {
  const taken = String(snapshot["createdAt"] ?? isoTime(now));
  const minute = `${taken.slice(0, 13)}${taken.slice(14, 16)}`;
  return `exported_snapshots/${owner}/${clusterName}/${minute}/${Math.floor(now / SECOND)}`;
}

/** A new export, with all that it becomes if its role may be used when it begins. */
export function newExport(wanted: ExportWanted): DocumentDraft {
  const { id, groupId, clusterName, exportBucketId, snapshot, now, customData, newId } = wanted;
  const size = Number(snapshot["storageSizeBytes"] ?? 0);
  const members = membersOf(snapshot);
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

/** Why an export cannot write to its bucket at a time, or null. */
async function hindrance(
  transaction: ReadTransaction,
  groupId: string,
  bucketId: string,
  time: number,
): Promise<Reason | null> {
  const bucket = await bucketOf(transaction, groupId, bucketId);
  if (bucket === undefined) {
    return {
      errorCode: "EXPORT_BUCKET_NOT_FOUND",
      message: "The export bucket was deleted before the export started.",
    };
  }
  const role = await roleOf(transaction, groupId, roleIdOf(bucket.body));
  const since = role?.body["authorizedDate"];
  const isAuthorisedLater = typeof since === "string" && Date.parse(since) > time;
  if (role !== undefined && isAuthorised(role) && !isAuthorisedLater) return null;
  return {
    errorCode: "ACCESS_DENIED",
    message: `The role ${roleIdOf(bucket.body)} of bucket ${String(bucket.body["bucketName"])} is not authorised.`,
  };
}

/** What has become of a job by a time: whether it may write is looked at when it begins. */
export async function moveExport(
  transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const { id, parent, body } = document;
  const [next] = document.timeline;
  if (body["state"] === "Queued" && next !== undefined && next.at <= now) {
    const reason = await hindrance(transaction, scopeOf(parent), String(body["exportBucketId"]), next.at);
    if (reason !== null) {
      const failed = { ...body, id, state: "Failed", stateReason: reason, finishedAt: isoTime(next.at), total: 0 };
      return { drafts: [exportJobDraft(parent, failed)] };
    }
  }
  const moved = at(document, now);
  return { drafts: [exportJobDraft(parent, { ...moved.body, id }, moved.timeline)] };
}

/** How far a job is: nothing is known while it waits and counts. */
function statusOf(id: string, { state, startsAt, endsAt, total, exported }: JsonObject, now: number): JsonObject {
  const all = Number(total);
  if (state === "Successful") return { exportedCollections: all, totalCollections: all };
  if (state !== "InProgress") return { exportedCollections: Number(exported ?? 0), totalCollections: all };
  const begins = Number(startsAt) + COUNTS;
  if (now < begins) return { exportedCollections: 0, totalCollections: 0 };
  const part = (now - begins) / (Number(endsAt) - begins);
  // The last one is done only when the job says that it is.
  const exportedCollections = Math.min(exportedAt(id, all, part), Math.max(0, all - 1));
  return { exportedCollections, totalCollections: all };
}

/** A job as the service tells it (specification 2.12). */
export function exportAnswer(
  { id, parent, body }: Pick<Document, "id" | "parent" | "body">,
  call: Pick<Call, "now" | "href">,
): JsonObject {
  const { startsAt: _startsAt, endsAt: _endsAt, total: _total, exported: _exported, ...answer } = body;
  const [groupId, clusterName] = parent.split("/");
  const status = body["state"] === "Queued" ? { ...body, total: 0 } : body;
  return {
    ...answer,
    exportStatus: statusOf(id, status, call.now),
    links: [{ href: call.href(`/groups/${groupId}/clusters/${clusterName}/backup/exports/${id}`), rel: "self" }],
  };
}
