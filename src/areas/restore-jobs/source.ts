import { saysNotFound } from "../../client/errors/absence.ts";
import { formatAlert } from "../../domain/alerts/alert.ts";
import { windowDays as scheduledWindow } from "../../domain/backup/backup-schedule.ts";
import { newestRestorable, windowStart } from "../../domain/backup/missing-snapshots.ts";
import {
  type cannotRestore,
  formatSnapshot,
  inOrder,
  isRestorable,
  ofServerless,
  type Snapshot,
  type SnapshotKind,
} from "../../domain/backup/snapshot.ts";
import { type AnyRestoreJob, restoreAsJob, restoresInto } from "../../domain/restore.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { isoOf } from "../../forms/values/timestamp.ts";
import { HOUR, MINUTE } from "../../text/durations.ts";
import { formatDuration, formatExpires, formatTimeInZone, timeOf } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";
import type { Ask, Context, Times } from "../model/context.ts";
import { clusterArgs, clusterParams } from "../queries/args.ts";
import type { RestoreFamily } from "../queries/restore-jobs.ts";
import { askSchedule } from "../queries/schedule-of-cluster.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";
import { pointInTimeOf } from "./jobs.ts";

/** Restorable data of a cluster: its snapshots, and the points in time that its log covers (`domain.md` 11.3). */

/** The log of the last minutes may not be stored yet (ms). */
const BEHIND = 3 * MINUTE;

export type RestoreSource = {
  readonly cluster: string;
  readonly family: RestoreFamily;
  /** Null while it is not known: a dedicated cluster without snapshots. */
  readonly kind: SnapshotKind | null;
  /** All snapshots, the oldest first. */
  readonly snapshots: readonly Snapshot[];
  /** Point-in-time window by the schedule, in days; 0 where it is off, null where it is not known or has no bound. */
  readonly windowDays: number | null;
  /** Earlier restores of its backups. */
  readonly jobs: readonly AnyRestoreJob[];
  /** False when these could not be read: earlier restores are then unknown. */
  readonly areJobsRead: boolean;
};

/** Points in time that a cluster can be restored to, both ends included (ms): whole minutes. */
type Interval = { readonly from: number; readonly to: number };

/** The snapshots of a serverless instance, the oldest first. */
export const serverlessSnapshots = async (
  ask: Ask,
  scope: Context["scope"],
  cluster: string,
): Promise<readonly Snapshot[]> => {
  const { data } = await ask("listServerlessBackups", clusterArgs(scope, cluster));
  return inOrder(data.results.map((snapshot) => ofServerless(snapshot, cluster)));
};

type Backups = { readonly family: RestoreFamily; readonly snapshots: readonly Snapshot[] };

/** The snapshots of a cluster. A cluster of unknown kind is taken for a dedicated one until the service says that it is not. */
async function backupsOf(ask: Ask, context: Context, cluster: string): Promise<Backups> {
  const kind = kindOf(context.scope, cluster);
  const serverless = async (): Promise<Backups> => ({
    family: "serverless",
    snapshots: await serverlessSnapshots(ask, context.scope, cluster),
  });
  if (kind === "serverless") return serverless();
  try {
    return { family: "cluster", snapshots: await askSnapshots(ask, context.scope, cluster, kind) };
  } catch (error) {
    if (kind !== "unknown") throw error;
    return serverless().catch(() => {
      throw error;
    });
  }
}

/** Restores listed under a cluster; null where they cannot be read. */
export async function askRestores(
  ask: Ask,
  scope: Context["scope"],
  cluster: string,
  family: RestoreFamily,
): Promise<readonly AnyRestoreJob[] | null> {
  const args = clusterArgs(scope, cluster);
  try {
    return family === "serverless"
      ? (await ask("listServerlessBackupRestoreJobs", args)).data.results
      : (await ask("listBackupRestoreJobs", args)).data.results;
  } catch (error) {
    // A cluster of the other kind has none of these. Otherwise the restore goes on without them, and its review says
    // that they are not known.
    return saysNotFound(error) ? [] : null;
  }
}

/** Requests all restorable data of a cluster. Rejects where its snapshots cannot be read. */
export async function askSource(ask: Ask, context: Context, cluster: string): Promise<RestoreSource> {
  const { family, snapshots } = await backupsOf(ask, context, cluster);
  const [schedule, jobs] = await Promise.all([
    family === "serverless" ? null : askSchedule(ask, context.scope, cluster),
    askRestores(ask, context.scope, cluster, family),
  ]);
  const known = kindOf(context.scope, cluster);
  const ofList = snapshots[0]?.kind ?? null;
  return {
    cluster,
    family,
    kind: known === "replicaSet" || known === "sharded" || known === "serverless" ? known : ofList,
    snapshots,
    windowDays: schedule === null ? null : scheduledWindow(schedule),
    jobs: jobs ?? [],
    areJobsRead: jobs !== null,
  };
}

/** Points in time that the log covers: the window up to some minutes ago. Null where there are none. */
export function intervalOf({ snapshots, windowDays }: RestoreSource, now: number): Interval | null {
  const from = windowStart(snapshots, windowDays, now);
  if (from === null) return null;
  const to = Math.floor((now - BEHIND) / MINUTE) * MINUTE;
  return to >= from ? { from, to } : null;
}

/** The snapshot that a restore to a point in time starts from. */
export const snapshotBefore = ({ snapshots }: RestoreSource, time: number): Snapshot | undefined =>
  snapshots.findLast((snapshot) => isRestorable(snapshot) && snapshot.takenAt <= time);

/**
 * Time of the last restore into the cluster since its newest snapshot (ms), which leaves a gap in its log. Null where there was none.
 *
 * @param jobs all known jobs: a job is listed under the cluster whose backup it restores, whatever its target
 */
export function restoredSince(
  { snapshots, cluster }: RestoreSource,
  jobs: readonly AnyRestoreJob[],
  groupId: string,
): number | null {
  const newest = newestRestorable(snapshots)?.takenAt ?? 0;
  const times = jobs.flatMap((job) => {
    const at = restoresInto(job, { name: cluster, groupId }) ? restoreAsJob(job, 0).startedAt : null;
    return at !== null && at > newest ? [at] : [];
  });
  return times.length === 0 ? null : Math.max(...times);
}

/** The snapshots to choose from, to restore or to download, the newest first, with details that tell them apart. */
export function snapshotChoices(
  { snapshots }: RestoreSource,
  when: Times,
  cannot: typeof cannotRestore,
): readonly Suggestion[] {
  const newest = newestRestorable(snapshots)?.id;
  return snapshots
    .filter((snapshot) => cannot(snapshot) === null)
    .toReversed()
    .map((snapshot) => ({
      value: snapshot.id,
      label: formatSnapshot(snapshot, when),
      note: joinTexts(
        " · ",
        snapshot.id === newest && "latest",
        `${formatDuration(Math.max(0, when.now - snapshot.takenAt))} old`,
        snapshot.expiresAt !== null && formatExpires(snapshot.expiresAt, when.now),
        snapshot.version !== "" && `version ${snapshot.version}`,
        snapshot.hasCustomerKey && "customer key",
        snapshot.description,
      ),
    }));
}

type Offered = { readonly time: number; readonly note: string };

/** Points in time shortly before open alerts of the cluster: an alert often marks what went wrong (`domain.md` 11.7). */
async function beforeAlerts(ask: Ask, context: Context, source: RestoreSource, { from, to }: Interval) {
  const { groupId } = clusterParams(context.scope, source.cluster);
  const { data } = await ask("listAlerts", { params: { groupId }, query: { status: "OPEN" } });
  return data.results.flatMap((alert): readonly Offered[] => {
    const opened = timeOf(alert.created);
    const isHere = alert["clusterName"] === source.cluster;
    if (!isHere || opened === null || opened - 5 * MINUTE < from || opened - 5 * MINUTE > to) return [];
    return [{ time: opened - 5 * MINUTE, note: `5 min before: ${formatAlert(alert, undefined)}` }];
  });
}

/** Points in time to choose from, the latest first: both ends of the window, the last full hours, and those before alerts. */
export async function pointInTimeSuggestions(
  ask: Ask,
  context: Context,
  source: RestoreSource,
): Promise<readonly Suggestion[]> {
  const { now, zone } = context;
  const within = intervalOf(source, now);
  if (within === null) return [];
  const hours = [0, 1, 2, 3].map((back) => Math.floor(now / HOUR) * HOUR - back * HOUR);
  const alerts = await beforeAlerts(ask, context, source, within).catch(() => []);
  const offered: readonly Offered[] = [
    { time: within.to, note: "latest available" },
    ...alerts,
    ...hours
      .filter((time) => time >= within.from && time < within.to)
      .map((time) => ({ time, note: `${formatDuration(now - time)} ago` })),
    { time: within.from, note: "earliest available" },
  ];
  return offered
    .toSorted((one, other) => other.time - one.time)
    .map(({ time, note }) => ({ value: isoOf(time), label: formatTimeInZone(time, { now, zone }), note }));
}

/** Log positions used by earlier restores. */
export function positionSuggestions(
  { jobs }: RestoreSource,
  of: "oplogTs" | "oplogInc",
  when: Times,
): readonly Suggestion[] {
  const found = jobs.toReversed().flatMap((job): readonly Suggestion[] => {
    const value = of === "oplogTs" ? (job.oplogTs ?? job.desiredTimestamp?.time) : job.oplogInc;
    const time = pointInTimeOf(job);
    if (value === null || value === undefined) return [];
    const note = time === null ? "" : ` to ${formatTimeInZone(time, when)}`;
    return [{ value: String(value), label: String(value), note: `from an earlier restore${note}` }];
  });
  return found.slice(0, 6);
}
