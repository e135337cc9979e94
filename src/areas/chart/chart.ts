import type { Ring } from "../../domain/sample-ring.ts";
import type { Cell } from "../model/cell.ts";
import { columnsOf, type Keeps, spanOfRing, type TimeSpan } from "./columns.ts";
import { COLUMNS, cellMark, LEVELS } from "./marks.ts";

/**
 * Charts as lines of text: by default from 0 at the foot to the largest value at the top, the first and the last time below; unknown values stay
 * empty (`screens.md`, grammar). Labels are ASCII: one cell per character.
 */

export type ChartOptions = {
  /** Width in cells; no line is longer. */
  readonly width: number;
  /** Height in lines, including the one with the times; at least 2. */
  readonly height: number;
  /** The time shown: by default, all samples. */
  readonly span?: TimeSpan;
  /** The value at the top: by default, the largest shown. */
  readonly most?: number;
  /** The value at the foot: 0 by default. */
  readonly least?: number;
  /** A value with a labelled line across the chart: a threshold. */
  readonly line?: number | undefined;
  /** The value that is drawn of several in one column: the largest by default. */
  readonly keeps?: Keeps;
  readonly value: (value: number) => string;
  readonly time: (at: number) => string;
};

/** Minimum width of the curve in cells for which labels are shown beside it. */
const LEAST_PLOT = 8;

/** The values at the foot and at the top of an axis. */
type Axis = { readonly least: number; readonly most: number };

/** Level 0 stands for an unknown value; every known value, 0 included, has at least level 1. */
function levelOf(value: number | null, { least, most }: Axis, levels: number): number {
  if (value === null) return 0;
  const part = most > least ? (value - least) / (most - least) : 0;
  return Math.max(1, Math.min(levels, Math.round(part * levels)));
}

/** The row that a value lies in; the top row is 0. */
const rowOf = (value: number, axis: Axis, rows: number): number =>
  rows - Math.ceil(levelOf(value, axis, rows * LEVELS) / LEVELS);

/** The mark of a line across: drawn over filled cells too, so that it stays visible where all values exceed it. */
const LINE = "─";

/**
 * The rows of a plot, from the top down.
 *
 * @param lineRow the row with a line across
 */
function plot(
  columns: readonly (number | null)[],
  axis: Axis,
  rows: number,
  lineRow: number | null = null,
): readonly string[] {
  const levels = columns.map((value) => levelOf(value, axis, rows * LEVELS));
  const cells = Math.ceil(columns.length / COLUMNS);
  return Array.from({ length: rows }, (_, row) => {
    const below = (rows - 1 - row) * LEVELS;
    return Array.from({ length: cells }, (_, cell) => {
      const filled = levels
        .slice(cell * COLUMNS, (cell + 1) * COLUMNS)
        .map((level) => Math.max(0, Math.min(LEVELS, level - below)));
      const hasTop = filled.some((level) => level > 0 && level < LEVELS);
      return row === lineRow && !hasTop ? LINE : cellMark(filled);
    }).join("");
  });
}

const topOf = (columns: readonly (number | null)[]): number =>
  columns.reduce((most: number, value) => Math.max(most, value ?? 0), 0);

/** The line below the plot: the first time on the left, the last on the right, as many as fit. */
function timesBelow({ from, to }: TimeSpan, width: number, time: (at: number) => string): string {
  const [first, last] = [time(from), time(to)];
  if (last.length > width) return "";
  if (first.length + 1 + last.length > width) return last.padStart(width);
  return first.padEnd(width - last.length) + last;
}

/**
 * Draws samples.
 *
 * @returns `height` lines of at most `width` cells; none where there is no sample or no room
 */
export function chart(ring: Ring, options: ChartOptions): readonly string[] {
  const { width, height, value, time, least = 0, line } = options;
  const span = options.span ?? spanOfRing(ring);
  if (span === null || width < 1 || height < 2) return [];
  const rows = height - 1;
  /** The curve in this many cells. */
  const curve = (cells: number): readonly (number | null)[] => columnsOf(ring, span, cells * COLUMNS, options.keeps);
  // The width of the labels depends on the largest value, which depends on the width of the curve: the largest of all
  // samples breaks the cycle.
  const known = ring.flatMap((sample) => (sample.at >= span.from && sample.at <= span.to ? [sample.value] : []));
  const most = options.most ?? Math.max(topOf(known), topOf(curve(width)));
  const axis = { least, most: most > least ? most : least + 1 };
  const lineRow = line === undefined ? null : rowOf(line, axis, rows);
  const labels = Array.from({ length: rows }, (_, row) => {
    if (line !== undefined && row === lineRow) return value(line);
    if (row === 0) return value(most);
    return row === rows - 1 ? value(least) : "";
  });
  // The label of the foot takes no room of its own where it is 0.
  const widest = Math.max(
    ...labels.map((label, row) => (row === rows - 1 && least === 0 ? 0 : label.length)),
    value(most).length,
  );
  const margin = width - widest - 1 >= LEAST_PLOT ? widest + 1 : 0;
  const cells = width - margin;
  const drawn = plot(curve(cells), axis, rows, lineRow);
  const beside = (label: string): string => {
    if (margin === 0) return "";
    return `${label.length < margin ? label.padStart(margin - 1) : "".padStart(margin - 1)} `;
  };
  const lines = drawn.map((row, index) => `${beside(labels[index] ?? "")}${row}`);
  return [...lines, `${" ".repeat(margin)}${timesBelow(span, cells, time)}`].map((text) => text.trimEnd());
}

/** A chart as cells: the curve in the accent, the times dimmed. */
export function chartCells(ring: Ring, options: ChartOptions): readonly (readonly Cell[])[] {
  const lines = chart(ring, options);
  return lines.map((text, index) => [{ text, tone: index === lines.length - 1 ? "dim" : "accent" }]);
}

/** Options of a one-line curve. */
type SparklineOptions = Pick<ChartOptions, "width" | "span" | "most" | "least" | "keeps">;

/** Samples in one line without labels, exactly `width` cells; cells without data stay empty. */
export function sparkline(ring: Ring, options: SparklineOptions): string {
  const { width, least = 0 } = options;
  const span = options.span ?? spanOfRing(ring);
  if (width < 1) return "";
  if (span === null) return " ".repeat(width);
  const columns = columnsOf(ring, span, width * COLUMNS, options.keeps);
  const most = options.most ?? topOf(columns);
  return plot(columns, { least, most: most > least ? most : least + 1 }, 1)[0] ?? "";
}

/**
 * A bar of exactly `width` cells: `████░░░`. It is full only when all is done, and has an empty cell until then; with a total of 0 it is empty, as
 * nothing is known about the progress (`domain.md` 10.5).
 */
export function progressBar(done: number, total: number, width: number): string {
  const cells = Math.max(0, Math.floor(width));
  const part = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const full = part === 1 ? cells : Math.min(cells - 1, Math.floor(part * cells));
  return "█".repeat(Math.max(0, full)) + "░".repeat(cells - Math.max(0, full));
}
