import type { Table } from "../../areas/table.ts";
import { cellText, type Row } from "../../areas/view.ts";

/** Cells that say something else than in the answer before: by row, the columns. */
export type Changes = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_CHANGES: Changes = new Map();

/** Rows that came or went are looked behind so far. */
const LOOKED_AHEAD = 5;

/** The rows of both lists that are not one and the same row: most of a long list are the very rows of before, in their order. */
function unlikeRows(
  before: readonly Row[],
  after: readonly Row[],
): readonly [before: readonly Row[], after: readonly Row[]] {
  const [old, fresh]: [Row[], Row[]] = [[], []];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    const [was, row] = [before[from], after[to]];
    let ahead = 0;
    while (ahead < LOOKED_AHEAD && was !== after[to + ahead] && row !== before[from + ahead]) ahead += 1;
    if (row !== undefined && row === before[from + ahead]) {
      old.push(...before.slice(from, from + ahead));
      [from, to] = [from + ahead + 1, to + 1];
    } else if (was !== undefined && was === after[to + ahead]) {
      fresh.push(...after.slice(to, to + ahead));
      [from, to] = [from + 1, to + ahead + 1];
    } else {
      if (was !== undefined) old.push(was);
      if (row !== undefined) fresh.push(row);
      [from, to] = [from + 1, to + 1];
    }
  }
  return [old, fresh];
}

const rowsById = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

const membersOf = (row: Row | undefined): readonly Row[] => row?.members ?? [];

/** The rows of both that the other does not have as they are, members of groups as well. */
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

/**
 * What changed from one model to the next. Cells that move with the time alone do not count; a row that was not there before is
 * marked as new by its area, not here.
 */
export function changesBetween(before: Table, after: Table): Changes {
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
