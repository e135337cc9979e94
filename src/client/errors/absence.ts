import { lookupTable } from "../../contract/json/own-values.ts";
import { isOneOfCodes, NO_ADDRESS_CODES } from "./error-codes.ts";
import { ServiceError } from "./service-error.ts";

/**
 * Decides if an error means that the requested thing does not exist. The status alone does not, because web servers, proxies and wrong addresses
 * answer 404 to everything: the service says it in its own error document, by a specific code (`api/errors-and-auth.json`, `domain.md` 1.4). Any
 * other error counts as an unreadable answer, not as "none".
 */

/** Codes with any status: the thing has another kind than the path, or belongs to a cluster that has nothing of the sort. */
const HAS_NONE: readonly string[] = [
  "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API",
  "CANNOT_USE_NON_FLEX_CLUSTER_IN_FLEX_API",
  "CANNOT_USE_SERVERLESS_INSTANCE_IN_CLUSTER_API",
  "CANNOT_USE_CLUSTER_IN_SERVERLESS_INSTANCE_API",
  "INCORRECT_BACKUP_API_ENDPOINT",
  "SERVERLESS_INSTANCE_NOT_FOUND",
  "BACKUP_CONFIG_NOT_FOUND",
  "BACKUP_JOB_NOT_FOUND",
  "PROVIDER_BACKUP_NOT_SUPPORTED",
  "SEARCH_DEPLOYMENT_DOES_NOT_EXIST",
];

/**
 * Codes with status 400: this kind of cluster has nothing of the sort. With 403 the account lacks the feature, which says nothing about existing
 * data.
 */
const NOT_FOR_CLUSTER: readonly string[] = ["FEATURE_UNSUPPORTED"];

/** Codes with status 404 for a list whose parent does not exist, by the path parameter of the parent. */
const PARENT_CODES: Readonly<Record<string, readonly string[]>> = lookupTable({
  clusterName: ["CLUSTER_NOT_FOUND", "CLUSTER_NAME_NOT_FOUND", "INVALID_CLUSTER_ID"],
  alertId: ["ALERT_NOT_FOUND", "INVALID_ALERT_ID"],
  alertConfigId: ["ALERT_CONFIG_NOT_FOUND", "INVALID_ALERT_CONFIG_ID"],
});

/** Codes for a wrong project, organisation or id: they say nothing about its contents. */
const NO_PROJECT: readonly string[] = [
  "GROUP_NOT_FOUND",
  "INVALID_GROUP_ID",
  "NOT_ATLAS_GROUP",
  "INVALID_ATLAS_GROUP",
  "ORG_NOT_FOUND",
  "INVALID_ORG_ID",
];

export function saysNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { kind, stage, operation, status, document } = error.facts;
  const code = document?.errorCode ?? "";
  if (kind !== "refused" || stage !== "request" || status === null || code === "") return false;
  if (status < 500 && isOneOfCodes(code, HAS_NONE)) return true;
  if (status === 400 && "clusterName" in operation.params && isOneOfCodes(code, NOT_FOR_CLUSTER)) return true;
  if (status !== 404) return false;
  // Reads outside the specification are optional if the service does not have them (`service-decisions.md`).
  if (operation.spec === null) return operation.kind !== "list" || isOneOfCodes(code, NO_ADDRESS_CODES);
  if (isOneOfCodes(code, NO_PROJECT)) return false;
  if (operation.kind === "create") return false;
  if (operation.kind !== "list") return true;
  return Object.keys(operation.params).some((name) => isOneOfCodes(code, PARENT_CODES[name] ?? []));
}
