import type { scheduleOperations } from "../contract/backup-schedules.ts";
import type { Json, JsonObject } from "../contract/json/json.ts";
import { DAY } from "../text/durations.ts";
import { changedSchedule, withoutRules } from "./backup-schedules/changes.ts";
import { deleteCopies, withFormerCopies } from "./backup-schedules/copies.ts";
import { begunBetween, keptDays } from "./backup-schedules/emission.ts";
import { type Schedule, scheduleAnswer, scheduleDraft, scheduleIn, scheduleOf } from "./backup-schedules/stored.ts";
import { backedUpClusterOf, clusterNamed } from "./clusters.ts";
import { readRequirements } from "./compliance-policy/stored.ts";
import { bucketOf, noBucket } from "./export-buckets/stored.ts";
import { automaticExport } from "./export-jobs/automatic.ts";
import { type HandlersOf, value } from "./requests/handler.ts";
import { HttpError, refusal } from "./requests/http-error.ts";
import { doneAt, retainedFor, snapshotAt, takenAt } from "./snapshots/life.ts";
import { sourceOf } from "./snapshots/source.ts";
import { itemKey, SNAPSHOT, snapshotParent } from "./snapshots/stored.ts";
import { listAll } from "./storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction, WriteTransaction } from "./storage/storage.ts";
import type { TransitionResult } from "./storage/timeline.ts";

/** Backup schedules: E51 and E52. */

/** Due changes of a schedule: the snapshots that it takes, and the schedule with its next due time. */
export async function scheduleTransition(
  transaction: ReadTransaction,
  document: Document,
  now: number,
): Promise<TransitionResult> {
  const schedule = scheduleIn(document);
  const next = scheduleDraft({ ...schedule, since: now });
  const cluster = await clusterNamed(transaction, schedule.groupId, schedule.clusterName);
  if (cluster === undefined) return { drafts: [next] };
  const made: DocumentDraft[] = [];
  for (const begun of begunBetween(schedule, sourceOf(cluster), schedule.since, now)) {
    const draft = snapshotAt(begun, now);
    if (draft === null || (await transaction.get(SNAPSHOT, draft.id)) !== undefined) continue;
    made.push(draft, ...(await automaticExport(transaction, draft, doneAt(begun), now)));
  }
  return { drafts: [next, ...made] };
}

/** Retention in days of a snapshot by the current rules that it was taken by; null when none of them is left. */
function daysByRules(schedule: Schedule, { body }: Document): number | null {
  const ids: readonly Json[] = Array.isArray(body["policyItems"]) ? body["policyItems"] : [];
  const days = schedule.policy.policyItems.filter(({ id }) => ids.includes(id)).map((item) => keptDays(schedule, item));
  return days.length === 0 ? null : Math.max(...days);
}

/** Applies changed retention to the snapshots of the changed items. */
async function applyRetention(
  transaction: WriteTransaction,
  former: Schedule,
  next: Schedule,
  isBound: boolean,
): Promise<void> {
  const parent = snapshotParent(next.groupId, next.clusterName);
  const changed = next.policy.policyItems.filter((item) => {
    const was = former.policy.policyItems.find(({ id }) => id === item.id);
    return was !== undefined && keptDays(former, was) !== keptDays(next, item);
  });
  const found = new Map<string, Document>();
  for (const { id } of changed) {
    const snapshots = await listAll(transaction, { kind: SNAPSHOT, parent, key: itemKey(id) });
    for (const snapshot of snapshots) found.set(snapshot.id, snapshot);
  }
  for (const snapshot of found.values()) {
    const days = daysByRules(next, snapshot);
    if (days === null) continue;
    if (isBound && takenAt(snapshot) + days * DAY < Date.parse(String(snapshot.body["expiresAt"]))) {
      throw new HttpError({
        status: 400,
        code: "CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY",
        detail: `The compliance policy does not allow a shorter retention of snapshot ${snapshot.id}.`,
        parameters: [snapshot.id],
        fields: [{ path: ["updateSnapshots"], description: "would shorten the retention of snapshots already taken" }],
      });
    }
    await transaction.put(retainedFor(snapshot, days));
  }
}

/** Refuses automatic exports into a missing bucket, named now or before. Checked only when the request changes these fields. */
async function refuseAbsentBucket(transaction: ReadTransaction, next: Schedule, body: JsonObject): Promise<void> {
  if (!next.autoExportEnabled || (body["export"] === undefined && body["autoExportEnabled"] === undefined)) return;
  const id = next.export?.exportBucketId ?? "";
  if ((await bucketOf(transaction, next.groupId, id)) === undefined) throw noBucket(next.groupId, id);
}

export const scheduleHandlers: HandlersOf<keyof typeof scheduleOperations> = {
  async deleteAllBackupSchedules(transaction, call) {
    const { groupId, name } = await backedUpClusterOf(transaction, call);
    const schedule = await scheduleOf(transaction, groupId, name);
    if ((await readRequirements(transaction, groupId)) !== null) {
      const detail = "The compliance policy of the project requires backups: the schedule cannot be deleted.";
      throw refusal(400, "CANNOT_DISABLE_CLOUD_BACKUP_WITH_BACKUP_COMPLIANCE_POLICY", detail, name);
    }
    const next = { ...withFormerCopies(schedule, withoutRules(schedule)), since: call.now };
    await transaction.put(scheduleDraft(next));
    return value(scheduleAnswer(next, call));
  },

  async getBackupSchedule(transaction, call) {
    const { groupId, name } = await backedUpClusterOf(transaction, call);
    return value(scheduleAnswer(await scheduleOf(transaction, groupId, name), call));
  },

  async updateBackupSchedule(transaction, call) {
    const cluster = await backedUpClusterOf(transaction, call);
    const former = await scheduleOf(transaction, cluster.groupId, cluster.name);
    const requirements = await readRequirements(transaction, cluster.groupId);
    const changed = changedSchedule(former, call.body, { cluster, requirements, newId: call.newId });
    await refuseAbsentBucket(transaction, changed, call.body);
    const copied = withFormerCopies(former, { ...changed, since: call.now });
    const next = await deleteCopies(transaction, copied, cluster.providerName, call.body["deleteCopiedBackups"]);
    if (call.body["updateSnapshots"] === true) await applyRetention(transaction, former, next, requirements !== null);
    await transaction.put(scheduleDraft(next));
    return value(scheduleAnswer(next, call));
  },
};
