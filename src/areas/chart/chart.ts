import type { Ring } from "../../domain/sample-ring.ts";
import { columnsOf, spanOfRing, type TimeSpan } from "./columns.ts";
import { type ChartStyle, MARKS, type Marks } from "./marks.ts";

export { asciiMark, type ChartStyle } from "./marks.ts";

/**
 * Charts as lines of text: the largest value at the top of the axis, 0 at its foot, the first and the last time below, what is not
 * known left empty (`screens.md`, grammar). Labels are ASCII: one cell a character.
 */

export type ChartOptions = {
  /** Cells; no line is longer. */
  readonly width: number;
  /** Lines, the one with the times included; at least 2. */
  readonly height: number;
  /** Braille where nobody says. */
  readonly style?: ChartStyle;
  /** What is shown: all readings, where nobody says. */
  readonly span?: TimeSpan;
  /** The value at the top: the largest shown, where nobody says. */
  readonly most?: number;
  /** A pause between two readings that is drawn as a gap (ms): several of the usual ones nearby, where nobody says. */
  readonly gap?: number;
  readonly value: (value: number) => string;
  readonly time: (at: number) => string;
};

/** So many cells of curve are worth labels beside it. */
const LEAST_PLOT = 8;

/** The lowest level that is not empty is for every value that is known, 0 included: nothing known is not zero. */
function levelOf(value: number | null, most: number, levels: number): number {
  if (value === null) return 0;
  return Math.max(1, Math.min(levels, Math.round((value / most) * levels)));
}

/** The rows of a plot, the topmost first. */
function plot(columns: readonly (number | null)[], most: number, rows: number, marks: Marks): readonly string[] {
  const levels = columns.map((value) => levelOf(value, most, rows * marks.levels));
  const cells = Math.ceil(columns.length / marks.columns);
  return Array.from({ length: rows }, (_, row) => {
    const below = (rows - 1 - row) * marks.levels;
    return Array.from({ length: cells }, (_, cell) =>
      marks.cell(
        levels
          .slice(cell * marks.columns, (cell + 1) * marks.columns)
          .map((level) => Math.max(0, Math.min(marks.levels, level - below))),
      ),
    ).join("");
  });
}

const topOf = (columns: readonly (number | null)[]): number =>
  columns.reduce((most: number, value) => Math.max(most, value ?? 0), 0);

/** Below the plot: the first time at its left, the last at its right, as many as fit. */
function timesBelow({ from, to }: TimeSpan, width: number, time: (at: number) => string): string {
  const [first, last] = [time(from), time(to)];
  if (last.length > width) return "";
  if (first.length + 1 + last.length > width) return last.padStart(width);
  return first.padEnd(width - last.length) + last;
}

/**
 * Draws readings.
 *
 * @returns `height` lines of at most `width` cells; none where there is no reading or no room
 */
export function chart(ring: Ring, options: ChartOptions): readonly string[] {
  const { width, height, style = "braille", value, time } = options;
  const span = options.span ?? spanOfRing(ring);
  if (span === null || width < 1 || height < 2) return [];
  const marks = MARKS[style];
  /** The curve in so many cells. */
  const curve = (cells: number): readonly (number | null)[] =>
    columnsOf(ring, span, cells * marks.columns, options.gap);
  // The label tells how wide it is, and how wide it is tells what is drawn beside it: the largest of all is at hand before.
  const known = ring.flatMap((sample) => (sample.at >= span.from && sample.at <= span.to ? [sample.value] : []));
  const most = options.most ?? Math.max(topOf(known), topOf(curve(width)));
  const label = value(most);
  const margin = width - label.length - 1 >= LEAST_PLOT ? label.length + 1 : 0;
  const cells = width - margin;
  const drawn = plot(curve(cells), most > 0 ? most : 1, height - 1, marks);
  const beside = (row: number): string => {
    if (margin === 0) return "";
    const text = row === 0 ? label : row === drawn.length - 1 ? value(0) : "";
    return `${text.length < margin ? text.padStart(margin - 1) : "".padStart(margin - 1)} `;
  };
  const rows = drawn.map((row, index) => `${beside(index)}${row}`);
  return [...rows, `${" ".repeat(margin)}${timesBelow(span, cells, time)}`].map((line) => line.trimEnd());
}

/** What a curve of one line needs. */
export type SparklineOptions = Pick<ChartOptions, "width" | "style" | "span" | "most" | "gap">;

/** Readings in one line without labels, exactly `width` cells; empty cells where nothing is known. */
export function sparkline(ring: Ring, options: SparklineOptions): string {
  const { width, style = "braille" } = options;
  const span = options.span ?? spanOfRing(ring);
  if (width < 1) return "";
  if (span === null) return " ".repeat(width);
  const marks = MARKS[style];
  const columns = columnsOf(ring, span, width * marks.columns, options.gap);
  const most = options.most ?? topOf(columns);
  return plot(columns, most > 0 ? most : 1, 1, marks)[0] ?? "";
}

/**
 * A bar of exactly `width` cells: `████░░░`. It is full only when all is done, and has an empty cell until then; of nothing to do
 * (0 of 0) nothing is full, for nothing is known of it (`domain.md` 10.5).
 */
export function progressBar(done: number, total: number, width: number, style: ChartStyle = "braille"): string {
  const cells = Math.max(0, Math.floor(width));
  const part = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const full = part === 1 ? cells : Math.min(cells - 1, Math.floor(part * cells));
  const [on, off] = style === "ascii" ? ["#", "."] : ["█", "░"];
  return on.repeat(Math.max(0, full)) + off.repeat(cells - Math.max(0, full));
}
