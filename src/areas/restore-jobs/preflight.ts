import { GroupId } from "../../contract/schema/ids.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import type { Snapshot } from "../../domain/backup/snapshot.ts";
import type { ClusterKind } from "../../domain/cluster.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import { projectName } from "../builders/project-name.ts";
import { askReceiving, type Receiving } from "../live-migration/receiving.ts";
import type { Ask, Context } from "../model/context.ts";
import type { Effect, Preflight, ReviewSources } from "../model/effect.ts";
import type { RestoreFamily } from "../queries/restore-jobs.ts";
import { askSnapshots } from "../queries/snapshots.ts";
import { isDownload, isPointInTime, type RestoreValues, restorePlan, snapshotIn } from "./form.ts";
import { factsOf, type PlannedRestore, problemsOf, saferWays, warningsOf } from "./planned-restore.ts";
import { askRestores, askSource, serverlessSnapshots } from "./source.ts";
import { askSourceShards, askTarget, clustersIn, type RestoreTarget, saferTarget } from "./target.ts";

/** Requests for the review of a restore, made just before it is sent. */

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
  const others = unsharedClusters(scope).filter(({ name }) => name !== source);
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
  const planned: PlannedRestore = {
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
