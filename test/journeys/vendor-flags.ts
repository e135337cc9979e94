/**
 * What the vendor's own command line wants for the writes that the journeys count: facts of its reference and its source, as of the
 * versions of 2025. The project comes from its profile, as it does here; where a command wants it all the same, it is counted. What
 * a command then asks (`y`, a password) is not counted.
 */
export type VendorCommand = {
  /** Arguments (in brackets) and flags, as they have to be given for the same write. */
  readonly given: readonly string[];
  /** Ids and names of things in the service among them: they have to be known, or looked up by other commands before. */
  readonly known: readonly string[];
  /** A JSON document that has to be written for it: in a file, or between the quotes of a flag. */
  readonly json?: "file" | "inline";
};

/** What a migration and its validation alike have to be told. */
const WHAT_IS_MOVED = {
  given: [
    "--sourceClusterName",
    "--sourceProjectId",
    "--sourceSSL",
    "--sourceManagedAuthentication",
    "--migrationHosts",
    "--clusterName",
  ],
  known: ["--sourceClusterName", "--sourceProjectId", "--migrationHosts", "--clusterName"],
} as const satisfies VendorCommand;

/** By the words of the command; where the same command is counted twice, with what tells them apart in brackets. */
export const VENDOR_FLAGS = {
  "alerts acknowledge": { given: ["<alertId>", "--until"], known: ["<alertId>"] },
  "alerts unacknowledge": { given: ["<alertId>"], known: ["<alertId>"] },
  "alerts settings create": {
    given: [
      "--event",
      "--enabled",
      "--notificationType",
      "--notificationEmailAddress",
      "--notificationDelayMin",
      "--notificationIntervalMin",
    ],
    known: ["--event", "--notificationEmailAddress"],
  },
  // It replaces: what is not given again is lost.
  "alerts settings update": {
    given: [
      "<alertConfigId>",
      "--event",
      "--enabled",
      "--metricName",
      "--metricOperator",
      "--metricThreshold",
      "--metricUnits",
      "--metricMode",
      "--matcherFieldName",
      "--matcherOperator",
      "--matcherValue",
      "--notificationType",
      "--notificationEmailAddress",
      "--notificationDelayMin",
      "--notificationIntervalMin",
    ],
    known: [
      "<alertConfigId>",
      "--event",
      "--metricName",
      "--matcherFieldName",
      "--matcherValue",
      "--notificationEmailAddress",
    ],
  },
  "alerts settings disable": { given: ["<alertConfigId>"], known: ["<alertConfigId>"] },
  "alerts settings delete": { given: ["<alertConfigId>"], known: ["<alertConfigId>"] },
  "auditing update": { given: ["--enabled", "--auditFilter"], known: [], json: "inline" },
  "customDns enable": { given: [], known: [] },
  "cloudProviders accessRoles create": { given: [], known: [] },
  "clusters search indexes create": {
    given: ["<indexName>", "--clusterName", "--db", "--collection", "--dynamic"],
    known: ["--clusterName", "--db", "--collection"],
  },
  "clusters search indexes update": {
    given: ["<indexId>", "--clusterName", "--indexName", "--db", "--collection", "--searchAnalyzer", "--dynamic"],
    known: ["<indexId>", "--clusterName", "--indexName", "--db", "--collection", "--searchAnalyzer"],
  },
  "clusters search indexes delete": { given: ["<indexId>", "--clusterName"], known: ["<indexId>", "--clusterName"] },
  "clusters search nodes create": { given: ["--clusterName", "--file"], known: ["--clusterName"], json: "file" },
  "clusters search nodes update": { given: ["--clusterName", "--file"], known: ["--clusterName"], json: "file" },
  "clusters search nodes delete": { given: ["--clusterName"], known: ["--clusterName"] },
  "backups snapshots create": { given: ["<clusterName>", "--desc", "--retention"], known: ["<clusterName>"] },
  "backups snapshots delete": { given: ["<snapshotId>", "--clusterName"], known: ["<snapshotId>", "--clusterName"] },
  "api deleteShardedClusterBackup": {
    given: ["--clusterName", "--groupId", "--snapshotId"],
    known: ["--clusterName", "--groupId", "--snapshotId"],
  },
  "api updateSnapshotRetention": {
    given: ["--clusterName", "--groupId", "--snapshotId", "--file"],
    known: ["--clusterName", "--groupId", "--snapshotId"],
    json: "file",
  },
  // One flag holds six values of a rule: the ids of the policy and of the rule are two of them.
  "backups schedule update": {
    given: ["--clusterName", "--policy"],
    known: ["--clusterName", "policyId in --policy", "policyItemId in --policy"],
  },
  "backups schedule delete": { given: ["--clusterName"], known: ["--clusterName"] },
  "backups restores start (automated)": {
    given: ["<automated>", "--clusterName", "--snapshotId", "--targetClusterName", "--targetProjectId"],
    known: ["--clusterName", "--snapshotId", "--targetClusterName", "--targetProjectId"],
  },
  "backups restores start (pointInTime)": {
    given: ["<pointInTime>", "--clusterName", "--pointInTimeUTCSeconds", "--targetClusterName", "--targetProjectId"],
    known: ["--clusterName", "--targetClusterName", "--targetProjectId"],
  },
  "backups restores start (download)": {
    given: ["<download>", "--clusterName", "--snapshotId"],
    known: ["--clusterName", "--snapshotId"],
  },
  "serverless backups restores create": {
    given: ["--deliveryType", "--clusterName", "--snapshotId", "--targetClusterName", "--targetProjectId"],
    known: ["--clusterName", "--snapshotId", "--targetClusterName", "--targetProjectId"],
  },
  "api cancelBackupRestoreJob": {
    given: ["--clusterName", "--groupId", "--restoreJobId"],
    known: ["--clusterName", "--groupId", "--restoreJobId"],
  },
  "backups exports jobs create": {
    given: ["--clusterName", "--bucketId", "--snapshotId"],
    known: ["--clusterName", "--bucketId", "--snapshotId"],
  },
  "backups exports buckets create": {
    given: ["<bucketName>", "--cloudProvider", "--iamRoleId"],
    known: ["--iamRoleId"],
  },
  "backups exports buckets delete": { given: ["--bucketId"], known: ["--bucketId"] },
  // Two commands, one after the other.
  "backups compliancePolicy enable, policies scheduled create": {
    given: [
      "--authorizedEmail",
      "--authorizedUserFirstName",
      "--authorizedUserLastName",
      "--frequencyType",
      "--frequencyInterval",
      "--retentionUnit",
      "--retentionValue",
    ],
    known: [],
  },
  "api disableDataProtectionSettings": { given: ["--groupId"], known: ["--groupId"] },
  "liveMigrations validation create": WHAT_IS_MOVED,
  "liveMigrations create": WHAT_IS_MOVED,
  "liveMigrations cutover": { given: ["--liveMigrationId"], known: ["--liveMigrationId"] },
  "liveMigrations link create": { given: [], known: [] },
  "liveMigrations link delete": { given: [], known: [] },
} as const satisfies Readonly<Record<string, VendorCommand>>;

export type VendorCommandName = keyof typeof VENDOR_FLAGS;
