import * as z from "zod";
import { keptDays, mostRetention } from "./backup-policy.ts";
import { DELETION, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, INT32, Links, lines, listOf, many, text } from "./schema/fields.ts";
import { serverlessUntil } from "./serverless.ts";

/** Snapshots of replica sets, sharded clusters and serverless instances: specification 2.15, 4.10 and 4.11. */

/** Fields of every kind of snapshot. */
const answerFields = {
  createdAt: text(),
  expiresAt: text(),
  frequencyType: text(),
  id: z.string().brand<"SnapshotId">(),
  links: Links,
  serverVersion: text(),
  snapshotType: text(),
  status: text(),
  storageSizeBytes: amount(),
};

/** Additional fields of dedicated clusters' snapshots. */
const dedicated = {
  description: lines(),
  masterKeyUUID: text(),
  policyItems: many(z.string()),
  type: text(),
};

export const ReplicaSetSnapshot = z.looseObject({
  ...answerFields,
  ...dedicated,
  cloudProvider: text(),
  copyRegions: many(z.string()),
  replicaSetName: text(),
});

const sharded = {
  configServerType: text(),
  members: many(z.looseObject({ cloudProvider: text(), id: text(), replicaSetName: text() })),
  snapshotIds: many(z.string()),
};

export const ShardedSnapshot = z.looseObject({ ...answerFields, ...dedicated, ...sharded });

export const ServerlessSnapshot = z.looseObject({ ...answerFields, serverlessInstanceName: text() });

/** Answer to taking a snapshot: the record of the cluster's kind. */
const TakenSnapshot = ReplicaSetSnapshot.extend(sharded);

export type ReplicaSetSnapshot = z.output<typeof ReplicaSetSnapshot>;
export type ShardedSnapshot = z.output<typeof ShardedSnapshot>;
export type ServerlessSnapshot = z.output<typeof ServerlessSnapshot>;

/** Body of an on-demand snapshot (E53b). */
export const TakeSnapshotBody = body(
  z.strictObject({
    description: z.string().optional().meta({
      title: "Note",
      help: "Reason for this snapshot",
      example: "before CHG-1142",
      lines: true,
    }),
    retentionInDays: keptDays().optional().meta({
      title: "Retention",
      help: "Days from the time of the snapshot; a compliance policy may require more",
      example: "7",
      unit: "days",
      ghost: "7, or as the policies require",
      assumes:
        "retentionInDays left out: what the policies say of snapshots on demand, or else 7, and the schedule's extra days",
    }),
  }),
);

/** Units for changing an expiry (specification 2.15): a closed set, in capitals. */
const EXPIRY_UNITS = ["DAYS", "WEEKS", "MONTHS", "YEARS"] as const;

/** Body for changing an expiry (E53e). */
export const ExpiryBody = body(
  z.strictObject({
    retentionValue: z.int().min(1, "enter 1 or more").max(INT32, `enter ${INT32} or less`).meta({
      title: "Retention",
      help: "Counted from the time of the snapshot, in the unit below",
      example: "6",
      assumes: "an expiry counts from the snapshot's creation; a month has 31 days, a year 365",
    }),
    retentionUnit: z.enum(EXPIRY_UNITS).meta({
      title: "Retention unit",
      help: "A week has 7 days, a month 31, a year 365",
      example: "MONTHS",
      words: { DAYS: "days", WEEKS: "weeks", MONTHS: "months", YEARS: "years" },
    }),
  }),
  [mostRetention([])],
);

const CLUSTER_PATH = "/groups/{groupId}/clusters/{clusterName}/backup/snapshots";
const REPLICA_SET_PATH = `${CLUSTER_PATH}/{snapshotId}` as const;
const SHARDED_PATH = `${CLUSTER_PATH}/shardedCluster/{snapshotId}` as const;
const SERVERLESS_PATH = "/groups/{groupId}/serverless/{clusterName}/backup/snapshots";

const common = {
  area: "snapshots",
  entity: { name: "snapshot of a replica set", id: ["id"], parent: "cluster" },
  budget: "cloud-backups",
} as const;

const ofShardedCluster = {
  ...common,
  entity: { name: "snapshot of a sharded cluster", id: ["id"], parent: "cluster" },
} as const;
const READERS = ["Project Read Only", "Project Backup Manager"] as const;
const WRITERS = ["Project Backup Manager"] as const;

const serverless = {
  ...common,
  entity: { name: "snapshot of a serverless instance", id: ["id"], parent: "cluster" },
  roles: ["Project Read Only"],
} as const;

export const snapshotOperations = operationTable({
  listReplicaSetBackups: {
    ...common,
    spec: "E53a",
    aliases: ["listGroupClusterBackupSnapshots"],
    title: "List snapshots of a replica set",
    path: CLUSTER_PATH,
    response: listOf(ReplicaSetSnapshot),
    answer: "list",
    roles: READERS,
    assumes: [
      "snapshot status beyond queued and inProgress: completed, failed",
      "snapshotType beyond onDemand: scheduled, fallback",
      "frequencyType of snapshots beyond hourly: daily, weekly, monthly, yearly, and ondemand",
      "snapshots are listed oldest first; the list of the other kind of cluster is empty, not an error",
    ],
  },
  listShardedClusterBackups: {
    ...ofShardedCluster,
    spec: "E53a",
    aliases: ["listGroupClusterBackupSnapshotShardedClusters"],
    title: "List snapshots of a sharded cluster",
    path: `${CLUSTER_PATH}/shardedClusters`,
    response: listOf(ShardedSnapshot),
    kind: "list",
    roles: READERS,
    assumes: ["configServerType beyond EMBEDDED: DEDICATED"],
  },
  takeSnapshot: {
    ...common,
    spec: "E53b",
    aliases: ["takeGroupClusterBackupSnapshots"],
    title: "Take snapshot now",
    method: "POST",
    path: CLUSTER_PATH,
    body: TakeSnapshotBody,
    response: TakenSnapshot,
    roles: WRITERS,
    assumes: [
      "a further on-demand snapshot is refused with 400 while one waits or runs",
      "the refusal of a further one has the code UNFINISHED_ON_DEMAND_SNAPSHOT",
      "fewer days than the compliance policy asks for are 400 SNAPSHOT_RETENTION_LESS_THAN_BACKUP_COMPLIANCE_POLICY",
    ],
  },
  getReplicaSetBackup: {
    ...common,
    spec: "E53c",
    aliases: ["getGroupClusterBackupSnapshot"],
    title: "Get snapshot of a replica set",
    path: REPLICA_SET_PATH,
    response: ReplicaSetSnapshot,
    roles: READERS,
    assumes: [
      "an absent snapshot is 404 SNAPSHOT_NOT_FOUND; one of the other kind of cluster is 400 INCORRECT_BACKUP_API_ENDPOINT",
    ],
  },
  getShardedClusterBackup: {
    ...ofShardedCluster,
    spec: "E53c",
    aliases: ["getGroupClusterBackupSnapshotShardedCluster"],
    title: "Get snapshot of a sharded cluster",
    path: SHARDED_PATH,
    response: ShardedSnapshot,
    roles: READERS,
  },
  deleteReplicaSetBackup: {
    ...common,
    spec: "E53d",
    aliases: ["deleteGroupClusterBackupSnapshot"],
    title: "Delete snapshot of a replica set",
    ...DELETION,
    path: REPLICA_SET_PATH,
    roles: WRITERS,
    risk: "irreversible",
    assumes: [
      "one that is not done is 400 CANNOT_DELETE_IN_PROGRESS_SNAPSHOT, a shard's one 403 CANNOT_DELETE_FROM_CLUSTER_SNAPSHOT",
      "under a compliance policy it is 400 CANNOT_DELETE_SNAPSHOT_WITH_BACKUP_COMPLIANCE_POLICY",
    ],
  },
  deleteShardedClusterBackup: {
    ...ofShardedCluster,
    spec: "E53d",
    aliases: ["deleteGroupClusterBackupSnapshotShardedCluster"],
    title: "Delete snapshot of a sharded cluster",
    ...DELETION,
    path: SHARDED_PATH,
    roles: WRITERS,
    risk: "irreversible",
  },
  updateSnapshotRetention: {
    ...common,
    spec: "E53e",
    aliases: ["updateGroupClusterBackupSnapshot"],
    title: "Change snapshot retention",
    method: "PATCH",
    path: REPLICA_SET_PATH,
    body: ExpiryBody,
    response: ReplicaSetSnapshot,
    roles: WRITERS,
    kind: "action",
    // An expiry is always given in full: the snapshot's record holds neither of the two fields.
    update: "create",
    assumes: [
      "one that is not done is 400 CANNOT_MODIFY_IN_PROGRESS_SNAPSHOT_RETENTION, a failed one 403 CANNOT_MODIFY_SNAPSHOT, a shard's one 403 CANNOT_MODIFY_CLUSTER_SNAPSHOT",
      "an expiry before that of more frequent snapshots is 400 BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID; an earlier one under a compliance policy 400 CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY",
      "an expiry in the past ends the snapshot at once",
    ],
  },
  listServerlessBackups: {
    ...serverless,
    deprecated: serverlessUntil("listFlexBackups"),
    spec: "E58",
    aliases: ["listGroupServerlessBackupSnapshots"],
    title: "List snapshots of a serverless instance",
    path: SERVERLESS_PATH,
    response: listOf(ServerlessSnapshot),
    answer: "list",
    assumes: [
      "the serverless snapshot operations say that they are deprecated since 2024-11-13, with sunset 2026-01-22",
    ],
  },
  getServerlessBackup: {
    ...serverless,
    deprecated: serverlessUntil("getFlexBackup"),
    spec: "E59",
    aliases: ["getGroupServerlessBackupSnapshot"],
    title: "Get snapshot of a serverless instance",
    path: `${SERVERLESS_PATH}/{snapshotId}`,
    queryFlags: "E",
    response: ServerlessSnapshot,
    assumes: ["an absent snapshot of a serverless instance is 404 TENANT_SNAPSHOT_NOT_FOUND"],
  },
});
