import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { ExactNumber } from "../../contract/json.ts";
import { isWhole, itemsIn } from "../../domain/schedule-items.ts";
import { timeOf, type Zone, zoneName } from "../../text/format.ts";
import type { Cluster, Context, Query, Scope } from "../area.ts";
import { clusterParams, clustersOf, DEDICATED } from "../clusters.ts";
import { type Asked, askedBy, policyArgs } from "../compliance-policy/asked.ts";
import { type Bucket, bucketOf, projectArgs } from "../export-buckets/list.ts";
import { snapshotQueries } from "../snapshots/known.ts";
import { nextSnapshots, type Plan } from "./what-if.ts";

/** The schedules of the clusters that are looked at (E52), and what they are measured by. */

export const scheduleArgs = (scope: Scope, cluster: string) => ({ params: clusterParams(scope, cluster) });

/** Clusters that have a schedule. */
export const scheduled = (scope: Scope): readonly Cluster[] => clustersOf(scope, DEDICATED);

const scheduleQuery = (scope: Scope, cluster: string, pace: Query["pace"]): Query => ({
  operation: "getBackupSchedule",
  args: scheduleArgs(scope, cluster),
  pace,
  optional: true,
});

/** The schedule of every cluster, its snapshots, and what of the project they refer to: the policy and the buckets. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...scheduled(scope).map(({ name }) => scheduleQuery(scope, name, "once")),
  ...scheduled(scope).flatMap((cluster) => snapshotQueries(scope, cluster, "once")),
  { operation: "getDataProtectionSettings", args: policyArgs(scope), pace: "once", optional: true },
  { operation: "listExportBuckets", args: projectArgs(scope), pace: "once", optional: true },
];

export const heldSchedule = (context: Context, cluster: string): BackupSchedule | undefined =>
  context.held("getBackupSchedule", scheduleArgs(context.scope, cluster))?.data;

/** A snapshot that is due so soon is looked for (ms). */
const SOON = 60_000;

/** Schedules of which a snapshot is due are asked again every minute, with the snapshots (`domain.md` 12.6). */
export const running = (context: Context): readonly Query[] =>
  scheduled(context.scope)
    .filter(({ name }) => {
      const next = timeOf(heldSchedule(context, name)?.nextSnapshot);
      return next !== null && next - context.now < SOON;
    })
    .flatMap((cluster) => [
      scheduleQuery(context.scope, cluster.name, "overview-jobs"),
      ...snapshotQueries(context.scope, cluster, "overview-jobs"),
    ]);

/** What the compliance policy asks for; null where there is none, or where it could not be read. */
export const heldAsked = (context: Context): Asked | null =>
  askedBy(context.held("getDataProtectionSettings", policyArgs(context.scope))?.data);

/** The export buckets of the project. */
export const heldBuckets = (context: Context): readonly Bucket[] =>
  (context.held("listExportBuckets", projectArgs(context.scope))?.data.results ?? []).map(bucketOf);

/** A number of a schedule or of a body; 0 for what is none. */
export const numberOf = (value: unknown): number =>
  value instanceof ExactNumber ? Number(value.source) : typeof value === "number" ? value : 0;

type Loose = Readonly<Record<string, unknown>>;

/** Days of the point-in-time window; 0 where it is off. */
export const windowDays = ({ restoreWindowDays }: Loose): number => numberOf(restoreWindowDays);

/** What a schedule, or a body that is filled in, says of its times; rules that are not whole yet take nothing. */
export const planOf = (schedule: Loose): Plan => ({
  items: itemsIn(schedule).filter(isWhole),
  reference: {
    hour: numberOf(schedule["referenceHourOfDay"]),
    minute: numberOf(schedule["referenceMinuteOfHour"]),
  },
});

/** When the next snapshot is taken, by the service or by reckoning; null where none is planned. */
export const nextOf = (schedule: BackupSchedule, now: number): number | null =>
  timeOf(schedule.nextSnapshot) ?? nextSnapshots(planOf(schedule), now, 1)[0]?.at ?? null;

/** The copies of a schedule, each region with what goes there. */
export type Copy = {
  readonly region: string;
  readonly provider: string;
  readonly zone: string;
  readonly frequencies: readonly string[];
  readonly logs: boolean;
};

export const copiesOf = ({ copySettings }: BackupSchedule): readonly Copy[] =>
  (copySettings ?? []).map(({ regionName, cloudProvider, zoneId, frequencies, shouldCopyOplogs }) => ({
    region: regionName ?? "region not told",
    provider: cloudProvider ?? "",
    zone: zoneId ?? "",
    frequencies: frequencies ?? [],
    logs: shouldCopyOplogs === true,
  }));

const COPY_WORDS: Readonly<Record<string, string>> = {
  HOURLY: "hourly",
  DAILY: "daily",
  WEEKLY: "weekly",
  MONTHLY: "monthly",
  YEARLY: "yearly",
  ON_DEMAND: "on demand",
};

/** A frequency of copies in words; one of tomorrow as it is written. */
export const copyWords = (frequency: string): string => COPY_WORDS[frequency] ?? frequency;

const two = (value: number): string => String(value).padStart(2, "0");

/** A time of day that the service counts in UTC, in the zone of the screen: `02:30 UTC`, `03:30 local`. */
export function dayTimeWords(hour: number, minute: number, now: number, zone: Zone): string {
  if (zone === "utc") return `${two(hour)}:${two(minute)} ${zoneName(zone)}`;
  const day = new Date(now);
  const at = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute));
  return `${two(at.getHours())}:${two(at.getMinutes())} ${zoneName(zone)}`;
}
