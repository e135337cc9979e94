import { idIn } from "../../contract/entities.ts";
import { isObject, type Json, sameJson } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { inOrder } from "../../text/in-order.ts";

/**
 * Structural sharing between two answers of one request: equal rows become the same objects, so that nothing renders them again. Rows are matched by
 * the ids of the contract's entities.
 */

/** The rows of a list answer (`results`) or of a bare array; undefined for a record. */
export function rowsOf(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data;
  return isObject(data) && Array.isArray(data["results"]) ? data["results"] : undefined;
}

/** Length of the longest list in an answer. */
export const longestListIn = (data: unknown): number =>
  [data, ...(isObject(data) ? Object.values(data) : [])].reduce<number>(
    (most, list) => (Array.isArray(list) ? Math.max(most, list.length) : most),
    0,
  );

/** Replaces unchanged list items of a fresh record by the old objects, for example a history, whose entries have no ids. */
function shareItems(before: unknown, fresh: unknown): void {
  if (!isObject(before) || !isObject(fresh)) return;
  for (const [name, items] of Object.entries(fresh)) {
    const old = before[name];
    if (!Array.isArray(items) || !Array.isArray(old)) continue;
    const find = inOrder(old, sameJson);
    for (const [index, item] of items.entries()) {
      const at = find(item);
      if (at !== null) items[index] = old[at];
    }
  }
}

/**
 * Replaces unchanged rows of a fresh answer by the old objects. The fresh answer's list is modified: it belongs to the caller and nobody has seen it
 * yet.
 *
 * @returns null when both answers are equal
 */
export function shareRows<Data>(
  operation: OperationId,
  before: { readonly data: Data; readonly raw: Json },
  fresh: { readonly data: Data; readonly raw: Json },
): { readonly data: Data; readonly raw: Json } | null {
  const oldRows = rowsOf(before.data);
  const rows = rowsOf(fresh.data);
  if (oldRows === undefined || rows === undefined) {
    if (sameJson(before.data, fresh.data) && sameJson(before.raw, fresh.raw)) return null;
    shareItems(before.data, fresh.data);
    return fresh;
  }
  const known = new Map(oldRows.map((row) => [idIn(operation, row), row]));
  let same = rows.length === oldRows.length;
  for (const [index, row] of rows.entries()) {
    const id = idIn(operation, row);
    const old = id === null ? oldRows[index] : known.get(id);
    if (old !== undefined && sameJson(old, row)) rows[index] = old;
    if (rows[index] !== oldRows[index]) same = false;
  }
  return same ? null : fresh;
}

/** A shallow copy of a list answer, with the same row objects. */
function copied<Data>(data: Data): Data {
  if (Array.isArray(data)) return Object.assign([], data);
  return isObject(data) && Array.isArray(data["results"])
    ? Object.assign({}, data, { results: [...data["results"]] })
    : data;
}

/**
 * The list answer with the row of that id replaced.
 *
 * @returns null when there is no such row, or it is equal already
 */
export function replaceRow<Data>(operation: OperationId, data: Data, id: string, row: unknown): Data | null {
  const rows = rowsOf(data);
  const index = rows?.findIndex((each) => idIn(operation, each) === id) ?? -1;
  if (rows === undefined || index < 0 || sameJson(rows[index], row)) return null;
  const copy = copied(data);
  rowsOf(copy)?.splice(index, 1, row);
  return copy;
}
