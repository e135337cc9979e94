import { MONTHS } from "../../domain/backup/schedule-items.ts";
import type { Snapshot } from "../../domain/backup/snapshot.ts";
import {
  countedAs,
  formatKindCounts,
  kindCounts,
  kindLabel,
  type SnapshotDay,
  snapshotDays,
} from "../../domain/backup/snapshot-days.ts";
import {
  type CalendarMonth,
  calendarDayOf,
  compareMonths,
  formatDaySpan,
  monthAfter,
  WEEKDAYS,
} from "../../text/calendar.ts";
import { formatHourMinute, pluralize, type Zone, zoneName } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, dim, good, lineEach, warn } from "../builders/cells.ts";
import { type Cell, cellText, cellTone, type Tone } from "../model/cell.ts";
import type { Page } from "../model/effect.ts";
import { formatMissingSpan } from "./labels.ts";
import type { RestorePoints } from "./restore-points.ts";

/**
 * Snapshots of a month: one row per week, and per day the mark of the rarest kind and the count. Capital letters mark restorable snapshots, small
 * letters scheduled ones, so that the marks differ without colour.
 */

type Shown = { readonly points: RestorePoints; readonly now: number; readonly month: CalendarMonth };

/** The rarest of several kinds. */
const rarestOf = (kinds: readonly string[]): string => [...kindCounts(kinds).keys()][0] ?? "";

/** Letter of a kind. */
const letterOf = (kind: string): string => (/^[a-z]/iu.test(kind) ? kind.charAt(0) : "?");

const restorableKinds = ({ restorable }: SnapshotDay): readonly string[] => restorable.map(countedAs);
const plannedKinds = ({ planned }: SnapshotDay): readonly string[] => planned.map(({ frequencyType }) => frequencyType);

/** The main mark of a day. */
function markOf(day: SnapshotDay): Cell | null {
  const { restorable, beingTaken, unknown, planned, failed, isMissing } = day;
  if (restorable.length > 0) {
    const kind = rarestOf(restorableKinds(day));
    const text = `${letterOf(kind).toUpperCase()}${restorable.length}`;
    return kind === "fallback" ? warn(text) : good(text);
  }
  if (beingTaken.length > 0) return accent("●");
  if (unknown.length > 0) return warn("?");
  if (planned.length > 0) return dim(`${letterOf(rarestOf(plannedKinds(day))).toLowerCase()}${planned.length}`);
  return isMissing || failed.length > 0 ? null : dim("·");
}

const MOST_CELLS = 12;

/** Cells for a date with its padding. */
const DATE_CELLS = 4;

const widthOfAll = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cellText(cell).length, 0);

/** The first character of a cell. */
const initial = (cell: Cell): Cell => ({ text: cellText(cell).slice(0, 1), tone: cellTone(cell) });

/** A day in this many cells, at least six: its date, its mark, and marks of problems. */
function dayCells(day: SnapshotDay, cells: number): readonly Cell[] {
  const date = String(day.date).padStart(2);
  const marks = present(markOf(day), day.isMissing && warn("!"), day.failed.length > 0 && bad("×"));
  const room = cells - DATE_CELLS;
  const shown = widthOfAll(marks) <= room ? marks : marks.map(initial).slice(0, room);
  return [day.isToday ? accent(`[${date}]`) : ` ${date} `, ...shown, " ".repeat(Math.max(0, room - widthOfAll(shown)))];
}

/** The grid of a month for a width: the weekdays, then one line per week. */
function grid(days: readonly SnapshotDay[], width: number): readonly (readonly Cell[])[] {
  const cells = Math.min(MOST_CELLS, Math.floor(width / 7));
  const before = days[0]?.weekday ?? 0;
  const weeks = Map.groupBy(days, ({ date }) => Math.floor((before + date - 1) / 7));
  return [
    [
      dim(" "),
      dim(
        WEEKDAYS.map((name) => name.padEnd(cells))
          .join("")
          .trimEnd(),
      ),
    ],
    ...[...weeks].map(([week, own]): readonly Cell[] => [
      " ".repeat(week === 0 ? before * cells : 0),
      ...own.flatMap((day) => dayCells(day, cells)),
    ]),
  ];
}

/** Legend of the marks of these days. */
function legend(days: readonly SnapshotDay[]): readonly Cell[] {
  const letters = (kinds: readonly string[], change: (letter: string) => string): string =>
    [...kindCounts(kinds).keys()].map((kind) => `${change(letterOf(kind))} ${kindLabel(kind)}`).join(", ");
  const restorable = letters(days.flatMap(restorableKinds), (letter) => letter.toUpperCase());
  const planned = letters(days.flatMap(plannedKinds), (letter) => letter.toLowerCase());
  const signs = present(
    days.some(({ isMissing }) => isMissing) && "! snapshots missing",
    days.some(({ failed }) => failed.length > 0) && "× failed",
    days.some(({ beingTaken }) => beingTaken.length > 0) && "● in progress",
    days.some(({ unknown }) => unknown.length > 0) && "? status unknown",
    "· none",
    days.some(({ isToday }) => isToday) && "[ ] today",
  ).join("  ");
  return present(
    restorable !== "" && dim(`Restorable: ${restorable}`),
    planned !== "" && dim(`Scheduled: ${planned}`),
    (restorable !== "" || planned !== "") && dim("The letter is the rarest type of the day, the number its snapshots."),
    dim(signs),
  );
}

const timesOf = (times: readonly number[], zone: Zone): string => {
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined) return "";
  return times.length === 1
    ? ` at ${formatHourMinute(first, zone)}`
    : ` from ${formatHourMinute(first, zone)} to ${formatHourMinute(last, zone)}`;
};

/** Statuses as they were received, each once. */
const formatStatuses = (snapshots: readonly Snapshot[]): string =>
  [...new Set(snapshots.map(({ status }) => status || "none"))].join(", ");

/** Text for a day; null where there is nothing to say. */
function formatOneDay(day: SnapshotDay, zone: Zone): { readonly text: string; readonly tone: Tone } | null {
  const { restorable, failed, beingTaken, unknown, planned, isMissing } = day;
  const parts = present(
    restorable.length > 0 &&
      `${formatKindCounts(kindCounts(restorableKinds(day)))}${timesOf(
        restorable.map(({ takenAt }) => takenAt),
        zone,
      )}`,
    beingTaken.length > 0 && `${beingTaken.length} in progress`,
    unknown.length > 0 && `${unknown.length} of unknown status (${formatStatuses(unknown)})`,
    failed.length > 0 &&
      `${failed.length} failed${timesOf(
        failed.map(({ takenAt }) => takenAt),
        zone,
      )}`,
    isMissing && "snapshots missing",
    planned.length > 0 &&
      `scheduled: ${formatKindCounts(kindCounts(plannedKinds(day)))}${timesOf(
        planned.map(({ at }) => at),
        zone,
      )}`,
  );
  if (parts.length === 0) return null;
  const text = parts.join("; ");
  if (failed.length > 0) return bad(text);
  if (isMissing || unknown.length > 0) return warn(text);
  return restorable.length + beingTaken.length === 0 ? dim(text) : { text, tone: "plain" };
}

/** The days as text, one line each; consecutive days with the same text share a line. */
function formatDays(days: readonly SnapshotDay[], zone: Zone): readonly Cell[] {
  const lines: { first: SnapshotDay; last: SnapshotDay; text: string; tone: Tone }[] = [];
  for (const day of days) {
    const said = formatOneDay(day, zone);
    const former = lines.at(-1);
    if (said === null) continue;
    const isNext = former !== undefined && former.last.date === day.date - 1;
    if (isNext && former.text === said.text && !day.isToday && !former.last.isToday) former.last = day;
    else lines.push({ first: day, last: day, ...said });
  }
  return lines.map(({ first, last, text, tone }) => {
    const each = first === last ? (first.isToday ? " (today)" : "") : ", each day";
    return { text: `${formatDaySpan(first, last, last.year)}${each}: ${text}`, tone };
  });
}

const daysWith = (days: readonly SnapshotDay[], has: (day: SnapshotDay) => boolean): string =>
  pluralize(days.filter(has).length, "day");

/** The month in a few sentences. */
function summary(days: readonly SnapshotDay[]): readonly Cell[] {
  const restorable = days.flatMap(restorableKinds);
  const planned = days.flatMap(plannedKinds);
  const failed = days.reduce((sum, day) => sum + day.failed.length, 0);
  return present(
    restorable.length === 0
      ? "No restorable snapshots in this month."
      : `Restorable: ${formatKindCounts(kindCounts(restorable))}, on ${daysWith(days, (day) => day.restorable.length > 0)}.`,
    planned.length > 0 &&
      `Scheduled: ${formatKindCounts(kindCounts(planned))}, on ${daysWith(days, (day) => day.planned.length > 0)}.`,
    failed > 0 && bad(`Failed: ${pluralize(failed, "snapshot")}.`),
    days.some(({ isMissing }) => isMissing) &&
      warn(`Missing: scheduled snapshots on ${daysWith(days, ({ isMissing }) => isMissing)}.`),
  );
}

/** The calendar can be turned this many months ahead. */
const MONTHS_AHEAD = 12;

/** The calendar of a month. It can be turned from the month of the oldest snapshot to a year ahead. */
export function calendarPage(shown: Shown, zone: Zone): Page {
  const { points, now, month } = shown;
  const days = snapshotDays(month, { ...points, now, zone });
  const [first, last] = [days.at(0)?.start ?? 0, days.at(-1)?.end ?? 0];
  const spans = points.missingSpans.filter((span) => span.from < last && (span.to ?? now) >= first);
  const words = lineEach([
    ...summary(days),
    ...spans.map((span) => warn(formatMissingSpan(span, { now, zone }))),
    ...points.notes,
  ]);
  const dayLines = lineEach(formatDays(days, zone));
  const lines = [...words, ...dayLines];
  const thisMonth = calendarDayOf(now, zone);
  const oldest = points.snapshots[0] === undefined ? thisMonth : calendarDayOf(points.snapshots[0].takenAt, zone);
  const turned = (by: number, isPossible: boolean): (() => Page) | null =>
    isPossible ? () => calendarPage({ ...shown, month: monthAfter(month, by) }, zone) : null;
  const ahead = monthAfter(thisMonth, points.plan === null ? 0 : MONTHS_AHEAD);
  const title = `Snapshots of ${points.cluster}: ${MONTHS[month.month] ?? ""} ${month.year}, ${zoneName(zone)}`;
  return {
    title,
    lines,
    drawn: (width) => [
      ...grid(days, width),
      ...lineEach(legend(days)),
      [],
      ...words,
      ...(dayLines.length === 0 ? [] : [[], ...dayLines]),
    ],
    inZone: (other) => calendarPage(shown, other),
    turns: {
      back: turned(-1, compareMonths(month, oldest) > 0),
      forward: turned(1, compareMonths(month, ahead) < 0),
    },
    copies: [{ title: "Calendar as text", text: `${[title, ...lines.flat().map(cellText)].join("\n")}\n` }],
  };
}
