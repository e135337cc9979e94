import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import type { Row } from "../../areas/model/view.ts";
import type { App } from "../app.ts";
import { allIds, positionOf } from "../list/arrange.ts";
import { anchorAt, movedTo, windowTop } from "../list/window.ts";
import type { CurrentList } from "./current.ts";
import { lackingNote } from "./not-read.ts";
import { listRoom } from "./panes.ts";

/** Moves in the list: the selection and the window around it, stored in the view by id. */

/** Rows of the list that fit below its title and column headers. */
export function listHeight(app: App): number {
  const state = app.store.getState();
  const room = listRoom(state, app.store.getState());
  const list = app.selectors.list(state);
  const note = list === null ? null : lackingNote(list, app.selectors.freshness(state, list));
  return note === null ? room : Math.max(1, room - 1);
}

/** Selects a row and keeps the window in place, unless the row would be outside of it. */
export function select(app: App, list: CurrentList, id: string | null): void {
  const height = listHeight(app);
  const { views } = app.store;
  const top = windowTop(list.arranged, list.view.anchor, list.view.selectedId, height);
  const anchored = anchorAt(list.arranged, top);
  // In a single update: everything on screen recomputes at every change.
  views.select(list.viewKey, id, anchorAt(list.arranged, windowTop(list.arranged, anchored, id, height)));
  if (app.store.getState().detailIndex !== 0) app.store.setState({ detailIndex: 0 });
}

/** Moves the selection by a number of rows. */
export function moveBy(app: App, by: number): void {
  const list = app.selectors.list(app.store.getState());
  if (list === null) return;
  const next = movedTo(list.arranged, list.view.selectedId, by);
  if (next !== list.view.selectedId) select(app, list, next);
}

const holds = ({ members }: Row, id: string | null): boolean => members?.some((member) => member.id === id) === true;

/** True when all marked things still exist; memoized while only the selection moves. */
const areThere = weakMapMemoize((marks: ReadonlySet<string>, model: Table): boolean => marks.isSubsetOf(allIds(model)));

/**
 * Keeps the selection on its id after the rows changed, or moves it to the nearest remaining row.
 *
 * @param mayChoose false while no row may be selected for the person yet
 */
export function ensureSelection(app: App, list: CurrentList, mayChoose: () => boolean): void {
  const { arranged, model, view, viewKey } = list;
  const isSelectionMissing = view.selectedId !== null && positionOf(arranged, view.selectedId) === undefined;
  const isMarkMissing = view.marks.size > 0 && !areThere(view.marks, model);
  if (!isSelectionMissing && !isMarkMissing && (view.selectedId !== null || arranged.ids.length === 0)) return;
  if (!mayChoose()) return;
  // A row that was merged into a group still exists inside the group.
  const into = isSelectionMissing
    ? arranged.entries.find((entry) => entry.kind === "row" && holds(entry.row, view.selectedId))
    : undefined;
  if (into !== undefined) app.store.views.select(viewKey, into.id);
  app.store.views.rowsChanged(viewKey, arranged.ids, allIds(model));
  const { selectedId } = app.store.getState().views.get(viewKey) ?? view;
  if (selectedId === null && arranged.ids[0] !== undefined) app.store.views.select(viewKey, arranged.ids[0]);
}
