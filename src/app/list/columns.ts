import { type Column, cellText, type Row } from "../../areas/view.ts";
import { widthOf } from "../../text/width.ts";

/** A column with the width it gets. */
export type FittedColumn = { readonly column: Column; readonly width: number };

const GAP = 2;
/** Rows that are measured for the natural width of a column: enough to look right, too few to be felt. */
const MEASURED_ROWS = 200;

/** The widest cell of a column among the first rows, its title included. */
function naturalWidth(column: Column, rows: readonly Row[]): number {
  let widest = Math.max(column.min, widthOf(column.title));
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    widest = Math.max(widest, widthOf(cellText(row.cells[column.id] ?? "")));
  }
  return Math.min(widest, column.max ?? Number.POSITIVE_INFINITY);
}

const isDrawnIn = ({ cells, members }: Row, id: string): boolean =>
  cellText(cells[id] ?? "") !== "" || members?.some((member) => isDrawnIn(member, id)) === true;

/** The columns that fit into a width; drawings only where there are any, beside all others, in what these leave free. */
export function fitColumns(columns: readonly Column[], rows: readonly Row[], width: number): readonly FittedColumn[] {
  const drawings = columns.filter(({ drawn }) => drawn === true);
  const texts = columns.filter(({ drawn }) => drawn !== true);
  const fitted = fitTexts(texts, rows, width);
  let spare = width - fitted.reduce((sum, one) => sum + one.width + GAP, 0);
  const isWhole = fitted.length === texts.length;
  const beside = drawings.flatMap((column): FittedColumn[] => {
    if (!isWhole || spare < column.min || !rows.some((row) => isDrawnIn(row, column.id))) return [];
    spare -= column.min + GAP;
    return [{ column, width: column.min }];
  });
  return [...fitted, ...beside];
}

/**
 * Columns of the highest priority number are left out first; what is spare goes to growing columns as far as their content needs it.
 */
function fitTexts(columns: readonly Column[], rows: readonly Row[], width: number): readonly FittedColumn[] {
  let kept = [...columns];
  const needed = (list: readonly Column[]): number =>
    list.reduce((sum, { min }) => sum + min, 0) + GAP * Math.max(0, list.length - 1);
  while (kept.length > 1 && needed(kept) > width) {
    const worst = Math.max(...kept.map(({ priority }) => priority));
    const last = kept.findLastIndex(({ priority }) => priority === worst);
    kept = kept.filter((_column, index) => index !== last);
  }
  const widths = new Map(kept.map((column) => [column.id, column.min]));
  let spare = width - needed(kept);
  // First what fixed columns lack, then growing ones in turns, by their share.
  for (const round of ["fixed", "growing"] as const) {
    const wanting = kept.filter(({ grow }) => (round === "fixed" ? grow === 0 : grow > 0));
    const natural = new Map(wanting.map((column) => [column.id, naturalWidth(column, rows)]));
    for (let open = wanting; spare > 0 && open.length > 0; ) {
      const shares = open.reduce((sum, { grow }) => sum + Math.max(1, grow), 0);
      let given = 0;
      for (const column of open) {
        const has = widths.get(column.id) ?? column.min;
        const wants = (natural.get(column.id) ?? has) - has;
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
      open = open.filter(({ id }) => (widths.get(id) ?? 0) < (natural.get(id) ?? 0));
      if (given === 0) break;
    }
  }
  return kept.map((column) => ({ column, width: widths.get(column.id) ?? column.min }));
}

export { GAP };
