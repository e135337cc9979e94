import { findSchedule, type Schedule } from "../backup-schedules/stored.ts";
import { objectId, randomOf } from "../random.ts";
import { isCompleted } from "../snapshots/stored.ts";
import type { Document, DocumentDraft, ReadTransaction } from "../storage/storage.ts";
import { exportOwner } from "./owner.ts";
import { EXPORT_JOB, exportJobAt, newExport } from "./stored.ts";

/** Automatic exports of a schedule: each snapshot of its export frequency is exported once it is complete. */

/** True when a snapshot was taken by a rule of the frequency that the schedule exports. */
function isExported(
  { autoExportEnabled, export: target, policy }: Schedule,
  { body }: Pick<DocumentDraft, "body">,
): boolean {
  if (!autoExportEnabled || target?.exportBucketId === undefined || body["snapshotType"] !== "scheduled") return false;
  const rules = policy.policyItems.filter(({ frequencyType }) => frequencyType === target.frequencyType);
  const items = Array.isArray(body["policyItems"]) ? body["policyItems"] : [];
  return rules.some(({ id }) => items.includes(id));
}

/** A job with all transitions applied up to a time. */
async function movedTo(transaction: ReadTransaction, draft: DocumentDraft, now: number): Promise<DocumentDraft> {
  let job = draft;
  while (job.nextDue !== null && job.nextDue <= now) {
    const { drafts } = await exportJobAt(transaction, { ...job, version: 0 }, now);
    job = drafts[0] ?? { ...job, nextDue: null };
  }
  return job;
}

/**
 * The automatic export of a completed snapshot, in its state at `now`; nothing where the schedule has none.
 *
 * @param done completion time of the snapshot, in milliseconds
 */
export async function automaticExport(
  transaction: ReadTransaction,
  snapshot: DocumentDraft,
  done: number,
  now: number,
): Promise<readonly DocumentDraft[]> {
  const [groupId = "", clusterName = ""] = snapshot.parent.split("/");
  const schedule = await findSchedule(transaction, groupId, clusterName);
  if (schedule === undefined || !isCompleted(snapshot.body)) return [];
  const bucketId = schedule.export?.exportBucketId;
  if (bucketId === undefined || !isExported(schedule, snapshot)) return [];
  const random = randomOf(snapshot.id, "export");
  const id = objectId(done, random);
  if ((await transaction.get(EXPORT_JOB, id)) !== undefined) return [];
  const job = newExport({
    id,
    groupId,
    clusterName,
    exportBucketId: bucketId,
    snapshot: { ...snapshot.body, id: snapshot.id },
    now: done,
    owner: await exportOwner(transaction, groupId, clusterName),
    newId: () => objectId(done, random),
  });
  return [await movedTo(transaction, job, now)];
}

/** The export after a transition: only a snapshot that has just completed starts one. */
export const exportOfMoved = async (
  transaction: ReadTransaction,
  former: Document,
  next: DocumentDraft,
  done: number,
  now: number,
): Promise<readonly DocumentDraft[]> =>
  isCompleted(former.body) || former.body["status"] === "failed" ? [] : automaticExport(transaction, next, done, now);
