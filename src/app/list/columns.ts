import { type Cell, cellShort, cellText } from "../../areas/model/cell.ts";
import type { Column, Row } from "../../areas/model/view.ts";
import { fitText, widthOf } from "../../text/width.ts";

/** A column with its width. */
export type FittedColumn = { readonly column: Column; readonly width: number };

/** Cells before the first column: selection, mark, new. */
export const GUTTER = 3;
/** Cells between two columns. */
export const GAP = 2;
/** Indent of a group's members in cells; their first column is narrower by as much. */
export const INDENT = 2;
/** Rows that are measured for the natural width of a column: enough for a good width, and fast. */
const MEASURED_ROWS = 200;

/** The first rows and the last one: in a list sorted by time, the latest and the earliest. */
const measured = (rows: readonly Row[]): readonly Row[] =>
  rows.length <= MEASURED_ROWS ? rows : [...rows.slice(0, MEASURED_ROWS), ...rows.slice(-1)];

/** Width of the widest cell of a column. */
const widestCell = (column: Column, rows: readonly Row[]): number =>
  rows.reduce((widest, row) => Math.max(widest, widthOf(cellText(row.cells[column.id] ?? ""))), 0);

/** The rows that columns have to fit: those of the list, and the visible members of its groups. */
type FittedRows = { readonly rows: readonly Row[]; readonly members: readonly Row[] };

/** Width of the widest cell of a column, including its title; `most` limits the width of its cells. */
const naturalWidth = (column: Column, { rows, members }: FittedRows, indent: number, most = column.max): number =>
  Math.max(
    column.min,
    widthOf(column.title),
    Math.min(widestCell(column, rows), most ?? Number.POSITIVE_INFINITY),
    members.length === 0 ? 0 : Math.min(widestCell(column, members), most ?? Number.POSITIVE_INFINITY) + indent,
  );

/** Gives the width that remains when all columns have their maximum to those with cut cells, the most important first. */
function uncut(fitted: readonly FittedColumn[], rows: FittedRows, spare: number): readonly FittedColumn[] {
  if (spare <= 0) return fitted;
  let left = spare;
  const widths = new Map<Column, number>();
  for (const { column, width } of fitted.toSorted((one, other) => one.column.priority - other.column.priority)) {
    const whole =
      left <= 0 || column.drawn === true
        ? width
        : naturalWidth(column, rows, column === fitted[0]?.column ? INDENT : 0, Number.POSITIVE_INFINITY);
    const more = Math.max(0, Math.min(left, whole - width));
    left -= more;
    widths.set(column, width + more);
  }
  return fitted.map(({ column, width }) => ({ column, width: widths.get(column) ?? width }));
}

/** Text of a cell in exactly the width of its column; the short form where the full text has no room. */
export function textIn(cell: Cell, { column, width }: FittedColumn): string {
  const text = widthOf(cellText(cell)) <= width ? cellText(cell) : cellShort(cell);
  return fitText(text, width, column.align, column.truncate);
}

const isDrawnIn = ({ cells, members }: Row, id: string): boolean =>
  cellText(cells[id] ?? "") !== "" || members?.some((member) => isDrawnIn(member, id)) === true;

/**
 * The columns that fit into a width; drawn columns only if a row has a drawing, beside all others, in the width that is left. `members`: visible
 * members of groups.
 */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  width: number,
  members: readonly Row[] = [],
): readonly FittedColumn[] {
  const drawings = columns.filter(({ drawn }) => drawn === true);
  const texts = columns.filter(({ drawn }) => drawn !== true);
  const measuredRows = { rows: measured(rows), members: measured(members) };
  const fitted = fitTexts(texts, measuredRows, width);
  let spare = width - fitted.reduce((sum, one) => sum + one.width + GAP, 0);
  const isWhole = fitted.length === texts.length;
  const beside = drawings.flatMap((column): FittedColumn[] => {
    if (!isWhole || spare < column.min || !rows.some((row) => isDrawnIn(row, column.id))) return [];
    spare -= column.min + GAP;
    return [{ column, width: column.min }];
  });
  // A drawing must not move other columns when it appears: its width stays free before. No gap follows the last column.
  const kept = drawings
    .filter((column) => !beside.some((one) => one.column === column))
    .reduce((sum, { min }) => sum + min + GAP, 0);
  return uncut([...fitted, ...beside], measuredRows, spare + GAP - kept);
}

/**
 * Columns with the highest priority number are left out first, also in favour of columns that stay whole; the remaining width goes to growing
 * columns, as far as their content needs it.
 */
function fitTexts(columns: readonly Column[], rows: FittedRows, width: number): readonly FittedColumn[] {
  let kept = [...columns];
  const naturals = new Map(
    columns.map((column) => [column, naturalWidth(column, rows, column === columns[0] ? INDENT : 0)]),
  );
  const naturalOf = (column: Column): number => naturals.get(column) ?? column.min;
  const needed = (list: readonly Column[], leastOf = ({ min }: Column): number => min): number =>
    list.reduce((sum, column) => sum + leastOf(column), 0) + GAP * Math.max(0, list.length - 1);
  while (kept.length > 1) {
    const worst = Math.max(...kept.map(({ priority }) => priority));
    const wholeOf = (column: Column): number => {
      if (column.priority === worst) return column.min;
      const natural = naturalOf(column);
      return column.whole === true ? natural : Math.min(natural, Math.max(column.min, column.enough ?? 0));
    };
    if (needed(kept, wholeOf) <= width) break;
    const last = kept.findLastIndex(({ priority }) => priority === worst);
    kept = kept.filter((_column, index) => index !== last);
  }
  const widths = new Map(kept.map((column) => [column.id, column.min]));
  let spare = width - needed(kept);
  // First the missing width of fixed columns and of those that stay whole, then growing ones in turns, by their share.
  for (const round of ["fixed", "growing"] as const) {
    const wanting = kept.filter(({ grow, whole }) => (grow === 0 || whole === true) === (round === "fixed"));
    for (let open = wanting; spare > 0 && open.length > 0; ) {
      const shares = open.reduce((sum, { grow }) => sum + Math.max(1, grow), 0);
      let given = 0;
      for (const column of open) {
        const has = widths.get(column.id) ?? column.min;
        const wants = naturalOf(column) - has;
        const part = Math.min(
          wants,
          spare - given,
          Math.max(1, Math.floor((spare * Math.max(1, column.grow)) / shares)),
        );
        if (part <= 0) continue;
        widths.set(column.id, has + part);
        given += part;
      }
      spare -= given;
      open = open.filter((column) => (widths.get(column.id) ?? 0) < naturalOf(column));
      if (given === 0) break;
    }
  }
  return kept.map((column) => ({ column, width: widths.get(column.id) ?? column.min }));
}
