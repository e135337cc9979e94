import type { App, Binding } from "../app.ts";
import { moveBindings } from "../keys/move-bindings.ts";
import type { ScopeId } from "../keys/scopes.ts";
import type { Arranged } from "../list/arrange.ts";
import { anchorAt, movedTo, windowTop } from "../list/window.ts";
import type { WritesLayer } from "../workspace.ts";

/** Pages with a list of rows: the selected row, and the keys that move the selection. */

type Selecting = Pick<WritesLayer, "selectedId" | "anchor">;

/** The selected row; by default the first. */
export const selectedIn = ({ selectedId }: Pick<Selecting, "selectedId">, { ids }: Arranged): string | null =>
  selectedId !== null && ids.includes(selectedId) ? selectedId : (ids[0] ?? null);

/** Rows of the list: without the header, the title, the column headers and the last line. */
const roomOf = (app: App): number => Math.max(1, app.store.getState().rows - 4);

/** The selection after a move by `by` rows. */
export function movedSelection(app: App, layer: Selecting, arranged: Arranged, by: number): Selecting {
  const selectedId = movedTo(arranged, selectedIn(layer, arranged), by);
  return { selectedId, anchor: anchorAt(arranged, windowTop(arranged, layer.anchor, selectedId, roomOf(app))) };
}

/** Keys that move the selection of such a page. */
export const listMoveBindings = (scope: ScopeId, move: (app: App, by: number) => void): readonly Binding[] =>
  moveBindings(scope, move, [
    ["down", ["down", "j"], "Down", 1],
    ["up", ["up", "k"], "Up", -1],
    ["page-down", ["pagedown", "ctrl+f"], "Page down", roomOf],
    ["page-up", ["pageup", "ctrl+b"], "Page up", (app) => -roomOf(app)],
    ["first", ["home", "g"], "First", Number.NEGATIVE_INFINITY],
    ["last", ["end", "G"], "Last", Number.POSITIVE_INFINITY],
  ]);
