import { RestoreJob } from "../../contract/restore-jobs.ts";
import { GroupId } from "../../contract/schema/ids.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { type ClusterKind, clusterKindLabel } from "../../domain/cluster.ts";
import { elapsed } from "../../domain/countdown.ts";
import { formatSpanRange } from "../../domain/labels.ts";
import { type AnyRestoreJob, restoreAsJob, restoreEta, restoresInto } from "../../domain/restore.ts";
import { formatEarlierRuns } from "../../domain/typical.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import type { Fact } from "../../forms/review/review.ts";
import { HOUR } from "../../text/durations.ts";
import {
  formatDuration,
  formatExpires,
  formatLongDuration,
  formatSize,
  formatTimeInZone,
  pluralize,
} from "../../text/format.ts";
import { joinTexts, present } from "../../text/present.ts";
import { clustersOf } from "../builders/clusters.ts";
import { projectName } from "../builders/project-name.ts";
import { takeSnapshotFirst } from "../builders/take-first.ts";
import { nameOf } from "../live-migration/queries.ts";
import { askReceiving, type Receiving } from "../live-migration/receiving.ts";
import type { Ask, Context } from "../model/context.ts";
import type { Effect, Preflight, Remedy, ReviewSources } from "../model/effect.ts";
import { RESTORABLE, type RestoreFamily } from "../queries/restore-jobs.ts";
import { askSnapshots } from "../queries/snapshots.ts";
import {
  isDownload,
  isPointInTime,
  pointInTimeIn,
  type RestoreValues,
  restorePlan,
  snapshotIn,
  snapshotProblem,
  targetName,
} from "./form.ts";
import { bytesIn } from "./jobs.ts";
import { askRestores, askSource, type RestoreSource, restoredSince, serverlessSnapshots } from "./source.ts";
import {
  askSourceShards,
  askTarget,
  clustersIn,
  isOlder,
  looksProductive,
  type RestoreTarget,
  saferTarget,
  unfitReason,
} from "./target.ts";

/** Findings for the review of a restore, requested just before it is sent (`domain.md` 11.3, 11.4). */

/** A restore that is about to be sent, with the data requested for its review. */
type Planned = {
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
function takes({ body, source, alike, snapshot, context }: Planned): { readonly span: string; readonly basis: string } {
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
function targetProblem({ source, snapshot, target, jobs, context }: Planned): string | null {
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
function shardWarning({ source, sourceShards: from, target, body, context }: Planned): string | null {
  const into = target?.shards ?? null;
  if (from === null || into === null || from === into) return null;
  const name = targetName(body, context);
  return `${name} has ${pluralize(into, "shard")}, ${source.cluster} has ${from}: the service will refuse this.`;
}

function problemsOf(planned: Planned): readonly RefusedField[] {
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
function formatOverwritten({ body, source, snapshot, target, context }: Planned): string {
  const name = targetName(body, context);
  const isSame = target?.name === source.cluster && target.groupId === context.scope.groupId;
  if (!isSame) return `All current data of ${name} is lost.`;
  const since = pointInTimeIn(body) ?? snapshot.takenAt;
  return `All writes to ${name} of the last ${formatLongDuration(Math.max(0, context.now - since))} are lost.`;
}

/** The newest snapshot of a target this old (ms) is no good copy of what is overwritten. */
const OLD = HOUR;

/** True where what is overwritten is not in a recent snapshot. */
const isBackupMissing = ({ target, newest, context }: Planned): boolean =>
  target !== null && newest !== null && (newest === undefined || context.now - newest.takenAt >= OLD);

/** Warns where the overwritten data may not be recoverable. */
function ownBackup(planned: Planned): readonly string[] {
  const { target, newest, context } = planned;
  if (target === null || newest === null || !isBackupMissing(planned)) return [];
  if (newest === undefined)
    return [`${target.name} has no snapshot: its current data cannot be recovered. Take one first: n in Snapshots.`];
  const old = formatLongDuration(context.now - newest.takenAt);
  return [`The latest snapshot of ${target.name} is ${old} old. Take one first: n in Snapshots.`];
}

/** Names the restores that could not be read; null where all were. */
function formatUnread({ unread }: Planned): string | null {
  if (unread.length === 0) return null;
  return `restores of ${unread.length > 2 ? pluralize(unread.length, "cluster") : unread.join(" and ")} not loaded`;
}

/** Restores that were checked: a job is listed under the cluster whose backup it restores, and only those of this project are requested. */
function formatReach({ target, context: { scope } }: Planned): string {
  const hasOthers = target !== null && scope.projects.some(({ id }) => id !== scope.groupId);
  return `from clusters of ${scope.groupName}${hasOthers ? "; other projects are not checked" : ""}`;
}

function formatGoing(planned: Planned): string {
  const going = planned.jobs.filter((job) => isRunning(job, planned.context.now)).length;
  const unread = formatUnread(planned);
  if (going === 0) return unread === null ? `no other restore ${formatReach(planned)}` : `unknown: ${unread}`;
  return present(`${pluralize(going, "other restore")} ${formatReach(planned)}`, unread ?? false).join("; ");
}

/** Time of the last restore into the source since its newest snapshot (ms): the log has a gap from then on. */
const gapOf = ({ body, source, jobs, context }: Planned): number | null =>
  isPointInTime(body) ? restoredSince(source, jobs, context.scope.groupId) : null;

/** The basis for saying that there is no such gap. */
function formatNoGap(planned: Planned): string {
  const unread = formatUnread(planned);
  if (unread !== null) return `unknown: ${unread}`;
  return `not since the latest snapshot of ${planned.source.cluster}, by restores ${formatReach(planned)}`;
}

function warningsOf(planned: Planned): readonly string[] {
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
    "A running restore cannot be cancelled.",
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
function saferWays(planned: Planned, restoreTo: (target: string) => Effect): readonly Remedy[] {
  const { target, source, safer, context } = planned;
  if (target === null || target.groupId !== context.scope.groupId) return [];
  return present(
    target.name === source.cluster &&
      safer !== null && { title: `Restore to ${safer} instead`, effect: restoreTo(safer), isSameJob: true },
    isBackupMissing(planned) && takeSnapshotFirst(context, target, `before a restore from ${source.cluster}`),
  );
}

function formatNewest({ newest, context }: Planned): string {
  if (newest === null) return "unknown: no permission to read snapshots";
  if (newest === undefined) return "none";
  const size = newest.bytes === null ? "" : ` · ${formatSize(newest.bytes)}`;
  return `${formatTimeInZone(newest.takenAt, context)}, ${formatDuration(context.now - newest.takenAt)} old${size}`;
}

function factsOf(planned: Planned): readonly Fact[] {
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

/** The named target, or the reason why it is refused. */
async function namedTarget(ask: Ask, context: Context, body: RestoreValues): Promise<RestoreTarget | RefusedField> {
  const { targetClusterName: name = "", targetGroupId = "" } = body;
  const groupId = GroupId.of(targetGroupId);
  const { clusters, isRead } = await clustersIn(ask, context, groupId);
  const found = clusters.find((cluster) => cluster.name === name);
  if (found === undefined && isRead && clusters.length > 0) {
    const names = clusters.map((cluster) => cluster.name).slice(0, 4);
    const more = clusters.length > names.length ? ", …" : "";
    const where = projectName(context, groupId);
    return { field: "targetClusterName", message: `no such cluster in ${where}. Known: ${names.join(", ")}${more}` };
  }
  return askTarget(ask, found ?? { name, kind: "unknown", paused: null }, groupId);
}

/** The newest snapshot of a target; null where it cannot be read. */
async function newestOf(ask: Ask, { scope }: Context, target: RestoreTarget): Promise<Snapshot | undefined | null> {
  if (target.kind === "tenant") return null;
  const there = { ...scope, groupId: target.groupId };
  try {
    return newestRestorable(
      target.kind === "serverless"
        ? await serverlessSnapshots(ask, there, target.name)
        : await askSnapshots(ask, there, target.name, target.kind),
    );
  } catch {
    // A role in the other project may allow the restore but not this request: the review then says "unknown".
    return null;
  }
}

const familyOf = (kind: ClusterKind): RestoreFamily => (kind === "serverless" ? "serverless" : "cluster");

/** The restores listed under the other clusters of the project. */
function askOthers(ask: Ask, { scope }: Context, source: string) {
  const others = clustersOf(scope, RESTORABLE).filter(({ name }) => name !== source);
  const restores = others.map(async ({ name, kind }) => {
    const family = familyOf(kind);
    const jobs = await askRestores(ask, scope, name, family);
    return { name, family, jobs: jobs ?? [], isRead: jobs !== null };
  });
  return Promise.all(restores);
}

/** A download is not affected by migrations. */
const NONE: Receiving = { migration: null, elsewhere: 0 };

/**
 * Requests everything that the review of a restore needs.
 *
 * @param restoreTo the same restore to another cluster of the project
 */
export async function preflightRestore(
  { ask, context }: ReviewSources,
  cluster: string,
  body: RestoreValues,
  restoreTo: (target: string) => Effect,
): Promise<Preflight> {
  const [source, named, listed, others] = await Promise.all([
    askSource(ask, context, cluster),
    isDownload(body) ? null : namedTarget(ask, context, body),
    clustersIn(ask, context, context.scope.groupId),
    askOthers(ask, context, cluster),
  ]);
  const plan = restorePlan({ source, ...listed }, context);
  const snapshot = snapshotIn(body, source);
  if (snapshot === undefined || snapshot.status !== "completed") {
    const problem = isPointInTime(body)
      ? { field: "pointInTimeUTCSeconds", message: `${cluster} has no snapshot before that time` }
      : { field: "snapshotId", message: "this snapshot no longer exists or is not completed" };
    return { warnings: [], facts: [], problems: [problem] };
  }
  if (named !== null && "field" in named) return { warnings: [], facts: [], problems: [named] };
  const [newest, sourceShards, receiving] = await Promise.all([
    named === null ? null : newestOf(ask, context, named),
    askSourceShards(ask, source, context.scope.groupId, named),
    named === null ? NONE : askReceiving(ask, context, named.groupId, named.name),
  ]);
  const planned: Planned = {
    body,
    source,
    snapshot,
    target: named,
    sourceShards,
    newest,
    receiving,
    jobs: [...source.jobs, ...others.flatMap(({ jobs }) => jobs)],
    unread: [...(source.areJobsRead ? [] : [cluster]), ...others.flatMap(({ name, isRead }) => (isRead ? [] : [name]))],
    alike: [...source.jobs, ...others.filter(({ family }) => family === source.family).flatMap(({ jobs }) => jobs)],
    safer: saferTarget(source, listed.clusters),
    context,
  };
  const problems = problemsOf(planned);
  return problems.length > 0
    ? { warnings: [], facts: [], problems }
    : { plan, warnings: warningsOf(planned), facts: factsOf(planned), safer: saferWays(planned, restoreTo) };
}
