import { textIn } from "../contract/json/json.ts";
import { retentionDays } from "../contract/backup-policy.ts";
import type { JsonObject } from "../contract/json/json.ts";
import type { Risk } from "../contract/operation.ts";
import type { OperationId } from "../contract/operations.ts";
import { timeOf, timeOfId } from "../text/format.ts";
import { ruleChanges, shortened, smallerWindow } from "./backup/schedule-changes.ts";
import { EXPIRY_RISKS, expiryEffect, GONE_WARNING } from "./backup/snapshot-expiry.ts";

/**
 * What a request loses by its body, where the same operation with another one loses nothing (`domain.md` 12.4 and 13.4): for a body
 * that is sent without a form.
 */

/** What is lost, in a sentence, and how grave that is. */
export type BodyImpact = { readonly risk: Risk; readonly words: string };

/** @param stored what the request changes; null where that could not be read: what may be lost counts as lost then */
type ImpactOf = (body: JsonObject, stored: JsonObject | null, now: number) => BodyImpact | null;

type ImpactOfBody = {
  /** What reads that which is changed, by the same path parameters; the first that answers is taken. */
  readonly reads: readonly OperationId[];
  readonly impactOf: ImpactOf;
};

function ofRetention(
  { retentionValue, retentionUnit }: JsonObject,
  stored: JsonObject | null,
  now: number,
): BodyImpact | null {
  const takenAt = timeOf(textIn(stored, "createdAt")) ?? timeOfId(textIn(stored, "id") ?? "");
  if (takenAt === null) {
    return {
      risk: "irreversible",
      words: "The snapshot could not be read, and is deleted if that time is in the past.",
    };
  }
  const snapshot = { takenAt, expiresAt: timeOf(textIn(stored, "expiresAt")) };
  const effect = expiryEffect(snapshot, retentionDays(retentionValue, retentionUnit), now);
  const risk = EXPIRY_RISKS[effect];
  if (effect === "gone") return { risk, words: GONE_WARNING };
  return effect === "shorter" ? { risk, words: "The snapshot expires earlier than before." } : null;
}

function ofSchedule(body: JsonObject, stored: JsonObject | null): BodyImpact | null {
  const { deleteCopiedBackups: deleted, updateSnapshots } = body;
  if (Array.isArray(deleted) && deleted.length > 0) {
    return { risk: "irreversible", words: "Snapshot copies are deleted permanently." };
  }
  const after = { ...stored, ...body };
  const isShorter = stored === null || shortened(ruleChanges(stored, after)).length > 0;
  if (updateSnapshots === true && body["policies"] !== undefined && isShorter) {
    return { risk: "irreversible", words: "Existing snapshots can expire now, permanently." };
  }
  const window = stored === null ? null : smallerWindow(stored, after);
  if (window === null) return null;
  return { risk: "disruptive", words: `Point-in-time window shrinks from ${window.from} to ${window.to} days.` };
}

const IMPACTS: ReadonlyMap<OperationId, ImpactOfBody> = new Map<OperationId, ImpactOfBody>([
  ["updateSnapshotRetention", { reads: ["getReplicaSetBackup", "getShardedClusterBackup"], impactOf: ofRetention }],
  ["updateBackupSchedule", { reads: ["getBackupSchedule"], impactOf: ofSchedule }],
]);

/** What an operation loses by its body; undefined where that does not depend on it. */
export const impactOfBody = (operation: OperationId): ImpactOfBody | undefined => IMPACTS.get(operation);
