import { cloudLabel } from "../../contract/clouds.ts";
import { numberIn } from "../../contract/json/json.ts";
import { copiesOf, copyLabel } from "../../domain/backup/backup-schedule.ts";
import { isOpen, windowStart } from "../../domain/backup/missing-snapshots.ts";
import { snapshotsOfItem } from "../../domain/backup/schedule-changes.ts";
import {
  byFrequency,
  formatDays,
  formatFrequency,
  formatReceivedItem,
  formatRetention,
  isNotComputable,
  itemOf,
  itemsOf,
  reportsItems,
} from "../../domain/backup/schedule-items.ts";
import { isRestorable } from "../../domain/backup/snapshot.ts";
import { nextSnapshots, type Planned, projectionOf, snapshotsWithin } from "../../domain/backup/snapshot-plan.ts";
import { regionLabel } from "../../domain/region.ts";
import type { Query } from "../../state/answers/query.ts";
import { DAY } from "../../text/durations.ts";
import {
  formatDuration,
  formatLargestUnit,
  formatNumber,
  formatSize,
  formatTimeAndAge,
  formatTimeInZone,
  pluralize,
  shortId,
} from "../../text/format.ts";
import { joinTexts, present } from "../../text/present.ts";
import { accent, bad, dim, NOT_REPORTED, warn } from "../builders/cells.ts";
import { drawn, field, heading, textLine } from "../builders/lines.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedBuckets } from "../queries/export-buckets.ts";
import { scheduleQuery } from "../queries/schedule-of-cluster.ts";
import { formatMissingSpan } from "../snapshots/labels.ts";
import { STRIP_DAYS, strip } from "../snapshots/timeline.ts";
import { AHEAD_DAYS, aheadStrip, calendarTexts, usualKind } from "./calendar.ts";
import { formatDayAndTime } from "./labels.ts";
import { NEXT } from "./preview.ts";
import { meanSize, type ScheduleStatus, scheduleStatusOf } from "./status.ts";

/** The detail of one schedule: next snapshots, retention and existing snapshots, point-in-time window, copies. */

/** The schedule of the cluster; the list requests everything else that the detail shows. */
export const detailQueries = (context: Context, id: string): readonly Query[] =>
  context.scope.clusters.some(({ name }) => name === id) ? [scheduleQuery(context.scope, id)] : [];

const said = (text: string, tone: "warn" | "dim" | "bad" | "good"): DetailLine => textLine({ text, tone });

function nextLines(
  { cluster, next, plan, schedule }: ScheduleStatus,
  coming: readonly Planned[],
  context: Context,
): DetailLine[] {
  const { now, zone } = context;
  const { reference } = plan;
  const kind = coming[0]?.frequencyType ?? "";
  const value: Cell = cluster.paused
    ? dim("none: the cluster is paused")
    : next === null
      ? itemsOf(schedule).some(isNotComputable)
        ? warn(`unknown: ${reportsItems(schedule) ? "policy item with unknown values" : "policy items not reported"}`)
        : bad("never: no policy item")
      : next <= now
        ? accent("due now")
        : `in ${formatDuration(next - now)}, ${formatTimeInZone(next, context)}${kind === "" ? "" : `, ${kind}`}`;
  return present(
    field("Next snapshot", value),
    typeof schedule.referenceHourOfDay === "number" &&
      field("Daily start", formatDayAndTime(reference.hour, reference.minute, now, zone)),
  );
}

/** Retention of a policy item, with its extra days. */
function keeps({ value, unit, days }: ScheduleStatus["plan"]["items"][number]): string {
  const own = itemOf({ retentionValue: value, retentionUnit: unit }).days;
  return days > own ? `${formatRetention({ value, unit })} +${days - own}d` : formatRetention({ value, unit });
}

type Table = readonly {
  readonly title: string;
  readonly right: boolean;
  readonly cells: readonly string[];
}[];

/** A small table for a width; its last columns are left out where they do not fit. */
function tableOf(columns: Table, space: number): readonly (readonly Cell[])[] {
  const widths = columns.map(({ title, cells }) => Math.max(title.length, ...cells.map((cell) => cell.length)));
  const whole = widths.reduce((sum, width) => sum + width, 0) + 2 * (columns.length - 1);
  if (whole > space && columns.length > 3) return tableOf(columns.slice(0, -1), space);
  const line = (cellOf: (column: Table[number]) => string): string =>
    columns
      .map((column, index) => {
        const width = widths[index] ?? 0;
        return column.right ? cellOf(column).padStart(width) : cellOf(column).padEnd(width);
      })
      .join("  ")
      .slice(0, space);
  const rows = columns[0]?.cells ?? [];
  return [
    [dim(line(({ title }) => title))],
    ...rows.map((_, row): readonly Cell[] => [line(({ cells }) => cells[row] ?? "")]),
  ];
}

/** Each policy item with its retention, its current and its projected number of snapshots. */
function ruleLines(current: ScheduleStatus, context: Context): DetailLine[] {
  if (!reportsItems(current.schedule)) return [textLine(NOT_REPORTED)];
  const strange = itemsOf(current.schedule).filter(isNotComputable);
  const strangeLines = strange.map((item) =>
    said(
      `! Unknown policy item: ${formatReceivedItem(item)}. ${context.key("detail.raw")} shows the API response.`,
      "warn",
    ),
  );
  if (current.plan.items.length === 0 && strangeLines.length > 0) return strangeLines;
  return [...strangeLines, ...wholeRuleLines(current, context)];
}

function wholeRuleLines({ plan, snapshots }: ScheduleStatus, context: Context): DetailLine[] {
  const { now } = context;
  const items = byFrequency(plan.items);
  if (items.length === 0) return [said("No policy items: no new snapshots; existing ones expire.", "bad")];
  const taken = items.map((item) => (snapshots === null ? null : snapshotsOfItem(snapshots, item)));
  const projected = projectionOf({ ...plan, items }, now);
  const columns: Table = [
    { title: "FREQUENCY", right: false, cells: items.map(formatFrequency) },
    { title: "RETENTION", right: false, cells: items.map(keeps) },
    { title: "CURRENT", right: true, cells: taken.map((own) => (own === null ? "?" : String(own.length))) },
    { title: "PROJECTED", right: true, cells: items.map((_, index) => String(projected?.items[index] ?? "?")) },
    {
      title: "OLDEST",
      right: true,
      cells: taken.map((own) => (own?.[0] === undefined ? "–" : formatLargestUnit(now - own[0].takenAt))),
    },
  ];
  const mean = snapshots === null ? null : meanSize(snapshots);
  const all = projected?.all ?? null;
  const size = mean === null || all === null ? "" : `, about ${formatSize(mean * all)} at the current size`;
  return [
    drawn((space) => tableOf(columns, space)),
    field("Projected", all === null ? "unknown" : `${pluralize(all, "snapshot")}${size}; shared ones counted once`),
  ];
}

function backLines(current: ScheduleStatus, context: Context): DetailLine[] {
  const { schedule, snapshots, missingSpans, newest, windowDays } = current;
  const { now, zone } = context;
  const from = snapshots === null ? null : windowStart(snapshots, windowDays, now);
  const any: Cell =
    schedule.restoreWindowDays === null
      ? NOT_REPORTED
      : windowDays === 0
        ? dim("off: only snapshots can be restored")
        : `${pluralize(windowDays, "day")}${from === null ? "" : `, since ${formatTimeAndAge(from, now, zone)}`}`;
  if (snapshots === null)
    return [heading("Point-in-time restore"), field("Window", any), said("Snapshots are not loaded.", "dim")];
  return present(
    heading(`Restore points of the last ${STRIP_DAYS} days`),
    drawn((width) => strip({ snapshots, missingSpans, windowFrom: from, selected: null, now, zone }, width)),
    field("Window", any),
    field("Latest snapshot", newest === undefined ? bad("none") : formatTimeAndAge(newest.takenAt, now, zone)),
    ...missingSpans.map((span) => said(formatMissingSpan(span, context), "warn")),
    missingSpans.some(isOpen) &&
      said(`To take a snapshot now, press ${context.key("action.new")} in Snapshots.`, "dim"),
  );
}

function calendarLines(current: ScheduleStatus, coming: readonly Planned[], context: Context): DetailLine[] {
  const { now, zone } = context;
  const last = coming.at(-1);
  if (last === undefined || current.cluster.paused) return [];
  const ahead = snapshotsWithin(current.plan, now, now + AHEAD_DAYS * DAY);
  const usual = usualKind(coming);
  return present(
    heading(`Scheduled snapshots, next ${AHEAD_DAYS} days`),
    drawn((width) => aheadStrip(ahead, { now, zone }, width)),
    heading(`Next ${coming.length} snapshots, until ${formatTimeInZone(last.at, context)}`),
    drawn((width) => calendarTexts(coming, context, width).map((text): readonly Cell[] => [text.slice(0, width)])),
    usual !== "" && said(`Times without a label are ${usual} snapshots.`, "dim"),
  );
}

const formatFrequencies = (frequencies: readonly string[] | null): string =>
  frequencies === null ? "not reported" : frequencies.map(copyLabel).join(", ") || "nothing";

function copyLines({ schedule, snapshots }: ScheduleStatus): DetailLine[] {
  if (schedule.copySettings === null) return [field("Copies", NOT_REPORTED)];
  const copies = copiesOf(schedule);
  const there = (region: string): number =>
    (snapshots ?? []).filter(({ copyRegions }) => copyRegions?.includes(region)).length;
  const set = copies.map(({ region }) => region);
  const [home] = [...copies, ...(snapshots ?? [])]
    .map(({ provider }) => provider)
    .filter((provider) => provider !== "");
  const orphaned = [...new Set((snapshots ?? []).flatMap(({ copyRegions }) => copyRegions ?? []))].filter(
    (region) => !set.includes(region),
  );
  const many = (region: string): string =>
    there(region) === 0 ? "" : `; ${pluralize(there(region), "copy", "copies")}`;
  if (copies.length === 0 && orphaned.length === 0) return [field("Copies", dim("none in other regions"))];
  return [
    heading("Copies in other regions"),
    ...copies.flatMap(({ region, frequencies, logs, zone, provider }) => [
      field(
        regionLabel(provider, region),
        `${formatFrequencies(frequencies)}${logs ? ", with oplog for point in time" : ""}${many(region)}`,
      ),
      field("", dim(joinTexts(", ", cloudLabel(provider), zone === "" ? "" : `zone ${zone}`))),
    ]),
    ...orphaned.map((region) =>
      field(regionLabel(home, region), dim(`${pluralize(there(region), "copy", "copies")} from an earlier setting`)),
    ),
  ];
}

function exportLines({ schedule }: ScheduleStatus, context: Context): DetailLine[] {
  const target = schedule.export;
  const id = target?.exportBucketId ?? "";
  const bucket = cachedBuckets(context).find((one) => one.id === id);
  if (schedule.autoExportEnabled === null) return [field("Auto export", NOT_REPORTED)];
  if (schedule.autoExportEnabled !== true) {
    const was = id === "" ? "" : ` (last bucket: ${bucket?.name ?? shortId(id)})`;
    return [field("Auto export", dim(`off${was}`))];
  }
  const names = schedule.useOrgAndGroupNamesInExportPrefix === true ? "names" : "ids";
  const words = `${target?.frequencyType ?? "some"} snapshots to ${bucket?.name ?? shortId(id)}, ${names} in the path`;
  return [field("Auto export", words, { area: "export-buckets", ids: [id] })];
}

function policyLines({ violations, unknownRequirements, schedule }: ScheduleStatus): DetailLine[] {
  const extra = (schedule.extraRetentionSettings ?? []).map(
    ({ frequencyType, retentionDays }) =>
      `${copyLabel(frequencyType ?? "?")} +${formatDays(numberIn(retentionDays) ?? 0)}`,
  );
  const link = { area: "compliance-policy" as const, ids: [] };
  return present(
    ...(violations === null
      ? []
      : [
          field(
            "Compliance",
            violations.length > 0
              ? warn(`${pluralize(violations.length, "violation")} of the compliance policy`)
              : !reportsItems(schedule)
                ? warn("unknown: policy items not reported")
                : unknownRequirements > 0
                  ? warn(`unknown: ${pluralize(unknownRequirements, "requirement")} with unknown values`)
                  : { text: "meets the compliance policy", tone: "good" },
            link,
          ),
          ...violations.map(({ words }) => said(`! ${words}`, "warn")),
        ]),
    extra.length !== 0 && field("Extra retention", extra.join(", ")),
  );
}

export function detail(context: Context, id: string): DetailModel | null {
  const cluster = context.scope.clusters.find(({ name }) => name === id);
  const cached = context.cached("getBackupSchedule", clusterArgs(context.scope, id));
  const current = cluster === undefined ? undefined : scheduleStatusOf(context, cluster);
  if (current === undefined || cached === undefined) return null;
  const { schedule, plan, snapshots } = current;
  const coming = nextSnapshots(plan, context.now, NEXT);
  const good = (snapshots ?? []).filter(isRestorable);
  const bytes = good.reduce((sum, snapshot) => sum + (snapshot.bytes ?? 0), 0);
  return {
    title: id,
    raw: cached.raw,
    lines: present(
      ...nextLines(current, coming, context),
      ...policyLines(current),
      heading("Policy items"),
      ...ruleLines(current, context),
      snapshots !== null &&
        field("Current", `${pluralize(good.length, "restorable snapshot")}, ${formatSize(bytes)} in total`),
      ...backLines(current, context),
      ...calendarLines(current, coming, context),
      ...copyLines(current),
      ...exportLines(current, context),
      heading("API fields"),
      field("Cluster id", schedule.clusterId ?? "–"),
      field("Policy id", schedule.policies?.[0]?.id ?? "–"),
      schedule.restoreWindowDays !== null &&
        schedule.restoreWindowDays !== undefined &&
        field("Restore window", `${formatNumber(schedule.restoreWindowDays)} days`),
    ),
  };
}
