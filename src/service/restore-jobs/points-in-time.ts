import type { JsonObject } from "../../contract/json/json.ts";
import { DAY, SECOND } from "../../text/durations.ts";
import { findSchedule } from "../backup-schedules/stored.ts";
import { type HttpError, refusal } from "../requests/http-error.ts";
import { takenAt } from "../snapshots/life.ts";
import { isCompleted, SNAPSHOT, snapshotParent } from "../snapshots/stored.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, ReadTransaction } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";
import type { StoredFamily } from "./stored.ts";
import { replacementsOf } from "./targets.ts";

/** Points in time to which a cluster can be restored (`domain.md` 11.3). */

/** A requested point in time. */
type OplogTime = { readonly seconds: number; readonly increment: number };

/** The point in time that a request names, or null. */
export function pointInTimeIn({
  deliveryType,
  pointInTimeUTCSeconds,
  oplogTs,
  oplogInc,
}: JsonObject): OplogTime | null {
  if (deliveryType !== "pointInTime") return null;
  if (typeof pointInTimeUTCSeconds === "number") return { seconds: pointInTimeUTCSeconds, increment: 1 };
  return { seconds: Number(oplogTs), increment: Number(oplogInc) };
}

const wrongTime = (detail: string): HttpError => refusal(400, "INVALID_PIT_RESTORE_TIME", detail);

/** The start of a cluster's restore window; 0 for a serverless instance, which is limited only by its oldest snapshot. */
async function windowStart(
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
  family: StoredFamily,
  now: number,
): Promise<number> {
  if (family === "serverless") return 0;
  const days = (await findSchedule(transaction, groupId, clusterName))?.restoreWindowDays;
  if (days === undefined) throw wrongTime(`Point-in-time restore is off for ${clusterName}: use a snapshot.`);
  return now - days * DAY;
}

/**
 * The snapshot from which a restore to a point in time starts: the one in the request, or else the newest complete one before that time. Operations
 * are replayed forward from it, so that it must be older.
 *
 * @throws a refusal: 400 outside the restore window and between a restore of the cluster and its next snapshot, 404 without a snapshot before the
 * point in time, 409 while the cluster has no snapshot since its own restore
 */
export async function snapshotBefore(
  transaction: ReadTransaction,
  source: { readonly groupId: string; readonly clusterName: string; readonly family: StoredFamily },
  pointInTime: OplogTime,
  named: Document | null,
  now: number,
): Promise<Document> {
  const { groupId, clusterName, family } = source;
  const time = pointInTime.seconds * SECOND;
  const start = await windowStart(transaction, groupId, clusterName, family, now);
  if (time > now) throw wrongTime(`The point in time ${isoTime(time)} is in the future: it is ${isoTime(now)}.`);
  if (time < start)
    throw wrongTime(`The point in time ${isoTime(time)} is before the restore window (${isoTime(start)}).`);
  const selection = { kind: SNAPSHOT, parent: snapshotParent(groupId, clusterName) };
  const complete = (await listAll(transaction, selection)).filter(({ body }) => isCompleted(body));
  const newest = complete.at(-1);
  const replacements = await replacementsOf(transaction, groupId, clusterName);
  const last = replacements.at(-1);
  if (last !== undefined && (newest === undefined || takenAt(newest) < last.until)) {
    const detail = `${clusterName} was restored at ${isoTime(last.from)} and has had no snapshot since.`;
    throw refusal(409, "NO_CHECKPOINT_FOR_PIT_RESTORE", detail, clusterName);
  }
  // Data after a restore do not descend from those before it: operations cannot be replayed across a restore.
  const broken = replacements.findLast(({ from }) => from <= time);
  const leadsThere = (snapshot: Document): boolean =>
    takenAt(snapshot) <= time && (broken === undefined || takenAt(snapshot) >= broken.until);
  const usable = named === null ? complete : [named];
  const before = usable.findLast(leadsThere);
  if (before !== undefined) return before;
  if (broken !== undefined && !complete.some(leadsThere)) {
    throw wrongTime(
      `${clusterName} was restored at ${isoTime(broken.from)}: no point in time between that and its next snapshot can be restored.`,
    );
  }
  const detail =
    named === null
      ? `${clusterName} has no complete snapshot from before ${isoTime(time)}.`
      : `No operations lead from the snapshot ${named.id} to ${isoTime(time)}: leave it out, or name the last one before it.`;
  throw refusal(404, "UNABLE_T0_FIND_SNAPSHOT_PRIOR_TO_PIT_RESTORE_OPTIME", detail, clusterName);
}
