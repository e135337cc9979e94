import type { JsonObject } from "../../contract/json/json.ts";
import { DAY, HOUR } from "../../text/durations.ts";
import { type SnapshotOutcome, scheduledSnapshot, snapshotsUntil } from "../backup-schedules/emission.ts";
import {
  BACKUP_SCHEDULE,
  type CopySetting,
  type PolicyItem,
  type Schedule,
  scheduleDraft,
  scheduleIn,
  sizeAt,
} from "../backup-schedules/stored.ts";
import type { NamedCluster } from "../clusters.ts";
import { policyDraft } from "../compliance-policy/stored.ts";
import { objectId, type Random, randomOf, timeOfObjectId } from "../random.ts";
import { newSnapshot, snapshotAt } from "../snapshots/life.ts";
import { sourceOf } from "../snapshots/source.ts";
import { SNAPSHOT, snapshotDraft, snapshotParent } from "../snapshots/stored.ts";
import type { DocumentDraft } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";
import { FILLING_CLUSTER } from "./clusters.ts";

/** Schedules, snapshots and the compliance policy of the sample (`domain.md` 17.2). */

const GIGABYTE = 1_000_000_000;

/** A policy item in short form: frequency, interval and retention. */
type Rule = readonly [frequencyType: string, frequencyInterval: number, retentionValue: number, retentionUnit: string];

/** Default policy items of a new cluster. */
const USUAL_RULES: readonly Rule[] = [
  ["hourly", 6, 7, "days"],
  ["daily", 1, 7, "days"],
  ["weekly", 6, 4, "weeks"],
  ["monthly", 40, 12, "months"],
  ["yearly", 12, 1, "years"],
];

/** More than the second project's compliance policy requires. */
const LONGER_RULES: readonly Rule[] = [
  ["hourly", 6, 7, "days"],
  ["daily", 1, 30, "days"],
  ["weekly", 6, 5, "weeks"],
  ["monthly", 40, 12, "months"],
  ["yearly", 12, 1, "years"],
];

type Plan = {
  readonly rules: readonly Rule[];
  readonly bytes: number;
  /** Hours since the last snapshot, in steps of half an hour. */
  readonly hoursAgo?: number;
  readonly window?: number;
  readonly copies?: readonly Omit<CopySetting, "zoneId" | "cloudProvider">[];
  /** Regions that still hold copies from an earlier setting. */
  readonly copiedBefore?: readonly string[];
  readonly exportBucketId?: string;
};

/** Daily growth of a cluster's data, as a fraction. */
const GROWTH = 0.002;

function schedule(cluster: NamedCluster, now: number, random: Random, plan: Plan): Schedule {
  const created = now - 390 * DAY;
  const policyItems = plan.rules.map(
    ([frequencyType, frequencyInterval, retentionValue, retentionUnit]): PolicyItem => ({
      id: objectId(created, random),
      frequencyType,
      frequencyInterval,
      retentionUnit,
      retentionValue,
    }),
  );
  const id = objectId(created, random);
  const zoneId = objectId(created, random);
  const { exportBucketId, copies = [], copiedBefore = [], window, hoursAgo = 2, bytes } = plan;
  return {
    groupId: cluster.groupId,
    clusterName: cluster.name,
    clusterId: cluster.id,
    referenceHourOfDay: new Date(now - hoursAgo * HOUR).getUTCHours(),
    referenceMinuteOfHour: 30,
    policy: { id, policyItems },
    ...(window === undefined ? {} : { restoreWindowDays: window }),
    autoExportEnabled: exportBucketId !== undefined,
    useOrgAndGroupNamesInExportPrefix: exportBucketId !== undefined,
    ...(exportBucketId === undefined ? {} : { export: { exportBucketId, frequencyType: "monthly" } }),
    copySettings: copies.map((copy) => ({ ...copy, cloudProvider: cluster.providerName, zoneId })),
    formerCopies: copiedBefore.map((regionName) => ({ regionName, cloudProvider: cluster.providerName, zoneId })),
    extraRetentionSettings: [],
    serverless: cluster.kind === "serverless",
    paused: cluster.paused,
    since: now,
    data: { bytes, at: now, growth: GROWTH },
  };
}

/** A snapshot with another outcome, in place of one that a schedule took. */
const otherwise = (
  plan: Schedule,
  cluster: NamedCluster,
  time: number,
  now: number,
  outcome: SnapshotOutcome,
): DocumentDraft[] => {
  const hourly = plan.policy.policyItems.slice(0, 1);
  return [snapshotAt(scheduledSnapshot(plan, sourceOf(cluster), time, hourly, outcome), now) ?? []].flat();
};

type OnDemandSample = { readonly at: number; readonly description: string; readonly days: number };

/** An on-demand snapshot. */
function onDemand(
  cluster: NamedCluster,
  { at, description, days }: OnDemandSample,
  plan: Schedule,
  now: number,
): DocumentDraft[] {
  const random = randomOf(cluster.id, at, "on demand");
  const wanted = {
    id: objectId(at, random),
    answered: { snapshotType: "onDemand", frequencyType: "ondemand", policyItems: [], description },
    queuedAt: at,
    sizeBytes: sizeAt(plan, at),
    days,
  };
  const parent = snapshotParent(cluster.groupId, cluster.name);
  return [snapshotAt(newSnapshot(parent, sourceOf(cluster), wanted, random, true), now) ?? []].flat();
}

/** Regions to which the main cluster's snapshots were copied before. */
const COPIED_BEFORE: readonly string[] = ["EU_CENTRAL_1", "US_EAST_1"];

/** A snapshot with copies in additional regions, from an earlier setting of the schedule. */
const withCopies = (draft: DocumentDraft, copyRegions: readonly string[]): DocumentDraft => {
  const body: JsonObject & { id: string } = { ...draft.body, id: draft.id, copyRegions: [...copyRegions] };
  return snapshotDraft(draft.parent, body, draft.timeline, draft.spontaneous);
};

/**
 * The main cluster's history: all scheduled snapshots, except for a gap of 31 hours that someone ended manually, a failed one, and the fallback
 * snapshot taken in its place.
 */
function* mainSnapshots(plan: Schedule, cluster: NamedCluster, now: number): Generator<DocumentDraft> {
  const all = snapshotsUntil(plan, sourceOf(cluster), now);
  const last = timeOfObjectId(all.at(-1) ?? { id: objectId(now, randomOf("none")) });
  const gap = { from: last - 84 * HOUR, to: last - 48 * HOUR };
  const failed = last - 30 * HOUR;
  for (const draft of all) {
    const time = timeOfObjectId(draft);
    if (time > gap.from && time < gap.to) continue;
    if (time === failed) continue;
    const rare = ["weekly", "monthly"].includes(String(draft.body["frequencyType"]));
    yield rare ? withCopies(draft, COPIED_BEFORE) : draft;
  }
  yield* onDemand(cluster, { at: gap.from + 31 * HOUR, description: "after the outage", days: 30 }, plan, now);
  yield* otherwise(plan, cluster, failed, now, { fails: true });
  yield* otherwise(plan, cluster, failed + HOUR, now, { snapshotType: "fallback" });
  yield* onDemand(cluster, { at: last - 20 * HOUR, description: "before CHG-1142", days: 14 }, plan, now);
}

/** The cluster whose sample can be made large. */
const BIG = "prod-eu";

/**
 * Additional on-demand snapshots for a large sample, evenly over the year, so that the main cluster has `wanted` in all.
 *
 * @param there the sample's backups without them
 */
export function* moreSnapshots(
  clusters: readonly NamedCluster[],
  there: readonly DocumentDraft[],
  wanted: number,
  now: number,
): Generator<DocumentDraft> {
  const cluster = clusters.find(({ name }) => name === BIG);
  const found = there.find(({ kind, id }) => kind === BACKUP_SCHEDULE && id.endsWith(`/${BIG}`));
  if (cluster === undefined || found === undefined) return;
  const plan = scheduleIn(found);
  const parent = snapshotParent(cluster.groupId, cluster.name);
  const missing = wanted - there.filter((draft) => draft.kind === SNAPSHOT && draft.parent === parent).length;
  for (let number = 0; number < missing; number += 1) {
    const at = now - 380 * DAY + Math.floor((number * 370 * DAY) / missing);
    yield* onDemand(cluster, { at, description: `kept ${number + 1}`, days: 800 }, plan, now);
  }
}

/** Snapshots that a schedule has taken up to a time, in their current state. */
const taken = (plan: Schedule, cluster: NamedCluster, to: number, now: number): readonly DocumentDraft[] =>
  snapshotsUntil({ ...plan, paused: false }, sourceOf(cluster), to).flatMap((draft) => snapshotAt(draft, now) ?? []);

/**
 * Backups of the main project: the default schedule on the main cluster, exports and copies on the sharded one, none on the empty one, none since the
 * pause on the paused one, and some days of the serverless instance.
 */
export function* mainBackups(
  clusters: readonly NamedCluster[],
  now: number,
  seed: string,
  exportBucketId: string,
): Generator<DocumentDraft> {
  for (const cluster of clusters) {
    const planned = (plan: Plan): Schedule => schedule(cluster, now, randomOf(seed, cluster.name, "schedule"), plan);
    switch (cluster.name) {
      case "prod-eu": {
        const plan = planned({ rules: USUAL_RULES, bytes: 12.4 * GIGABYTE, window: 7, copiedBefore: COPIED_BEFORE });
        yield scheduleDraft(plan);
        yield* mainSnapshots(plan, cluster, now);
        break;
      }
      case "analytics": {
        const copies = [
          { regionName: "EU_WEST_1", frequencies: ["DAILY", "MONTHLY"], shouldCopyOplogs: true },
          { regionName: "US_EAST_1", frequencies: ["WEEKLY"], shouldCopyOplogs: false },
        ];
        const bytes = 1130 * GIGABYTE;
        const plan = planned({ rules: USUAL_RULES, bytes, hoursAgo: 5, window: 7, copies, exportBucketId });
        yield scheduleDraft(plan);
        yield* taken(plan, cluster, now, now);
        break;
      }
      case "prod-eu-side":
        yield scheduleDraft(planned({ rules: [], bytes: 0.4 * GIGABYTE }));
        break;
      case FILLING_CLUSTER: {
        const plan = planned({ rules: USUAL_RULES, bytes: 96 * GIGABYTE, hoursAgo: 1 });
        yield scheduleDraft(plan);
        yield* onDemand(cluster, { at: now - 2 * HOUR, description: "before the migration", days: 7 }, plan, now);
        break;
      }
      case "paused-1": {
        const plan = planned({ rules: USUAL_RULES, bytes: 48 * GIGABYTE });
        yield scheduleDraft(plan);
        yield* taken(plan, cluster, now - 20 * DAY, now);
        break;
      }
      case "orders-sls": {
        const plan = planned({ rules: [["daily", 1, 8, "days"]], bytes: 3.1 * GIGABYTE });
        yield scheduleDraft(plan);
        yield* taken(plan, cluster, now, now);
        break;
      }
      default:
    }
  }
}

/** Backups of another project's clusters, with longer retention. */
export function* otherBackups(clusters: readonly NamedCluster[], now: number, seed: string): Generator<DocumentDraft> {
  for (const cluster of clusters) {
    const copies = [{ regionName: "EU_CENTRAL_1", frequencies: ["DAILY", "WEEKLY"], shouldCopyOplogs: false }];
    const random = randomOf(seed, cluster.id, "schedule");
    const plan = schedule(cluster, now, random, { rules: LONGER_RULES, bytes: 2.6 * GIGABYTE, copies });
    yield scheduleDraft(plan);
    yield* taken(plan, cluster, now, now);
  }
}

/** Compliance policy of the second project: daily snapshots kept for 30 days, which no user can shorten alone. */
export function stagingPolicy(groupId: string, now: number, random: Random): DocumentDraft {
  const set = now - 120 * DAY;
  const item = (frequencyType: string) => ({
    frequencyInterval: 1,
    frequencyType,
    id: objectId(set, random),
    retentionUnit: "days",
    retentionValue: 30,
  });
  return policyDraft(groupId, {
    authorizedEmail: "ann@example.com",
    authorizedUserFirstName: "Ann",
    authorizedUserLastName: "Ode",
    copyProtectionEnabled: false,
    deletable: false,
    encryptionAtRestEnabled: false,
    onDemandPolicyItem: null,
    pitEnabled: false,
    projectId: groupId,
    restoreWindowDays: 0,
    scheduledPolicyItems: [item("daily")],
    state: "ACTIVE",
    updatedDate: isoTime(set),
    updatedUser: "ann@example.com",
  });
}
