import { daysOf, MOST_DAYS } from "../../contract/backup-policy.ts";
import { isJsonObject, type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, TimelineStep } from "../storage/storage.ts";
import { isGone } from "../storage/timeline.ts";

/** Compliance policies as they are stored: at most one a project. The body is what is told. */

export const COMPLIANCE_POLICY = "compliance-policy";

/** A policy's document. */
export const policyDraft = (groupId: string, body: JsonObject, timeline: readonly TimelineStep[] = []): DocumentDraft =>
  makeDraft({ kind: COMPLIANCE_POLICY, id: groupId, parent: groupId, timeline, body });

/** Whether a policy is being disabled: nothing stops that any more. */
export const isBeingLifted = ({ timeline }: Pick<Document, "timeline">): boolean =>
  timeline.some(({ set }) => isGone(set));

/** The policy of a project, or undefined. It binds in every state, until it has gone. */
export const policyOf = (transaction: ReadTransaction, groupId: string): Promise<Document | undefined> =>
  transaction.get(COMPLIANCE_POLICY, groupId);

/** What a policy asks for of one kind of snapshot. */
export type StoredRequirement = {
  readonly frequencyType: string;
  readonly frequencyInterval: number;
  readonly days: number;
  readonly body: JsonObject;
};

/** What a policy asks for, read. */
export type StoredRequirements = {
  readonly items: readonly StoredRequirement[];
  /** Least days of snapshots on demand; 0 where the policy says nothing of them. */
  readonly onDemandDays: number;
  /** Days of the point-in-time window; 0 where it is not asked for. */
  readonly windowDays: number;
  readonly copiesProtected: boolean;
};

/** Policies of earlier versions may ask for more than is possible: what is possible meets them. */
const possible = (days: number | null): number => Math.min(days ?? 0, MOST_DAYS);

function requirementIn(body: JsonObject): StoredRequirement {
  return {
    frequencyType: String(body["frequencyType"]),
    frequencyInterval: Number(body["frequencyInterval"]),
    days: possible(daysOf(body)),
    body,
  };
}

/** What the body of a policy asks for. */
export function requirementsOf(body: JsonObject): StoredRequirements {
  const { onDemandPolicyItem, pitEnabled, restoreWindowDays, copyProtectionEnabled } = body;
  return {
    items: jsonObjectsOf(body["scheduledPolicyItems"]).map(requirementIn),
    onDemandDays: isJsonObject(onDemandPolicyItem) ? possible(daysOf(onDemandPolicyItem)) : 0,
    windowDays: pitEnabled === true && typeof restoreWindowDays === "number" ? possible(restoreWindowDays) : 0,
    copiesProtected: copyProtectionEnabled === true,
  };
}

/** What binds a project, or null where nothing does. */
export async function readRequirements(
  transaction: ReadTransaction,
  groupId: string,
): Promise<StoredRequirements | null> {
  const policy = await policyOf(transaction, groupId);
  return policy === undefined ? null : requirementsOf(policy.body);
}
