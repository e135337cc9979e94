import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { numberIn } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { timeOf } from "../../text/format.ts";
import { type MissingSpan, missingSnapshots } from "./missing-snapshots.ts";
import { copyName, isWhole, itemsIn, itemsOf } from "./schedule-items.ts";
import type { Snapshot } from "./snapshot.ts";
import { nextSnapshots, type Plan } from "./snapshot-plan.ts";

/** Content of a backup schedule, stored or in a form: times, point-in-time window, copies (`domain.md` 12). */

type Loose = Readonly<Record<string, unknown>>;

/** Days of the point-in-time window; 0 when it is off. */
export const windowDays = ({ restoreWindowDays }: Loose): number => numberIn(restoreWindowDays) ?? 0;

/** Times of a schedule, or of a body that is being filled in; incomplete rules take nothing. */
export const planOf = (schedule: Loose): Plan => ({
  items: itemsIn(schedule).filter(isWhole),
  reference: {
    hour: numberIn(schedule["referenceHourOfDay"]) ?? 0,
    minute: numberIn(schedule["referenceMinuteOfHour"]) ?? 0,
  },
});

/** Time of the next snapshot, from the service or computed; null when none is planned. */
export const nextOf = (schedule: BackupSchedule, now: number): number | null =>
  timeOf(schedule.nextSnapshot) ?? nextSnapshots(planOf(schedule), now, 1)[0]?.at ?? null;

/** Gaps between snapshots according to a schedule; empty when the schedule is unknown (`missingSnapshots`). */
export const missingBySchedule = (
  snapshots: readonly Snapshot[],
  schedule: BackupSchedule | undefined,
  now: number,
  goesOn: boolean,
): readonly MissingSpan[] =>
  schedule === undefined
    ? []
    : missingSnapshots(snapshots, itemsIn(schedule), now, goesOn, timeOf(schedule.nextSnapshot));

/** A region that a schedule copies to, and what is copied there. */
export type Copy = {
  readonly region: string;
  readonly provider: string;
  readonly zone: string;
  /** Null where they are not reported. */
  readonly frequencies: readonly string[] | null;
  readonly logs: boolean;
};

export const copiesOf = ({ copySettings }: BackupSchedule): readonly Copy[] =>
  (copySettings ?? []).map(({ regionName, cloudProvider, zoneId, frequencies, shouldCopyOplogs }) => ({
    region: regionName ?? "region unknown",
    provider: cloudProvider ?? "",
    zone: zoneId ?? "",
    frequencies: frequencies ?? null,
    logs: shouldCopyOplogs === true,
  }));

/**
 * Copies that a schedule makes of a snapshot: by its frequency, or by the frequency of another item that requested it. Null where the schedule does
 * not report what it copies.
 */
export function copiesFor(schedule: BackupSchedule, { frequency, itemIds }: Snapshot): readonly Copy[] | null {
  const copies = copiesOf(schedule);
  if (schedule.copySettings == null || copies.some(({ frequencies }) => frequencies === null)) return null;
  const own = itemsOf(schedule).filter(({ id }) => typeof id === "string" && itemIds.includes(id));
  const kinds = [frequency, ...own.map(({ frequencyType }) => frequencyType)].map(copyName);
  return copies.filter(({ frequencies }) => frequencies?.some((one) => kinds.includes(one)));
}

const COPY_LABELS: Readonly<Record<string, string>> = lookupTable({
  HOURLY: "hourly",
  DAILY: "daily",
  WEEKLY: "weekly",
  MONTHLY: "monthly",
  YEARLY: "yearly",
  ON_DEMAND: "on demand",
});

/** Label of a copy frequency; an unknown one as received. */
export const copyLabel = (frequency: string): string => COPY_LABELS[frequency] ?? frequency;
