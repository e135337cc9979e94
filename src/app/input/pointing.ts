import { AREAS } from "../../areas/areas.ts";
import type { MouseEvent } from "../../terminal/input/mouse.ts";
import { type App, changeLayer } from "../app.ts";
import { goToLine } from "../form/drawn-rows.ts";
import { isFrozen } from "../freezing.ts";
import { bindingForOwn, runBinding } from "../keys/dispatch.ts";
import { topOfChoices } from "../layers/choices.ts";
import { pickerEntries } from "../layers/picker-entries.ts";
import { windowTop } from "../list/window.ts";
import { paletteEntries } from "../palette/palette.ts";
import { currentLayout, focusPane } from "../screen/focus.ts";
import { listHeight, select } from "../screen/list-moves.ts";
import { undrawnOf } from "../screen/room.ts";
import { sidebarAreas } from "../shell/sidebar.ts";
import { sidebarLines } from "../shell/sidebar-lines.ts";
import { type Layer, topLayer } from "../workspace.ts";
import { detailAt, moveDetailTo } from "./detail-bindings.ts";
import { openArea } from "./sidebar-bindings.ts";

/**
 * Mouse: the wheel moves as the arrow keys do, without wrapping around; a click selects, and a click on the selection opens it as Enter does; in a
 * form a click focuses a row. So the mouse can do nothing that a key cannot, and only keys answer a review.
 */

/** Lines per notch of the wheel. */
const NOTCH = 3;

/** Runs the binding with this default key. */
function press(app: App, key: string): void {
  const binding = bindingForOwn(app, app.keys.active(), key);
  if (binding !== undefined) runBinding(app, binding, key);
}

/** Selects a line, or opens it if it is selected. */
function markOrOpen(app: App, isMarked: boolean, mark: () => void): void {
  if (isMarked) press(app, "enter");
  else mark();
}

/** A layer whose lines are choices, of which one is selected. */
type ChoiceLayer = Extract<Layer, { kind: "menu" | "palette" | "picker" }>;

const isOfChoices = (layer: Layer): layer is ChoiceLayer =>
  layer.kind === "menu" || layer.kind === "palette" || layer.kind === "picker";

/** Number of lines above the first choice, and number of choices. */
function choicesIn(app: App, layer: ChoiceLayer): { readonly above: number; readonly count: number } {
  switch (layer.kind) {
    case "menu":
      return { above: 1, count: layer.items.length };
    case "palette":
      return { above: 2, count: paletteEntries(app, layer).length };
    case "picker":
      return { above: 2, count: pickerEntries(layer).length };
  }
}

/** Turns the wheel. Keys wrap around in a list of choices; the wheel, which is easily turned too far, stops at its ends. */
function turnWheel(app: App, by: 1 | -1): void {
  const layer = topLayer(app.store.getState());
  if (layer === undefined || !isOfChoices(layer)) {
    for (let times = 0; times < NOTCH; times += 1) press(app, by === 1 ? "down" : "up");
    return;
  }
  const last = choicesIn(app, layer).count - 1;
  changeLayer(app, layer.kind, (now) => ({ ...now, index: Math.max(0, Math.min(now.index + by * NOTCH, last)) }));
}

function clickLayer(app: App, layer: Layer, line: number, body: number): void {
  // Line 0 is the title; a list that is open within the form is operated by keys alone.
  if (layer.kind === "form") {
    if (layer.stage === "filling" && layer.choosing === null) goToLine(app, line - 1);
    return;
  }
  if (!isOfChoices(layer)) return;
  const { above, count } = choicesIn(app, layer);
  const index = topOfChoices(layer.index, count, body - above) + line - above;
  if (line < above || index >= count) return;
  markOrOpen(app, index === layer.index, () => changeLayer(app, layer.kind, (now) => ({ ...now, index })));
}

function clickSidebar(app: App, line: number, width: number, height: number): void {
  const { place } = app.store.getState().navigation;
  const { symbols } = app.store.getState().look;
  const input = { areas: sidebarAreas(), selected: place.area, badges: new Map(), width, height, symbols };
  const key = sidebarLines(input)[line]?.key;
  const area = AREAS.find(({ id }) => id === key);
  if (area === undefined) return;
  openArea(app, area.id);
}

function clickList(app: App, line: number): void {
  const state = app.store.getState();
  const list = app.selectors.list(state);
  if (list === null) return;
  const { arranged, view } = list;
  const hasKeys = state.navigation.pane === "main";
  // Lines 0 and 1 are the title and the column headers.
  const top = windowTop(arranged, view.anchor, view.selectedId, listHeight(app));
  const entry = line < 2 ? undefined : arranged.entries[top + line - 2];
  if (!hasKeys) focusPane(app, "main");
  if (entry?.kind !== "row") return;
  markOrOpen(app, hasKeys && entry.id === view.selectedId, () => select(app, list, entry.id));
}

function clickDetail(app: App, line: number, height: number): void {
  const isThing = app.keys.active().scopes[0]?.id === "detail";
  if (!isThing) focusPane(app, "side");
  const at = line < 1 ? null : detailAt(app, line - 1, height - 1);
  if (at === null) return;
  markOrOpen(app, isThing && at === app.store.getState().detailIndex, () => moveDetailTo(app, at));
}

/** Handles a mouse event; ignored while the screen is frozen or its focused part is not drawn. */
export function point(app: App, { kind, column, row }: MouseEvent): void {
  const state = app.store.getState();
  const undrawn = undrawnOf(state);
  if ((undrawn !== null && undrawn !== "broken pane") || isFrozen(app)) return;
  if (kind !== "click") {
    turnWheel(app, kind === "wheel-up" ? -1 : 1);
    return;
  }
  const layout = currentLayout(app);
  if (layout.kind !== "panes") return;
  const { sidebar, main, body, header } = layout;
  const line = row - header;
  if (line < 0 || line >= body) return;
  const layer = topLayer(state);
  const isOver = layer !== undefined && layer.kind !== "filter";
  const beside = sidebar === 0 ? 0 : sidebar + 1;
  if (isOver) {
    if (column >= beside) clickLayer(app, layer, line, body);
    return;
  }
  const part = column < beside ? "sidebar" : column < beside + main ? "list" : "detail";
  if (state.broken.has(part)) return;
  if (column < sidebar) clickSidebar(app, line, sidebar, body);
  else if (part === "list") clickList(app, line);
  else if (part === "detail") clickDetail(app, line, body);
}
