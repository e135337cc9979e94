import type { Cell } from "../model/cell.ts";
import type { ListModel } from "../model/view.ts";

/** The list of an area that has a single thing. `summary`: null while it is not loaded. */
export const singleList = (id: string, summary: readonly Cell[] | null, empty: string): ListModel => ({
  summary: summary ?? [],
  rows: summary === null ? [] : [{ id, cells: {}, sort: {} }],
  sections: [],
  defaultSort: { column: "", descending: false },
  empty,
});
