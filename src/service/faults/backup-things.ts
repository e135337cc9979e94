import { jsonObjectsOf } from "../../contract/json/json.ts";
import { EXPORT_JOB, exportJobDraft, isUnfinishedExport } from "../export-jobs/stored.ts";
import { CLUSTER } from "../projects.ts";
import { timeOfObjectId } from "../random.ts";
import { DOWNLOAD } from "../restore-jobs/downloads.ts";
import { familyOf, isRunning, RESTORE_JOB, restoreJobDraft } from "../restore-jobs/stored.ts";
import { freeTargetAt } from "../restore-jobs/targets.ts";
import { isUnfinished, SNAPSHOT, snapshotDraft } from "../snapshots/stored.ts";
import type { DocumentDraft, TimelineStep, WriteTransaction } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";
import type { EntityFault } from "./effect.ts";
import { part, type Scenario, text, thingScenario } from "./scenario.ts";

/** Scenarios of snapshots, exports and restores that fail. */

const isFirst: EntityFault["begins"] = (_draft, former) => former === undefined;

const failedSnapshot: EntityFault = {
  kind: SNAPSHOT,
  begins: isFirst,
  isLive: ({ body }) => isUnfinished(body),
  async apply(_transaction, draft) {
    const { id, body, parent, timeline, spontaneous } = draft;
    if (!isUnfinished(body)) return null;
    const steps = timeline.map(
      (step): TimelineStep =>
        step.set["status"] === "completed"
          ? { ...step, set: { status: "failed", createdAt: step.set["createdAt"] ?? isoTime(step.at) } }
          : step,
    );
    return snapshotDraft(parent, { ...body, id }, steps, spontaneous);
  },
};

/** The timeline step with which an export fails. */
const exportFails = (
  at: number,
  errorCode: string,
  message: string,
  exported: number,
  total: number,
): TimelineStep => ({
  at,
  set: { state: "Failed", stateReason: { errorCode, message }, exported, total },
  stamp: ["finishedAt"],
  last: true,
});

const failedExport = (share: number, errorCode: string, message: string): EntityFault => ({
  kind: EXPORT_JOB,
  begins: isFirst,
  isLive: ({ body }) => isUnfinishedExport(body),
  async apply(_transaction, { id, parent, body, timeline }, now) {
    if (!isUnfinishedExport(body)) return null;
    const [startsAt, endsAt, total] = [Number(body["startsAt"]), Number(body["endsAt"]), Number(body["total"])];
    const fails = Math.max(now, startsAt + share * (endsAt - startsAt));
    const before = timeline.filter(({ at, set }) => at <= fails && set["state"] === "InProgress");
    const done = share === 0 ? 0 : Math.floor(total * share);
    const end = exportFails(fails, errorCode, message, done, share === 0 ? 0 : total);
    return exportJobDraft(parent, { ...body, id }, [...(share === 0 ? [] : before), end]);
  },
});

/** Cleans up after a failed restore: removes its files and makes its target cluster available again. */
async function clearAway(transaction: WriteTransaction, { id, body }: DocumentDraft, fails: number): Promise<void> {
  for (const { token } of jsonObjectsOf(body["parts"])) await transaction.remove(DOWNLOAD, String(token));
  const target = `${String(body["targetGroupId"])}/${String(body["targetClusterName"])}`;
  const cluster = await transaction.get(CLUSTER, target);
  if (cluster !== undefined) await freeTargetAt(transaction, cluster, id, fails);
}

const failedRestore = (share: number): EntityFault => ({
  kind: RESTORE_JOB,
  begins: isFirst,
  isLive: ({ body }) => isRunning(body),
  async apply(transaction, draft, now) {
    const { id, parent, body, keys, timeline } = draft;
    const end = timeline[0]?.at;
    if (!isRunning(body) || end === undefined) return null;
    const made = timeOfObjectId(draft);
    const fails = Math.max(now, Math.floor(made + share * (end - made)));
    const step: TimelineStep = { at: fails, set: { failed: true }, stamp: ["finishedAt"], last: true };
    await clearAway(transaction, draft, fails);
    return restoreJobDraft(parent, familyOf({ keys }), { ...body, id }, [step]);
  },
});

export const BACKUP_THINGS: readonly Scenario[] = [
  thingScenario({
    name: "failed-snapshot",
    says: "a snapshot ends as failed",
    make: () => failedSnapshot,
  }),
  thingScenario({
    name: "failed-restore",
    says: "a restore fails while running; the download is unavailable and the target cluster is free again",
    options: { part: part(0.7, "progress at which it fails") },
    make: ({ part: share }) => failedRestore(share),
  }),
  thingScenario({
    name: "failed-export",
    says: "an export fails while running, with a reason",
    options: {
      part: part(0.5, "progress at which it fails"),
      code: text("EXPORT_FAILED", "the error code"),
      message: text("The upload of a collection failed three times.", "the message"),
    },
    make: ({ part: share, code, message }) => failedExport(share, code, message),
  }),
  thingScenario({
    name: "export-denied",
    says: "an export fails when it starts: its role may not write to the bucket",
    make: () => failedExport(0, "ACCESS_DENIED", "Access to the bucket was denied when the export started."),
  }),
];
