import type { Table } from "../../areas/builders/table.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Row } from "../../areas/model/view.ts";
import { inOrder } from "../../text/in-order.ts";

/** Cells that differ from the previous answer: columns by row. */
export type Changes = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_CHANGES: Changes = new Map();

/** The rows of both lists without those that are identical (`Object.is`) in both: most rows of a long list are, and in the same order. */
function unlikeRows(
  before: readonly Row[],
  after: readonly Row[],
): readonly [before: readonly Row[], after: readonly Row[]] {
  const find = inOrder(before, Object.is);
  const isKept = before.map(() => false);
  const fresh = after.filter((row) => {
    const at = find(row);
    if (at !== null) isKept[at] = true;
    return at === null;
  });
  return [before.filter((_row, at) => isKept[at] !== true), fresh];
}

const rowsById = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

const membersOf = (row: Row | undefined): readonly Row[] => row?.members ?? [];

/** The rows of either list that the other does not have unchanged, including members of groups. */
function differingRows(
  before: readonly Row[],
  after: readonly Row[],
): readonly [before: readonly Row[], after: readonly Row[]] {
  const [old, fresh] = unlikeRows(before, after);
  const here = rowsById(fresh);
  const known = rowsById(old);
  const within = [
    ...fresh.map((row) => differingRows(membersOf(known.get(row.id)), membersOf(row))),
    ...old.filter(({ id }) => !here.has(id)).map((row) => differingRows(membersOf(row), [])),
  ];
  return [old.concat(...within.map(([rows]) => rows)), fresh.concat(...within.map(([, rows]) => rows))];
}

/** Changes from one model to the next. Cells that change with time alone are ignored; a new row is marked as new by its area, not here. */
export function changesBetween(before: Table, after: Table): Changes {
  if (after.rows === before.rows) return NO_CHANGES;
  const columns = after.columns.filter(({ ticks }) => ticks !== true);
  const found = new Map<string, ReadonlySet<string>>();
  const [old, fresh] = differingRows(before.rows, after.rows);
  const known = rowsById(old);
  for (const row of fresh) {
    const was = known.get(row.id);
    if (was === undefined || was === row) continue;
    const changed = columns.filter(({ id }) => cellText(was.cells[id] ?? "") !== cellText(row.cells[id] ?? ""));
    if (changed.length > 0) found.set(row.id, new Set(changed.map(({ id }) => id)));
  }
  return found.size === 0 ? NO_CHANGES : found;
}
