import { isRestorable, type Snapshot, snapshotAsJob, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import type { Job } from "../../domain/job.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import { lookupByCluster } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  bytesField,
  JOB_CONDITIONS,
  jobCounts,
  jobFields,
  type OfferedCondition,
  rowFields,
  secondsField,
  type ThingField,
  textField,
  timeField,
} from "../model/fields.ts";
import { allSnapshotQueries, cachedSnapshots } from "../queries/snapshots.ts";
import { clusterCounts } from "./check.ts";

/** Fields and counts of snapshots for programs. */

/** A snapshot as a job; its result can be used until it expires. */
const jobOf = (snapshot: Snapshot): Job => ({
  ...snapshotAsJob(snapshot),
  until: isRestorable(snapshot) ? snapshot.expiresAt : null,
});

const FIELDS: readonly ThingField<Snapshot>[] = [
  ...jobFields(jobOf),
  textField("cluster", "the cluster that it is of", ({ cluster }) => cluster),
  textField("type", "hourly, daily, on demand, …", snapshotKindLabel),
  timeField("taken", "when it was taken", ({ takenAt }) => takenAt),
  secondsField("expiresIn", "time until it expires", ({ expiresAt }, { now }) =>
    expiresAt === null ? null : expiresAt - now,
  ),
  bytesField("size", "its size", ({ bytes }) => bytes),
  textField("description", "its description", ({ description }) => description || null),
];

const snapshotsIn = (context: Context): readonly Snapshot[] =>
  unsharedClusters(context.scope).flatMap((cluster) => cachedSnapshots(context, cluster) ?? []);

const isRead = (context: Context): boolean =>
  !isUnread(lookupByCluster(context, allSnapshotQueries(context.scope, "once")));

export const fields = rowFields(FIELDS, snapshotsIn, ({ id }) => id);

export const counts = jobCounts(snapshotsIn, isRead, jobOf, clusterCounts);

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  ...JOB_CONDITIONS,
  { about: "thing", condition: "expiresIn<1d", title: "when it expires within a day" },
];
