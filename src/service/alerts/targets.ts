import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";

/** Target of an alert: a process of a cluster, a replica set, or a whole cluster. */
export type AlertTarget = {
  readonly clusterName: string;
  readonly replicaSetName: string;
  readonly hostname: string;
  readonly port: number;
  readonly typeName: string;
};

/** The value that a matcher compares, by its field name. */
function fieldOf(target: AlertTarget, field: Json | undefined): string | undefined {
  switch (field) {
    case "CLUSTER_NAME":
      return target.clusterName;
    case "REPLICA_SET_NAME":
    case "SHARD_NAME":
      return target.replicaSetName;
    case "HOSTNAME":
      return target.hostname;
    case "PORT":
      return String(target.port);
    case "HOSTNAME_AND_PORT":
      return `${target.hostname}:${target.port}`;
    case "TYPE_NAME":
      return target.typeName;
    default:
      return undefined;
  }
}

function holds(operator: Json | undefined, actual: string, wanted: string): boolean {
  switch (operator) {
    case "EQUALS":
      return actual === wanted;
    case "NOT_EQUALS":
      return actual !== wanted;
    case "CONTAINS":
      return actual.includes(wanted);
    case "NOT_CONTAINS":
      return !actual.includes(wanted);
    case "STARTS_WITH":
      return actual.startsWith(wanted);
    case "ENDS_WITH":
      return actual.endsWith(wanted);
    default:
      // A regular expression of a caller could run for ever, and an unknown operator has no meaning: neither narrows
      // the match.
      return true;
  }
}

/** True when all matchers of a configuration hold for a target. A matcher on a field that the target lacks does not hold. */
export function matchesTarget(configuration: JsonObject, target: AlertTarget): boolean {
  const { matchers } = configuration;
  if (!Array.isArray(matchers)) return true;
  return matchers.every((matcher: Json) => {
    if (!isJsonObject(matcher)) return true;
    const actual = fieldOf(target, matcher["fieldName"]);
    return actual !== undefined && holds(matcher["operator"], actual, String(matcher["value"]));
  });
}
