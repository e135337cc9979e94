import type { Row } from "../../areas/view.ts";
import type { Console } from "../console.ts";
import type { CurrentList } from "../screen/current.ts";
import { freshness } from "../screen/freshness.ts";
import { refusedNote } from "../screen/not-read.ts";
import { listRoom } from "../screen/panes.ts";
import { anchorAt, movedTo, topOf } from "./window.ts";

/** Moving in the list: the selection and the window around it, written to the view by id. */

/** Rows of the list that fit under its title and column heads. */
export function listHeight(console: Console): number {
  const state = console.store.getState();
  const room = listRoom(state, console.workspace.getState(), console.host.bare);
  const list = console.screens.list(state);
  const note = list === null ? null : refusedNote(list, freshness(state, list));
  return note === null ? room : Math.max(1, room - 1);
}

/** Selects a row and keeps the window where it is, unless the row would stand outside of it. */
export function select(console: Console, list: CurrentList, id: string | null): void {
  const height = listHeight(console);
  const { views } = console.store;
  const top = topOf(list.arranged, list.view.anchor, list.view.selectedId, height);
  const anchored = anchorAt(list.arranged, top);
  // In one: everything on screen looks at every change.
  views.select(list.viewKey, id, anchorAt(list.arranged, topOf(list.arranged, anchored, id, height)));
  if (console.workspace.getState().detailIndex !== 0) console.workspace.setState({ detailIndex: 0 });
}

/** Moves the selection by rows. */
export function moveBy(console: Console, by: number): void {
  const list = console.screens.list(console.store.getState());
  if (list === null) return;
  const next = movedTo(list.arranged, list.view.selectedId, by);
  if (next !== list.view.selectedId) select(console, list, next);
}

const holds = ({ members }: Row, id: string | null): boolean => members?.some((member) => member.id === id) === true;

/**
 * The rows changed under the view: keep the selection on its id, or on the nearest that is left.
 *
 * @param mayChoose whether a row may be selected for the person yet
 */
export function settle(console: Console, list: CurrentList, mayChoose: () => boolean): void {
  const { arranged, view, viewKey } = list;
  const gone = view.selectedId !== null && !arranged.position.has(view.selectedId);
  const unmarked = [...view.marks].some((id) => !arranged.all.includes(id));
  if (!gone && !unmarked && (view.selectedId !== null || arranged.ids.length === 0)) return;
  if (!mayChoose()) return;
  // What a group has taken in is still there: in the group.
  const into = gone
    ? arranged.entries.find((entry) => entry.kind === "row" && holds(entry.row, view.selectedId))
    : undefined;
  if (into !== undefined) console.store.views.select(viewKey, into.id);
  console.store.views.rowsChanged(viewKey, arranged.ids, arranged.all);
  const { selectedId } = console.store.getState().views.get(viewKey) ?? view;
  if (selectedId === null && arranged.ids[0] !== undefined) console.store.views.select(viewKey, arranged.ids[0]);
}
