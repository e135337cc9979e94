import { isBeingTaken, type Snapshot } from "../../domain/backup/snapshot.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import type { Query } from "../../state/answers/query.ts";
import { formatExpiresIn, formatTimeAndAge, formatTimeInZone } from "../../text/format.ts";
import { accent, bad, good } from "../builders/cells.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import type { Context } from "../model/context.ts";
import { allSnapshotQueries, cachedSnapshots } from "../queries/snapshots.ts";
import { beginInCluster, contextOfCluster, type Runbook, type RunbookStep, type RunbookValues } from "./runbook.ts";
import { cluster, createdIdAs, done, noneLeft, open, opensAction, waiting } from "./steps.ts";

/** A safe change: take a snapshot, make the risky change, delete the snapshot (`domain.md` 18). */

/** The lists that may have the snapshot of a runbook. */
const snapshotsOf =
  (of: (values: RunbookValues) => string) =>
  (context: Context, values: RunbookValues): readonly Query[] =>
    values["snapshot"] === undefined ? [] : allSnapshotQueries(contextOfCluster(context, of(values)).scope, "snapshot");

/** The snapshot that a step of the runbook took: undefined while nothing is known, null when it was deleted. */
function taken(context: Context, values: RunbookValues, of: string): Snapshot | null | undefined {
  const id = values["snapshot"];
  if (id === undefined) return undefined;
  const lists = unsharedClusters(contextOfCluster(context, of).scope).map((one) => cachedSnapshots(context, one));
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list) => list ?? []).find((snapshot) => snapshot.id === id) ?? null;
}

/** Takes a snapshot and waits until it is completed. */
export const takeStep = (
  of: (values: RunbookValues) => string,
  title: string,
  about: RunbookStep["about"],
): RunbookStep => ({
  id: "snapshot",
  title,
  about,
  queries: snapshotsOf(of),
  seen: (context, values) => {
    const snapshot = taken(context, values, of(values));
    if (snapshot === undefined) return null;
    if (snapshot === null) return noneLeft("taken, then deleted");
    const link = { area: "snapshots", ids: [snapshot.id] } as const;
    if (isBeingTaken(snapshot)) return waiting(accent("in progress: wait until it completes"), link);
    if (snapshot.status !== "completed") return open(bad(`snapshot ${snapshot.status}: take another`), link);
    const when = formatTimeAndAge(snapshot.takenAt, context.now, context.zone);
    return done(good(`completed, taken ${when}`), link);
  },
  opens: opensAction("snapshots", "snapshots.take", { of }),
  valuesFromAnswer: createdIdAs("takeSnapshot", "snapshot"),
});

export const safeChange: Runbook = {
  id: "safe-change",
  title: "Safe change",
  about: "Take a snapshot before a risky change.",
  begin: beginInCluster("safe-change", DEDICATED, "Cluster to change"),
  steps: [
    takeStep(cluster, "Take a snapshot", "If the change fails, the current data can be restored."),
    {
      id: "change",
      title: "Make the change",
      about: "In this console or elsewhere. Confirm when the change is done and works.",
    },
    {
      id: "drop",
      title: "Delete the snapshot, or wait for its expiry",
      about: "It expires automatically; until then its storage is billed.",
      dependsOn: "snapshot",
      queries: snapshotsOf(cluster),
      seen: (context, values) => {
        const snapshot = taken(context, values, cluster(values));
        if (snapshot === undefined) return null;
        if (snapshot === null) return noneLeft("snapshot deleted");
        const { expiresAt } = snapshot;
        const link = { area: "snapshots", ids: [snapshot.id] } as const;
        if (expiresAt === null) return open("no expiry", link);
        const left = formatExpiresIn(expiresAt, context.now);
        return open(`expires automatically ${formatTimeInZone(expiresAt, context)} (${left})`, link);
      },
      opens: opensAction("snapshots", "snapshots.delete", { of: cluster, thing: "snapshot" }),
    },
  ],
};
