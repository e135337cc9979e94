import { RestoreJob } from "../../contract/restore-jobs.ts";
import { type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { clusterKindLabel } from "../../domain/cluster.ts";
import { elapsed } from "../../domain/countdown.ts";
import { formatSpanRange } from "../../domain/labels.ts";
import { type AnyRestoreJob, restoreAsJob, restoreEta, restoresInto } from "../../domain/restore.ts";
import { formatEarlierRuns } from "../../domain/typical.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import type { Fact } from "../../forms/review/review.ts";
import { HOUR } from "../../text/durations.ts";
import {
  formatExpires,
  formatLongDuration,
  formatOld,
  formatSize,
  formatTimeInZone,
  pluralize,
} from "../../text/format.ts";
import { joinTexts, present } from "../../text/present.ts";
import { projectName } from "../builders/project-name.ts";
import { takeSnapshotFirst } from "../builders/take-first.ts";
import { nameOf } from "../live-migration/queries.ts";
import type { Receiving } from "../live-migration/receiving.ts";
import type { Context } from "../model/context.ts";
import type { Effect, Remedy } from "../model/effect.ts";
import { RARELY_CANCELLED } from "./cancel.ts";
import { isDownload, isPointInTime, pointInTimeIn, type RestoreValues, snapshotProblem, targetName } from "./form.ts";
import { bytesIn } from "./jobs.ts";
import { type RestoreSource, restoredSince } from "./source.ts";
import { isOlder, looksProductive, type RestoreTarget, unfitReason } from "./target.ts";

/** Problems, warnings, facts and safer ways of a restore, from all that was requested for its review (`domain.md` 11.3, 11.4). */

/** A restore that is about to be sent, with the data requested for its review. */
export type PlannedRestore = {
  readonly body: RestoreValues;
  readonly source: RestoreSource;
  readonly snapshot: Snapshot;
  /** Null for a download. */
  readonly target: RestoreTarget | null;
  /** Number of shards of the source; null where it does not matter or is not known. */
  readonly sourceShards: number | null;
  /** The newest snapshot of the target; undefined where it has none, null where that cannot be read. */
  readonly newest: Snapshot | undefined | null;
  /** Restores of the project, including those of the source. */
  readonly jobs: readonly AnyRestoreJob[];
  /** Clusters whose restores could not be read. */
  readonly unread: readonly string[];
  /** The restores of the same family as this one: dedicated clusters, or serverless instances. */
  readonly alike: readonly AnyRestoreJob[];
  /** Migrations into the target. */
  readonly receiving: Receiving;
  /** A cluster that could be overwritten without harm; null where there is none. */
  readonly safer: string | null;
  readonly context: Context;
};

/** Expected duration, by earlier restores of its family, and the basis of the estimate. */
function takes({ body, source, alike, snapshot, context }: PlannedRestore): {
  readonly span: string;
  readonly basis: string;
} {
  const sizes = new Map(source.snapshots.map(({ id, bytes }) => [id, bytes]));
  const planned = RestoreJob.parse({ id: "", deliveryType: body.deliveryType, snapshotId: snapshot.id });
  const bytesOf = (job: AnyRestoreJob): number | null => sizes.get(job.snapshotId ?? "") ?? bytesIn(context)(job);
  const eta = restoreEta(planned, alike, bytesOf, context.now);
  const span = formatSpanRange(eta.least, eta.most);
  if (eta.kind === "usual") return { span, basis: eta.bySize ? "usual for this size" : "usual" };
  return { span, basis: `from ${formatEarlierRuns(eta.basis.count)}${eta.bySize ? ", by size" : ""}` };
}

const isRunning = (job: AnyRestoreJob, now: number): boolean => restoreAsJob(job, now).status === "running";

/** The reason why the service would refuse the target, or null. */
function targetProblem({ source, snapshot, target, jobs, context }: PlannedRestore): string | null {
  if (target === null) return null;
  const unfit = unfitReason(source, target);
  if (unfit !== null) return unfit;
  if (target.version !== null && snapshot.version !== "" && isOlder(target.version, snapshot.version))
    return `version ${target.version} is older than the snapshot's ${snapshot.version}`;
  const other = jobs.find((job) => restoresInto(job, target) && isRunning(job, context.now));
  if (other === undefined) return null;
  const { startedAt } = restoreAsJob(other, context.now);
  const since = startedAt === null ? "" : ` for ${elapsed(context.now - startedAt)}`;
  return `another restore to this cluster is running${since}: wait until it ends`;
}

/** Warns of a target with another number of shards than the source, which the service refuses. */
function shardWarning({ source, sourceShards: from, target, body, context }: PlannedRestore): string | null {
  const into = target?.shards ?? null;
  if (from === null || into === null || from === into) return null;
  const name = targetName(body, context);
  return `${name} has ${pluralize(into, "shard")}, ${source.cluster} has ${from}: the service will refuse this.`;
}

export function problemsOf(planned: PlannedRestore): readonly RefusedField[] {
  const { body, source, snapshot, context } = planned;
  const unfit = snapshotProblem(body)(snapshot);
  const why = targetProblem(planned);
  const twin = source.jobs.find(
    (job) => job.deliveryType === "download" && job.snapshotId === snapshot.id && isRunning(job, context.now),
  );
  return present(
    why !== null && { field: "targetClusterName", message: why },
    unfit !== null && { field: "snapshotId", message: unfit },
    isDownload(body) &&
      twin !== undefined && {
        field: "snapshotId",
        message: "a download of this snapshot is already being prepared: wait for it",
      },
  );
}

/** The data of the target that is lost when it is overwritten. */
function formatOverwritten({ body, source, snapshot, target, context }: PlannedRestore): string {
  const name = targetName(body, context);
  const isSame = target?.name === source.cluster && target.groupId === context.scope.groupId;
  if (!isSame) return `All current data of ${name} is lost.`;
  const since = pointInTimeIn(body) ?? snapshot.takenAt;
  return `All writes to ${name} of the last ${formatLongDuration(Math.max(0, context.now - since))} are lost.`;
}

/** The newest snapshot of a target this old (ms) is no good copy of what is overwritten. */
const OLD = HOUR;

/** True where what is overwritten is not in a recent snapshot. */
const isBackupMissing = ({ target, newest, context }: PlannedRestore): boolean =>
  target !== null && newest !== null && (newest === undefined || context.now - newest.takenAt >= OLD);

/** Warns where the overwritten data may not be recoverable. */
function ownBackup(planned: PlannedRestore): readonly string[] {
  const { target, newest, context } = planned;
  if (target === null || newest === null || !isBackupMissing(planned)) return [];
  if (newest === undefined)
    return [
      `${target.name} has no snapshot: its current data cannot be recovered. Take one first: ${context.key("action.new")} in Snapshots.`,
    ];
  const old = formatLongDuration(context.now - newest.takenAt);
  return [
    `The latest snapshot of ${target.name} is ${old} old. Take one first: ${context.key("action.new")} in Snapshots.`,
  ];
}

/** Names the restores that could not be read; null where all were. */
function formatUnread({ unread }: PlannedRestore): string | null {
  if (unread.length === 0) return null;
  return `restores of ${unread.length > 2 ? pluralize(unread.length, "cluster") : unread.join(" and ")} not loaded`;
}

/** Restores that were checked: a job is listed under the cluster whose backup it restores, and only those of this project are requested. */
function formatReach({ target, context: { scope } }: PlannedRestore): string {
  const hasOthers = target !== null && scope.projects.some(({ id }) => id !== scope.groupId);
  return `from clusters of ${scope.groupName}${hasOthers ? "; other projects are not checked" : ""}`;
}

function formatGoing(planned: PlannedRestore): string {
  const going = planned.jobs.filter((job) => isRunning(job, planned.context.now)).length;
  const unread = formatUnread(planned);
  if (going === 0) return unread === null ? `no other restore ${formatReach(planned)}` : `unknown: ${unread}`;
  return present(`${pluralize(going, "other restore")} ${formatReach(planned)}`, unread ?? false).join("; ");
}

/** Time of the last restore into the source since its newest snapshot (ms): the log has a gap from then on. */
const gapOf = ({ body, source, jobs, context }: PlannedRestore): number | null =>
  isPointInTime(body) ? restoredSince(source, jobs, context.scope.groupId) : null;

/** The basis for saying that there is no such gap. */
function formatNoGap(planned: PlannedRestore): string {
  const unread = formatUnread(planned);
  if (unread !== null) return `unknown: ${unread}`;
  return `not since the latest snapshot of ${planned.source.cluster}, by restores ${formatReach(planned)}`;
}

export function warningsOf(planned: PlannedRestore): readonly string[] {
  const { body, source, target, receiving, context, safer } = planned;
  if (target === null) return [];
  const shards = shardWarning(planned);
  const name = targetName(body, context);
  const isHome = target.groupId === context.scope.groupId;
  const isSame = isHome && target.name === source.cluster;
  return present(
    shards,
    receiving.migration !== null &&
      `${name} is receiving the live migration ${nameOf(receiving.migration)}: the service refuses a restore to it until that ends.`,
    receiving.elsewhere > 0 &&
      `Unknown destination of ${pluralize(receiving.elsewhere, "running live migration")}: if it is ${name}, the service will refuse this.`,
    planned.unread.length > 0 &&
      `Not known: ${formatUnread(planned)}. If one of them is restoring to ${name}, the service will refuse this.`,
    formatOverwritten(planned),
    isSame &&
      (safer === null
        ? "The source cluster is overwritten. Safer: restore to another cluster and copy the lost data from there."
        : `The source cluster is overwritten. Safer: restore to ${safer} and copy the lost data from there.`),
    !isHome &&
      `The target is in another project: ${projectName(context, target.groupId)}, not ${context.scope.groupName}.`,
    looksProductive(target.name) && `The name ${target.name} suggests a production cluster.`,
    `${name} cannot be read or written during the restore: ${takes(planned).span}.`,
    source.family === "serverless" ? "A running restore cannot be cancelled." : RARELY_CANCELLED,
    ...ownBackup(planned),
    `Afterwards ${target.name} has no point-in-time restore until its next snapshot. Its search indexes are rebuilt.`,
    gapOf(planned) !== null &&
      `${source.cluster} was restored after its latest snapshot: the service may refuse point-in-time restores until the next one.`,
    target.state !== null &&
      !["IDLE", "CREATED"].includes(target.state) &&
      `${target.name} is ${target.state}: the service may refuse this.`,
  );
}

/** Safer ways: another target where the source itself would be overwritten, and a snapshot of what would be. */
export function saferWays(planned: PlannedRestore, restoreTo: (target: string) => Effect): readonly Remedy[] {
  const { target, source, safer, context } = planned;
  if (target === null || target.groupId !== context.scope.groupId) return [];
  return present(
    target.name === source.cluster &&
      safer !== null && { title: `Restore to ${safer} instead`, effect: restoreTo(safer), isSameJob: true },
    isBackupMissing(planned) && takeSnapshotFirst(context, target, `before a restore from ${source.cluster}`),
  );
}

function formatNewest({ newest, context }: PlannedRestore): string {
  if (newest === null) return "unknown: no permission to read snapshots";
  if (newest === undefined) return "none";
  const size = newest.bytes === null ? "" : ` · ${formatSize(newest.bytes)}`;
  return `${formatTimeInZone(newest.takenAt, context)}, ${formatOld(context.now - newest.takenAt)}${size}`;
}

export function factsOf(planned: PlannedRestore): readonly Fact[] {
  const { body, source, snapshot, target, context } = planned;
  const { takenAt, expiresAt, bytes, version, parts } = snapshot;
  const { span, basis } = takes(planned);
  return present(
    ...(target === null
      ? []
      : [
          {
            label: "Target",
            value: joinTexts(" · ", clusterKindLabel(target.kind), target.version, target.state),
          },
          { label: "Target backup", value: formatNewest(planned) },
        ]),
    {
      label: "Snapshot",
      value: present(
        `${snapshotKindLabel(snapshot)} ${formatTimeInZone(takenAt, context)}`,
        bytes !== null && formatSize(bytes),
        version !== "" && `version ${version}`,
        expiresAt !== null && formatExpires(expiresAt, context.now),
      ).join(" · "),
    },
    { label: "Duration", value: `${span} (${basis})` },
    { label: "In progress", value: formatGoing(planned) },
    isPointInTime(body) && gapOf(planned) === null && { label: "Restored", value: formatNoGap(planned) },
    target === null && parts.length > 1 && { label: "Files", value: `${parts.length}, one per shard` },
    target === null && {
      label: "Download",
      value: "once, within 1 h, from an address on the project's access list",
    },
    source.family === "serverless" && { label: "Kind", value: "serverless: this API is deprecated, use flex clusters" },
  );
}
