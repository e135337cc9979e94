import { cloudLabel } from "../../contract/clouds.ts";
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
import type { FormEnv, TitleContext } from "../../forms/form-plan.ts";
import { pluralize, two, type Zone, zoneName, zoneOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { copySummary, regionIn } from "./copies.ts";
import type { SchedulePreflight } from "./preflight.ts";
import type { ScheduleValues } from "./rules.ts";

/** Texts for a change of a schedule: its effects, losses, and risk (`domain.md` 12.4). */

/** A change for a form or a review: the stored values, and the new ones. */
export type ScheduleEdit = {
  readonly body: ScheduleValues;
  readonly base: ScheduleValues | null;
  readonly env: FormEnv;
};

const baseOf = ({ base }: Pick<ScheduleEdit, "base">): ScheduleValues => base ?? {};

const named = (items: readonly Item[]): string => items.map(nameOf).join("; ");

/** The reference time of day of a schedule. */
const formatStart = (
  { referenceHourOfDay: hour = 0, referenceMinuteOfHour: minute = 0 }: ScheduleValues,
  env: FormEnv,
): string => formatDayAndTime(hour, minute, env.now, zoneOf(env));

/** Change of the point-in-time window. */
export function formatWindowChange(before: number, after: number): readonly string[] {
  if (before === after) return [];
  const days = (count: number): string => `point-in-time window ${pluralize(count, "day")}`;
  if (after === 0) return [`point-in-time restore is disabled (current window ${pluralize(before, "day")})`];
  return [before === 0 ? `${days(after)}, currently off` : `${days(after)}, currently ${before}`];
}

const formatRegion = (facts: SchedulePreflight, regions: readonly string[]): string =>
  regions.map((region) => regionIn(facts, region)).join(", ");

/** The effects of a change, part by part. */
function parts(facts: SchedulePreflight, seen: ScheduleEdit): readonly string[] {
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

/** Extra retention of frequencies without a policy item: it is not part of any item's retention. */
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

/** Changes of automatic exports. */
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

/** Changes of copies in regions that stay: their snapshots, and the provider or zone. */
function copyParts(facts: SchedulePreflight, base: ScheduleValues, body: ScheduleValues): readonly string[] {
  return (body.copySettings ?? []).flatMap((to) => {
    const { regionName: region = "" } = to;
    const same = (base.copySettings ?? []).filter(({ regionName }) => regionName === region);
    // A region may be listed for several zones.
    const from = same.find(({ zoneId }) => zoneId === to.zoneId) ?? (same.length === 1 ? same[0] : undefined);
    if (from === undefined || region === "") return [];
    const changes = [
      ["", copySummary(from), copySummary(to)],
      ["provider ", cloudLabel(from.cloudProvider ?? "none"), cloudLabel(to.cloudProvider ?? "none")],
      ["zone ", from.zoneId ?? "none", to.zoneId ?? "none"],
    ] as const;
    return changes
      .filter(([, was, is]) => was !== is)
      .map(([what, was, is]) => `copies to ${regionIn(facts, region)}: ${what}${was} → ${is}`);
  });
}

/** The effects of the form, in one sentence. */
export function formatSentence(cluster: string, facts: SchedulePreflight, seen: ScheduleEdit): string {
  const changes = parts(facts, seen);
  const deleted = deletedRegions(seen.body).map((region) => regionIn(facts, region));
  const said = present(
    ...changes,
    changes.length === 0 && seen.body.updateSnapshots === true && "the policy items stay, existing snapshots change",
    deleted.length > 0 && `the copies in ${deleted.join(", ")} are deleted permanently`,
  );
  return `${cluster}: ${said.length > 0 ? said.join("; ") : "only changed fields are sent"}.`;
}

export const formatButton = (cluster: string, { body }: TitleContext<ScheduleValues>): string =>
  deletedRegions(body).length > 0 ? `Change ${cluster} and delete copies` : `Change the schedule of ${cluster}`;

/** Formats for times and regions of a cluster's schedule. */
const wordingOf = (facts: SchedulePreflight, env: FormEnv): ScheduleWording => ({
  now: env.now,
  zone: zoneOf(env),
  regionName: (region) => regionIn(facts, region),
});

/** Losses and risk of a change, for the top of the review. */
export const impactOf = (facts: SchedulePreflight, seen: ScheduleEdit): Impact =>
  scheduleImpact(seen, facts, wordingOf(facts, seen.env));

/** A time of day in UTC, converted to the zone of the screen: `02:30 UTC`, `03:30 local`. */
export function formatDayAndTime(hour: number, minute: number, now: number, zone: Zone): string {
  if (zone === "utc") return `${two(hour)}:${two(minute)} ${zoneName(zone)}`;
  const day = new Date(now);
  const at = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minute));
  return `${two(at.getHours())}:${two(at.getMinutes())} ${zoneName(zone)}`;
}
