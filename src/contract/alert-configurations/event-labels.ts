import { lookupTable } from "../json/own-values.ts";
import { eventFamily } from "./event-types.ts";

/**
 * Plain-language labels for events and metrics. A name without a label is shown in lower case with spaces, so that an event type added later is still
 * readable.
 */

const EVENTS: Readonly<Record<string, string>> = lookupTable({
  OUTSIDE_METRIC_THRESHOLD: "metric outside threshold",
  OUTSIDE_SERVERLESS_METRIC_THRESHOLD: "serverless metric outside threshold",
  OUTSIDE_FLEX_METRIC_THRESHOLD: "flex metric outside threshold",
  OUTSIDE_STREAM_PROCESSOR_METRIC_THRESHOLD: "stream metric outside threshold",
  OUTSIDE_REALM_METRIC_THRESHOLD: "app services metric outside threshold",
  NO_PRIMARY: "no primary",
  PRIMARY_ELECTED: "primary elected",
  TOO_MANY_ELECTIONS: "too many elections",
  TOO_FEW_HEALTHY_MEMBERS: "too few healthy members",
  TOO_MANY_UNHEALTHY_MEMBERS: "too many unhealthy members",
  REPLICATION_OPLOG_WINDOW_RUNNING_OUT: "replication window",
  CLUSTER_MONGOS_IS_MISSING: "mongos missing",
  HOST_DOWN: "host down",
  HOST_HAS_INDEX_SUGGESTIONS: "index suggestions",
  HOST_MONGOT_CRASHING_OOM: "search process out of memory",
  HOST_MONGOT_STOP_REPLICATION: "search stopped replicating",
  HOST_MONGOT_APPROACHING_STOP_REPLICATION: "search about to stop replicating",
  HOST_NOT_ENOUGH_DISK_SPACE: "not enough disk space",
  HOST_SSL_CERTIFICATE_STALE: "certificate expiring",
  HOST_EXPOSED: "host open to the internet",
  HOST_VERSION_BEHIND: "version behind",
  VERSION_BEHIND: "version behind",
  HOST_SECURITY_CHECKUP_NOT_MET: "security check not met",
  CPS_SNAPSHOT_STARTED: "snapshot started",
  CPS_SNAPSHOT_SUCCESSFUL: "snapshot done",
  CPS_SNAPSHOT_FAILED: "snapshot failed",
  CPS_SNAPSHOT_BEHIND: "snapshot late",
  CPS_PREV_SNAPSHOT_OLD: "last snapshot too old",
  CPS_OPLOG_BEHIND: "oplog behind",
  CPS_OPLOG_CAUGHT_UP: "oplog caught up",
  CPS_SNAPSHOT_FALLBACK_SUCCESSFUL: "fallback snapshot done",
  CPS_SNAPSHOT_FALLBACK_FAILED: "fallback snapshot failed",
  CPS_CONCURRENT_SNAPSHOT_FAILED_WILL_RETRY: "snapshot failed, will retry",
  CPS_COPY_SNAPSHOT_STARTED: "snapshot copy started",
  CPS_COPY_SNAPSHOT_SUCCESSFUL: "snapshot copy done",
  CPS_COPY_SNAPSHOT_FAILED: "snapshot copy failed",
  CPS_COPY_SNAPSHOT_FAILED_WILL_RETRY: "snapshot copy failed, will retry",
  CPS_RESTORE_SUCCESSFUL: "restore done",
  CPS_RESTORE_FAILED: "restore failed",
  CPS_EXPORT_SUCCESSFUL: "export done",
  CPS_EXPORT_FAILED: "export failed",
  CPS_AUTO_EXPORT_FAILED: "automatic export failed",
  CPS_SNAPSHOT_DOWNLOAD_REQUEST_FAILED: "snapshot download failed",
  FTS_INDEX_BUILD_COMPLETE: "index build done",
  FTS_INDEX_BUILD_FAILED: "index build failed",
  FTS_INDEX_DELETION_FAILED: "index deletion failed",
  FTS_INDEXES_RESTORE_FAILED: "index restore failed",
  FTS_INDEXES_SYNONYM_MAPPING_INVALID: "synonyms invalid",
  USERS_WITHOUT_MULTI_FACTOR_AUTH: "users without MFA",
  ENCRYPTION_AT_REST_KMS_NETWORK_ACCESS_DENIED: "key service not reachable",
  ENCRYPTION_AT_REST_CONFIG_NO_LONGER_VALID: "encryption settings invalid",
  CREDIT_CARD_ABOUT_TO_EXPIRE: "credit card about to expire",
  PENDING_INVOICE_OVER_THRESHOLD: "pending invoice",
  DAILY_BILL_OVER_THRESHOLD: "daily bill",
  JOINED_GROUP: "user joined the project",
  REMOVED_FROM_GROUP: "user left the project",
  USER_ROLES_CHANGED_AUDIT: "user roles changed",
  RESOURCE_POLICY_VIOLATED: "resource policy violated",
  STREAM_PROCESSOR_STATE_IS_FAILED: "stream processor failed",
});

const METRICS: Readonly<Record<string, string>> = lookupTable({
  CONNECTIONS: "connections",
  CONNECTIONS_PERCENT: "connections used",
  CONNECTIONS_MAX: "connections allowed",
  DISK_PARTITION_SPACE_USED_DATA: "disk",
  DISK_PARTITION_SPACE_USED_INDEX: "index disk",
  DISK_PARTITION_SPACE_USED_JOURNAL: "journal disk",
  MAX_DISK_PARTITION_SPACE_USED_DATA: "disk (maximum)",
  NORMALIZED_SYSTEM_CPU_USER: "cpu",
  MAX_NORMALIZED_SYSTEM_CPU_USER: "cpu (maximum)",
  SYSTEM_MEMORY_PERCENT_USED: "memory",
  SYSTEM_MEMORY_AVAILABLE: "memory free",
  SYSTEM_MEMORY_USED: "memory used",
  MEMORY_RESIDENT: "resident memory",
  QUERY_TARGETING_SCANNED_OBJECTS_PER_RETURNED: "scanned per returned",
  QUERY_TARGETING_SCANNED_PER_RETURNED: "index keys scanned per returned",
  OPLOG_SLAVE_LAG_MASTER_TIME: "replication lag",
  OPLOG_MASTER_TIME: "replication window",
  OPLOG_RATE_GB_PER_HOUR: "oplog per hour",
  SEARCH_REPLICATION_LAG: "search lag",
  SEARCH_MAX_NUMBER_OF_LUCENE_DOCS: "search documents",
  SEARCH_INDEX_SIZE: "search index size",
  TICKETS_AVAILABLE_READS: "read tickets",
  TICKETS_AVAILABLE_WRITES: "write tickets",
  GLOBAL_LOCK_CURRENT_QUEUE_TOTAL: "operations queued",
  LOGICAL_SIZE: "data size",
  DB_DATA_SIZE_TOTAL: "data size",
  DB_STORAGE_TOTAL: "storage size",
  CURSORS_TOTAL_OPEN: "open cursors",
  AVG_READ_EXECUTION_TIME: "read time",
  AVG_WRITE_EXECUTION_TIME: "write time",
  AVG_COMMAND_EXECUTION_TIME: "command time",
  RESTARTS_IN_LAST_HOUR: "restarts in the last hour",
});

/** Metrics that are percentages although their unit is RAW. */
const PERCENT = /PERCENT|SPACE_USED|NORMALIZED|MUNIN_CPU|FTS_PROCESS_CPU|UTILIZATION/u;

const plain = (name: string): string => name.toLowerCase().replaceAll("_", " ");

/** Label of an event type: `no primary`. */
export const eventLabel = (eventTypeName: string): string => EVENTS[eventTypeName] ?? plain(eventTypeName);

/** Label of a metric: `disk`. A prefix that repeats the metric's family is left out. */
export const metricLabel = (metricName: string): string =>
  METRICS[metricName] ?? plain(metricName.replace(/^(FLEX|SERVERLESS|STREAM_PROCESSOR|REALM)_/u, ""));

/** True if a metric is a percentage. */
const isPercent = (metricName: string): boolean => PERCENT.test(metricName);

const UNIT_MARKS: Readonly<Record<string, string>> = lookupTable({
  RAW: "",
  COUNT: "",
  NANOSECONDS: " ns",
  MILLISECONDS: " ms",
  SECONDS: " s",
  MINUTES: " min",
  HOURS: " h",
  DAYS: " d",
  BYTES: " B",
  KILOBYTES: " kB",
  MEGABYTES: " MB",
  GIGABYTES: " GB",
  TERABYTES: " TB",
  PETABYTES: " PB",
});

/** A measured value with its unit, for a table row: `92.1 %`, `1.4 h`. */
export function formatMetricValue(
  number: string,
  units: string | null | undefined,
  metricName?: string | null,
): string {
  if (metricName !== undefined && metricName !== null && isPercent(metricName)) return `${number} %`;
  if (units === null || units === undefined) return number;
  return `${number}${UNIT_MARKS[units] ?? ` ${plain(units)}`}`;
}

/** Title of the family an event belongs to, for choice lists; empty for an unknown event. */
export const eventFamilyLabel = (eventTypeName: string): string => eventFamily(eventTypeName)?.label ?? "";
