import { type JsonObject, jsonObjectsOf } from "../contract/json/json.ts";
import type { restoreJobOperations } from "../contract/restore-jobs.ts";
import { backedUpClusterOf, type NamedCluster, serverlessNameOf } from "./clusters.ts";
import { refuseRestoreDuringMigration } from "./live-migration/stored.ts";
import { type Call, type HandlersOf, nothing, pageOf, param, value } from "./requests/handler.ts";
import { notFound, refusal } from "./requests/http-error.ts";
import { DOWNLOAD, downloadDraft, newToken } from "./restore-jobs/downloads.ts";
import { pointInTimeIn, snapshotBefore } from "./restore-jobs/points-in-time.ts";
import {
  downloadingKey,
  familyKey,
  isRunning,
  newRestore,
  RESTORE_JOB,
  type RestorePart,
  replicaSetsOf,
  restoreAnswer,
  restoreEndAt,
  restoreJobDraft,
  type StoredFamily,
} from "./restore-jobs/stored.ts";
import { releaseTarget, takeTarget, targetOf } from "./restore-jobs/targets.ts";
import { rebuildIndexes } from "./search-indexes.ts";
import { isCompleted, memberKey, SNAPSHOT, snapshotOf, snapshotParent } from "./snapshots/stored.ts";
import { hasAny } from "./storage/questions.ts";
import type { Document, ReadTransaction, WriteTransaction } from "./storage/storage.ts";

/** Restore jobs of clusters (E47 to E50) and of serverless instances (E55 to E57). */

/** The owner of the restored backup: a cluster, or a serverless instance of which only the name is needed. */
type Source = {
  readonly groupId: string;
  readonly clusterName: string;
  readonly family: StoredFamily;
  readonly cluster: NamedCluster | null;
};

async function clusterSource(transaction: ReadTransaction, call: Call): Promise<Source> {
  const cluster = await backedUpClusterOf(transaction, call);
  return { groupId: cluster.groupId, clusterName: cluster.name, family: "cluster", cluster };
}

async function serverlessSource(transaction: ReadTransaction, call: Call): Promise<Source> {
  const clusterName = await serverlessNameOf(transaction, call);
  return { groupId: param(call, "groupId"), clusterName, family: "serverless", cluster: null };
}

const parentOf = ({ groupId, clusterName }: Source): string => snapshotParent(groupId, clusterName);

async function page(transaction: ReadTransaction, call: Call, source: Source) {
  const selection = { kind: RESTORE_JOB, parent: parentOf(source), key: familyKey(source.family) };
  return pageOf(transaction, call, selection, (row) => restoreAnswer(row, call));
}

async function jobOf(transaction: ReadTransaction, call: Call, source: Source): Promise<Document> {
  const id = param(call, "restoreJobId");
  const found = await transaction.get(RESTORE_JOB, id);
  if (found?.parent === parentOf(source)) return found;
  throw notFound("RESTORE_JOB_NOT_FOUND", `There is no restore job ${id} of ${source.clusterName}.`, id);
}

/** The snapshot that a request names: it must be of the whole cluster, and complete. */
async function namedSnapshot(transaction: ReadTransaction, call: Call, source: Source): Promise<Document> {
  const { groupId, clusterName } = source;
  const id = String(call.body["snapshotId"]);
  const isShards = { kind: SNAPSHOT, parent: parentOf(source), key: memberKey(id) };
  if (await hasAny(transaction, isShards)) {
    const detail = `The snapshot ${id} is of one shard: restore the cluster's snapshot that it belongs to.`;
    throw refusal(400, "AUTOMATED_RESTORE_OF_SHARD_NOT_ALLOWED", detail, id);
  }
  const snapshot = await snapshotOf(transaction, groupId, clusterName, id);
  if (isCompleted(snapshot.body)) return snapshot;
  const code =
    call.body["deliveryType"] === "download"
      ? "CANNOT_DOWNLOAD_INCOMPLETE_SNAPSHOT"
      : "CANNOT_START_RESTORE_JOB_FOR_INCOMPLETE_CLUSTER_SNAPSHOT";
  throw refusal(409, code, `The snapshot ${id} is not complete.`, id);
}

async function refuseDownload(transaction: ReadTransaction, { id, parent, body }: Document): Promise<void> {
  if (typeof body["masterKeyUUID"] === "string") {
    throw refusal(400, "CANNOT_DOWNLOAD_SNAPSHOT_WITH_ENCRYPTION", `The snapshot ${id} is encrypted with a key.`, id);
  }
  if (!(await hasAny(transaction, { kind: RESTORE_JOB, parent, key: downloadingKey(id) }))) return;
  throw refusal(
    400,
    "CANNOT_DOWNLOAD_SNAPSHOT_CONCURRENTLY",
    `The snapshot ${id} is already being prepared for download.`,
    id,
  );
}

/** A download link to the files of a replica set. */
const linkTo = (replicaSetName: string): RestorePart => ({ token: newToken(), replicaSetName });

async function create(transaction: WriteTransaction, call: Call, source: Source): Promise<JsonObject> {
  const { body: request, now } = call;
  const pointInTime = pointInTimeIn(request);
  const given = request["snapshotId"] === undefined ? null : await namedSnapshot(transaction, call, source);
  const found = pointInTime === null ? given : await snapshotBefore(transaction, source, pointInTime, given, now);
  if (found === null) throw new TypeError("a restore without a snapshot passed the rules");
  const snapshot = { ...found.body, id: found.id };
  const isDownload = request["deliveryType"] === "download";
  const target = isDownload ? null : await targetOf(transaction, call, source.cluster, snapshot);
  if (target !== null) await refuseRestoreDuringMigration(transaction, target.cluster, now);
  if (isDownload) await refuseDownload(transaction, found);
  const id = call.newId();
  const end = restoreEndAt({ family: source.family, request, snapshot, now });
  const parts = isDownload ? replicaSetsOf(found.body, source.clusterName).map(linkTo) : [];
  for (const { token, replicaSetName } of parts) {
    const fileName = `${replicaSetName}-${found.id}`;
    await transaction.put(downloadDraft({ token, groupId: source.groupId, fileName, readyAt: end }));
  }
  if (target !== null) {
    await takeTarget(transaction, target, id, now, end);
    // The data are replaced, so that search indexes are rebuilt.
    await rebuildIndexes(transaction, target.cluster, now, end - now);
  }
  const draft = newRestore({ ...source, id, request, snapshot, parts, pointInTime, now });
  return restoreAnswer(await transaction.put(draft), call);
}

async function cancel(transaction: WriteTransaction, call: Call, job: Document): Promise<void> {
  const { id, parent, body } = job;
  if (!isRunning(body)) {
    throw refusal(
      400,
      "CANNOT_CANCEL_FINISHED_RESTORE_JOB",
      `The restore job ${id} has ended: nothing is left to cancel.`,
      id,
    );
  }
  for (const { token } of jsonObjectsOf(body["parts"])) await transaction.remove(DOWNLOAD, String(token));
  await releaseTarget(transaction, job, call.now);
  await transaction.put(restoreJobDraft(parent, "cluster", { ...body, id, cancelled: true }));
}

export const restoreJobHandlers: HandlersOf<keyof typeof restoreJobOperations> = {
  listBackupRestoreJobs: async (transaction, call) => page(transaction, call, await clusterSource(transaction, call)),

  async createBackupRestoreJob(transaction, call) {
    return value(await create(transaction, call, await clusterSource(transaction, call)));
  },

  async cancelBackupRestoreJob(transaction, call) {
    await cancel(transaction, call, await jobOf(transaction, call, await clusterSource(transaction, call)));
    return nothing;
  },

  async getBackupRestoreJob(transaction, call) {
    return value(restoreAnswer(await jobOf(transaction, call, await clusterSource(transaction, call)), call));
  },

  listServerlessBackupRestoreJobs: async (transaction, call) =>
    page(transaction, call, await serverlessSource(transaction, call)),

  async createServerlessBackupRestoreJob(transaction, call) {
    return value(await create(transaction, call, await serverlessSource(transaction, call)));
  },

  async getServerlessBackupRestoreJob(transaction, call) {
    return value(restoreAnswer(await jobOf(transaction, call, await serverlessSource(transaction, call)), call));
  },
};
