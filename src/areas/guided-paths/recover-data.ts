import { inCluster } from "../clusters.ts";
import { moment } from "../format.ts";
import { heldRestore, listQueries, RESTORABLE, standingOf as restoreStanding } from "../restore-jobs/jobs.ts";
import { stateCell } from "../restore-jobs/words.ts";
import { restoreJobs } from "../restore-jobs.ts";
import { searchIndexes } from "../search-indexes.ts";
import { begun, done, type GuidedPath, learning, open, openAction, type Values, waiting, within } from "./path.ts";
import { takeStep } from "./safe-change.ts";

/** Lost data: restored beside where it can be looked at, then what a restore does not bring (`domain.md` 18). */

const cluster = (values: Values): string => values["cluster"] ?? "";
/** Where it was restored to; the cluster itself where that is not told. */
const target = (values: Values): string => values["target"] ?? cluster(values);

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
        const found = heldRestore(within(context, cluster(values)), job)?.restore;
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
        return done({ text: `done at ${moment(at, context.now, context.zone)}`, tone: "good" }, link);
      },
      open: (context, values) => openAction(restoreJobs, "restore-jobs.create", within(context, cluster(values))),
      learn: learning({ job: "id", target: "targetClusterName" }),
    },
    {
      id: "look",
      title: "Look at what came back",
      about: "Count and read what was lost, in the cluster it was restored to; copy it over if that is another one.",
    },
    takeStep(target, "Take a snapshot of the result", "A restore begins a new history: from here it can be restored."),
    {
      id: "search",
      title: "Make its search indexes again",
      about: "A restore brings documents, no search indexes. Say so when all are made, or leave it out.",
      open: (context, values) => openAction(searchIndexes, "search-indexes.create", within(context, target(values))),
    },
  ],
};
