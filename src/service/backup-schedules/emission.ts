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
 * The snapshots that a schedule brings forth. One follows from its cluster and its time alone, so that two processes that apply
 * the same due time write the same, and applying twice changes nothing.
 */

/** How many snapshots of an item are made up for at most, the newest ones: whoever comes back after a year finds those. */
const MOST_OF_AN_ITEM = 120;

/** The last one of a kind is the rarest. */
const rankOf = ({ frequencyType }: PolicyItem): number => RARER_LATER.indexOf(frequencyType);
const RARER_LATER: readonly string[] = FREQUENCIES;

/** How many days a schedule adds to what snapshots of a kind are kept. */
function extraDays({ extraRetentionSettings }: Pick<Schedule, "extraRetentionSettings">, kind: string): number {
  const name = copyFrequencyOf(kind);
  const extra = extraRetentionSettings.filter(({ frequencyType }) => frequencyType === name);
  return extra.reduce((sum, { retentionDays }) => sum + retentionDays, 0);
}

/** How many days an item keeps its snapshots, with what the schedule adds to it. */
export const keptDays = (schedule: Pick<Schedule, "extraRetentionSettings">, item: PolicyItem): number =>
  (daysOf(item) ?? 0) + extraDays(schedule, item.frequencyType);

/** How long a snapshot on demand is kept when nothing says so. */
const USUAL_DAYS = 7;

/** How many days a snapshot on demand is kept when its request does not say: what the policies say of it, and the extra days. */
export function usualDays({ policy, ...schedule }: Schedule, requirements: StoredRequirements | null): number {
  const item = policy.policyItems.find(({ frequencyType }) => frequencyType === "ondemand");
  const usual = item === undefined ? USUAL_DAYS : (daysOf(item) ?? USUAL_DAYS);
  return Math.max(usual, requirements?.onDemandDays ?? 0) + extraDays(schedule, "ondemand");
}

/** A frequency as copies and extra retention name it. */
export const copyFrequencyOf = (frequencyType: string): string =>
  frequencyType === "ondemand" ? "ON_DEMAND" : frequencyType.toUpperCase();

/** The regions that get copies of snapshots of these kinds. */
export function copyRegionsOf(schedule: Schedule, kinds: readonly string[]): readonly string[] | undefined {
  const regions = schedule.copySettings
    .filter(({ frequencies }) => frequencies.some((frequency) => kinds.includes(frequency)))
    .map(({ regionName }) => regionName);
  return regions.length === 0 ? undefined : regions;
}

/** Which items take a snapshot when, after `from` and not after `to`, but for those that would have expired by then. */
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

/** What becomes of a snapshot, where it is not the usual thing. */
export type SnapshotOutcome = { readonly snapshotType?: "scheduled" | "fallback"; readonly fails?: boolean };

/** The snapshot that a schedule takes at a time: one for all items that ask for it then, kept as the rarest of them says. */
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

/** The snapshots of a schedule after one time and not after another, each as it is at its own beginning, the oldest first. */
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

/** All that a schedule has begun up to a time, as they are then. */
export const snapshotsUntil = (schedule: Schedule, source: SnapshotSource, to: number): readonly DocumentDraft[] =>
  begunBetween(schedule, source, 0, to).flatMap((draft) => snapshotAt(draft, to) ?? []);
