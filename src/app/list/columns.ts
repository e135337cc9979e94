import { type Cell, type Column, cellShort, cellText, type Row } from "../../areas/model/view.ts";
import { fitText, widthOf } from "../../text/width.ts";

/** A column with the width it gets. */
export type FittedColumn = { readonly column: Column; readonly width: number };

/** Cells before the first column: selection, mark, new. */
export const GUTTER = 3;
/** Cells between two columns. */
export const GAP = 2;
/** Cells that a member of a group stands further in than the group: its first column has as many fewer. */
export const INDENT = 2;
/** Rows that are measured for the natural width of a column: enough to look right, too few to be felt. */
const MEASURED_ROWS = 200;

/** The first of some rows, and the last: of what is in the order of time, the latest and the earliest. */
const measured = (rows: readonly Row[]): readonly Row[] =>
  rows.length <= MEASURED_ROWS ? rows : [...rows.slice(0, MEASURED_ROWS), ...rows.slice(-1)];

/** The widest cell of a column among rows. */
const widestCell = (column: Column, rows: readonly Row[]): number =>
  rows.reduce((widest, row) => Math.max(widest, widthOf(cellText(row.cells[column.id] ?? ""))), 0);

/** The rows that columns have to fit: those of the list, and the members of its groups that are shown below them. */
type FittedRows = { readonly rows: readonly Row[]; readonly members: readonly Row[] };

/** The widest cell of a column, its title included; `most`: of its cells, at most so many. */
const naturalWidth = (column: Column, { rows, members }: FittedRows, indent: number, most = column.max): number =>
  Math.max(
    column.min,
    widthOf(column.title),
    Math.min(widestCell(column, rows), most ?? Number.POSITIVE_INFINITY),
    members.length === 0 ? 0 : Math.min(widestCell(column, members), most ?? Number.POSITIVE_INFINITY) + indent,
  );

/**
 * What is spare when all columns have what they may have goes to those whose cells are cut, the most important first: nothing is cut beside
 * room that nobody uses.
 */
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

/** What a cell says in its column, in exactly its width: in short where the words have no room. */
export function textIn(cell: Cell, { column, width }: FittedColumn): string {
  const text = widthOf(cellText(cell)) <= width ? cellText(cell) : cellShort(cell);
  return fitText(text, width, column.align, column.truncate);
}

const isDrawnIn = ({ cells, members }: Row, id: string): boolean =>
  cellText(cells[id] ?? "") !== "" || members?.some((member) => isDrawnIn(member, id)) === true;

/**
 * The columns that fit into a width; drawings only where there are any, beside all others, in what these leave free. `members`: those of
 * groups that are shown below them.
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
  // A drawing moves no column when it comes: its room is left free before. No gap stands after the last one.
  const kept = drawings
    .filter((column) => !beside.some((one) => one.column === column))
    .reduce((sum, { min }) => sum + min + GAP, 0);
  return uncut([...fitted, ...beside], measuredRows, spare + GAP - kept);
}

/**
 * Columns of the highest priority number are left out first, also for those that are to stay whole; what is spare goes to growing columns as
 * far as their content needs it.
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
    const wholeOf = (column: Column): number =>
      column.whole === true && column.priority < worst ? naturalOf(column) : column.min;
    if (needed(kept, wholeOf) <= width) break;
    const last = kept.findLastIndex(({ priority }) => priority === worst);
    kept = kept.filter((_column, index) => index !== last);
  }
  const widths = new Map(kept.map((column) => [column.id, column.min]));
  let spare = width - needed(kept);
  // First what fixed columns lack and those that are to stay whole, then growing ones in turns, by their share.
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
