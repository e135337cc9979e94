import * as z from "zod";
import { DELETION, operationTable } from "./operation.ts";
import { RestoreJob, ServerlessRestoreJob } from "./restore-jobs/answers.ts";
import { RESTORE_RULES, restoreFields, SERVERLESS_RULES, targetFields } from "./restore-jobs/request.ts";
import { body } from "./schema/body.ts";
import { listOf } from "./schema/fields.ts";
import { serverlessUntil } from "./serverless.ts";

/** Restore jobs of clusters and of serverless instances: specification 2.13, 4.9 (E47 to E50) and 4.11 (E55 to E57). */

export { RestoreJob, ServerlessRestoreJob } from "./restore-jobs/answers.ts";
export { DELIVERY_TYPES, EARLIEST_POINT_IN_TIME } from "./restore-jobs/request.ts";

const { targetClusterName, targetGroupId } = targetFields;

/** Body of a restore from a cluster's backup (E48). */
export const RestoreJobBody = body(
  z.strictObject({
    ...restoreFields,
    targetClusterName: targetClusterName.optional(),
    targetGroupId: targetGroupId.optional(),
  }),
  RESTORE_RULES,
);

/** Body of a restore from a serverless instance's backup (E56): the target is required even for a download. */
export const ServerlessRestoreJobBody = body(
  z.strictObject({ ...restoreFields, targetClusterName, targetGroupId }),
  SERVERLESS_RULES,
);

const PATH = "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs";
const ID_PATH = `${PATH}/{restoreJobId}` as const;
const SERVERLESS_PATH = "/groups/{groupId}/serverless/{clusterName}/backup/restoreJobs";

const common = {
  area: "restore-jobs",
  entity: { name: "restore", id: ["id"], parent: "cluster" },
  roles: ["Project Backup Manager"],
  budget: "cloud-backups",
} as const;
const serverless = {
  ...common,
  entity: { name: "restore of a serverless instance", id: ["id"], parent: "cluster" },
  roles: ["Project Owner"],
} as const;

export const restoreJobOperations = operationTable({
  listBackupRestoreJobs: {
    ...common,
    spec: "E47",
    aliases: ["listGroupClusterBackupRestoreJobs"],
    title: "List restore jobs",
    path: PATH,
    response: listOf(RestoreJob),
    answer: "list",
    assumes: [
      "restore jobs are listed oldest first, under the cluster whose backup they restore",
      "desiredTimestamp holds date, increment and time, all null unless it restores a point in time",
      "timestamp of a restore job is its snapshot's time",
    ],
  },
  createBackupRestoreJob: {
    ...common,
    spec: "E48",
    aliases: ["createGroupClusterBackupRestoreJob"],
    title: "Restore",
    method: "POST",
    path: PATH,
    body: RestoreJobBody,
    response: RestoreJob,
    // Minimum risk: a download changes nothing. An area raises it for restores that replace a cluster's data.
    risk: "disruptive",
    assumes: [
      "starting a restore answers 200",
      "automated and download need snapshotId; automated and pointInTime need the target, download must not have one",
      "pointInTime needs either pointInTimeUTCSeconds or both oplogTs and oplogInc, and only it may have them",
      "a download link is valid for 1 h and one download",
      "a second restore into one target is 409 ATLAS_CLUSTER_RESTORE_IN_PROGRESS",
      "a target of another kind, with other shards or an older version is 409 RESTORE_INITIATION_FAILED",
      "a point in time outside the restore window, or of a cluster whose point-in-time is off, is 400 INVALID_PIT_RESTORE_TIME; without a snapshot before it, or where the one that is named is later, 404 UNABLE_T0_FIND_SNAPSHOT_PRIOR_TO_PIT_RESTORE_OPTIME",
      "a point in time of a cluster that was restored and has had no snapshot since is 409 NO_CHECKPOINT_FOR_PIT_RESTORE",
      "a snapshot that is not complete is 409: CANNOT_START_RESTORE_JOB_FOR_INCOMPLETE_CLUSTER_SNAPSHOT, CANNOT_DOWNLOAD_INCOMPLETE_SNAPSHOT; a shard's one 400 AUTOMATED_RESTORE_OF_SHARD_NOT_ALLOWED",
      "a download of a snapshot that is encrypted with a key is 400 CANNOT_DOWNLOAD_SNAPSHOT_WITH_ENCRYPTION, a second one meanwhile 400 CANNOT_DOWNLOAD_SNAPSHOT_CONCURRENTLY",
      "a paused target is 400 CLUSTER_PAUSED_CANNOT_RESTORE, a shared one 400 TENANT_CLUSTER_UPDATE_UNSUPPORTED, one that receives a migration 400 CANNOT_PERFORM_RESTORE_ON_CLUSTER_WITH_RUNNING_LIVE_IMPORT",
      "a target in another project needs a role there that may restore, else 403 CANNOT_RESTORE_TO_TARGET",
    ],
  },
  cancelBackupRestoreJob: {
    ...common,
    // A cancelled job stays in the list.
    entityUse: "update",
    spec: "E49",
    aliases: ["cancelGroupClusterBackupRestoreJob"],
    title: "Cancel restore job",
    ...DELETION,
    path: ID_PATH,
    risk: "disruptive",
    assumes: ["cancelling a job that has ended is 400 CANNOT_CANCEL_FINISHED_RESTORE_JOB"],
  },
  getBackupRestoreJob: {
    ...common,
    spec: "E50",
    aliases: ["getGroupClusterBackupRestoreJob"],
    title: "Get restore job",
    path: ID_PATH,
    response: RestoreJob,
    assumes: [
      "an absent restore job is 404 RESTORE_JOB_NOT_FOUND",
      "deliveryUrl stays until the link expires; the link answers 410 DOWNLOAD_LINK_USED or DOWNLOAD_LINK_EXPIRED afterwards",
    ],
  },
  listServerlessBackupRestoreJobs: {
    ...serverless,
    deprecated: serverlessUntil("listFlexBackupRestoreJobs"),
    spec: "E55",
    aliases: ["listGroupServerlessBackupRestoreJobs"],
    title: "List restore jobs of a serverless instance",
    path: SERVERLESS_PATH,
    response: listOf(ServerlessRestoreJob),
    answer: "list",
  },
  createServerlessBackupRestoreJob: {
    ...serverless,
    deprecated: serverlessUntil("createFlexBackupRestoreJob"),
    spec: "E56",
    aliases: ["createGroupServerlessBackupRestoreJob"],
    title: "Restore a serverless instance",
    method: "POST",
    path: SERVERLESS_PATH,
    body: ServerlessRestoreJobBody,
    response: ServerlessRestoreJob,
    risk: "disruptive",
    assumes: [
      "the target of a serverless restore is any cluster of the organisation that is not sharded or paused",
      "a sharded target is 400 TENANT_RESTORE_INCOMPATIBLE_TOPOLOGY, one of an older version 400 TENANT_RESTORE_VERSION_MISMATCH",
    ],
  },
  getServerlessBackupRestoreJob: {
    ...serverless,
    deprecated: serverlessUntil("getFlexBackupRestoreJob"),
    spec: "E57",
    aliases: ["getGroupServerlessBackupRestoreJob"],
    title: "Get restore job of a serverless instance",
    path: `${SERVERLESS_PATH}/{restoreJobId}`,
    response: ServerlessRestoreJob,
  },
});
