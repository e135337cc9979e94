import { isJsonObject, type JsonObject } from "../../contract/json/json.ts";
import type { Random } from "../random.ts";
import type { AlertTarget } from "./targets.ts";

/** Extra fields of an alert by its event, beyond the common ones (`api/schemas.json`, the alert views). */
type EventShape = "metric" | "host" | "replica set" | "cluster" | "plain";

/** Events that raise alerts in this service. Informational events only notify and never appear as alerts (`domain.md` 3.2). */
const SHAPES: ReadonlyMap<unknown, EventShape> = new Map<string, EventShape>(
  Object.entries({
    OUTSIDE_METRIC_THRESHOLD: "metric",
    HOST_DOWN: "host",
    HOST_NOT_ENOUGH_DISK_SPACE: "host",
    HOST_HAS_INDEX_SUGGESTIONS: "host",
    HOST_SSL_CERTIFICATE_STALE: "host",
    HOST_MONGOT_CRASHING_OOM: "host",
    VERSION_BEHIND: "host",
    NO_PRIMARY: "replica set",
    TOO_MANY_ELECTIONS: "replica set",
    TOO_FEW_HEALTHY_MEMBERS: "replica set",
    TOO_MANY_UNHEALTHY_MEMBERS: "replica set",
    REPLICATION_OPLOG_WINDOW_RUNNING_OUT: "replica set",
    CLUSTER_MONGOS_IS_MISSING: "cluster",
    CPS_SNAPSHOT_BEHIND: "plain",
    CPS_PREV_SNAPSHOT_OLD: "plain",
    CPS_OPLOG_BEHIND: "plain",
    CPS_SNAPSHOT_FAILED: "plain",
    FTS_INDEX_BUILD_FAILED: "plain",
    FTS_INDEXES_SYNONYM_MAPPING_INVALID: "plain",
    CREDIT_CARD_ABOUT_TO_EXPIRE: "plain",
    USERS_WITHOUT_MULTI_FACTOR_AUTH: "plain",
  }),
);

/** True for events that raise alerts. */
export const raisesAlerts = (eventTypeName: string): boolean => SHAPES.has(eventTypeName);

/** A random value on the wrong side of a threshold. */
function beyond(limit: JsonObject, random: Random): number {
  const threshold = Number(limit["threshold"] ?? 0);
  const share = 0.02 + random.next() * 0.18;
  const value = limit["operator"] === "LESS_THAN" ? threshold * (1 - share) : threshold * (1 + share) + share;
  return Math.round(value * 10) / 10;
}

/** The fields of an alert that depend on its event and its target. */
export function eventFields(configuration: JsonObject, target: AlertTarget, random: Random): JsonObject {
  const { clusterName, replicaSetName } = target;
  const host = { clusterName, replicaSetName, hostnameAndPort: `${target.hostname}:${target.port}` };
  const { metricThreshold } = configuration;
  switch (SHAPES.get(configuration["eventTypeName"])) {
    case "metric": {
      if (!isJsonObject(metricThreshold)) return host;
      const currentValue = { number: beyond(metricThreshold, random), units: metricThreshold["units"] ?? "RAW" };
      return { ...host, metricName: metricThreshold["metricName"] ?? "", currentValue };
    }
    case "host":
      return host;
    case "replica set":
      return { clusterName, replicaSetName };
    case "cluster":
      return { clusterName };
    default:
      return {};
  }
}
