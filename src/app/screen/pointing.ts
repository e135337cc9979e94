import { AREAS } from "../../areas/areas.ts";
import type { MouseEvent } from "../../terminal/mouse.ts";
import type { Console } from "../console.ts";
import { changeLayer } from "../console.ts";
import { detailAt, moveDetailTo } from "../detail/bindings.ts";
import { goToLine } from "../form/shown-rows.ts";
import { bindingFor, runBinding } from "../keys/dispatch.ts";
import { topOfChoices } from "../layers/choices.ts";
import { paletteEntries } from "../layers/palette.ts";
import { pickerEntries } from "../layers/picker-entries.ts";
import { listHeight, select } from "../list/moves.ts";
import { topOf } from "../list/window.ts";
import { openArea } from "../shell/bindings.ts";
import { sidebarAreas } from "../shell/sidebar.ts";
import { sidebarLines } from "../shell/sidebar-lines.ts";
import { type Layer, topLayer } from "../workspace.ts";
import { currentLayout, focusPane } from "./panes.ts";

/**
 * What the mouse does: the wheel moves as the arrow keys do, but never round; a click marks what it is on, and a click on what is marked
 * opens it as Enter does; in a form a click puts the keys on a row. So nothing can be done with it that a key does not do, and a review is
 * answered by keys alone.
 */

/** Lines that one notch of the wheel moves. */
const NOTCH = 3;

/** Does what a key does now, if it is bound. */
function press(console: Console, key: string): void {
  const binding = bindingFor(console, console.keys.active(), key);
  if (binding !== undefined) runBinding(console, binding, key);
}

/** Marks a line, or opens the one that is marked. */
function markOrOpen(console: Console, isMarked: boolean, mark: () => void): void {
  if (isMarked) press(console, "enter");
  else mark();
}

/** A layer whose lines are choices, one of which has the mark. */
type ChoiceLayer = Extract<Layer, { kind: "menu" | "palette" | "picker" }>;

const isOfChoices = (layer: Layer): layer is ChoiceLayer =>
  layer.kind === "menu" || layer.kind === "palette" || layer.kind === "picker";

/** The lists of choices: how many lines stand over the first of them, and how many there are. */
function choicesIn(console: Console, layer: ChoiceLayer): { readonly above: number; readonly count: number } {
  switch (layer.kind) {
    case "menu":
      return { above: 1, count: layer.items.length };
    case "palette":
      return { above: 2, count: paletteEntries(console, layer).length };
    case "picker":
      return { above: 2, count: pickerEntries(layer).length };
  }
}

/** Turns the wheel. Keys go round in a list of choices; the wheel, which is easily turned too far, stops at its ends. */
function turnWheel(console: Console, by: 1 | -1): void {
  const layer = topLayer(console.workspace.getState());
  if (layer === undefined || !isOfChoices(layer)) {
    for (let times = 0; times < NOTCH; times += 1) press(console, by === 1 ? "down" : "up");
    return;
  }
  const last = choicesIn(console, layer).count - 1;
  changeLayer(console, layer.kind, (now) => ({ ...now, index: Math.max(0, Math.min(now.index + by * NOTCH, last)) }));
}

function clickLayer(console: Console, layer: Layer, line: number, body: number): void {
  // Under the title; a list that is open within the form is gone through by keys.
  if (layer.kind === "form") {
    if (layer.stage === "filling" && layer.choosing === null) goToLine(console, line - 1);
    return;
  }
  if (!isOfChoices(layer)) return;
  const { above, count } = choicesIn(console, layer);
  const index = topOfChoices(layer.index, count, body - above) + line - above;
  if (line < above || index >= count) return;
  markOrOpen(console, index === layer.index, () => changeLayer(console, layer.kind, (now) => ({ ...now, index })));
}

function clickSidebar(console: Console, line: number, width: number, height: number): void {
  const { place } = console.store.getState().navigation;
  const { symbols } = console.look.getState();
  const input = { areas: sidebarAreas(), selected: place.area, badges: new Map(), width, height, symbols };
  const key = sidebarLines(input)[line]?.key;
  const area = AREAS.find(({ id }) => id === key);
  if (area === undefined) return;
  openArea(console, area.id);
}

function clickList(console: Console, line: number): void {
  const state = console.store.getState();
  const list = console.screens.list(state);
  if (list === null) return;
  const { arranged, view } = list;
  const hasKeys = state.navigation.pane === "main";
  // Under the title and the heads of the columns.
  const top = topOf(arranged, view.anchor, view.selectedId, listHeight(console));
  const entry = line < 2 ? undefined : arranged.entries[top + line - 2];
  if (!hasKeys) focusPane(console, "main");
  if (entry?.kind !== "row") return;
  markOrOpen(console, hasKeys && entry.id === view.selectedId, () => select(console, list, entry.id));
}

function clickDetail(console: Console, line: number, height: number): void {
  const isThing = console.keys.active().scopes[0]?.id === "detail";
  if (!isThing) focusPane(console, "side");
  const at = line < 1 ? null : detailAt(console, line - 1, height - 1);
  if (at === null) return;
  markOrOpen(console, isThing && at === console.workspace.getState().detailIndex, () => moveDetailTo(console, at));
}

/** Does what was done with the mouse. */
export function point(console: Console, { kind, column, row }: MouseEvent): void {
  if (kind !== "click") {
    turnWheel(console, kind === "wheel-up" ? -1 : 1);
    return;
  }
  const layout = currentLayout(console);
  if (layout.kind !== "panes") return;
  const { sidebar, main, body, header } = layout;
  const line = row - header;
  if (line < 0 || line >= body) return;
  const layer = topLayer(console.workspace.getState());
  const isOver = layer !== undefined && layer.kind !== "filter";
  const beside = sidebar === 0 ? 0 : sidebar + 1;
  if (isOver && column >= beside) clickLayer(console, layer, line, body);
  else if (isOver) return;
  else if (column < sidebar) clickSidebar(console, line, sidebar, body);
  else if (column < beside) return;
  else if (column < beside + main) clickList(console, line);
  else clickDetail(console, line, body);
}
