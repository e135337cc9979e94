import type { FormRow } from "../../forms/row-types.ts";
import type { RowLine } from "./lines.ts";
import { itemOf } from "./rows.ts";

/** The lines of a form that have to be in view, by their indexes. */
type LineRange = { readonly first: number; readonly last: number };

/**
 * The lines of the focused row, and as much of its item below them as fits: a new entry at the foot of the form shows what is to be filled in. An
 * item that is longer than the room is shown from its heading on.
 */
export function rangeInView(lines: readonly RowLine[], rows: readonly FormRow[], room: number): LineRange {
  const first = Math.max(
    0,
    lines.findIndex(({ hasKeys }) => hasKeys),
  );
  const last = Math.max(
    first,
    lines.findLastIndex(({ hasKeys }) => hasKeys),
  );
  const focused = rows.find(({ key }) => key === lines[first]?.row);
  const item = focused === undefined ? undefined : itemOf(rows, focused);
  if (item === undefined) return { first, last };
  const at = rows.indexOf(item);
  const after = rows.findIndex(({ depth }, index) => index > at && depth <= item.depth);
  const within = new Set(rows.slice(at, after === -1 ? rows.length : after).map(({ key }) => key));
  const head = lines.findIndex(({ row }) => row === item.key);
  const end = lines.findLastIndex(({ row }) => within.has(row));
  return { first, last: Math.max(last, Math.min(end, head + room - 1)) };
}
