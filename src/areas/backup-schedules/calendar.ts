import { rankOf } from "../../domain/backup/schedule-items.ts";
import type { Planned } from "../../domain/backup/snapshot-plan.ts";
import { type CalendarDay, calendarDayOf, dayKey, formatDaySpan, WEEKDAYS } from "../../text/calendar.ts";
import { DAY } from "../../text/durations.ts";
import { formatHourMinute, type Zone } from "../../text/format.ts";
import { dim } from "../builders/cells.ts";
import type { Cell, Tone } from "../model/cell.ts";
import type { Times } from "../model/context.ts";

/** Upcoming snapshots as a calendar: as text by day, and as a strip (`domain.md` 12.6). */

/** Up to this many times in a row are listed individually. */
const MOST_NAMED = 6;

/** The times of one day: those of the usual kind alone, others followed by their kind. */
function formatTimes(planned: readonly Planned[], usual: string, zone: Zone): string {
  const words: string[] = [];
  let run: Planned[] = [];
  const endRun = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined && run.length > MOST_NAMED)
      words.push(`${formatHourMinute(first.at, zone)} to ${formatHourMinute(last.at, zone)} (${run.length})`);
    else words.push(...run.map(({ at }) => formatHourMinute(at, zone)));
    run = [];
  };
  for (const one of planned) {
    if (one.frequencyType === usual) run.push(one);
    else {
      endRun();
      words.push(`${formatHourMinute(one.at, zone)} ${one.frequencyType}`);
    }
  }
  endRun();
  return words.join("  ");
}

/** The most frequent kind: it is not named with each time. */
export function usualKind(planned: readonly Planned[]): string {
  const counts = new Map<string, number>();
  for (const { frequencyType } of planned) counts.set(frequencyType, (counts.get(frequencyType) ?? 0) + 1);
  return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0] ?? "";
}

/** One line of the calendar: a day, or consecutive days with the same times. */
type CalendarLine = { readonly days: string; readonly times: string };

/** The calendar of planned snapshots, the soonest first; consecutive days with the same times share a line. */
export function calendar(planned: readonly Planned[], { now, zone }: Times): readonly CalendarLine[] {
  const usual = usualKind(planned);
  const days = [...Map.groupBy(planned, ({ at }) => dayKey(calendarDayOf(at, zone))).values()].map((own) => ({
    day: calendarDayOf(own[0]?.at ?? 0, zone),
    at: own[0]?.at ?? 0,
    times: formatTimes(own, usual, zone),
  }));
  const lines: { first: CalendarDay; last: CalendarDay; lastAt: number; times: string }[] = [];
  for (const { day, at, times } of days) {
    const former = lines.at(-1);
    // The next day, allowing for the hour of a daylight saving change.
    if (former !== undefined && former.times === times && at - former.lastAt < 1.5 * DAY) {
      former.last = day;
      former.lastAt = at;
    } else lines.push({ first: day, last: day, lastAt: at, times });
  }
  const { year } = calendarDayOf(now, zone);
  return lines.map(({ first, last, times }) => ({ days: formatDaySpan(first, last, year), times }));
}

/** Narrower than this, the times are shown below their days (cells). */
const LEAST_TIMES = 22;

/** The calendar as text of a width, with an aligned column of days; times that do not fit wrap. */
export function calendarTexts(planned: readonly Planned[], times: Times, width: number): readonly string[] {
  const lines = calendar(planned, times);
  const widest = Math.max(0, ...lines.map(({ days }) => days.length)) + 2;
  const isBeside = width - widest >= LEAST_TIMES;
  const indent = isBeside ? widest : 2;
  return lines.flatMap(({ days, times }) => {
    const below = folded(times.split("  "), width - indent);
    const rows = below.map(
      (row, index) => `${index === 0 && isBeside ? days.padEnd(indent) : " ".repeat(indent)}${row}`,
    );
    return isBeside ? rows : [days, ...rows];
  });
}

/** Wraps words into as few lines of a width as possible. */
function folded(words: readonly string[], width: number): readonly string[] {
  const rows: string[] = [];
  for (const word of words) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 2 + word.length <= width) rows[rows.length - 1] = `${last}  ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** Length of the strip in days. */
export const AHEAD_DAYS = 14;

/** Letter of a kind on the strip; the most frequent kind is a dot. */
const letterOf = (frequencyType: string): string =>
  frequencyType === "hourly" || frequencyType === "" ? "•" : frequencyType.charAt(0);

const toneOf = (frequencyType: string): Tone => (frequencyType === "hourly" ? "good" : "accent");

/** The next days as a strip: one mark per snapshot, the rarest kind where several coincide, and the days below. */
export function aheadStrip(
  planned: readonly Planned[],
  { now, zone }: Times,
  width: number,
): readonly (readonly Cell[])[] {
  const perDay = Math.max(1, Math.min(6, Math.floor(width / AHEAD_DAYS)));
  const cells = perDay * AHEAD_DAYS;
  const step = DAY / perDay;
  const marks = Array.from({ length: cells }, (_, index): Cell => {
    const here = planned.filter(({ at }) => at > now + index * step && at <= now + (index + 1) * step);
    const [rarest] = here.toSorted((left, right) => rankOf(right.frequencyType) - rankOf(left.frequencyType));
    if (rarest === undefined) return dim("·");
    return { text: letterOf(rarest.frequencyType), tone: toneOf(rarest.frequencyType) };
  });
  const days = Array.from({ length: AHEAD_DAYS }, (_, index) =>
    (WEEKDAYS[calendarDayOf(now + index * DAY, zone).weekday] ?? "")
      .slice(0, perDay > 2 ? perDay - 1 : 1)
      .padEnd(perDay),
  );
  return [marks, [dim(days.join(""))]];
}
