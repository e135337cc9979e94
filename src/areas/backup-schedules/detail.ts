import { copiesOf, copyWords, numberOf } from "../../domain/backup-schedule.ts";
import { windowStart } from "../../domain/missing-snapshots.ts";
import { daysWords, isStrange, itemOf, itemsOf, keepWords, rankOf, whenWords } from "../../domain/schedule-items.ts";
import { isRestorable } from "../../domain/snapshot.ts";
import {
  inTheLongRun,
  keptCount,
  nextSnapshots,
  type Planned,
  snapshotsWithin,
  total,
} from "../../domain/snapshot-plan.ts";
import type { Query } from "../../state/query.ts";
import { DAY } from "../../text/durations.ts";
import {
  formatDuration,
  formatNumber,
  formatSize,
  formatTimeAndAge,
  formatTimeInZone,
  pluralize,
  shortId,
} from "../../text/format.ts";
import type { Context } from "../context.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedBuckets } from "../queries/export-buckets.ts";
import { spanWords } from "../snapshots/labels.ts";
import { STRIP_DAYS, strip } from "../snapshots/timeline.ts";
import type { Cell, DetailLine, DetailModel } from "../view.ts";
import { AHEAD_DAYS, aheadStrip, calendarTexts, usualKind } from "./calendar.ts";
import { dayTimeWords } from "./day-time.ts";
import { NEXT } from "./preview.ts";
import { isOpen, meanSize, type ScheduleStatus, scheduleStatusOf, takenBy } from "./status.ts";

/** One schedule: what comes next, what is kept and what is there of it, how far back one can go, where copies go. */

/** Everything that a detail shows is asked for with the list. */
export const detailQueries = (context: Context, id: string): readonly Query[] =>
  context.scope.clusters.some(({ name }) => name === id)
    ? [{ operation: "getBackupSchedule", args: clusterArgs(context.scope, id), pace: "once", optional: true }]
    : [];

const field = (label: string, value: Cell, link?: { area: "export-buckets" | "compliance-policy"; ids: string[] }) =>
  ({ kind: "field", label, value, ...(link === undefined ? {} : { link }) }) satisfies DetailLine;
const heading = (text: string): DetailLine => ({ kind: "heading", text });
const said = (text: string, tone: "warn" | "dim" | "bad" | "good"): DetailLine => ({
  kind: "text",
  value: { text, tone },
});

function nextLines(
  { cluster, next, plan, schedule }: ScheduleStatus,
  coming: readonly Planned[],
  context: Context,
): DetailLine[] {
  const { now, zone } = context;
  const { reference } = plan;
  const kind = coming[0]?.frequencyType ?? "";
  const value: Cell = cluster.paused
    ? { text: "none while the cluster is paused", tone: "dim" }
    : next === null
      ? { text: "never: no rule takes one", tone: "bad" }
      : next <= now
        ? { text: "due now", tone: "accent" }
        : `in ${formatDuration(next - now)}, ${formatTimeInZone(next, context)}${kind === "" ? "" : `, ${kind}`}`;
  return [
    field("Next", value),
    ...(typeof schedule.referenceHourOfDay === "number"
      ? [field("Daily start", dayTimeWords(reference.hour, reference.minute, now, zone))]
      : []),
  ];
}

/** How long a rule keeps what it takes, with the days that are added. */
function keeps({ value, unit, days }: ScheduleStatus["plan"]["items"][number]): string {
  const own = itemOf({ retentionValue: value, retentionUnit: unit }).days;
  return days > own ? `${keepWords({ value, unit })} +${days - own}d` : keepWords({ value, unit });
}

type Table = readonly {
  readonly title: string;
  readonly right: boolean;
  readonly cells: readonly string[];
}[];

/** A small table of a width; its last column is left out where it does not fit. */
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
    [{ text: line(({ title }) => title), tone: "dim" }],
    ...rows.map((_, row): readonly Cell[] => [line(({ cells }) => cells[row] ?? "")]),
  ];
}

/** Rule by rule: how long it keeps, how many there are of it, and how many there will be. */
function ruleLines(standing: ScheduleStatus, context: Context): DetailLine[] {
  const strange = itemsOf(standing.schedule).filter(isStrange);
  const told = strange.map((item) =>
    said(
      `! Not understood: a rule ${whenWords(item)}, kept ${item.value} ${item.unit || "of no unit"}. v shows it as it came.`,
      "warn",
    ),
  );
  if (standing.plan.items.length === 0 && told.length > 0) return told;
  return [...told, ...wholeRuleLines(standing, context)];
}

function wholeRuleLines({ plan, snapshots }: ScheduleStatus, context: Context): DetailLine[] {
  const { now } = context;
  const items = plan.items.toSorted((one, other) => rankOf(one.frequencyType) - rankOf(other.frequencyType));
  if (items.length === 0) return [said("No rule: nothing is taken, and what is there goes when it expires.", "bad")];
  const taken = items.map((item) => (snapshots === null ? null : takenBy(snapshots, item)));
  const columns: Table = [
    { title: "TAKEN", right: false, cells: items.map(whenWords) },
    { title: "KEPT", right: false, cells: items.map(keeps) },
    { title: "NOW", right: true, cells: taken.map((own) => (own === null ? "?" : String(own.length))) },
    { title: "LATER", right: true, cells: items.map((item) => String(keptCount(item, plan.reference, now))) },
    {
      title: "OLDEST",
      right: true,
      cells: taken.map((own) => (own?.[0] === undefined ? "–" : spanWords(now - own[0].takenAt))),
    },
  ];
  const mean = snapshots === null ? null : meanSize(snapshots);
  const all = total(inTheLongRun(plan, now));
  const size = mean === null ? "" : `, about ${formatSize(mean * all)} at the size of now`;
  return [
    { kind: "drawn", draw: (space) => tableOf(columns, space) },
    field("Later", `${pluralize(all, "snapshot")} at a time: one may be of several rules${size}`),
  ];
}

function backLines(standing: ScheduleStatus, context: Context): DetailLine[] {
  const { snapshots, gaps, newest, windowDays } = standing;
  const { now, zone } = context;
  const from = snapshots === null ? null : windowStart(snapshots, windowDays, now);
  const any: Cell =
    windowDays === 0
      ? { text: "off: only to the snapshots themselves", tone: "dim" }
      : `${pluralize(windowDays, "day")}${from === null ? "" : `, since ${formatTimeAndAge(from, now, zone)}`}`;
  if (snapshots === null)
    return [heading("Going back"), field("Any second", any), said("Its snapshots were not read.", "dim")];
  return [
    heading(`Going back, the last ${STRIP_DAYS} days`),
    { kind: "drawn", draw: (width) => strip({ snapshots, gaps, windowFrom: from, selected: null, now, zone }, width) },
    field("Any second", any),
    field("Newest", newest === undefined ? { text: "none", tone: "bad" } : formatTimeAndAge(newest.takenAt, now, zone)),
    ...gaps.map(({ from: start, to, planned }) =>
      said(
        to === null
          ? `! none since ${formatTimeInZone(start, context)}, planned every ${spanWords(planned)}`
          : `! ${spanWords(to - start)} without: ${formatTimeInZone(start, context)} to ${formatTimeInZone(to, context)}, planned every ${spanWords(planned)}`,
        "warn",
      ),
    ),
    ...(gaps.some(isOpen) ? [said("a of the snapshots takes one now.", "dim")] : []),
  ];
}

function calendarLines(standing: ScheduleStatus, coming: readonly Planned[], context: Context): DetailLine[] {
  const { now, zone } = context;
  const last = coming.at(-1);
  if (last === undefined || standing.cluster.paused) return [];
  const ahead = snapshotsWithin(standing.plan, now, now + AHEAD_DAYS * DAY);
  const usual = usualKind(coming);
  return [
    heading(`The next ${AHEAD_DAYS} days`),
    { kind: "drawn", draw: (width) => aheadStrip(ahead, { now, zone }, width) },
    heading(`The next ${coming.length}, up to ${formatTimeInZone(last.at, context)}`),
    {
      kind: "drawn",
      draw: (width) => calendarTexts(coming, zone, width).map((text): readonly Cell[] => [text.slice(0, width)]),
    },
    ...(usual === "" ? [] : [said(`A time without a word is ${usual === "hourly" ? "an" : "a"} ${usual} one.`, "dim")]),
  ];
}

function copyLines({ schedule, snapshots }: ScheduleStatus): DetailLine[] {
  const copies = copiesOf(schedule);
  const there = (region: string): number =>
    (snapshots ?? []).filter(({ copyRegions }) => copyRegions.includes(region)).length;
  const set = copies.map(({ region }) => region);
  const left = [...new Set((snapshots ?? []).flatMap(({ copyRegions }) => copyRegions))].filter(
    (region) => !set.includes(region),
  );
  const many = (region: string): string => (there(region) === 0 ? "" : `; ${there(region)} there now`);
  if (copies.length === 0 && left.length === 0)
    return [field("Copies", { text: "none in other regions", tone: "dim" })];
  return [
    heading("Copies in other regions"),
    ...copies.flatMap(({ region, frequencies, logs, zone, provider }) => [
      field(
        region,
        `${frequencies.length === 0 ? "nothing" : frequencies.map(copyWords).join(", ")}${logs ? ", and logs for any second" : ""}${many(region)}`,
      ),
      field("", {
        text: [provider, zone === "" ? "" : `zone ${zone}`].filter((part) => part !== "").join(", "),
        tone: "dim",
      }),
    ]),
    ...left.map((region) =>
      field(region, { text: `${pluralize(there(region), "copy", "copies")} of an earlier setting`, tone: "dim" }),
    ),
  ];
}

function exportLines({ schedule }: ScheduleStatus, context: Context): DetailLine[] {
  const target = schedule.export;
  const id = target?.exportBucketId ?? "";
  const bucket = cachedBuckets(context).find((one) => one.id === id);
  if (schedule.autoExportEnabled !== true) {
    const was = id === "" ? "" : ` (last to ${bucket?.name ?? shortId(id)})`;
    return [field("Export", { text: `off${was}`, tone: "dim" })];
  }
  const names = schedule.useOrgAndGroupNamesInExportPrefix === true ? "names" : "ids";
  return [
    field("Export", `${target?.frequencyType ?? "some"} ones to ${bucket?.name ?? shortId(id)}, ${names} in the path`, {
      area: "export-buckets",
      ids: [id],
    }),
  ];
}

function policyLines({ lacks, schedule }: ScheduleStatus): DetailLine[] {
  const extra = (schedule.extraRetentionSettings ?? []).map(
    ({ frequencyType, retentionDays }) => `${copyWords(frequencyType ?? "?")} +${daysWords(numberOf(retentionDays))}`,
  );
  const link = { area: "compliance-policy" as const, ids: [] };
  return [
    ...(lacks === null
      ? []
      : [
          field(
            "Policy",
            lacks.length === 0
              ? { text: "complies with the compliance policy", tone: "good" }
              : { text: `${pluralize(lacks.length, "thing")} short of the compliance policy`, tone: "warn" },
            link,
          ),
          ...lacks.map(({ words }) => said(`! ${words}`, "warn")),
        ]),
    ...(extra.length === 0 ? [] : [field("Extra days", extra.join(", "))]),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const cluster = context.scope.clusters.find(({ name }) => name === id);
  const cached = context.cached("getBackupSchedule", clusterArgs(context.scope, id));
  const standing = cluster === undefined ? undefined : scheduleStatusOf(context, cluster);
  if (standing === undefined || cached === undefined) return null;
  const { schedule, plan, snapshots } = standing;
  const coming = nextSnapshots(plan, context.now, NEXT);
  const good = (snapshots ?? []).filter(isRestorable);
  const bytes = good.reduce((sum, snapshot) => sum + (snapshot.bytes ?? 0), 0);
  return {
    title: id,
    raw: cached.raw,
    lines: [
      ...nextLines(standing, coming, context),
      ...policyLines(standing),
      heading("What is taken and kept"),
      ...ruleLines(standing, context),
      ...(snapshots === null
        ? []
        : [field("There now", `${pluralize(good.length, "restorable snapshot")}, ${formatSize(bytes)} together`)]),
      ...backLines(standing, context),
      ...calendarLines(standing, coming, context),
      ...copyLines(standing),
      ...exportLines(standing, context),
      heading("As the service names it"),
      field("Cluster id", schedule.clusterId ?? "–"),
      field("Policy id", schedule.policies?.[0]?.id ?? "–"),
      ...(schedule.restoreWindowDays === null || schedule.restoreWindowDays === undefined
        ? []
        : [field("Window", `${formatNumber(schedule.restoreWindowDays)} days`)]),
    ],
  };
}
