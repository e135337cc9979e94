/**
 * Event types that can raise an alert, by family. Specification 6.3 names the groups and two samples; the other values are "not shown" and on the
 * list of assumptions. The set is open: an unknown type is shown and kept unchanged.
 */

/** Classes of units; the units of a threshold depend on its metric or event. */
export type UnitClass = "raw" | "time" | "data" | "number" | "rpu" | "days";

/** Families of metrics; each has its own event types and metric names. */
export type MetricFamily = "host" | "serverless" | "flex" | "streamProcessor" | "appServices";

type ThresholdOperator = "GREATER_THAN" | "LESS_THAN";

/** The threshold an event needs: none, a plain one, or one of a metric (`domain.md` 3.3). */
export type EventNeeds =
  | { readonly kind: "nothing" }
  | { readonly kind: "threshold"; readonly operators: readonly ThresholdOperator[]; readonly units: UnitClass }
  | { readonly kind: "metric"; readonly family: MetricFamily };

type EventFamily = {
  readonly label: string;
  /** Matcher fields that apply to these events; empty: all of them. */
  readonly matcherFields: readonly string[];
  readonly needs: EventNeeds;
  /** Maximum number of matchers that the hosted service accepts for these events; unlimited if absent. */
  readonly mostMatchers?: number;
  readonly events: readonly string[];
};

const names = (list: string): readonly string[] => list.trim().split(/\s+/u);

const HOST_FIELDS = names("TYPE_NAME HOSTNAME PORT HOSTNAME_AND_PORT REPLICA_SET_NAME");
const REPLICA_SET_FIELDS = names("REPLICA_SET_NAME SHARD_NAME CLUSTER_NAME");
const STREAM_FIELDS = names("INSTANCE_NAME PROCESSOR_NAME");

const NOTHING: EventNeeds = { kind: "nothing" };
const COUNT_ABOVE: EventNeeds = { kind: "threshold", operators: ["GREATER_THAN"], units: "raw" };
const COUNT_EITHER: EventNeeds = { kind: "threshold", operators: ["LESS_THAN", "GREATER_THAN"], units: "raw" };
const TIME_ABOVE: EventNeeds = { kind: "threshold", operators: ["GREATER_THAN"], units: "time" };
const TIME_BELOW: EventNeeds = { kind: "threshold", operators: ["LESS_THAN"], units: "time" };
const DAYS_ABOVE: EventNeeds = { kind: "threshold", operators: ["GREATER_THAN"], units: "days" };
const DAYS_BELOW: EventNeeds = { kind: "threshold", operators: ["LESS_THAN"], units: "days" };

/** Families as written here: without matcher fields of their own all of them apply, and most need no threshold. */
const FAMILIES: readonly (Pick<EventFamily, "label" | "events"> & Partial<EventFamily>)[] = [
  {
    label: "Host metric",
    matcherFields: HOST_FIELDS,
    needs: { kind: "metric", family: "host" },
    events: names("OUTSIDE_METRIC_THRESHOLD"),
  },
  {
    label: "Replica set",
    matcherFields: REPLICA_SET_FIELDS,
    events: names("NO_PRIMARY PRIMARY_ELECTED"),
  },
  {
    label: "Replica set",
    matcherFields: REPLICA_SET_FIELDS,
    needs: COUNT_ABOVE,
    events: names("TOO_MANY_ELECTIONS"),
  },
  {
    label: "Replica set",
    matcherFields: REPLICA_SET_FIELDS,
    needs: COUNT_EITHER,
    events: names("TOO_FEW_HEALTHY_MEMBERS TOO_MANY_UNHEALTHY_MEMBERS"),
  },
  {
    label: "Replica set",
    matcherFields: REPLICA_SET_FIELDS,
    needs: TIME_BELOW,
    events: names("REPLICATION_OPLOG_WINDOW_RUNNING_OUT"),
  },
  {
    label: "Host",
    matcherFields: HOST_FIELDS,
    events: names(`
      HOST_DOWN HOST_EXPOSED HOST_HAS_INDEX_SUGGESTIONS HOST_MONGOT_APPROACHING_STOP_REPLICATION
      HOST_MONGOT_CRASHING_OOM HOST_MONGOT_STOP_REPLICATION HOST_NOT_ENOUGH_DISK_SPACE
      HOST_SECURITY_CHECKUP_NOT_MET HOST_SSL_CERTIFICATE_STALE HOST_VERSION_BEHIND
      PUSH_BASED_LOG_EXPORT_DROPPED_LOG PUSH_BASED_LOG_EXPORT_STOPPED
      SSH_KEY_NDS_HOST_ACCESS_REFRESHED SSH_KEY_NDS_HOST_ACCESS_REQUESTED VERSION_BEHIND
    `),
  },
  {
    label: "Cluster",
    matcherFields: ["CLUSTER_NAME"],
    events: names("CLUSTER_MONGOS_IS_MISSING"),
  },
  {
    label: "Cloud provider backup",
    needs: TIME_ABOVE,
    events: names("CPS_SNAPSHOT_BEHIND CPS_PREV_SNAPSHOT_OLD CPS_OPLOG_BEHIND"),
  },
  {
    label: "Cloud provider backup",
    events: names(`
      CPS_AUTO_EXPORT_FAILED CPS_CONCURRENT_SNAPSHOT_FAILED_WILL_RETRY CPS_COPY_SNAPSHOT_FAILED
      CPS_COPY_SNAPSHOT_FAILED_WILL_RETRY CPS_COPY_SNAPSHOT_STARTED CPS_COPY_SNAPSHOT_SUCCESSFUL
      CPS_EXPORT_FAILED CPS_EXPORT_SUCCESSFUL CPS_OPLOG_CAUGHT_UP CPS_RESTORE_FAILED
      CPS_RESTORE_SUCCESSFUL CPS_SNAPSHOT_DOWNLOAD_REQUEST_FAILED CPS_SNAPSHOT_FAILED
      CPS_SNAPSHOT_FALLBACK_FAILED CPS_SNAPSHOT_FALLBACK_SUCCESSFUL CPS_SNAPSHOT_STARTED
      CPS_SNAPSHOT_SUCCESSFUL
    `),
  },
  {
    label: "Data protection",
    events: names(`
      CPS_DATA_PROTECTION_APPROVED_FOR_DISABLEMENT CPS_DATA_PROTECTION_DISABLED
      CPS_DATA_PROTECTION_DISABLE_REQUESTED CPS_DATA_PROTECTION_ENABLED
      CPS_DATA_PROTECTION_ENABLE_REQUESTED CPS_DATA_PROTECTION_UPDATED
      CPS_DATA_PROTECTION_UPDATE_REQUESTED
    `),
  },
  {
    label: "Full-text search index audit",
    events: names(`
      FTS_INDEXES_RESTORE_FAILED FTS_INDEXES_SYNONYM_MAPPING_INVALID FTS_INDEX_BUILD_COMPLETE
      FTS_INDEX_BUILD_FAILED FTS_INDEX_DELETION_FAILED
    `),
  },
  {
    label: "Billing",
    events: names("CREDIT_CARD_ABOUT_TO_EXPIRE"),
  },
  {
    label: "Billing",
    needs: COUNT_ABOVE,
    events: names("PENDING_INVOICE_OVER_THRESHOLD DAILY_BILL_OVER_THRESHOLD"),
  },
  {
    label: "Group",
    events: names(`
      USERS_WITHOUT_MULTI_FACTOR_AUTH ENCRYPTION_AT_REST_KMS_NETWORK_ACCESS_DENIED
      ENCRYPTION_AT_REST_CONFIG_NO_LONGER_VALID
    `),
  },
  {
    label: "Database deployment audit",
    events: names(`
      CLUSTER_BLOCK_WRITE CLUSTER_INSTANCE_RESYNC_REQUESTED CLUSTER_INSTANCE_STOP_START
      CLUSTER_INSTANCE_UPDATE_REQUESTED CLUSTER_UNBLOCK_WRITE NETWORK_PERMISSION_ENTRY_ADDED
      NETWORK_PERMISSION_ENTRY_REMOVED NETWORK_PERMISSION_ENTRY_UPDATED
      SAMPLE_DATASET_LOAD_REQUESTED TENANT_UPGRADE_TO_SERVERLESS_FAILED
      TENANT_UPGRADE_TO_SERVERLESS_SUCCESSFUL
    `),
  },
  {
    label: "Auto scaling audit",
    matcherFields: ["CLUSTER_NAME"],
    mostMatchers: 1,
    events: names(`
      COMPUTE_AUTO_SCALE_INITIATED_ANALYTICS COMPUTE_AUTO_SCALE_INITIATED_BASE
      COMPUTE_AUTO_SCALE_MAX_INSTANCE_SIZE_FAIL_ANALYTICS
      COMPUTE_AUTO_SCALE_MAX_INSTANCE_SIZE_FAIL_BASE COMPUTE_AUTO_SCALE_OPLOG_FAIL_ANALYTICS
      COMPUTE_AUTO_SCALE_OPLOG_FAIL_BASE COMPUTE_AUTO_SCALE_SCALE_DOWN_FAIL_ANALYTICS
      COMPUTE_AUTO_SCALE_SCALE_DOWN_FAIL_BASE DISK_AUTO_SCALE_INITIATED
      DISK_AUTO_SCALE_MAX_DISK_SIZE_FAIL DISK_AUTO_SCALE_OPLOG_FAIL
      PREDICTIVE_COMPUTE_AUTO_SCALE_INITIATED_BASE
      PREDICTIVE_COMPUTE_AUTO_SCALE_MAX_INSTANCE_SIZE_FAIL_BASE
      PREDICTIVE_COMPUTE_AUTO_SCALE_OPLOG_FAIL_BASE
    `),
  },
  {
    label: "Maintenance window audit",
    events: names(`
      MAINTENANCE_AUTO_DEFERRED MAINTENANCE_IN_ADVANCED MAINTENANCE_NO_LONGER_NEEDED
      MAINTENANCE_STARTED
    `),
  },
  {
    label: "Online archive",
    events: names(`
      ONLINE_ARCHIVE_INSUFFICIENT_INDEXES_CHECK ONLINE_ARCHIVE_MAX_CONSECUTIVE_OFFLOAD_WINDOWS_CHECK
    `),
  },
  {
    label: "User",
    events: names("JOINED_GROUP REMOVED_FROM_GROUP USER_ROLES_CHANGED_AUDIT"),
  },
  {
    label: "Resource",
    events: names("TAGS_MODIFIED CLUSTER_TAGS_MODIFIED GROUP_TAGS_MODIFIED"),
  },
  {
    label: "Resource policy audit",
    events: names("RESOURCE_POLICY_VIOLATED"),
  },
  {
    label: "Encryption key",
    needs: DAYS_ABOVE,
    events: names(`
      AWS_ENCRYPTION_KEY_INVALID AWS_ENCRYPTION_KEY_NEEDS_ROTATION AZURE_ENCRYPTION_KEY_INVALID
      AZURE_ENCRYPTION_KEY_NEEDS_ROTATION GCP_ENCRYPTION_KEY_INVALID
      GCP_ENCRYPTION_KEY_NEEDS_ROTATION
    `),
  },
  {
    label: "Certificate",
    needs: DAYS_BELOW,
    events: names(`
      NDS_X509_USER_AUTHENTICATION_CUSTOMER_CA_EXPIRATION_CHECK
      NDS_X509_USER_AUTHENTICATION_CUSTOMER_CRL_EXPIRATION_CHECK
      NDS_X509_USER_AUTHENTICATION_MANAGED_USER_CERTS_EXPIRATION_CHECK
    `),
  },
  {
    label: "Serverless metric",
    needs: { kind: "metric", family: "serverless" },
    events: names("OUTSIDE_SERVERLESS_METRIC_THRESHOLD"),
  },
  {
    label: "Flex metric",
    needs: { kind: "metric", family: "flex" },
    events: names("OUTSIDE_FLEX_METRIC_THRESHOLD"),
  },
  {
    label: "Stream processor",
    matcherFields: STREAM_FIELDS,
    events: names("STREAM_PROCESSOR_STATE_IS_FAILED"),
  },
  {
    label: "Stream processor",
    matcherFields: STREAM_FIELDS,
    needs: { kind: "metric", family: "streamProcessor" },
    events: names("OUTSIDE_STREAM_PROCESSOR_METRIC_THRESHOLD"),
  },
  {
    label: "App services",
    matcherFields: ["APPLICATION_ID"],
    events: names(`
      DEPLOYMENT_FAILURE DEPLOYMENT_MODEL_CHANGE_FAILURE DEPLOYMENT_MODEL_CHANGE_SUCCESS
      LOG_FORWARDER_FAILURE REQUEST_RATE_LIMIT SUCCESSFUL_DEPLOY SYNC_FAILURE TRIGGER_AUTO_RESUMED
      TRIGGER_FAILURE URL_CONFIRMATION
    `),
  },
  {
    label: "App services",
    matcherFields: ["APPLICATION_ID"],
    needs: { kind: "metric", family: "appServices" },
    events: names("OUTSIDE_REALM_METRIC_THRESHOLD"),
  },
];

export const EVENT_FAMILIES: readonly EventFamily[] = FAMILIES.map((family) => ({
  matcherFields: [],
  needs: NOTHING,
  ...family,
}));

const familyOf = new Map(EVENT_FAMILIES.flatMap((family) => family.events.map((event) => [event, family] as const)));

/** Every event type of the catalogue. */
export const EVENT_TYPES: readonly string[] = [...familyOf.keys()];

/** Family of an event type; undefined for one that is not in the catalogue. */
export const eventFamily = (eventTypeName: string): EventFamily | undefined => familyOf.get(eventTypeName);
