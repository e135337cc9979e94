import type { Table } from "../../areas/table.ts";
import { cellText, type Row } from "../../areas/view.ts";

/** Cells that say something else than in the answer before: by row, the columns. */
export type Changes = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_CHANGES: Changes = new Map();

const allRows = (model: Table): readonly Row[] => model.rows.flatMap((row) => [row, ...(row.members ?? [])]);

const rowsById = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

/**
 * What changed from one model to the next. Cells that move with the time alone do not count; a row that was not there before is
 * marked as new by its area, not here.
 */
export function changesBetween(before: Table, after: Table): Changes {
  if (after.rows === before.rows) return NO_CHANGES;
  const columns = after.columns.filter(({ ticks }) => ticks !== true);
  // Most of a long list are the very rows of before.
  const known = new Set(allRows(before));
  const fresh = rowsById(allRows(after).filter((row) => !known.has(row)));
  if (fresh.size === 0) return NO_CHANGES;
  const old = rowsById([...known].filter(({ id }) => fresh.has(id)));
  const found = new Map<string, ReadonlySet<string>>();
  for (const [id, row] of fresh) {
    const previous = old.get(id);
    if (previous === undefined) continue;
    const changed = columns.filter(
      (column) => cellText(previous.cells[column.id] ?? "") !== cellText(row.cells[column.id] ?? ""),
    );
    if (changed.length > 0) found.set(id, new Set(changed.map((column) => column.id)));
  }
  return found;
}
