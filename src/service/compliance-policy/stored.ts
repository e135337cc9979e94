import { daysOf, MOST_DAYS } from "../../contract/backup-policy.ts";
import { isJsonObject, type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";
import { isRemoved } from "../storage/timeline.ts";

/** Stored compliance policies: at most one a project. The body is the answer. */

export const COMPLIANCE_POLICY = "compliance-policy";

/** A policy's document. */
export const policyDraft = (groupId: string, body: JsonObject, timeline: readonly TimelineStep[] = []): DocumentDraft =>
  makeDraft({ kind: COMPLIANCE_POLICY, id: groupId, parent: groupId, timeline, body });

/** True while a policy is being disabled: this cannot be stopped. */
export const isBeingDisabled = ({ timeline }: Pick<Document, "timeline">): boolean =>
  timeline.some(({ set }) => isRemoved(set));

/** The policy of a project, or undefined. It is binding in every state, until it is removed. */
export const policyOf = (transaction: ReadTransaction, groupId: string): Promise<Document | undefined> =>
  transaction.get(COMPLIANCE_POLICY, groupId);

/** Requirement of a policy on one kind of snapshot. */
type StoredRequirement = {
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  readonly days: number;
  readonly body: JsonObject;
};

/** The parsed requirements of a policy. */
export type StoredRequirements = {
  readonly items: readonly StoredRequirement[];
  /** Minimum retention of on-demand snapshots in days; 0 where the policy has none. */
  readonly onDemandDays: number;
  /** Days of the point-in-time window; 0 where none is required. */
  readonly windowDays: number;
  readonly copiesProtected: boolean;
};

/** Policies of earlier versions may require more than the maximum: the maximum satisfies them. */
const possible = (days: number | null): number => Math.min(days ?? 0, MOST_DAYS);

function requirementIn(body: JsonObject): StoredRequirement {
  return {
    frequencyType: String(body["frequencyType"]),
    frequencyInterval: Number(body["frequencyInterval"]),
    days: possible(daysOf(body)),
    body,
  };
}

/** Parses the requirements of a policy's body. */
export function requirementsOf(body: JsonObject): StoredRequirements {
  const { onDemandPolicyItem, pitEnabled, restoreWindowDays, copyProtectionEnabled } = body;
  return {
    items: jsonObjectsOf(body["scheduledPolicyItems"]).map(requirementIn),
    onDemandDays: isJsonObject(onDemandPolicyItem) ? possible(daysOf(onDemandPolicyItem)) : 0,
    windowDays: pitEnabled === true && typeof restoreWindowDays === "number" ? possible(restoreWindowDays) : 0,
    copiesProtected: copyProtectionEnabled === true,
  };
}

/** The binding requirements of a project, or null without a policy. */
export async function readRequirements(
  transaction: ReadTransaction,
  groupId: string,
): Promise<StoredRequirements | null> {
  const policy = await policyOf(transaction, groupId);
  return policy === undefined ? null : requirementsOf(policy.body);
}
