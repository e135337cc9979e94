import type { Table } from "../../areas/builders/table.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Row } from "../../areas/model/view.ts";
import { rowById } from "./arrange.ts";

/** Name of a row: its text in the column that grows most; null where that is empty. */
export function rowName({ columns }: Pick<Table, "columns">, row: Row): string | null {
  const [widest] = [...columns].sort((one, other) => other.grow - one.grow || one.priority - other.priority);
  return (widest === undefined ? "" : cellText(row.cells[widest.id] ?? "")) || null;
}

/** Name of the row with an id. */
export function nameOfRow({ model }: { readonly model: Table }, id: string): string | null {
  const row = rowById(model, id);
  return row === undefined ? null : rowName(model, row);
}
