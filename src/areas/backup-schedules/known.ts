import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { ExactNumber } from "../../contract/json.ts";
import type { Cluster, Context, Query, Scope } from "../area.ts";
import { clusterParams, clustersOf, DEDICATED } from "../clusters.ts";
import { type Zone, zoneName } from "../format.ts";
import { type Item, itemsOf } from "./items.ts";
import type { Plan } from "./what-if.ts";

/** The schedules of the clusters that are looked at (E52). */

export const scheduleArgs = (scope: Scope, cluster: string) => ({ params: clusterParams(scope, cluster) });

/** Clusters that have a schedule. */
export const scheduled = (scope: Scope): readonly Cluster[] => clustersOf(scope, DEDICATED);

export const listQueries = (scope: Scope): readonly Query[] =>
  scheduled(scope).map(
    ({ name }): Query => ({
      operation: "getBackupSchedule",
      args: scheduleArgs(scope, name),
      pace: "once",
      optional: true,
    }),
  );

export const heldSchedule = (context: Context, cluster: string): BackupSchedule | undefined =>
  context.held("getBackupSchedule", scheduleArgs(context.scope, cluster))?.data;

const numberOf = (value: unknown): number =>
  value instanceof ExactNumber ? Number(value.source) : typeof value === "number" ? value : 0;

/** Days of the point-in-time window; 0 where it is off. */
export const windowDays = ({ restoreWindowDays }: Pick<BackupSchedule, "restoreWindowDays">): number =>
  numberOf(restoreWindowDays);

/** The times of a schedule or of a body that is filled in. */
export const planOf = (
  { referenceHourOfDay, referenceMinuteOfHour }: Readonly<Record<string, unknown>>,
  items: readonly Item[],
): Plan => ({ items, reference: { hour: numberOf(referenceHourOfDay), minute: numberOf(referenceMinuteOfHour) } });

export const planOfSchedule = (schedule: BackupSchedule): Plan => planOf(schedule, itemsOf(schedule));

const two = (value: number): string => String(value).padStart(2, "0");

/** A time of day that is counted in UTC, as it is here: `02:30 UTC`, with `03:30 local` where a person reads local times. */
export function dayTimeWords(hour: number, minute: number, now: number, zone: Zone): string {
  const utc = `${two(hour)}:${two(minute)} UTC`;
  if (zone === "utc") return utc;
  const day = new Date(now);
  const at = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute));
  const local = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return local === `${two(hour)}:${two(minute)}` ? utc : `${utc} (${local} ${zoneName(zone)})`;
}
