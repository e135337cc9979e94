import type { AreaCheck } from "../model/check.ts";
import type { Context } from "../model/context.ts";
import { countField, numberField, secondsField, type ThingField } from "../model/fields.ts";
import {
  backupsOfClusters,
  type ClusterBackups,
  failedSince,
  formatPlan,
  isBackupBad,
  isLate,
  isWithoutBackup,
  problemOf,
} from "./list.ts";

/** Backups for monitoring: the age of the newest restorable snapshot of each cluster, compared with its schedule. */

/** A paused cluster takes no snapshots, so none are missing. */
const isExpected = ({ cluster }: ClusterBackups): boolean => cluster.paused !== true;

const ageOf = ({ newest }: ClusterBackups, now: number): number | null =>
  newest === undefined ? null : now - newest.takenAt;

/** The largest known value of clusters that take snapshots; null where there is none. */
function largest(context: Context, of: (backups: ClusterBackups) => number | null): number | null {
  const values = backupsOfClusters(context).flatMap((one) => (isExpected(one) ? (of(one) ?? []) : []));
  return values.length === 0 ? null : Math.max(...values);
}

const count = (
  id: string,
  about: string,
  of: (backups: ClusterBackups) => number | boolean,
): ThingField<readonly unknown[]> =>
  countField(id, about, (_, context) => backupsOfClusters(context).reduce((sum, one) => sum + Number(of(one)), 0));

/** Counts of clusters in the list of snapshots. */
export const clusterCounts: readonly ThingField<readonly unknown[]>[] = [
  count("clusters", "clusters whose snapshots are listed", () => true),
  count("late", "clusters whose planned snapshot has not come", isLate),
  count("withoutBackup", "clusters without a restorable snapshot, but for paused ones", isWithoutBackup),
  count(
    "failedSince",
    "snapshots that failed since the newest restorable one of their cluster",
    (one) => failedSince(one).length,
  ),
  count("gaps", "spans without the planned snapshots", ({ missingSpans }) => missingSpans.length),
  secondsField("oldest", "age of the newest restorable snapshot, of the cluster where it is oldest", (_, context) =>
    largest(context, (one) => ageOf(one, context.now)),
  ),
  numberField(
    "intervals",
    "the same as a multiple of the interval that the schedule plans, of the cluster where it is largest",
    (_, context) =>
      largest(context, (one) => {
        const age = ageOf(one, context.now);
        return age === null || one.planned === null ? null : Math.round((age / one.planned) * 100) / 100;
      }),
  ),
];

/** Problems: clusters without a backup or with a late one, then those with failed snapshots. */
function problems(context: Context): readonly string[] {
  const all = backupsOfClusters(context);
  const late = all
    .filter(isBackupBad)
    .toSorted((left, right) => (left.newest?.takenAt ?? 0) - (right.newest?.takenAt ?? 0))
    .flatMap((one) => {
      const words = problemOf(one, context.now);
      return words === null ? [] : `${words}, ${formatPlan(one)}`;
    });
  const failed = all.flatMap((one) => {
    const times = failedSince(one).length;
    return times === 0 || isBackupBad(one) ? [] : `${one.cluster.name}: ${times} failed since the newest snapshot`;
  });
  return [...late, ...failed];
}

export const check: AreaCheck = {
  name: "backups",
  figures: [
    { id: "oldest", words: "oldest" },
    { id: "late", words: "late", critical: "0" },
    { id: "withoutBackup", words: "cluster without backup", several: "clusters without backup", critical: "0" },
    { id: "failedSince", words: "failed", warning: "0" },
    { id: "gaps", words: "gap", several: "gaps" },
    { id: "intervals", words: "intervals" },
    { id: "clusters", words: "cluster", several: "clusters" },
  ],
  nothing: "no clusters with backups",
  problems,
};
