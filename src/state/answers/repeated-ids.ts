import { idIn } from "../../contract/entities.ts";
import { isJsonObject, type Json, sameJson } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { rowsOf } from "./structural-sharing.ts";

/** Rows with the id of another row of the same answer. An id is one row on screen: the first stays, and the others are said to be left out. */

/** A row that is left out because an earlier one has its id. */
export const repeatedRow = (row: Json, path: Misfit["path"]): Misfit => ({
  path,
  below: [],
  message: "has the id of another row",
  value: row,
  row,
  repeats: true,
});

type ListAnswer<Data> = { readonly data: Data; readonly raw: Json; readonly misfits?: readonly Misfit[] };

/** A list that came in one piece, with one row for each id; a row that is repeated word for word says nothing new. Changes the list of the data. */
export function withoutRepeatedIds<Data, Answer extends ListAnswer<Data>>(
  operation: OperationId,
  answer: Answer,
): Answer {
  const rows = rowsOf(answer.data);
  const raws = isJsonObject(answer.raw) ? answer.raw["results"] : answer.raw;
  if (rows === undefined || !Array.isArray(raws) || raws.length !== rows.length) return answer;
  const first = new Map<string, Json>();
  const misfits: Misfit[] = [];
  const isKept = raws.map((row: Json, index) => {
    const id = idIn(operation, row);
    const known = id === null ? undefined : first.get(id);
    if (known === undefined) {
      if (id !== null) first.set(id, row);
      return true;
    }
    if (!sameJson(known, row)) misfits.push(repeatedRow(row, [index]));
    return false;
  });
  if (isKept.every((one) => one)) return answer;
  const kept = raws.filter((_row: Json, index) => isKept[index]);
  // One by one: hundreds of thousands of rows are too many arguments.
  for (const [index, row] of rows.filter((_row, at) => isKept[at]).entries()) rows[index] = row;
  rows.length = kept.length;
  const raw = isJsonObject(answer.raw) ? { ...answer.raw, results: kept } : kept;
  return { ...answer, raw, ...(misfits.length === 0 ? {} : { misfits: [...(answer.misfits ?? []), ...misfits] }) };
}
