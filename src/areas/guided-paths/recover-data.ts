import { formatTime } from "../../text/format.ts";
import { inCluster } from "../clusters.ts";
import { effectOfAction } from "../effect.ts";
import { RESTORABLE } from "../queries/restore-jobs.ts";
import { cachedRestore, listQueries, restoreStatusOf as restoreStanding } from "../restore-jobs/jobs.ts";
import { stateCell } from "../restore-jobs/labels.ts";
import { begun, done, type GuidedPath, learning, open, waiting, within } from "./path.ts";
import { cluster, inItsProject, isElsewhere, searchStep, target } from "./recover-indexes.ts";
import { takeStep } from "./safe-change.ts";

/** Lost data: restored beside where it can be looked at, then what a restore does not bring (`domain.md` 18). */

export const recoverData: GuidedPath = {
  id: "recover-data",
  title: "Recover lost data",
  about: "Something was deleted or written over, and a snapshot or a moment still has it.",
  begin: (context) =>
    inCluster(context, RESTORABLE, "Lost in which cluster", (name) =>
      begun("recover-data", context, name, { cluster: name }),
    ),
  steps: [
    {
      id: "restore",
      title: "Restore a snapshot or a moment",
      about: "Into another cluster where you can: the one in use stays as it is until you have looked.",
      queries: (context, values) => listQueries(within(context, cluster(values)).scope),
      seen: (context, values) => {
        const { job } = values;
        if (job === undefined) return null;
        const found = cachedRestore(within(context, cluster(values)), job)?.restore;
        if (found === undefined) return null;
        const link = { area: "restore-jobs", ids: [job] } as const;
        const standing = restoreStanding(context, found);
        const words = stateCell(standing);
        if (standing.state === "running")
          return waiting({ text: "it runs: wait until it is done", tone: "accent" }, link);
        if (standing.state === "failed") return open({ text: "it failed: begin another", tone: "bad" }, link);
        if (standing.state === "cancelled") return open("it was cancelled: begin another", link);
        const at = standing.finishedAt;
        if (at === null) return done(words, link);
        return done({ text: `done at ${formatTime(at, context.now, context.zone)}`, tone: "good" }, link);
      },
      open: (context, values) =>
        effectOfAction("restore-jobs", "restore-jobs.create", within(context, cluster(values))),
      learn: learning({ job: "id", target: "targetClusterName", project: "targetGroupId" }),
    },
    {
      id: "look",
      title: "Look at what came back",
      about: (values) =>
        isElsewhere(values)
          ? `Count and read what was lost, in ${target(values)}; copy over to ${cluster(values)} what belongs there.`
          : "Count and read what was lost, in the cluster that it was restored to.",
    },
    inItsProject(
      takeStep(target, "Take a snapshot of the result", (values) =>
        values["target"] === undefined
          ? "A restore begins a new history: from here it can be restored."
          : `Of ${values["target"]}: a restore begins a new history, from here it can be restored.`,
      ),
    ),
    inItsProject(searchStep),
  ],
};
