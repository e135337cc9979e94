import type { exportJobOperations } from "../contract/export-jobs.ts";
import { backedUpClusterOf } from "./clusters.ts";
import { bucketOf, noBucket } from "./export-buckets/stored.ts";
import { exportOwner } from "./export-jobs/owner.ts";
import { EXPORT_JOB, exportAnswer, newExport, runningKey } from "./export-jobs/stored.ts";
import { type Call, type HandlersOf, pageOf, param, value } from "./requests/handler.ts";
import { notFound, refusal } from "./requests/http-error.ts";
import { isCompleted, snapshotOf, snapshotParent } from "./snapshots/stored.ts";
import { hasAny } from "./storage/questions.ts";
import type { Document, ReadTransaction } from "./storage/storage.ts";

/** Snapshot export jobs: E44 to E46. A started job cannot be stopped. */

/** Refuses a snapshot that cannot be exported, or not now. */
async function refuseUnfit(transaction: ReadTransaction, { id, parent, body }: Document): Promise<void> {
  if (body["snapshotType"] === "fallback") {
    throw refusal(
      409,
      "CANNOT_EXPORT_FALLBACK_SNAPSHOT",
      `The snapshot ${id} is a fallback snapshot: it cannot be exported.`,
      id,
    );
  }
  if (!isCompleted(body)) {
    throw refusal(409, "CANNOT_EXPORT_INCOMPLETE_SNAPSHOT", `The snapshot ${id} is not complete.`, id);
  }
  if (await hasAny(transaction, { kind: EXPORT_JOB, parent, key: runningKey(id) })) {
    throw refusal(409, "SNAPSHOT_EXPORT_IN_PROGRESS", `The snapshot ${id} is already being exported.`, id);
  }
}

async function jobOf(transaction: ReadTransaction, call: Call, clusterName: string): Promise<Document> {
  const [groupId, id] = [param(call, "groupId"), param(call, "exportId")];
  const found = await transaction.get(EXPORT_JOB, id);
  if (found?.parent === snapshotParent(groupId, clusterName)) return found;
  throw notFound("INVALID_JOB_ID", `There is no export ${id} of ${clusterName} in project ${groupId}.`, id);
}

export const exportJobHandlers: HandlersOf<keyof typeof exportJobOperations> = {
  async listBackupExportJobs(transaction, call) {
    const { groupId, name } = await backedUpClusterOf(transaction, call);
    const selection = { kind: EXPORT_JOB, parent: snapshotParent(groupId, name) };
    return pageOf(transaction, call, selection, (row) => exportAnswer(row, call));
  },

  async createBackupExportJob(transaction, call) {
    const { groupId, name } = await backedUpClusterOf(transaction, call);
    const exportBucketId = String(call.body["exportBucketId"]);
    const snapshot = await snapshotOf(transaction, groupId, name, String(call.body["snapshotId"]));
    if ((await bucketOf(transaction, groupId, exportBucketId)) === undefined) throw noBucket(groupId, exportBucketId);
    await refuseUnfit(transaction, snapshot);
    const { customData } = call.body;
    const draft = newExport({
      id: call.newId(),
      groupId,
      clusterName: name,
      exportBucketId,
      snapshot: { ...snapshot.body, id: snapshot.id },
      now: call.now,
      owner: await exportOwner(transaction, groupId, name),
      ...(customData === undefined ? {} : { customData }),
      newId: call.newId,
    });
    return value(exportAnswer(await transaction.put(draft), call));
  },

  async getBackupExportJob(transaction, call) {
    const { name } = await backedUpClusterOf(transaction, call);
    return value(exportAnswer(await jobOf(transaction, call, name), call));
  },
};
