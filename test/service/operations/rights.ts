import type { Operation } from "../../../src/contract/operation.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import { policyItem, USUAL_POLICY } from "../backups.ts";
import { MEASURED } from "../configurations.ts";
import { fetchDiscovery } from "../discovery.ts";
import { text as searchIndex } from "../search-support.ts";
import { type Client, control, type Row } from "../support.ts";

/** One right request for every operation, at the sample. */

/** What requests name: ids of the sample, and of what was made for them. */
export type Places = Readonly<Record<string, string>>;

/** How an operation is asked, where it is not simply at the main cluster. */
export type Right = {
  /** Path values, told from what there is. */
  readonly params?: (places: Places) => Places;
  readonly body?: (places: Places) => object;
  readonly query?: string;
  /** What has to happen before. */
  readonly before?: (call: Client, places: Places) => Promise<unknown>;
};

const configuration = () => ({
  ...MEASURED,
  notifications: [
    { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 5 },
    { typeName: "GROUP", roles: ["GROUP_OWNER"], emailEnabled: true, smsEnabled: false },
  ],
});

const definition = () => ({
  analyzer: "lucene.standard",
  searchAnalyzer: "lucene.standard",
  mappings: { dynamic: true },
  numPartitions: 1,
});

const firstGeneration = (name: string) => ({
  database: "lab",
  collectionName: "things",
  name,
  type: "search",
  ...definition(),
});

const policy = () => ({ ...USUAL_POLICY, copyProtectionEnabled: false, encryptionAtRestEnabled: false });

const migration = ({ groupId = "", sourceGroupId = "" }: Places) => ({
  source: { groupId: sourceGroupId, clusterName: "shop-rs0", ssl: true, managedAuthentication: true },
  destination: { groupId, clusterName: "prod-eu-side", hostnameSchemaType: "PUBLIC" },
  migrationHosts: ["mig01.corp.example"],
  dropDestinationData: false,
});

const restore = ({ groupId, snapshotId }: Places) => ({
  deliveryType: "automated",
  snapshotId,
  targetGroupId: groupId,
  targetClusterName: "paused-1",
});

const specs = () => ({ specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] });
const onSide = () => ({ clusterName: "prod-eu-side" });
const sharded = ({ shardedSnapshotId = "" }: Places) => ({ clusterName: "analytics", snapshotId: shardedSnapshotId });
const ofIndex = () => ({
  databaseName: "lab",
  collectionName: "things",
  indexName: "here",
  clusterName: "prod-eu-side",
});
const serverless = ({ serverlessSnapshotId = "", serverlessRestoreId = "" }: Places) => ({
  clusterName: "orders-sls",
  snapshotId: serverlessSnapshotId,
  restoreJobId: serverlessRestoreId,
});
const readyMigration = ({ targetGroupId = "", readyMigrationId = "" }: Places) => ({
  groupId: targetGroupId,
  liveMigrationId: readyMigrationId,
});

const MONTHS = 40 * 86_400;

export const RIGHTS: Partial<Readonly<Record<OperationId, Right>>> = {
  createAlertConfiguration: { body: configuration },
  updateAlertConfiguration: { body: configuration },
  toggleAlertConfiguration: { body: () => ({ enabled: false }) },
  acknowledgeAlert: {
    body: () => ({ acknowledgedUntil: "2031-01-01T00:00:00Z", acknowledgementComment: "Looking at it." }),
  },
  createServiceSearchIndex: { params: onSide, body: () => searchIndex("new", definition()) },
  updateServiceSearchIndex: { params: onSide, body: () => ({ definition: definition() }) },
  updateServiceSearchIndexByName: { params: ofIndex, body: () => ({ definition: definition() }) },
  getServiceSearchIndexByName: { params: ofIndex },
  deleteServiceSearchIndexByName: { params: ofIndex },
  listServiceSearchIndexes: { params: ofIndex },
  getServiceSearchIndex: { params: onSide },
  deleteServiceSearchIndex: { params: onSide },
  createServiceSearchIndexDeprecated: { params: onSide, body: () => firstGeneration("new") },
  updateServiceSearchIndexDeprecated: { params: onSide, body: () => firstGeneration("here") },
  listServiceSearchIndexesDeprecated: { params: ofIndex },
  getServiceSearchIndexDeprecated: { params: onSide },
  deleteServiceSearchIndexDeprecated: { params: onSide },
  createServiceSearchDeployment: { params: onSide, body: specs },
  updateServiceSearchDeployment: { body: specs },
  updateAuditingConfiguration: {
    body: () => ({ enabled: true, auditFilter: "{}", auditAuthorizationSuccess: false }),
  },
  toggleAwsCustomDns: { body: () => ({ enabled: true }) },
  createCloudProviderAccessRole: { body: () => ({ providerName: "AWS" }) },
  listShardedClusterBackups: { params: sharded },
  getShardedClusterBackup: { params: sharded },
  deleteShardedClusterBackup: { params: sharded },
  takeSnapshot: { body: () => ({ description: "before the release", retentionInDays: 3 }) },
  updateSnapshotRetention: { body: () => ({ retentionValue: 2, retentionUnit: "YEARS" }) },
  listServerlessBackups: { params: serverless },
  getServerlessBackup: { params: serverless },
  updateBackupSchedule: {
    body: () => ({
      referenceHourOfDay: 2,
      referenceMinuteOfHour: 30,
      policies: [{ policyItems: [policyItem("hourly", 6, 8), policyItem("daily", 1, 40)] }],
      restoreWindowDays: 3,
      updateSnapshots: false,
    }),
  },
  updateDataProtectionSettings: { body: policy, query: "overwriteBackupPolicies=true" },
  disableDataProtectionSettings: {
    before: async (call, { groupId }) => {
      await call("PUT", `/groups/${groupId}/backupCompliancePolicy`, { body: policy() });
      await control(call.ready, "POST", "/approve", { what: "compliance-policy", id: groupId });
    },
  },
  createPushMigration: { body: migration },
  validateMigration: { body: migration },
  getPushMigration: { params: readyMigration },
  cutoverMigration: { params: readyMigration },
  createLinkToken: { body: () => ({ accessListIps: ["198.51.100.7"] }) },
  // It goes when no migration needs it any more.
  deleteLinkToken: { before: (call) => control(call.ready, "POST", "/clock/step", { seconds: MONTHS }) },
  createExportBucket: {
    body: ({ roleId }) => ({ cloudProvider: "AWS", bucketName: "acme-new-exports", iamRoleId: roleId }),
  },
  createBackupExportJob: {
    body: ({ snapshotId, exportBucketId }) => ({
      snapshotId,
      exportBucketId,
      customData: [{ key: "ticket", value: "CHG-1142" }],
    }),
  },
  createBackupRestoreJob: { body: (places) => ({ ...restore(places), targetClusterName: "prod-eu" }) },
  listServerlessBackupRestoreJobs: { params: serverless },
  getServerlessBackupRestoreJob: { params: serverless },
  createServerlessBackupRestoreJob: {
    params: serverless,
    body: ({ groupId, serverlessSnapshotId }) => ({
      deliveryType: "automated",
      snapshotId: serverlessSnapshotId,
      targetGroupId: groupId,
      targetClusterName: "orders-sls",
    }),
  },
};

const first = (rows: readonly Row[], wanted: Row = {}): Row => {
  const found = rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
  if (found === undefined) throw new TypeError(`nothing with ${JSON.stringify(wanted)} among ${rows.length}`);
  return found;
};

/** Looks the ids up, and makes what the sample lacks: an index on an empty cluster, running jobs, a validation. */
export async function placesOf(call: Client): Promise<Places> {
  const { groupId, ready } = call;
  const group = `/groups/${groupId}`;
  const backup = `${group}/clusters/prod-eu/backup`;
  const rows = async (path: string, wanted: Row = {}): Promise<Row> => first((await call("GET", path)).rows(), wanted);
  const made = async (path: string, body: object): Promise<Row> => Object((await call("POST", path, { body })).json);
  const [target] = ready.migrations;
  const migrations = await Promise.all(
    ready.migrations.map(async ({ groupId: own, id }) => [
      own,
      (await call("GET", `/groups/${own}/liveMigrations/${id}`)).json,
    ]),
  );
  const cutOver = migrations.find(([, one]) => Object(one).readyForCutover === true);
  const projects = (await call("GET", `/orgs/${ready.orgId}/liveMigrations/availableProjects`)).json;
  const source: unknown = Array.isArray(projects) ? projects.find(({ name }) => name === "Legacy Shop") : undefined;
  const snapshotId = String((await rows(`${backup}/snapshots`, { status: "completed" }))["id"]);
  const shardedList = await call("GET", `${group}/clusters/analytics/backup/snapshots/shardedClusters`);
  const serverlessSnapshotId = String((await rows(`${group}/serverless/orders-sls/backup/snapshots`))["id"]);
  const roles = await call("GET", `${group}/cloudProviderAccess`);
  const places = {
    groupId,
    orgId: ready.orgId,
    targetGroupId: target?.groupId ?? "",
    clusterName: "prod-eu",
    snapshotId,
    serverlessSnapshotId,
    sourceGroupId: String(Object(source).projectId),
    name: "Payments",
  };
  const bucket = first((await call("GET", `${group}/backup/exportBuckets`)).rows().toReversed());
  return {
    ...places,
    hostname: String((await fetchDiscovery(ready))[0]?.targets[0]).replace(/:\d+$/u, ""),
    alertConfigId: String((await rows(`${group}/alertConfigs`))["id"]),
    alertId: String((await rows(`${group}/alerts`, { status: "OPEN" }))["id"]),
    indexId: String((await made(`${group}/clusters/prod-eu-side/search/indexes`, searchIndex("here")))["indexID"]),
    shardedSnapshotId: String(first(shardedList.rows(), { status: "completed" })["id"]),
    roleId: String(first(roles.rows("awsIamRoles").filter(({ authorizedDate }) => authorizedDate !== null))["roleId"]),
    exportBucketId: String(bucket["_id"]),
    exportId: String((await rows(`${backup}/exports`))["id"]),
    restoreJobId: String(
      (await made(`${backup}/restoreJobs`, { ...restore(places), targetClusterName: "prod-eu-side" }))["id"],
    ),
    serverlessRestoreId: String((await rows(`${group}/serverless/orders-sls/backup/restoreJobs`))["id"]),
    validationId: String((await made(`${group}/liveMigrations/validate`, migration(places)))["_id"]),
    liveMigrationId: String(target?.id),
    readyMigrationId: String(Object(cutOver?.[1])._id),
  };
}

/** A request as it goes out. */
export type Request = { readonly path: string; readonly query: string; readonly body?: object };

/** The path of an operation with its values. */
export const pathWith = (operation: Operation, params: Places): string =>
  operation.path.replace(/\{([^}]+)\}/gu, (_braces, name: string) => encodeURIComponent(params[name] ?? ""));

/** The values of an operation's path. */
export function paramsOf(operation: Operation, places: Places): Places {
  const own = rightOf(operation).params?.(places) ?? {};
  const names = Object.keys(operation.params);
  return Object.fromEntries(names.map((name) => [name, own[name] ?? places[name] ?? ""]));
}

export const rightOf = (operation: Operation): Right =>
  Object.entries(RIGHTS).find(([id]) => id === operation.id)?.[1] ?? {};

/** The right request for an operation. */
export function rightRequest(operation: Operation, places: Places): Request {
  const { body, query = "" } = rightOf(operation);
  const path = pathWith(operation, paramsOf(operation, places));
  return { path, query, ...(body === undefined ? {} : { body: body(places) }) };
}
