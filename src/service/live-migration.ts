import { valueAt } from "../contract/json/json.ts";
import type { liveMigrationOperations } from "../contract/live-migration.ts";
import { sourceBytes, whyMigrationFails } from "./live-migration/fit.ts";
import {
  cutOver,
  isCuttingOver,
  isEnded,
  MIGRATION,
  migrationAnswer,
  migrationAt,
  newMigration,
  newValidation,
  receivesMigration,
  VALIDATION,
  validationAt,
} from "./live-migration/stored.ts";
import { PROJECT } from "./projects.ts";
import { type Call, type HandlersOf, nothing, param, value } from "./requests/handler.ts";
import { invalid, notFound, refusal } from "./requests/http-error.ts";
import type { Document, ReadTransaction } from "./storage/storage.ts";

/**
 * Live migration: E60 to E64. Create and validate check only the form of a request: problems of a source or a destination appear as a validation, or
 * a migration, that FAILED (`service-decisions.md`).
 */

/** The destination's project must be that of the path. */
function checkDestination(call: Call): void {
  if (valueAt(call.body, ["destination", "groupId"]) === param(call, "groupId")) return;
  const path = ["destination", "groupId"];
  throw invalid(
    [{ path, description: "must be the project of the path" }],
    `${call.nameOf(path)}: must be the project of the path.`,
  );
}

/** The request as input of the fit check. */
async function wantedBy(transaction: ReadTransaction, call: Call) {
  const groupId = param(call, "groupId");
  const project = await transaction.get(PROJECT, groupId);
  return { orgId: project?.parent ?? "", groupId, body: call.body, now: call.now };
}

/** A migration or a validation job of the path's project. */
async function named(transaction: ReadTransaction, call: Call, kind: string, parameter: string): Promise<Document> {
  const [groupId, id] = [param(call, "groupId"), param(call, parameter)];
  const found = await transaction.get(kind, id);
  if (found?.parent === groupId) return found;
  const what = kind === MIGRATION ? "migration" : "validation";
  throw notFound("RESOURCE_NOT_FOUND", `There is no ${what} ${id} in project ${groupId}.`, id, groupId);
}

export const liveMigrationHandlers: HandlersOf<keyof typeof liveMigrationOperations> = {
  async createPushMigration(transaction, call) {
    checkDestination(call);
    const groupId = param(call, "groupId");
    const clusterName = String(valueAt(call.body, ["destination", "clusterName"]));
    if (await receivesMigration(transaction, groupId, clusterName, call.now)) {
      const detail = `The cluster ${clusterName} is receiving a live migration: start another one when that has ended.`;
      throw refusal(409, "CANNOT_MODIFY_CLUSTER_WITH_RUNNING_LIVE_IMPORT", detail, clusterName);
    }
    const request = await wantedBy(transaction, call);
    const fails = (await whyMigrationFails(transaction, request)) !== null;
    const bytes = await sourceBytes(transaction, request);
    const migrationHosts = call.body["migrationHosts"] ?? [];
    const wanted = { id: call.newId(), clusterName, migrationHosts, startedAt: call.now, fails, bytes };
    const document = await transaction.put(newMigration(groupId, wanted));
    return value(migrationAnswer(document, call.now));
  },

  async validateMigration(transaction, call) {
    checkDestination(call);
    const sourceGroupId = String(valueAt(call.body, ["source", "groupId"]));
    const reason = await whyMigrationFails(transaction, await wantedBy(transaction, call));
    const job = newValidation(param(call, "groupId"), { id: call.newId(), sourceGroupId, now: call.now, reason });
    return value((await transaction.put(job)).body);
  },

  async getValidationStatus(transaction, call) {
    return value(validationAt(await named(transaction, call, VALIDATION, "validationId"), call.now).body);
  },

  async getPushMigration(transaction, call) {
    return value(migrationAnswer(await named(transaction, call, MIGRATION, "liveMigrationId"), call.now));
  },

  async cutoverMigration(transaction, call) {
    const migration = migrationAt(await named(transaction, call, MIGRATION, "liveMigrationId"), call.now);
    if (isCuttingOver(migration)) return nothing;
    if (migration.body["readyForCutover"] !== true) {
      const why = isEnded(migration.body) ? `it is ${migration.body["status"]}` : "it is not ready yet";
      throw invalid([], `The migration ${migration.id} cannot be cut over: ${why}.`);
    }
    await transaction.put(cutOver(migration, call.now));
    return nothing;
  },
};
