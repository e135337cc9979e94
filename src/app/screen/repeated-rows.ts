import { weakMapMemoize } from "reselect";
import type { DetailModel, ListModel } from "../../areas/model/view.ts";
import { omissionTexts } from "../../state/answers/omissions.ts";

/**
 * Rows of several lists (of two clusters) with one id between them. The first one has it, as the detail and the actions of that id are those of the
 * first; the others get ids of their own, so that a selection or a mark is of one row.
 */

/** The list with an id for each row, and a note of how many had that of another one. */
export function withUniqueIds(model: ListModel): ListModel {
  const taken = new Set(model.rows.map(({ id }) => id));
  const repeated = model.rows.length - taken.size;
  if (repeated === 0) return model;
  const met = new Map<string, number>();
  const rows = model.rows.map((row) => {
    const count = (met.get(row.id) ?? 0) + 1;
    met.set(row.id, count);
    return count === 1 ? row : { ...row, id: `${row.id}#${count}`, repeats: row.id, tone: "warn" as const };
  });
  const notes = omissionTexts({ rows: 0, repeated, partly: 0, cut: null });
  return {
    ...model,
    rows,
    summary: [...notes.map((text) => ({ text: `! ${text}`, tone: "warn" as const })), ...model.summary],
  };
}

/** The detail of a row with the id of another one; memoized, so that it is drawn once. */
export const repeatedDetail = weakMapMemoize((id: string): DetailModel => {
  const why = "Another row has this id, and it leads to that one: the service lists one id for two things.";
  return {
    title: { text: id, tone: "warn" },
    lines: [{ kind: "text", value: { text: why, tone: "warn" } }],
    raw: null,
  };
});
