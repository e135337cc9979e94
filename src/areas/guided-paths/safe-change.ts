import { DEDICATED } from "../../domain/cluster.ts";
import { isUnderWay, type Snapshot } from "../../domain/snapshot.ts";
import type { Query } from "../../state/query.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { inCluster } from "../clusters.ts";
import type { Context } from "../context.ts";
import { effectOfAction } from "../effect.ts";
import { cachedSnapshots, clustersWithSnapshots, snapshotQueries } from "../queries/snapshots.ts";
import {
  begun,
  done,
  type GuidedPath,
  learning,
  open,
  type PathStep,
  type PathValues,
  waiting,
  within,
} from "./path.ts";

/** A snapshot first, then the risky thing, then the snapshot goes (`domain.md` 18). */

const cluster = (values: PathValues): string => values["cluster"] ?? "";

/** The lists in which the snapshot of a path stands. */
export const snapshotsOf =
  (of: (values: PathValues) => string) =>
  (context: Context, values: PathValues): readonly Query[] =>
    values["snapshot"] === undefined
      ? []
      : clustersWithSnapshots(within(context, of(values)).scope).flatMap((one) =>
          snapshotQueries(context.scope, one, "snapshot"),
        );

/** The snapshot that a step of the path took: undefined while nothing is known, null when it is gone. */
function taken(context: Context, values: PathValues, of: string): Snapshot | null | undefined {
  const id = values["snapshot"];
  if (id === undefined) return undefined;
  const lists = clustersWithSnapshots(within(context, of).scope).map((one) => cachedSnapshots(context, one));
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list) => list ?? []).find((snapshot) => snapshot.id === id) ?? null;
}

/** Taking a snapshot and waiting until it is whole. */
export const takeStep = (of: (values: PathValues) => string, title: string, about: PathStep["about"]): PathStep => ({
  id: "snapshot",
  title,
  about,
  queries: snapshotsOf(of),
  seen: (context, values) => {
    const snapshot = taken(context, values, of(values));
    if (snapshot === undefined) return null;
    if (snapshot === null) return done("taken, and gone since");
    const link = { area: "snapshots", ids: [snapshot.id] } as const;
    if (isUnderWay(snapshot)) return waiting({ text: "being taken: wait until it is done", tone: "accent" }, link);
    if (snapshot.status !== "completed")
      return open({ text: `it ${snapshot.status}: take another`, tone: "bad" }, link);
    const when = formatTimeAndAge(snapshot.takenAt, context.now, context.zone);
    return done({ text: `completed, of ${when}`, tone: "good" }, link);
  },
  open: (context, values) => effectOfAction("snapshots", "snapshots.take", within(context, of(values))),
  learn: learning({ snapshot: "id" }),
});

export const safeChange: GuidedPath = {
  id: "safe-change",
  title: "Safe change",
  about: "Something risky is about to be done to a cluster: a snapshot first.",
  begin: (context) =>
    inCluster(context, DEDICATED, "A change to which cluster", (name) =>
      begun("safe-change", context, name, { cluster: name }),
    ),
  steps: [
    takeStep(cluster, "Take a snapshot", "What the cluster holds now can be restored when the change goes wrong."),
    {
      id: "change",
      title: "Make the change",
      about: "Here or elsewhere; say so when it is made and works.",
    },
    {
      id: "drop",
      title: "Delete the snapshot, or let it expire",
      about: "It goes by itself when it expires; until then it costs its size.",
      queries: snapshotsOf(cluster),
      seen: (context, values) => {
        const snapshot = taken(context, values, cluster(values));
        if (snapshot === undefined) return null;
        if (snapshot === null) return done("it is gone");
        const { expiresAt } = snapshot;
        const link = { area: "snapshots", ids: [snapshot.id] } as const;
        if (expiresAt === null) return open("it has no expiry", link);
        const when = formatTimeAndAge(expiresAt, context.now, context.zone);
        return open(`expires by itself ${when}`, link);
      },
      open: (context, values) =>
        effectOfAction("snapshots", "snapshots.delete", within(context, cluster(values)), [values["snapshot"] ?? ""]),
    },
  ],
};
