import { UNSHARED } from "../../domain/cluster.ts";
import { restoreAsJob } from "../../domain/restore.ts";
import { formatTime } from "../../text/format.ts";
import { accent, bad, good } from "../builders/cells.ts";
import { jobCell } from "../builders/jobs.ts";
import { cachedRestore, listQueries } from "../restore-jobs/jobs.ts";
import { inTargetProject, isOtherCluster, searchStep, target } from "./recover-indexes.ts";
import { beginInCluster, contextOfCluster, type Runbook } from "./runbook.ts";
import { takeStep } from "./safe-change.ts";
import { cluster, createdIdAs, done, open, opensAction, waiting } from "./steps.ts";

/** Recovers lost data: a restore, preferably to another cluster, then a snapshot and the search indexes, which it does not bring (`domain.md` 18). */

export const recoverData: Runbook = {
  id: "recover-data",
  title: "Recover lost data",
  about: "Restore deleted or overwritten data from a snapshot or a point in time.",
  begin: beginInCluster("recover-data", UNSHARED, "Cluster with the lost data"),
  steps: [
    {
      id: "restore",
      title: "Restore a snapshot or a point in time",
      about: "Restore to another cluster if possible: the one in use stays unchanged.",
      queries: (context, values) => listQueries(contextOfCluster(context, cluster(values)).scope),
      seen: (context, values) => {
        const { job } = values;
        if (job === undefined) return null;
        const found = cachedRestore(contextOfCluster(context, cluster(values)), job)?.found;
        if (found === undefined) return null;
        const link = { area: "restore-jobs", ids: [job] } as const;
        const state = restoreAsJob(found.job, context.now);
        const words = jobCell(state);
        if (state.status === "running") return waiting(accent("restore in progress: wait until it completes"), link);
        if (state.status === "failed") return open(bad("restore failed: start another"), link);
        if (state.status === "cancelled") return open("restore cancelled: start another", link);
        const at = state.endedAt;
        if (at === null) return done(words, link);
        return done(good(`completed at ${formatTime(at, context.now, context.zone)}`), link);
      },
      opens: opensAction("restore-jobs", "restore-jobs.create", { of: cluster }),
      valuesFromAnswer: createdIdAs("createBackupRestoreJob", "job", {
        target: "targetClusterName",
        project: "targetGroupId",
      }),
    },
    {
      id: "look",
      title: "Check the restored data",
      about: (values) =>
        isOtherCluster(values)
          ? `Check the lost data in ${target(values)} and copy the required part to ${cluster(values)}.`
          : "Check the lost data in the restored cluster.",
      dependsOn: "job",
    },
    inTargetProject({
      ...takeStep(target, "Take a snapshot of the result", (values) =>
        values["target"] === undefined
          ? "Point-in-time restore requires a new snapshot after a restore."
          : `Of ${values["target"]}: point-in-time restore requires a new snapshot after a restore.`,
      ),
      dependsOn: "job",
    }),
    inTargetProject({ ...searchStep, dependsOn: "job" }),
  ],
};
