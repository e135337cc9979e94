import type { Operation } from "../contract/operation.ts";
import { isOperationId, type OperationId } from "../contract/operations.ts";
import { accessHistoryHandlers } from "./access-history.ts";
import { alertConfigurationHandlers } from "./alert-configurations.ts";
import { alertHandlers } from "./alerts.ts";
import { auditingHandlers } from "./auditing.ts";
import { scheduleHandlers } from "./backup-schedules.ts";
import { cloudAccessHandlers } from "./cloud-access.ts";
import { complianceHandlers } from "./compliance-policy.ts";
import { customDnsHandlers } from "./custom-dns.ts";
import { exportBucketHandlers } from "./export-buckets.ts";
import { exportJobHandlers } from "./export-jobs.ts";
import { liveMigrationHandlers } from "./live-migration.ts";
import { metricsTargetHandlers } from "./metrics-targets.ts";
import { projectHandlers } from "./projects.ts";
import type { HandlersOf, Reader, Writer } from "./requests/handler.ts";
import { restoreJobHandlers } from "./restore-jobs.ts";
import { searchIndexHandlers } from "./search-indexes.ts";
import { firstGenerationHandlers } from "./search-indexes-first-generation.ts";
import { searchNodeHandlers } from "./search-nodes.ts";
import { snapshotHandlers } from "./snapshots.ts";
import { sourceProjectHandlers } from "./source-projects.ts";

/** The handlers of all operations in the table; a missing one does not compile. */
const handlers: HandlersOf<OperationId> = {
  ...alertHandlers,
  ...alertConfigurationHandlers,
  ...projectHandlers,
  ...searchIndexHandlers,
  ...firstGenerationHandlers,
  ...searchNodeHandlers,
  ...accessHistoryHandlers,
  ...metricsTargetHandlers,
  ...auditingHandlers,
  ...customDnsHandlers,
  ...cloudAccessHandlers,
  ...snapshotHandlers,
  ...scheduleHandlers,
  ...complianceHandlers,
  ...liveMigrationHandlers,
  ...sourceProjectHandlers,
  ...exportBucketHandlers,
  ...exportJobHandlers,
  ...restoreJobHandlers,
};

/** Operations whose handler validates the body itself, because that needs stored state or more than the contract's rules. */
const OWN_CHECK: ReadonlySet<string> = new Set<OperationId>([
  "createAlertConfiguration",
  "updateAlertConfiguration",
  "updateServiceSearchIndex",
  "updateServiceSearchIndexByName",
  "updateServiceSearchIndexDeprecated",
  "createServiceSearchDeployment",
  "updateServiceSearchDeployment",
  "updateDataProtectionSettings",
]);

/** True when the body of an operation is validated before its handler is called. */
export const isCheckedBefore = (operation: Operation): boolean => !OWN_CHECK.has(operation.id);

/** The handler of an operation: a reader or a writer. A reader can replace a writer, not the reverse. */
export function handlerOf(
  operation: Operation,
): { readonly writes: false; readonly run: Reader } | { readonly writes: true; readonly run: Writer } {
  if (!isOperationId(operation.id)) throw new TypeError(`no handler answers ${operation.id}`);
  const run: Reader | Writer = handlers[operation.id];
  return isReader(operation, run) ? { writes: false, run } : { writes: true, run };
}

const isReader = (operation: Operation, _run: Reader | Writer): _run is Reader => operation.method === "GET";
