import type { JsonObject } from "../../contract/json/json.ts";
import { DAY, HOUR, MINUTE } from "../../text/durations.ts";
import { exportJobDraft, newExport } from "../export-jobs/stored.ts";
import { objectId, type Random, randomOf, timeOfObjectId } from "../random.ts";
import { downloadDraft } from "../restore-jobs/downloads.ts";
import { newRestore, replicaSetsOf, restoreEndAt, restoreJobDraft, type StoredFamily } from "../restore-jobs/stored.ts";
import { isCompleted, SNAPSHOT, snapshotParent } from "../snapshots/stored.ts";
import type { DocumentDraft } from "../storage/storage.ts";
import { documentAt, isoTime } from "../storage/timeline.ts";
import type { SampleBuckets } from "./export-buckets.ts";

/**
 * Exports and restores of the sample (`domain.md` 10.7, 11.7, 17.2): every outcome, a download link valid for six more minutes, an expired one, and
 * an export of the sharded cluster in progress. No job is running on the main cluster.
 */

type Snapshot = JsonObject & { readonly id: string };

/** Data that the sample's jobs refer to. */
type JobsOf = {
  readonly orgId: string;
  readonly groupId: string;
  readonly seed: string;
  readonly now: number;
  /** All documents of the project's backups. */
  readonly backups: readonly DocumentDraft[];
  readonly buckets: SampleBuckets;
};

/** Completed snapshots of a cluster that jobs can use, oldest first. */
const snapshotsOf = ({ backups, groupId }: JobsOf, clusterName: string): readonly Snapshot[] =>
  backups
    .filter(({ kind, parent }) => kind === SNAPSHOT && parent === snapshotParent(groupId, clusterName))
    .filter(({ body }) => isCompleted(body) && body["snapshotType"] !== "fallback")
    .map(({ id, body }) => ({ ...body, id }))
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));

/** The newest snapshot of a cluster (optionally of one frequency) before a time, or else the oldest one. */
function snapshotBefore(jobs: JobsOf, clusterName: string, time: number, frequency?: string): Snapshot | undefined {
  const all = snapshotsOf(jobs, clusterName).filter(
    ({ frequencyType }) => frequency === undefined || frequencyType === frequency,
  );
  return all.findLast((one) => timeOfObjectId(one) + HOUR < time) ?? all[0];
}

type Restore = {
  readonly clusterName: string;
  readonly family?: StoredFamily;
  /** Time since the request, in milliseconds. */
  readonly ago: number;
  readonly request: JsonObject;
  /** Set if the job failed or was cancelled; otherwise its outcome follows from its age. */
  readonly ended?: "failed" | "cancelled";
  /** For a point-in-time restore: the point in time, in milliseconds before the request. */
  readonly pointInTimeAgo?: number;
};

function* restore(jobs: JobsOf, wanted: Restore, random: Random): Generator<DocumentDraft> {
  const { clusterName, family = "cluster", ago, request, ended, pointInTimeAgo } = wanted;
  const { groupId, now } = jobs;
  const time = now - ago;
  const seconds = Math.floor((time - (pointInTimeAgo ?? 0)) / 1000);
  const pointInTime = pointInTimeAgo === undefined ? null : { seconds, increment: 1 };
  const snapshot = snapshotBefore(jobs, clusterName, seconds * 1000);
  if (snapshot === undefined) return;
  const isDownload = request["deliveryType"] === "download";
  const withToken = (replicaSetName: string) => ({ token: random.hex(32), replicaSetName });
  const parts = isDownload ? replicaSetsOf(snapshot, clusterName).map(withToken) : [];
  const whole = { ...request, ...(pointInTime === null ? {} : { pointInTimeUTCSeconds: seconds }) };
  const id = objectId(time, random);
  const made = newRestore({
    id,
    groupId,
    clusterName,
    family,
    request: whole,
    snapshot,
    parts,
    pointInTime,
    now: time,
  });
  if (ended === "cancelled") {
    yield restoreJobDraft(made.parent, family, { ...made.body, id, cancelled: true });
    return;
  }
  const end = restoreEndAt({ family, request, snapshot, now: time });
  if (ended === "failed") {
    const finishedAt = isoTime(time + 0.7 * (end - time));
    yield restoreJobDraft(made.parent, family, { ...made.body, id, failed: true, finishedAt });
    return;
  }
  const { body, timeline } = documentAt(made, now);
  yield restoreJobDraft(made.parent, family, { ...body, id }, timeline);
  for (const { token, replicaSetName } of parts) {
    yield downloadDraft({ token, groupId, fileName: `${replicaSetName}-${snapshot.id}`, readyAt: end });
  }
}

/** Age of a restore job whose download link is valid for six more minutes. */
const LINK_AGE = 256_000 + 54 * MINUTE;

function restoresOf(groupId: string): readonly Restore[] {
  const into = (targetClusterName: string): JsonObject => ({ targetClusterName, targetGroupId: groupId });
  const snapshot = { deliveryType: "automated", ...into("prod-eu-side") };
  const pointInTime = { deliveryType: "pointInTime", ...into("prod-eu-side") };
  const files = { deliveryType: "download" };
  return [
    { clusterName: "prod-eu", ago: 61 * DAY, request: snapshot },
    { clusterName: "prod-eu", ago: 33 * DAY + 2 * HOUR, request: snapshot },
    { clusterName: "prod-eu", ago: 20 * DAY + HOUR, request: snapshot, ended: "failed" },
    { clusterName: "prod-eu", ago: 20 * DAY, request: snapshot },
    { clusterName: "prod-eu", ago: 9 * DAY, request: files, ended: "cancelled" },
    { clusterName: "prod-eu", ago: 3 * DAY, request: pointInTime, pointInTimeAgo: 2 * HOUR },
    { clusterName: "prod-eu", ago: 2 * DAY, request: files },
    { clusterName: "prod-eu", ago: LINK_AGE, request: files },
    { clusterName: "analytics", ago: 5 * DAY, request: files },
    {
      clusterName: "orders-sls",
      family: "serverless",
      ago: 6 * DAY,
      request: { deliveryType: "automated", ...into("orders-sls") },
    },
    {
      clusterName: "orders-sls",
      family: "serverless",
      ago: 4 * DAY,
      request: { deliveryType: "download", ...into("orders-sls") },
    },
  ];
}

type Export = {
  readonly clusterName: string;
  readonly ago: number;
  readonly bucket: keyof SampleBuckets;
  readonly customData?: JsonObject[];
  /** Started by the cluster's schedule: a monthly snapshot, exported to a path of names. */
  readonly bySchedule?: true;
  readonly ended?: JsonObject;
};

function exportJob(jobs: JobsOf, wanted: Export, random: Random): DocumentDraft[] {
  const { clusterName, ago, bucket, customData, bySchedule, ended } = wanted;
  const { orgId, groupId, now, buckets } = jobs;
  const time = now - ago;
  const snapshot = snapshotBefore(jobs, clusterName, time, bySchedule === true ? "monthly" : undefined);
  if (snapshot === undefined) return [];
  const made = newExport({
    id: objectId(time, random),
    groupId,
    clusterName,
    exportBucketId: buckets[bucket],
    snapshot,
    now: time,
    owner: bySchedule === true ? "Acme/Payments" : `${orgId}/${groupId}`,
    ...(customData === undefined ? {} : { customData }),
    newId: () => objectId(time, random),
  });
  const moved = documentAt(made, now);
  const body = { ...moved.body, ...ended, id: made.id };
  return [exportJobDraft(made.parent, body, ended?.["state"] === undefined ? moved.timeline : [])];
}

/** A failed export through a role that is not yet authorised, and one cancelled by the service. */
const failed = (now: number, ago: number): JsonObject => ({
  state: "Failed",
  finishedAt: isoTime(now - ago + 100_000),
  total: 0,
  stateReason: { errorCode: "ACCESS_DENIED", message: "The role of bucket acme-legal-hold is not authorised." },
});

const cancelled = (now: number, ago: number): JsonObject => ({
  state: "Cancelled",
  finishedAt: isoTime(now - ago + 9 * MINUTE),
  exported: 214,
});

const exportsOf = (now: number): readonly Export[] => [
  { clusterName: "analytics", ago: 62 * DAY, bucket: "inUse", bySchedule: true },
  { clusterName: "analytics", ago: 31 * DAY, bucket: "inUse", bySchedule: true },
  { clusterName: "analytics", ago: 40 * MINUTE, bucket: "inUse", bySchedule: true },
  {
    clusterName: "prod-eu",
    ago: 26 * DAY,
    bucket: "inUse",
    customData: [
      { key: "ticket", value: "CHG-1142" },
      { key: "asked by", value: "legal" },
    ],
  },
  { clusterName: "prod-eu", ago: 12 * DAY, bucket: "inUse", ended: cancelled(now, 12 * DAY) },
  { clusterName: "prod-eu", ago: 8 * DAY, bucket: "duplicate", ended: { total: 0 } },
  { clusterName: "prod-eu", ago: 20 * HOUR, bucket: "unauthorised", ended: failed(now, 20 * HOUR) },
];

/** Exports and restores of the main project. */
export function* mainBackupJobs(jobs: JobsOf): Generator<DocumentDraft> {
  const random = randomOf(jobs.seed, "backup-jobs");
  for (const wanted of restoresOf(jobs.groupId)) yield* restore(jobs, wanted, random);
  for (const wanted of exportsOf(jobs.now)) yield* exportJob(jobs, wanted, random);
}
