import type { MissingSpan } from "../../domain/backup/missing-snapshots.ts";
import { isRestorable, type Snapshot } from "../../domain/backup/snapshot.ts";
import { DAY } from "../../text/durations.ts";
import { formatTime, type Zone } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, dim, good, warn } from "../builders/cells.ts";
import type { Cell, Tone } from "../model/cell.ts";

/** A strip of the last days: restorable points and gaps (`domain.md` 13.6). */

/** Length of the strip in days. */
export const STRIP_DAYS = 14;

type Strip = {
  readonly snapshots: readonly Snapshot[];
  readonly missingSpans: readonly MissingSpan[];
  /** Start of the point-in-time window, or null. */
  readonly windowFrom: number | null;
  /** Id of the selected snapshot. */
  readonly selected: string | null;
  readonly now: number;
  readonly zone: Zone;
};

const MARKS = {
  point: good("•"),
  selected: accent("●"),
  failed: bad("×"),
  gap: warn("!"),
  nothing: dim("·"),
} as const satisfies Readonly<Record<string, { text: string; tone: Tone }>>;

/** The strip, its window and its axis as lines of a width. */
export function strip(
  { snapshots, missingSpans, windowFrom, selected, now, zone }: Strip,
  width: number,
): readonly (readonly Cell[])[] {
  const cells = Math.max(14, Math.min(width, 84));
  const from = now - STRIP_DAYS * DAY;
  const step = (STRIP_DAYS * DAY) / cells;
  const bounds = (index: number) => ({ start: from + index * step, end: from + (index + 1) * step });
  const points = Array.from({ length: cells }, (_, index): Cell => {
    const { start, end } = bounds(index);
    const here = snapshots.filter(({ takenAt }) => takenAt > start && takenAt <= end);
    if (here.some(({ id }) => id === selected)) return MARKS.selected;
    if (here.some(isRestorable)) return MARKS.point;
    if (here.some(({ status }) => status === "failed")) return MARKS.failed;
    const isGap = missingSpans.some((gap) => gap.from + gap.planned < end && (gap.to ?? now) > start);
    return isGap ? MARKS.gap : MARKS.nothing;
  });
  const window = Array.from({ length: cells }, (_, index): Cell => {
    const { end } = bounds(index);
    return windowFrom !== null && end > windowFrom ? good("─") : " ";
  });
  const first = formatTime(from, now, zone);
  return present(points, windowFrom !== null && window, [
    dim(`${first}${"now".padStart(Math.max(4, cells - first.length))}`),
  ]);
}
