import { isObject, sameJson, textIn } from "../../contract/json/json.ts";
import { formatTime, pluralize, type Zone, zoneName } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { AccessRole } from "../access-role.ts";
import { type Bucket, bucketLabel, isUnwritable } from "../export-jobs/export-bucket.ts";
import { disruptiveWhere, type Impact } from "../impact.ts";
import {
  type ChangedExpiry,
  deletedRegions,
  deletesCopies,
  type Expiries,
  endedRegions,
  endsExport,
  expiries,
  ruleChanges,
  shortened,
  smallerWindow,
  snapshotsOfItem,
} from "./schedule-changes.ts";
import { type Item, itemsIn, nameOf } from "./schedule-items.ts";
import type { Snapshot } from "./snapshot.ts";

/** Warnings about losses when a schedule changes (`domain.md` 12.4). */

type Loose = { readonly [key: string]: unknown };

/** The stored schedule, if there is one, and its new version. */
type ScheduleChange = { readonly base: Loose | null; readonly body: Loose };

/** Loaded facts about the effects of a schedule; null for what could not be read. */
type ScheduleFacts = {
  readonly snapshots: readonly Snapshot[] | null;
  readonly buckets: readonly Bucket[] | null;
  readonly roles: readonly AccessRole[] | null;
};

/** Formatting of times and regions. */
export type ScheduleWording = {
  readonly now: number;
  readonly zone: Zone;
  readonly regionName: (region: string) => string;
};

/** New expiries of existing snapshots; null when they are left alone or are not known. */
export function expiriesOf(
  { snapshots }: Pick<ScheduleFacts, "snapshots">,
  { body, base }: ScheduleChange,
  now: number,
) {
  if (body["updateSnapshots"] !== true || snapshots === null) return null;
  return expiries(base ?? {}, body, snapshots, now);
}

/** `11 hourly snapshots`, `14 snapshots (8 hourly, 6 daily)`. */
function formatSnapshotKinds(snapshots: readonly Snapshot[]): string {
  const kinds = [...Map.groupBy(snapshots, ({ frequency }) => frequency)];
  const [first] = kinds;
  if (first !== undefined && kinds.length === 1) return pluralize(snapshots.length, `${first[0]} snapshot`);
  return `${pluralize(snapshots.length, "snapshot")} (${kinds.map(([kind, own]) => `${own.length} ${kind}`).join(", ")})`;
}

/** `11 hourly snapshots of 14 to 18 Nov`, with their times. */
export function formatChangedExpiry(
  moved: readonly ChangedExpiry[],
  { now, zone }: Pick<ScheduleWording, "now" | "zone">,
): string {
  const snapshots = moved.map(({ snapshot }) => snapshot);
  const times = snapshots.map(({ takenAt }) => takenAt);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const at = (time: number): string => {
    const words = formatTime(time, now, zone);
    return /^\d+:/u.test(words) ? `today ${words}` : words;
  };
  const span = snapshots.length === 1 ? at(first) : `${at(first)} to ${at(last)}`;
  return `${formatSnapshotKinds(snapshots)} of ${span} ${zoneName(zone)}`;
}

/** Frequency of the snapshots that a schedule exports. */
export const exportKind = ({ export: of }: Loose): string => textIn(of, "frequencyType") ?? "some";

const bucketIn = ({ export: of }: Loose, { buckets }: Pick<ScheduleFacts, "buckets">): Bucket | undefined =>
  buckets?.find(({ id }) => isObject(of) && id === of["exportBucketId"]);

/** Export target of a schedule. */
export function bucketName(body: Loose, facts: Pick<ScheduleFacts, "buckets">): string {
  const bucket = bucketIn(body, facts);
  return bucket === undefined ? "a bucket" : bucketLabel(bucket, facts.buckets ?? []);
}

/** True when automatic exports are turned on or changed, and their bucket is not writable: the exports will fail. */
function exportsInVain(base: Loose, body: Loose, facts: ScheduleFacts): boolean {
  const bucket = bucketIn(body, facts);
  if (body["autoExportEnabled"] !== true || bucket === undefined || !isUnwritable(bucket, facts.roles)) return false;
  return base["autoExportEnabled"] !== true || !sameJson(base["export"], body["export"]);
}

/** Text for a removed rule, with the number of its snapshots. */
function formatRemoved(snapshots: ScheduleFacts["snapshots"], item: Item): string {
  if (snapshots === null) return `${nameOf(item)}: no new snapshots; existing ones stay until they expire.`;
  const count = snapshotsOfItem(snapshots, item).length;
  const stay =
    count === 0
      ? "none exist"
      : `${pluralize(count, "existing snapshot")} ${count === 1 ? "stays until it expires" : "stay until they expire"}`;
  return `${nameOf(item)}: no new snapshots; ${stay}.`;
}

/** True when exports are on, newly without any rule that takes the exported kind. */
function exportsNothing(base: Loose, body: Loose): boolean {
  const isExportEmpty = (of: Loose): boolean =>
    of["autoExportEnabled"] === true && !itemsIn(of).some(({ frequencyType }) => frequencyType === exportKind(of));
  return isExportEmpty(body) && !isExportEmpty(base);
}

/** Permanent deletions: copies, and snapshots that expire by a shorter retention. Snapshots that could not be read may expire. */
function deletions(
  { base, body }: ScheduleChange,
  { snapshots }: ScheduleFacts,
  found: Expiries | null,
  wording: ScheduleWording,
): readonly string[] {
  const regions = deletedRegions(body).map(wording.regionName).join(", ");
  const isUnknown = body["updateSnapshots"] === true && snapshots === null;
  return present(
    found !== null &&
      found.expired.length > 0 &&
      `${formatChangedExpiry(found.expired, wording)} ${found.expired.length === 1 ? "expires" : "expire"} now, permanently.`,
    isUnknown &&
      shortened(ruleChanges(base ?? {}, body)).length > 0 &&
      "Existing snapshots can expire now, permanently.",
    deletesCopies(body) && `All snapshot copies${regions === "" ? "" : ` in ${regions}`} are deleted permanently.`,
  );
}

/** Losses caused by a change of a schedule, and their risk. */
export function scheduleImpact(change: ScheduleChange, facts: ScheduleFacts, wording: ScheduleWording): Impact {
  const { body } = change;
  const base = change.base ?? {};
  const changes = ruleChanges(base, body);
  const found = expiriesOf(facts, change, wording.now);
  const window = smallerWindow(base, body);
  const ended = endedRegions(base, body);
  const deleted = deletedRegions(body);
  const gone = deletions(change, facts, found, wording);
  const less = present(
    found !== null &&
      found.earlier.length > 0 &&
      `${formatChangedExpiry(found.earlier, wording)} ${found.earlier.length === 1 ? "expires" : "expire"} earlier than before.`,
    ...changes.removed.map((item) => formatRemoved(facts.snapshots, item)),
    window !== null && `Point-in-time window shrinks from ${window.from} to ${pluralize(window.to, "day")}.`,
    shortened(changes).length > 0 &&
      body["updateSnapshots"] !== true &&
      "New snapshots have a shorter retention; existing snapshots keep their expiry.",
    ended.length > 0 &&
      !ended.every((region) => deleted.includes(region)) &&
      `${ended.map(wording.regionName).join(", ")} ${ended.length === 1 ? "gets" : "get"} no new copies; existing copies stay until they expire.`,
    exportsNothing(base, body) &&
      `No policy item takes ${exportKind(body)} snapshots: nothing is exported automatically.`,
    exportsInVain(base, body, facts) && `${bucketName(body, facts)} is not writable: automatic exports will fail.`,
    endsExport(base, body) && "Automatic exports stop; files in the bucket stay.",
  );
  const impact = disruptiveWhere([...gone, ...less]);
  return gone.length > 0 ? { ...impact, risk: "irreversible" } : impact;
}
