import { daysOf, FREQUENCIES } from "../../contract/backup-policy.ts";
import { timesBetween } from "../../contract/backup-schedules/times.ts";
import { DAY } from "../../text/durations.ts";
import type { StoredRequirements } from "../compliance-policy/stored.ts";
import { objectId, randomOf } from "../random.ts";
import { newSnapshot, type SnapshotSource, snapshotAt } from "../snapshots/life.ts";
import { snapshotParent } from "../snapshots/stored.ts";
import type { DocumentDraft } from "../storage/storage.ts";
import { type PolicyItem, referenceOf, type Schedule, scheduleId, sizeAt } from "./stored.ts";

/**
 * The snapshots that a schedule takes. Each depends only on its cluster and its time, so that two processes that apply the same due time write the
 * same documents, and applying it twice changes nothing.
 */

/** Maximum of missed snapshots per item that are created later, the newest ones: those are found after a year without the service. */
const MOST_OF_AN_ITEM = 120;

/** Higher ranks are rarer frequencies. */
const rankOf = ({ frequencyType }: PolicyItem): number => RARER_LATER.indexOf(frequencyType);
const RARER_LATER: readonly string[] = FREQUENCIES;

/** Extra retention days of a schedule for a kind of snapshot. */
function extraDays({ extraRetentionSettings }: Pick<Schedule, "extraRetentionSettings">, kind: string): number {
  const name = copyFrequencyOf(kind);
  const extra = extraRetentionSettings.filter(({ frequencyType }) => frequencyType === name);
  return extra.reduce((sum, { retentionDays }) => sum + retentionDays, 0);
}

/** Retention days of an item's snapshots, with the schedule's extra days. */
export const keptDays = (schedule: Pick<Schedule, "extraRetentionSettings">, item: PolicyItem): number =>
  (daysOf(item) ?? 0) + extraDays(schedule, item.frequencyType);

/** Default retention of an on-demand snapshot in days. */
const USUAL_DAYS = 7;

/** Retention days of an on-demand snapshot whose request has none: those of the policies, plus the extra days. */
export function usualDays({ policy, ...schedule }: Schedule, requirements: StoredRequirements | null): number {
  const item = policy.policyItems.find(({ frequencyType }) => frequencyType === "ondemand");
  const usual = item === undefined ? USUAL_DAYS : (daysOf(item) ?? USUAL_DAYS);
  return Math.max(usual, requirements?.onDemandDays ?? 0) + extraDays(schedule, "ondemand");
}

/** A frequency as copies and extra retention spell it. */
export const copyFrequencyOf = (frequencyType: string): string =>
  frequencyType === "ondemand" ? "ON_DEMAND" : frequencyType.toUpperCase();

/** The regions that get copies of snapshots of these kinds. */
export function copyRegionsOf(schedule: Schedule, kinds: readonly string[]): readonly string[] | undefined {
  const regions = schedule.copySettings
    .filter(({ frequencies }) => frequencies.some((frequency) => kinds.includes(frequency)))
    .map(({ regionName }) => regionName);
  return regions.length === 0 ? undefined : regions;
}

/** The items that take a snapshot at each time after `from` and up to `to`, without snapshots that would have expired by `to`. */
function itemsByTime(schedule: Schedule, from: number, to: number): ReadonlyMap<number, readonly PolicyItem[]> {
  const found = new Map<number, PolicyItem[]>();
  for (const item of schedule.policy.policyItems) {
    const still = Math.max(from, to - keptDays(schedule, item) * DAY);
    for (const time of timesBetween(item, referenceOf(schedule), still, to, MOST_OF_AN_ITEM)) {
      found.set(time, [...(found.get(time) ?? []), item]);
    }
  }
  return found;
}

/** Exceptional outcome of a snapshot. */
export type SnapshotOutcome = { readonly snapshotType?: "scheduled" | "fallback"; readonly fails?: boolean };

/** The snapshot that a schedule takes at a time: one for all items due then, with the retention of the rarest. */
export function scheduledSnapshot(
  schedule: Schedule,
  source: SnapshotSource,
  time: number,
  items: readonly PolicyItem[],
  { snapshotType = "scheduled", fails = false }: SnapshotOutcome = {},
): DocumentDraft {
  const id = scheduleId(schedule.groupId, schedule.clusterName);
  const random = randomOf(id, time, "snapshot");
  const ordered = items.toSorted((left, right) => rankOf(left) - rankOf(right));
  const copies = copyRegionsOf(
    schedule,
    ordered.map(({ frequencyType }) => copyFrequencyOf(frequencyType)),
  );
  const frequencyType = ordered.at(-1)?.frequencyType ?? "hourly";
  const policyItems = ordered.map((item) => item.id);
  const wanted = {
    id: objectId(time, random),
    answered:
      source.kind === "serverless" ? { snapshotType, frequencyType } : { snapshotType, frequencyType, policyItems },
    queuedAt: time,
    sizeBytes: sizeAt(schedule, time + Math.floor(random.next() * DAY)),
    days: Math.max(...ordered.map((item) => keptDays(schedule, item))),
    fails,
    ...(copies === undefined ? {} : { copyRegions: copies }),
  };
  return newSnapshot(snapshotParent(schedule.groupId, schedule.clusterName), source, wanted, random, true);
}

/** The snapshots that start after `from` and up to `to`, each in its state at its own start, oldest first. */
export function begunBetween(
  schedule: Schedule,
  source: SnapshotSource,
  from: number,
  to: number,
): readonly DocumentDraft[] {
  if (schedule.paused) return [];
  return [...itemsByTime(schedule, from, to)]
    .toSorted(([left], [right]) => left - right)
    .map(([time, items]) => scheduledSnapshot(schedule, source, time, items));
}

/** All snapshots started up to a time, in their state at that time. */
export const snapshotsUntil = (schedule: Schedule, source: SnapshotSource, to: number): readonly DocumentDraft[] =>
  begunBetween(schedule, source, 0, to).flatMap((draft) => snapshotAt(draft, to) ?? []);
