import type { Table } from "../../areas/table.ts";
import { cellText, type Row } from "../../areas/view.ts";

/** Cells that say something else than in the answer before: by row, the columns. */
export type Changes = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_CHANGES: Changes = new Map();

const rowsById = (model: Table): ReadonlyMap<string, Row> =>
  new Map(model.rows.flatMap((row) => [row, ...(row.members ?? [])]).map((row) => [row.id, row]));

/**
 * What changed from one model to the next. Cells that move with the time alone do not count; a row that was not there before is
 * marked as new by its area, not here.
 */
export function changesBetween(before: Table, after: Table): Changes {
  if (after.rows === before.rows) return NO_CHANGES;
  const columns = after.columns.filter(({ ticks }) => ticks !== true);
  const old = rowsById(before);
  const found = new Map<string, ReadonlySet<string>>();
  for (const [id, row] of rowsById(after)) {
    const previous = old.get(id);
    if (previous === undefined || previous === row) continue;
    const changed = columns.filter(
      (column) => cellText(previous.cells[column.id] ?? "") !== cellText(row.cells[column.id] ?? ""),
    );
    if (changed.length > 0) found.set(id, new Set(changed.map((column) => column.id)));
  }
  return found;
}
