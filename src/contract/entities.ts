import type { Json } from "./json.ts";
import { isObject } from "./json.ts";
import type { OperationId } from "./operations.ts";

/**
 * A kind of thing that the service holds: what its id is called, what it lies in, and which operations read and change it
 * (`design.md`, the concepts). Every layer asks this table what a row is; none guesses.
 */
export type Entity = {
  /** What one is called in a sentence. */
  readonly title: string;
  /** The field of an answer that names one, the first that is there; none where there is exactly one in its parent. */
  readonly id: readonly string[];
  /** The path parameter that names one, where the field is not in the answer. */
  readonly param?: string;
  /** What it lies in. */
  readonly parent: "organisation" | "project" | "cluster" | null;
  /** Lists with rows that say as much as what `get` answers. */
  readonly list?: readonly OperationId[];
  /** Lists with rows that say less. */
  readonly summary?: readonly OperationId[];
  readonly get?: readonly OperationId[];
  readonly create?: readonly OperationId[];
  /** Writes that leave it where it is. */
  readonly update?: readonly OperationId[];
  /** Writes after which it is in no list any more. */
  readonly remove?: readonly OperationId[];
};

const indexes = { title: "search index", id: ["indexID"], parent: "cluster" } as const;
const snapshot = { title: "snapshot", id: ["id"], parent: "cluster" } as const;
const restore = { title: "restore", id: ["id"], parent: "cluster" } as const;
/** Settings of which there is one in a project. */
const setting = { id: [], parent: "project" } as const;

/** The one table of entities. Snapshots and restores of each kind of cluster have records of their own at the service. */
export const ENTITIES: readonly Entity[] = [
  { title: "organisation", id: ["id"], parent: null, list: ["listOrganizations"], get: ["getOrganization"] },
  {
    title: "project",
    id: ["id"],
    parent: null,
    list: ["listProjects", "listOrganizationProjects"],
    get: ["getProject", "getProjectByName"],
  },
  { title: "cluster", id: ["id"], parent: "project", list: ["listClusters"], get: ["getCluster"] },
  { title: "flex cluster", id: ["id"], parent: "project", list: ["listFlexClusters"], get: ["getFlexCluster"] },
  {
    title: "alert",
    id: ["id"],
    parent: "project",
    list: ["listAlerts", "listAlertsByAlertConfigurationId"],
    get: ["getAlert"],
    update: ["acknowledgeAlert"],
  },
  {
    title: "alert configuration",
    id: ["id"],
    parent: "project",
    list: ["listAlertConfigurations", "listAlertConfigurationsByAlertId"],
    get: ["getAlertConfiguration"],
    create: ["createAlertConfiguration"],
    update: ["updateAlertConfiguration", "toggleAlertConfiguration"],
    remove: ["deleteAlertConfiguration"],
  },
  {
    ...indexes,
    list: ["listServiceSearchIndexesCluster", "listServiceSearchIndexes"],
    get: ["getServiceSearchIndex", "getServiceSearchIndexByName"],
    create: ["createServiceSearchIndex"],
    update: ["updateServiceSearchIndex", "updateServiceSearchIndexByName"],
    remove: ["deleteServiceSearchIndex", "deleteServiceSearchIndexByName"],
  },
  {
    ...indexes,
    summary: ["listServiceSearchIndexesDeprecated"],
    get: ["getServiceSearchIndexDeprecated"],
    create: ["createServiceSearchIndexDeprecated"],
    update: ["updateServiceSearchIndexDeprecated"],
    remove: ["deleteServiceSearchIndexDeprecated"],
  },
  {
    title: "search nodes",
    id: [],
    param: "clusterName",
    parent: "cluster",
    get: ["getServiceSearchDeployment"],
    create: ["createServiceSearchDeployment"],
    // The cluster keeps its row, without nodes.
    update: ["updateServiceSearchDeployment", "deleteServiceSearchDeployment"],
  },
  { title: "metrics target", id: [], parent: "project", list: ["listMetricsTargets"] },
  { ...setting, title: "auditing", get: ["getAuditingConfiguration"], update: ["updateAuditingConfiguration"] },
  { ...setting, title: "custom DNS", get: ["getAwsCustomDns"], update: ["toggleAwsCustomDns"] },
  {
    ...setting,
    title: "compliance policy",
    get: ["getDataProtectionSettings"],
    update: ["updateDataProtectionSettings"],
    remove: ["disableDataProtectionSettings"],
  },
  {
    title: "access role",
    id: ["roleId", "_id"],
    parent: "project",
    list: ["listCloudProviderAccessRoles"],
    get: ["getCloudProviderAccessRole"],
    create: ["createCloudProviderAccessRole"],
  },
  {
    ...snapshot,
    list: ["listReplicaSetBackups"],
    get: ["getReplicaSetBackup"],
    create: ["takeSnapshot"],
    update: ["updateSnapshotRetention"],
    remove: ["deleteReplicaSetBackup"],
  },
  {
    ...snapshot,
    list: ["listShardedClusterBackups"],
    get: ["getShardedClusterBackup"],
    remove: ["deleteShardedClusterBackup"],
  },
  { ...snapshot, list: ["listServerlessBackups"], get: ["getServerlessBackup"] },
  {
    title: "backup schedule",
    id: ["clusterName"],
    param: "clusterName",
    parent: "cluster",
    get: ["getBackupSchedule"],
    // A cluster without a schedule keeps its row.
    update: ["updateBackupSchedule", "deleteAllBackupSchedules"],
  },
  {
    ...restore,
    list: ["listBackupRestoreJobs"],
    get: ["getBackupRestoreJob"],
    create: ["createBackupRestoreJob"],
    // One that was cancelled stays in the list.
    update: ["cancelBackupRestoreJob"],
  },
  {
    ...restore,
    list: ["listServerlessBackupRestoreJobs"],
    get: ["getServerlessBackupRestoreJob"],
    create: ["createServerlessBackupRestoreJob"],
  },
  {
    title: "export",
    id: ["id"],
    parent: "cluster",
    list: ["listBackupExportJobs"],
    get: ["getBackupExportJob"],
    create: ["createBackupExportJob"],
  },
  {
    title: "export bucket",
    id: ["_id"],
    parent: "project",
    list: ["listExportBuckets"],
    get: ["getExportBucket"],
    create: ["createExportBucket"],
    remove: ["deleteExportBucket"],
  },
  {
    title: "migration",
    id: ["_id"],
    param: "liveMigrationId",
    parent: "project",
    get: ["getPushMigration"],
    create: ["createPushMigration"],
    update: ["cutoverMigration"],
  },
  {
    title: "validation",
    id: ["_id"],
    param: "validationId",
    parent: "project",
    get: ["getValidationStatus"],
    create: ["validateMigration"],
  },
  { title: "source project", id: ["projectId"], parent: "organisation", list: ["listSourceProjects"] },
  {
    title: "link token",
    id: [],
    parent: "organisation",
    create: ["createLinkToken"],
    remove: ["deleteLinkToken"],
  },
];

/** What an operation does to its entity. */
export type EntityUse = "list" | "summary" | "get" | "create" | "update" | "remove";

const USES: readonly EntityUse[] = ["list", "summary", "get", "create", "update", "remove"];

type Use = { readonly entity: Entity; readonly use: EntityUse };

const byOperation: ReadonlyMap<string, Use> = new Map(
  ENTITIES.flatMap((entity) =>
    USES.flatMap((use) => (entity[use] ?? []).map((id): readonly [string, Use] => [id, { entity, use }])),
  ),
);

/** What an operation reads or changes, and how; undefined where its rows have no identity (the log of accesses). */
export const entityOf = (operation: string): Use | undefined => byOperation.get(operation);

const textIn = (values: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = values[name];
  return typeof value === "string" && value !== "" ? value : null;
};

/** The id of a row or a record that an operation answers, or null where it has none. */
export function idIn(operation: string, row: unknown): string | null {
  const entity = entityOf(operation)?.entity;
  if (entity === undefined || !isObject(row)) return null;
  for (const name of entity.id) {
    const id = textIn(row, name);
    if (id !== null) return id;
  }
  return null;
}

/** The id of what a write has made, from its answer, or from its path where the answer does not say it. */
export function idOfMade(
  operation: string,
  answer: Json | undefined,
  params: Readonly<Record<string, unknown>>,
): string | null {
  const param = entityOf(operation)?.entity.param;
  return idIn(operation, answer) ?? (param === undefined ? null : textIn(params, param));
}

const NONE: readonly OperationId[] = [];

/** The lists that have a row of the shape that this `get` operation answers. */
export function listsWith(get: string): readonly OperationId[] {
  const found = entityOf(get);
  return found?.use === "get" ? (found.entity.list ?? NONE) : NONE;
}

/** The `get` operations that answer one row of this list. */
export function getsOfRow(list: string): readonly OperationId[] {
  const found = entityOf(list);
  return found?.use === "list" ? (found.entity.get ?? NONE) : NONE;
}
