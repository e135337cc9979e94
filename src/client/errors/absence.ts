import { lookupTable } from "../../contract/json/own-values.ts";
import { isOneOf } from "./error-codes.ts";
import { ServiceError } from "./service-error.ts";

/**
 * Whether a failure says that what was asked for is not there. This alone decides it: a status does not, because a web server, a proxy
 * and a wrong address answer 404 to everything. The service says it in its own error document, by a code that means that very thing
 * (`api/errors-and-auth.json`, `domain.md` 1.4). All else is an answer that could not be read, of which "none" is not said.
 */

/** By whatever status: what was asked is of another kind than the address, or of a cluster that has nothing of the sort. */
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

/** With 400: this cluster is of a kind that has nothing of the sort. With 403 the account lacks it, which says nothing of what is there. */
const NOT_FOR_CLUSTER: readonly string[] = ["FEATURE_UNSUPPORTED"];

/** With 404, of a list: what it lies in is not there, by the parameter of the path that names that. */
const PARENT_CODES: Readonly<Record<string, readonly string[]>> = lookupTable({
  clusterName: ["CLUSTER_NOT_FOUND", "CLUSTER_NAME_NOT_FOUND", "INVALID_CLUSTER_ID"],
  alertId: ["ALERT_NOT_FOUND", "INVALID_ALERT_ID"],
  alertConfigId: ["ALERT_CONFIG_NOT_FOUND", "INVALID_ALERT_CONFIG_ID"],
});

/** The project or the organisation is another one than meant, or its address is: that says nothing of what lies in it. */
const NO_PROJECT: readonly string[] = [
  "GROUP_NOT_FOUND",
  "INVALID_GROUP_ID",
  "NOT_ATLAS_GROUP",
  "INVALID_ATLAS_GROUP",
  "ORG_NOT_FOUND",
  "INVALID_ORG_ID",
];

/** An address that the service does not have. */
const NO_SUCH_ADDRESS: readonly string[] = ["RESOURCE_NOT_FOUND"];

export function saysNotThere(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { kind, stage, operation, status, document } = error.facts;
  const code = document?.errorCode ?? "";
  if (kind !== "refused" || stage !== "request" || status === null || code === "") return false;
  if (status < 500 && isOneOf(code, HAS_NONE)) return true;
  if (status === 400 && "clusterName" in operation.params && isOneOf(code, NOT_FOR_CLUSTER)) return true;
  if (status !== 404) return false;
  // The reads outside the specification are lived without where the service does not know them (`service-decisions.md`).
  if (operation.spec === null) return operation.kind !== "list" || isOneOf(code, NO_SUCH_ADDRESS);
  if (isOneOf(code, NO_PROJECT)) return false;
  if (operation.kind === "create") return false;
  if (operation.kind !== "list") return true;
  return Object.keys(operation.params).some((name) => isOneOf(code, PARENT_CODES[name] ?? []));
}
