import { sameJson } from "../../contract/json/json.ts";
import type { Risk } from "../../contract/operation.ts";
import { copyLabel } from "../../domain/backup/backup-schedule.ts";
import {
  deletedRegions,
  type Expiries,
  endedRegions,
  endsExport,
  expiries,
  type Moved,
  ruleChanges,
  shortened,
  smallerWindow,
} from "../../domain/backup/schedule-changes.ts";
import {
  copyName,
  extraDays,
  formatRetention,
  type Item,
  itemsIn,
  nameOf,
} from "../../domain/backup/schedule-items.ts";
import type { Snapshot } from "../../domain/backup/snapshot.ts";
import { type Bucket, bucketLabel, isShut } from "../../domain/export-jobs/export-bucket.ts";
import type { FormEnv, TitleContext } from "../../forms/types.ts";
import { formatTime, pluralize, zoneName, zoneOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { copySummary } from "./copies.ts";
import { formatDayAndTime } from "./day-time.ts";
import type { SchedulePreflight } from "./preflight.ts";
import { regionIn } from "./regions.ts";
import type { ScheduleValues } from "./rules.ts";
import { takenBy } from "./status.ts";

/** A change of a schedule in words: what it does, what becomes impossible, and how grave that is (`domain.md` 12.4). */

/** A change as a form or a review sees it: what is stored, and what it becomes. */
export type Seen = { readonly body: ScheduleValues; readonly base: ScheduleValues | null; readonly env: FormEnv };

const baseOf = ({ base }: Pick<Seen, "base">): ScheduleValues => base ?? {};

/** What the retention does to snapshots already taken; null where they are left alone or are not known. */
export function expiriesOf(facts: SchedulePreflight, { body, base, env }: Seen): Expiries | null {
  if (body.updateSnapshots !== true || facts.snapshots === null) return null;
  return expiries(baseOf({ base }), body, facts.snapshots, env.now);
}

/** `11 hourly snapshots`, `14 snapshots (8 hourly, 6 daily)`. */
function formatSnapshotKinds(snapshots: readonly Snapshot[]): string {
  const kinds = [...Map.groupBy(snapshots, ({ frequency }) => frequency)];
  const [first] = kinds;
  if (first !== undefined && kinds.length === 1) return pluralize(snapshots.length, `${first[0]} snapshot`);
  return `${pluralize(snapshots.length, "snapshot")} (${kinds.map(([kind, own]) => `${own.length} ${kind}`).join(", ")})`;
}

/** `11 hourly snapshots of 14 to 18 Nov`, with their times. */
export function formatMoved(moved: readonly Moved[], env: FormEnv): string {
  const zone = zoneOf(env);
  const snapshots = moved.map(({ snapshot }) => snapshot);
  const times = snapshots.map(({ takenAt }) => takenAt);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const at = (time: number): string => {
    const words = formatTime(time, env.now, zone);
    return /^\d+:/u.test(words) ? `today ${words}` : words;
  };
  const span = snapshots.length === 1 ? at(first) : `${at(first)} to ${at(last)}`;
  return `${formatSnapshotKinds(snapshots)} of ${span} ${zoneName(zone)}`;
}

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
    !wasOn && isOn && `automatic export of ${exportKind(body)} snapshots to ${bucketName(facts, body)}`,
    wasOn &&
      isOn &&
      base.export?.exportBucketId !== body.export?.exportBucketId &&
      `automatic exports to ${bucketName(facts, base)} → ${bucketName(facts, body)}`,
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

const exportKind = (body: ScheduleValues): string => body.export?.frequencyType ?? "some";

const bucketIn = ({ buckets }: SchedulePreflight, body: ScheduleValues): Bucket | undefined =>
  buckets?.find((bucket) => bucket.id === body.export?.exportBucketId);

function bucketName(facts: SchedulePreflight, body: ScheduleValues): string {
  const bucket = bucketIn(facts, body);
  return bucket === undefined ? "a bucket" : bucketLabel(bucket, facts.buckets ?? []);
}

/** Automatic exports are switched on or changed, and nothing can be written to their bucket: they end Failed. */
function exportsInVain(facts: SchedulePreflight, base: ScheduleValues, body: ScheduleValues): boolean {
  const bucket = bucketIn(facts, body);
  if (body.autoExportEnabled !== true || bucket === undefined || !isShut(bucket, facts.roles)) return false;
  return base.autoExportEnabled !== true || !sameJson(base.export, body.export);
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

/** How many there are of a rule that goes. */
function formatRemoved({ snapshots }: SchedulePreflight, item: Item): string {
  if (snapshots === null) return `${nameOf(item)}: no new snapshots; existing ones stay until they expire.`;
  const count = takenBy(snapshots, item).length;
  const stay =
    count === 0
      ? "none exist"
      : `${pluralize(count, "existing snapshot")} ${count === 1 ? "stays until it expires" : "stay until they expire"}`;
  return `${nameOf(item)}: no new snapshots; ${stay}.`;
}

/** Exports are on, or are switched on, of a kind that no rule takes any more. */
function exportsNothing(base: ScheduleValues, body: ScheduleValues): boolean {
  const isExportEmpty = (of: ScheduleValues): boolean =>
    of.autoExportEnabled === true && !itemsIn(of).some(({ frequencyType }) => frequencyType === exportKind(of));
  return isExportEmpty(body) && !isExportEmpty(base);
}

/** What becomes impossible, lost or less, for the top of the review. */
export function formatWarnings(cluster: string, facts: SchedulePreflight, seen: Seen): readonly string[] {
  const { body, env } = seen;
  const base = baseOf(seen);
  const changes = ruleChanges(base, body);
  const found = expiriesOf(facts, seen);
  const window = smallerWindow(base, body);
  const ended = endedRegions(base, body);
  const deleted = deletedRegions(body);
  const shorter = shortened(changes);
  return present(
    found !== null &&
      found.expired.length > 0 &&
      `${formatMoved(found.expired, env)} ${found.expired.length === 1 ? "expires" : "expire"} now, permanently.`,
    found !== null &&
      found.earlier.length > 0 &&
      `${formatMoved(found.earlier, env)} ${found.earlier.length === 1 ? "expires" : "expire"} earlier than before.`,
    deleted.length > 0 && `All snapshot copies in ${formatRegion(facts, deleted)} are deleted permanently.`,
    ...changes.removed.map((item) => formatRemoved(facts, item)),
    window !== null && `Point-in-time window shrinks from ${window.from} to ${pluralize(window.to, "day")}.`,
    shorter.length > 0 &&
      body.updateSnapshots !== true &&
      "New snapshots have a shorter retention; existing snapshots keep their expiry.",
    ended.length > 0 &&
      !ended.every((region) => deleted.includes(region)) &&
      `${formatRegion(facts, ended)} ${ended.length === 1 ? "gets" : "get"} no new copies; existing copies stay until they expire.`,
    exportsNothing(base, body) &&
      `No policy item takes ${exportKind(body)} snapshots: nothing is exported automatically.`,
    exportsInVain(facts, base, body) && `${bucketName(facts, body)} is not writable: automatic exports will fail.`,
    endsExport(base, body) && `Automatic exports of ${cluster} stop; files in the bucket stay.`,
  );
}

/** How grave a change is: losing what is there for good, losing what would come, or neither. */
export function riskOf(facts: SchedulePreflight, seen: Seen): Risk {
  const found = expiriesOf(facts, seen);
  if (deletedRegions(seen.body).length > 0 || (found !== null && found.expired.length > 0)) return "irreversible";
  return formatWarnings("", facts, seen).length > 0 ? "disruptive" : "reversible";
}
