import { copyLabel } from "../../domain/backup/backup-schedule.ts";
import { deletedRegions, endedRegions, endsExport, ruleChanges } from "../../domain/backup/schedule-changes.ts";
import { bucketName, exportKind, type ScheduleWording, scheduleImpact } from "../../domain/backup/schedule-impact.ts";
import {
  copyName,
  extraDays,
  formatRetention,
  type Item,
  itemsIn,
  nameOf,
} from "../../domain/backup/schedule-items.ts";
import type { Impact } from "../../domain/impact.ts";
import type { FormEnv, TitleContext } from "../../forms/types.ts";
import { pluralize, two, type Zone, zoneName, zoneOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { copySummary, regionIn } from "./copies.ts";
import type { SchedulePreflight } from "./preflight.ts";
import type { ScheduleValues } from "./rules.ts";

/** A change of a schedule in words: what it does, what becomes impossible, and how grave that is (`domain.md` 12.4). */

/** A change as a form or a review sees it: what is stored, and what it becomes. */
export type Seen = { readonly body: ScheduleValues; readonly base: ScheduleValues | null; readonly env: FormEnv };

const baseOf = ({ base }: Pick<Seen, "base">): ScheduleValues => base ?? {};

const named = (items: readonly Item[]): string => items.map(nameOf).join("; ");

/** The time of day that a schedule counts from. */
const formatStart = (
  { referenceHourOfDay: hour = 0, referenceMinuteOfHour: minute = 0 }: ScheduleValues,
  env: FormEnv,
): string => formatDayAndTime(hour, minute, env.now, zoneOf(env));

/** What becomes of restores to any second. */
export function formatWindowChange(before: number, after: number): readonly string[] {
  if (before === after) return [];
  const days = (count: number): string => `point-in-time window ${pluralize(count, "day")}`;
  if (after === 0) return [`point-in-time restore is disabled (current window ${pluralize(before, "day")})`];
  return [before === 0 ? `${days(after)}, currently off` : `${days(after)}, currently ${before}`];
}

const formatRegion = (facts: SchedulePreflight, regions: readonly string[]): string =>
  regions.map((region) => regionIn(facts, region)).join(", ");

/** What a change does, part by part. */
function parts(facts: SchedulePreflight, seen: Seen): readonly string[] {
  const { body } = seen;
  const base = baseOf(seen);
  const { added, removed, changed } = ruleChanges(base, body);
  const isMoved =
    base.referenceHourOfDay !== body.referenceHourOfDay || base.referenceMinuteOfHour !== body.referenceMinuteOfHour;
  const ended = endedRegions(base, body);
  const begun = endedRegions(body, base);
  return present(
    isMoved && `daily start ${formatStart(body, seen.env)}`,
    ...added.map((item) => `new: ${nameOf(item)}, retention ${formatRetention(item)}`),
    ...changed.map(({ from, to }) =>
      nameOf(from) === nameOf(to)
        ? `${nameOf(to)}: retention ${formatRetention(from)} → ${formatRetention(to)}`
        : `${nameOf(from)} → ${nameOf(to)}, retention ${formatRetention(to)}`,
    ),
    removed.length > 0 && `removed: ${named(removed)}`,
    ...extraParts(base, body),
    ...formatWindowChange(base.restoreWindowDays ?? 0, body.restoreWindowDays ?? 0),
    ...exportParts(facts, base, body),
    begun.length > 0 && `copies to ${formatRegion(facts, begun)}`,
    ended.length > 0 && `no new copies to ${formatRegion(facts, ended)}`,
    ...copyParts(facts, base, body),
  );
}

/** Extra retention of frequencies that no policy item has: it is not in the retention of any item. */
function extraParts(base: ScheduleValues, body: ScheduleValues): readonly string[] {
  const [was, is] = [extraDays(base), extraDays(body)];
  const ofItems = [...itemsIn(base), ...itemsIn(body)].map(({ frequencyType }) => copyName(frequencyType));
  const days = (count = 0): string => (count === 0 ? "none" : pluralize(count, "day"));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((frequency) => !ofItems.includes(frequency) && was.get(frequency) !== is.get(frequency))
    .map(
      (frequency) =>
        `extra retention of ${copyLabel(frequency)} snapshots: ${days(was.get(frequency))} → ${days(is.get(frequency))}`,
    );
}

/** What becomes of automatic exports. */
function exportParts(facts: SchedulePreflight, base: ScheduleValues, body: ScheduleValues): readonly string[] {
  const [wasOn, isOn] = [base.autoExportEnabled === true, body.autoExportEnabled === true];
  const hasNames = body.useOrgAndGroupNamesInExportPrefix === true;
  return present(
    endsExport(base, body) && "automatic exports off",
    !wasOn && isOn && `automatic export of ${exportKind(body)} snapshots to ${bucketName(body, facts)}`,
    wasOn &&
      isOn &&
      base.export?.exportBucketId !== body.export?.exportBucketId &&
      `automatic exports to ${bucketName(base, facts)} → ${bucketName(body, facts)}`,
    wasOn &&
      isOn &&
      exportKind(base) !== exportKind(body) &&
      `automatic export of ${exportKind(base)} → ${exportKind(body)} snapshots`,
    hasNames !== (base.useOrgAndGroupNamesInExportPrefix === true) &&
      (hasNames ? "names instead of ids in export paths" : "ids instead of names in export paths"),
  );
}

/** What changes at the copies to regions that stay: which snapshots, and where the copies belong to. */
function copyParts(facts: SchedulePreflight, base: ScheduleValues, body: ScheduleValues): readonly string[] {
  return (body.copySettings ?? []).flatMap((to) => {
    const { regionName: region = "" } = to;
    const same = (base.copySettings ?? []).filter(({ regionName }) => regionName === region);
    // A region may stand there for several zones.
    const from = same.find(({ zoneId }) => zoneId === to.zoneId) ?? (same.length === 1 ? same[0] : undefined);
    if (from === undefined || region === "") return [];
    const changes = [
      ["", copySummary(from), copySummary(to)],
      ["provider ", from.cloudProvider ?? "none", to.cloudProvider ?? "none"],
      ["zone ", from.zoneId ?? "none", to.zoneId ?? "none"],
    ] as const;
    return changes
      .filter(([, was, is]) => was !== is)
      .map(([what, was, is]) => `copies to ${regionIn(facts, region)}: ${what}${was} → ${is}`);
  });
}

/** What the form will do, in one sentence. */
export function formatSentence(cluster: string, facts: SchedulePreflight, seen: Seen): string {
  const said = parts(facts, seen);
  if (said.length > 0) return `${cluster}: ${said.join("; ")}.`;
  return deletedRegions(seen.body).length > 0 || seen.body.updateSnapshots === true
    ? `${cluster}: the policy items stay, existing snapshots change.`
    : `${cluster}: only changed fields are sent.`;
}

export const formatButton = (cluster: string, { body }: TitleContext<ScheduleValues>): string =>
  deletedRegions(body).length > 0 ? `Change ${cluster} and delete copies` : `Change the schedule of ${cluster}`;

/** How times and regions are said of a cluster's schedule. */
const wordingOf = (facts: SchedulePreflight, env: FormEnv): ScheduleWording => ({
  now: env.now,
  zone: zoneOf(env),
  regionName: (region) => regionIn(facts, region),
});

/** What becomes impossible, lost or less, and how grave that is: for the top of the review. */
export const impactOf = (facts: SchedulePreflight, seen: Seen): Impact =>
  scheduleImpact(seen, facts, wordingOf(facts, seen.env));

/** A time of day that the service counts in UTC, in the zone of the screen: `02:30 UTC`, `03:30 local`. */
export function formatDayAndTime(hour: number, minute: number, now: number, zone: Zone): string {
  if (zone === "utc") return `${two(hour)}:${two(minute)} ${zoneName(zone)}`;
  const day = new Date(now);
  const at = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute));
  return `${two(at.getHours())}:${two(at.getMinutes())} ${zoneName(zone)}`;
}
