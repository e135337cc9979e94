import { isOpen } from "../../domain/backup/missing-snapshots.ts";
import { secondsValue, timeValue } from "../../domain/field-value.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { DAY } from "../../text/durations.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { lookup, lookupByCluster } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import { listCounts, type OfferedCondition, rowFields, type ThingField } from "../model/fields.ts";
import { policyQuery } from "../queries/compliance-policy.ts";
import { scheduleQuery } from "../queries/schedule-of-cluster.ts";
import { type ScheduleStatus, scheduleStatusOf } from "./status.ts";

/** Fields and counts of backup schedules and their snapshots, for programs. */

/** Null when it is not known: snapshots that were not read, or a cluster that may be paused. */
function isLate({ cluster, missingSpans, snapshots }: ScheduleStatus): boolean | null {
  if (snapshots === null) return null;
  if (!missingSpans.some(isOpen)) return false;
  return cluster.paused === null ? null : !cluster.paused;
}

const FIELDS: readonly ThingField<ScheduleStatus>[] = [
  { id: "cluster", kind: "text", about: "name of the cluster", read: ({ cluster }) => cluster.name },
  { id: "paused", kind: "flag", about: "the cluster is paused", read: ({ cluster }) => cluster.paused },
  { id: "next", kind: "time", about: "when the next snapshot is taken", read: ({ next }) => timeValue(next) },
  {
    id: "newest",
    kind: "time",
    about: "when the newest restorable snapshot was taken",
    read: ({ newest }) => timeValue(newest?.takenAt),
  },
  {
    id: "backupAge",
    kind: "seconds",
    about: "age of the newest restorable snapshot",
    read: ({ newest }, { now }) => (newest === undefined ? null : secondsValue(now - newest.takenAt)),
  },
  {
    id: "late",
    kind: "flag",
    about: "a planned snapshot has not come",
    read: isLate,
  },
  {
    id: "gaps",
    kind: "count",
    about: "spans without the planned snapshots",
    read: ({ snapshots, missingSpans }) => (snapshots === null ? null : missingSpans.length),
  },
  { id: "policyItems", kind: "count", about: "policy items of the schedule", read: ({ plan }) => plan.items.length },
  {
    id: "window",
    kind: "seconds",
    about: "how far point-in-time restore reaches back; 0: off",
    read: ({ windowDays }) => secondsValue(windowDays * DAY),
  },
  {
    id: "violations",
    kind: "count",
    about: "requirements of the compliance policy that are not met",
    read: ({ violations }) => violations?.length ?? null,
  },
];

const statusesIn = (context: Context): readonly ScheduleStatus[] =>
  dedicatedClusters(context.scope).flatMap((cluster) => scheduleStatusOf(context, cluster) ?? []);

export const fields = rowFields(FIELDS, statusesIn, ({ cluster }) => cluster.name, { isPerCluster: true });

const isRead = (context: Context): boolean =>
  !isUnread(
    lookupByCluster(
      context,
      dedicatedClusters(context.scope).map(({ name }) => scheduleQuery(context.scope, name)),
    ),
  );

const areSnapshotsRead = ({ snapshots }: ScheduleStatus): boolean => snapshots !== null;

/** @param isKnown true where the count is known for a cluster; the total is known where it is known for each */
const count = (
  id: string,
  about: string,
  is: (status: ScheduleStatus) => boolean,
  isKnown: (status: ScheduleStatus) => boolean = () => true,
): ThingField<readonly ScheduleStatus[]> => ({
  id,
  kind: "count",
  about,
  read: (all) => (all.every(isKnown) ? all.filter(is).length : null),
});

export const counts = listCounts<readonly ScheduleStatus[]>(
  [
    count("total", "clusters with a schedule", () => true),
    count(
      "late",
      "clusters whose planned snapshot has not come",
      (status) => isLate(status) === true,
      (status) => isLate(status) !== null,
    ),
    count("withoutPolicyItems", "schedules that take nothing", ({ plan }) => plan.items.length === 0),
    {
      id: "notCompliant",
      kind: "count",
      about: "schedules that break the compliance policy",
      read: (all, context) =>
        isUnread(lookup(context, policyQuery(context.scope)))
          ? null
          : all.filter(({ violations }) => (violations?.length ?? 0) > 0).length,
    },
    {
      id: "oldestBackup",
      kind: "seconds",
      about: "age of the newest snapshot, of the cluster where it is oldest",
      read: (all, { now }) => {
        if (!all.every(areSnapshotsRead)) return null;
        const ages = all.flatMap(({ cluster, newest }) =>
          cluster.paused === true || newest === undefined ? [] : [now - newest.takenAt],
        );
        return ages.length === 0 ? null : secondsValue(Math.max(...ages));
      },
    },
  ],
  statusesIn,
  isRead,
);

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  { about: "thing", condition: "late", title: "when a planned snapshot is late" },
  { about: "rows", condition: "late", title: "when a planned snapshot of another cluster is late" },
];
