import type { BodyObject } from "../../contract/json/json.ts";
import { GroupId } from "../../contract/schema/ids.ts";
import { isRestorable } from "../../domain/backup/snapshot.ts";
import { UNSHARED } from "../../domain/cluster.ts";
import { valuesOf } from "../../forms/plans.ts";
import { warn } from "../builders/cells.ts";
import { pickClusterFor } from "../builders/clusters.ts";
import type { Context } from "../model/context.ts";
import { asking, type Effect, type FormSetup, note } from "../model/effect.ts";
import { clusterParams } from "../queries/args.ts";
import type { Restore } from "../queries/restore-jobs.ts";
import { missingSnapshotText, snapshotOfJob } from "../queries/snapshots.ts";
import {
  initialRestore,
  previewRestore,
  type RestoreChoices,
  type RestoreValues,
  restorePlan,
  snapshotProblem,
} from "./form.ts";
import { preflightRestore } from "./preflight.ts";
import { askSource, pointInTimeSuggestions } from "./source.ts";
import { clustersIn, targetChoices } from "./target.ts";

/** Starts a restore: its choices are requested before the form opens, and again for its review. */

function setupOf(context: Context, known: RestoreChoices, start: BodyObject): FormSetup<RestoreValues> {
  const { scope } = context;
  const { source } = known;
  const plan = restorePlan(known, context);
  return {
    plan,
    targets: [{ id: "", name: `restore of ${source.cluster}`, params: clusterParams(scope, source.cluster) }],
    initial: initialRestore(known, valuesOf(plan, start), context),
    chosen: start,
    suggest: {
      restoreTimes: (ask) => pointInTimeSuggestions(ask, context, source),
      targets: async (ask, body) => {
        const groupId = GroupId.of(body.targetGroupId || scope.groupId);
        return targetChoices(source, await clustersIn(ask, context, groupId), groupId === scope.groupId);
      },
    },
    preflight: (review, body) =>
      preflightRestore(review, source.cluster, body, (targetClusterName) =>
        openRestore(review.context, source.cluster, { ...body, targetClusterName }),
      ),
    preview: (body, env) => previewRestore(known, context, body, env),
  };
}

/** The form for a cluster, with the values chosen before. */
export const openRestore = (context: Context, cluster: string, start: BodyObject = {}): Effect =>
  asking(`Restore ${cluster}`, async (ask) => {
    const [source, listed] = await Promise.all([
      askSource(ask, context, cluster),
      clustersIn(ask, context, context.scope.groupId),
    ]);
    if (!source.snapshots.some(isRestorable)) {
      const words = `${cluster} has no restorable snapshot. Take one first: ${context.key("action.new")} in Snapshots.`;
      return note(`Restore ${cluster}`, warn(words));
    }
    return { kind: "form", setup: setupOf(context, { source, ...listed }, start) };
  });

/** Picks the cluster first where `start` does not name it and it is not clear. */
export const openRestoreOf = (context: Context, { clusterName, ...start }: BodyObject = {}): Effect =>
  typeof clusterName === "string"
    ? openRestore(context, clusterName, start)
    : pickClusterFor(context, UNSHARED, "Cluster to restore from", (cluster) => openRestore(context, cluster, start));

/** The reason why a restore cannot be repeated, or null. */
export function cannotRepeat(restore: Restore, context: Context): string | null {
  const { job } = restore;
  if (job.deliveryType === "pointInTime") return null;
  const snapshot = snapshotOfJob(context, job);
  return snapshot === undefined
    ? `snapshot ${missingSnapshotText(context, restore)}`
    : snapshotProblem({ deliveryType: job.deliveryType ?? "" })(snapshot);
}

/** Repeats a restore in the form; a point in time is chosen anew, as the former one may be outside the window. */
export const repeat = ({ job, cluster }: Restore, context: Context): Effect =>
  openRestore(context, cluster, {
    ...(job.deliveryType == null ? {} : { deliveryType: job.deliveryType }),
    ...(job.snapshotId == null || job.deliveryType === "pointInTime" ? {} : { snapshotId: job.snapshotId }),
    ...(job.targetClusterName == null || job.targetGroupId == null
      ? {}
      : { targetGroupId: job.targetGroupId, targetClusterName: job.targetClusterName }),
  });
