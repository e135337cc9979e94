import { isOpen } from "../../domain/backup/missing-snapshots.ts";
import { itemsOf, reportsItems } from "../../domain/backup/schedule-items.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { DAY } from "../../text/durations.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { lookup, lookupByCluster } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  countField,
  flagField,
  listCounts,
  type OfferedCondition,
  rowFields,
  secondsField,
  type ThingField,
  textField,
  timeField,
} from "../model/fields.ts";
import { policyQuery } from "../queries/compliance-policy.ts";
import { scheduleQueries } from "../queries/schedule-of-cluster.ts";
import { type ScheduleStatus, scheduleStatusOf } from "./status.ts";

/** Fields and counts of backup schedules and their snapshots, for programs. */

/** Null when it is not known: snapshots that were not read, or a cluster that may be paused. */
function isLate({ cluster, missingSpans, snapshots }: ScheduleStatus): boolean | null {
  if (snapshots === null) return null;
  if (!missingSpans.some(isOpen)) return false;
  return cluster.paused === null ? null : !cluster.paused;
}

const FIELDS: readonly ThingField<ScheduleStatus>[] = [
  textField("cluster", "name of the cluster", ({ cluster }) => cluster.name),
  flagField("paused", "the cluster is paused", ({ cluster }) => cluster.paused),
  timeField("next", "when the next snapshot is taken", ({ next }) => next),
  timeField("newest", "when the newest restorable snapshot was taken", ({ newest }) => newest?.takenAt),
  secondsField("backupAge", "age of the newest restorable snapshot", ({ newest }, { now }) =>
    newest === undefined ? null : now - newest.takenAt,
  ),
  flagField("late", "a planned snapshot has not come", isLate),
  countField("gaps", "spans without the planned snapshots", ({ snapshots, missingSpans }) =>
    snapshots === null ? null : missingSpans.length,
  ),
  countField("policyItems", "policy items of the schedule", ({ plan, schedule }) =>
    reportsItems(schedule) ? plan.items.length : null,
  ),
  secondsField("window", "how far point-in-time restore reaches back; 0: off", ({ windowDays }) => windowDays * DAY),
  countField("violations", "requirements of the compliance policy that are not met", ({ schedule, violations }) =>
    reportsItems(schedule) ? violations?.length : null,
  ),
];

const statusesIn = (context: Context): readonly ScheduleStatus[] =>
  dedicatedClusters(context.scope).flatMap((cluster) => scheduleStatusOf(context, cluster) ?? []);

export const fields = rowFields(FIELDS, statusesIn, ({ cluster }) => cluster.name, { isPerCluster: true });

const isRead = (context: Context): boolean => !isUnread(lookupByCluster(context, scheduleQueries(context.scope)));

const areSnapshotsRead = ({ snapshots }: ScheduleStatus): boolean => snapshots !== null;

/** @param isKnown true where the count is known for a cluster; the total is known where it is known for each */
const count = (
  id: string,
  about: string,
  is: (status: ScheduleStatus) => boolean,
  isKnown: (status: ScheduleStatus) => boolean = () => true,
): ThingField<readonly ScheduleStatus[]> =>
  countField(id, about, (all) => (all.every(isKnown) ? all.filter(is).length : null));

export const counts = listCounts<readonly ScheduleStatus[]>(
  [
    count("total", "clusters with a schedule", () => true),
    count(
      "late",
      "clusters whose planned snapshot has not come",
      (status) => isLate(status) === true,
      (status) => isLate(status) !== null,
    ),
    count("withoutPolicyItems", "schedules that take nothing", ({ schedule }) => itemsOf(schedule).length === 0),
    countField("notCompliant", "schedules that break the compliance policy", (all, context) =>
      isUnread(lookup(context, policyQuery(context.scope)))
        ? null
        : all.filter(({ violations }) => (violations?.length ?? 0) > 0).length,
    ),
    secondsField("oldestBackup", "age of the newest snapshot, of the cluster where it is oldest", (all, { now }) => {
      if (!all.every(areSnapshotsRead)) return null;
      const ages = all.flatMap(({ cluster, newest }) =>
        cluster.paused === true || newest === undefined ? [] : [now - newest.takenAt],
      );
      return Math.max(...ages);
    }),
  ],
  statusesIn,
  isRead,
);

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  { about: "thing", condition: "late", title: "when a planned snapshot is late" },
  { about: "rows", condition: "late", title: "when a planned snapshot of another cluster is late" },
];
