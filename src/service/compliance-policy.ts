import { weakenedItems } from "../contract/compliance-policy/complying.ts";
import { ComplianceBody, type complianceOperations } from "../contract/compliance-policy.ts";
import { isJsonObject, type Json, type JsonObject, jsonObjectsOf } from "../contract/json/json.ts";
import { violationsOf } from "../contract/schema/body.ts";
import { refuseTooLong } from "./backup-schedules/changes.ts";
import { policyViolationsOf, withPolicyMet } from "./backup-schedules/compliance.ts";
import { type Schedule, scheduleDraft, schedulesOf } from "./backup-schedules/stored.ts";
import {
  isBeingDisabled,
  policyDraft,
  policyOf,
  requirementsOf,
  type StoredRequirements,
} from "./compliance-policy/stored.ts";
import { violationsOfReplacement } from "./replacement.ts";
import { type Call, type HandlersOf, nothing, param, value } from "./requests/handler.ts";
import { fieldRefusal, invalidBody, invalidField, notFound, refusal } from "./requests/http-error.ts";
import type { Document, TimelineStep, WriteTransaction } from "./storage/storage.ts";
import { isoTime } from "./storage/timeline.ts";

/** Backup compliance policy: E41 to E43. It is binding once stored, and nobody can revoke it alone. */

/** Duration of enabling, updating and disabling, in milliseconds. */
const LASTS = 3000;

const active = (now: number): TimelineStep => ({ at: now + LASTS, set: { state: "ACTIVE" } });
const lifted = (now: number): TimelineStep => ({ at: now + LASTS, set: { gone: true }, last: true });

/** Refuses a change that weakens a policy. */
function refuseWeaker(former: JsonObject, next: JsonObject): void {
  const [was, will] = [requirementsOf(former), requirementsOf(next)];
  if (former["pitEnabled"] === true && next["pitEnabled"] !== true) {
    // The service's documentation spells the code this way.
    throw fieldRefusal(
      "CANNOT_DISABLE_PIT_WITH_BACKUUP_COMPLIANCE_POLICY",
      "The policy requires point-in-time: that cannot be undone.",
      ["pitEnabled"],
    );
  }
  if (will.windowDays < was.windowDays) {
    throw fieldRefusal(
      "CANNOT_DECREASE_PIT_WINDOW_WITH_BACKUP_COMPLIANCE_POLICY",
      `The point-in-time window is ${was.windowDays} days: it cannot be reduced.`,
      ["restoreWindowDays"],
      was.windowDays,
    );
  }
  if (former["encryptionAtRestEnabled"] === true && next["encryptionAtRestEnabled"] !== true) {
    throw fieldRefusal(
      "CANNOT_DISABLE_ENCRYPTION_AT_REST_WITH_BACKUP_COMPLIANCE_POLICY",
      "The policy requires customer-managed keys: that cannot be undone.",
      ["encryptionAtRestEnabled"],
    );
  }
  refuseShorter(was, will);
}

const RETENTION_SHORTER = "CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY";

function refuseShorter(was: StoredRequirements, will: StoredRequirements): void {
  if (will.onDemandDays < was.onDemandDays) {
    throw fieldRefusal(
      RETENTION_SHORTER,
      `Snapshots on demand are kept ${was.onDemandDays} days: that cannot be reduced.`,
      ["onDemandPolicyItem"],
      was.onDemandDays,
    );
  }
  const [shorter] = weakenedItems(was.items, will.items);
  if (shorter === undefined) return;
  throw fieldRefusal(
    RETENTION_SHORTER,
    `The ${shorter.frequencyType} item with ${shorter.days} days can neither be reduced nor removed.`,
    ["scheduledPolicyItems"],
    shorter.frequencyType,
    shorter.days,
  );
}

/** The items of a new policy, with the ids of the stored items that they match, or new ids. */
function withIds(list: Json | undefined, former: StoredRequirements, newId: () => string): readonly JsonObject[] {
  const left = [...former.items];
  return jsonObjectsOf(list).map(({ id: _id, ...item }) => {
    const same = left.findIndex(
      ({ frequencyType, frequencyInterval }) =>
        frequencyType === item["frequencyType"] && frequencyInterval === item["frequencyInterval"],
    );
    const [found] = same < 0 ? [] : left.splice(same, 1);
    return { ...item, id: found?.body["id"] ?? newId() };
  });
}

/** The policy of a request, with defaults for omitted fields. */
function policyIn(call: Call, groupId: string, former: JsonObject): JsonObject {
  const { body } = call;
  const onDemand = body["onDemandPolicyItem"];
  const formerItem = former["onDemandPolicyItem"];
  const onDemandId = (isJsonObject(formerItem) ? formerItem["id"] : undefined) ?? call.newId();
  const flag = (name: string): boolean => body[name] === true;
  return {
    authorizedEmail: body["authorizedEmail"] ?? "",
    authorizedUserFirstName: body["authorizedUserFirstName"] ?? "",
    authorizedUserLastName: body["authorizedUserLastName"] ?? "",
    copyProtectionEnabled: flag("copyProtectionEnabled"),
    deletable: former["deletable"] ?? false,
    encryptionAtRestEnabled: flag("encryptionAtRestEnabled"),
    onDemandPolicyItem: isJsonObject(onDemand) ? { ...onDemand, id: onDemandId } : null,
    pitEnabled: flag("pitEnabled"),
    projectId: groupId,
    restoreWindowDays: flag("pitEnabled") ? (body["restoreWindowDays"] ?? 0) : 0,
    scheduledPolicyItems: withIds(body["scheduledPolicyItems"], requirementsOf(former), call.newId),
    updatedDate: isoTime(call.now),
    updatedUser: call.caller.name,
  };
}

/** Changes the schedules of a project so that they comply, or refuses because some do not. */
async function applyTo(
  transaction: WriteTransaction,
  call: Call,
  groupId: string,
  requirements: StoredRequirements,
): Promise<void> {
  const schedules = await schedulesOf(transaction, groupId);
  const lacking = schedules.filter((schedule) => policyViolationsOf(schedule, requirements).length > 0);
  if (call.query["overwriteBackupPolicies"] === false && lacking.length > 0) {
    const words = lacking.map(
      (schedule: Schedule) =>
        `${schedule.clusterName} lacks ${policyViolationsOf(schedule, requirements).join(" and ")}`,
    );
    const detail = `These schedules do not meet the policy: ${words.join("; ")}.`;
    throw refusal(
      400,
      "BACKUP_POLICIES_NOT_MEETING_BACKUP_COMPLIANCE_POLICY_REQUIREMENTS",
      detail,
      ...lacking.map(({ clusterName }) => clusterName),
    );
  }
  for (const schedule of schedules) {
    const next = withPolicyMet(schedule, requirements, call.newId);
    refuseTooLong(next, requirements, ["scheduledPolicyItems"]);
    if (next !== schedule) await transaction.put(scheduleDraft({ ...next, since: call.now }));
  }
}

/** Checks the body: fields of the stored policy, such as its state and the ids of its items, may be sent back. */
function checkBody(call: Call, stored: Document | undefined): void {
  const violations =
    stored === undefined
      ? violationsOf(ComplianceBody, call.body)
      : violationsOfReplacement(ComplianceBody, call.body, stored.body);
  if (violations.length > 0) throw invalidBody(violations, call.nameOf);
}

/** Simulates support's approval: afterwards the policy of the project can be disabled. */
export async function approveDisabling(transaction: WriteTransaction, groupId: string): Promise<boolean> {
  const policy = await policyOf(transaction, groupId);
  if (policy === undefined) return false;
  await transaction.put({ ...policy, body: { ...policy.body, deletable: true } });
  return true;
}

export const complianceHandlers: HandlersOf<keyof typeof complianceOperations> = {
  async disableDataProtectionSettings(transaction, call) {
    const groupId = param(call, "groupId");
    const policy = await policyOf(transaction, groupId);
    if (policy === undefined) {
      throw notFound("RESOURCE_NOT_FOUND", `The project ${groupId} has no compliance policy.`, groupId);
    }
    if (isBeingDisabled(policy)) return nothing;
    if (policy.body["deletable"] !== true) {
      const detail = "The policy can be disabled only after approval by support: file a ticket first.";
      throw refusal(400, "BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID", detail, groupId);
    }
    await transaction.put(policyDraft(groupId, { ...policy.body, state: "DISABLING" }, [lifted(call.now)]));
    return nothing;
  },

  async getDataProtectionSettings(transaction, call) {
    return value((await policyOf(transaction, param(call, "groupId")))?.body ?? {});
  },

  async updateDataProtectionSettings(transaction, call) {
    const groupId = param(call, "groupId");
    const stored = await policyOf(transaction, groupId);
    checkBody(call, stored);
    const { projectId } = call.body;
    if (projectId !== undefined && projectId !== groupId)
      throw invalidField("projectId", "must be the project of the path");
    if (stored !== undefined && isBeingDisabled(stored)) {
      const detail = "The policy is being disabled and cannot be changed: set a new one when that is done.";
      throw refusal(400, "BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID", detail, groupId);
    }
    const next = policyIn(call, groupId, stored?.body ?? {});
    if (stored !== undefined) refuseWeaker(stored.body, next);
    if (next["encryptionAtRestEnabled"] === true && stored?.body["encryptionAtRestEnabled"] !== true) {
      throw fieldRefusal(
        "BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID",
        "No cluster of the project is encrypted with customer-managed keys: set them up first.",
        ["encryptionAtRestEnabled"],
      );
    }
    await applyTo(transaction, call, groupId, requirementsOf(next));
    const body = { ...next, state: stored === undefined ? "ENABLING" : "UPDATING" };
    await transaction.put(policyDraft(groupId, body, [active(call.now)]));
    return value(body);
  },
};
