import { fits, isTooSmall, SMALLEST } from "../layout.ts";
import type { AppState, AppStore } from "../store.ts";
import { coveringLayer, type ScreenPart, topLayer } from "../workspace.ts";
import { singleOf } from "./panes.ts";

/**
 * What has the keys and is not drawn: the whole console or, without the sidebar, the layer if space is short; a layer or a pane that threw while it
 * was drawn; null if all is drawn. A sentence is shown in its place, and keys follow the same result: nothing happens that nobody sees (`design.md`,
 * screen).
 */
export type Undrawn = "console" | "layer" | "broken layer" | "broken pane" | null;

export function undrawnOf(state: AppState): Undrawn {
  if (isTooSmall(state)) return "console";
  const isCovered = coveringLayer(state.layers) !== undefined;
  if (isCovered && !fits(state, SMALLEST)) return "layer";
  const { broken } = state;
  if (broken.size === 0) return null;
  // A filter is typed in the last line, over the panes or over a layer.
  if (topLayer(state)?.kind === "filter" && broken.has("last line")) return "broken layer";
  if (isCovered) return broken.has("layer") ? "broken layer" : null;
  return broken.has(focusedPane(state)) ? "broken pane" : null;
}

/** The pane that has the keys while no layer covers it. */
function focusedPane(state: AppState): ScreenPart {
  const { pane, place } = state.navigation;
  if (pane === "sidebar") return "sidebar";
  return singleOf(state) !== null || (pane === "side" && place.ids.length > 0) ? "detail" : "list";
}

/** The part of the screen that has the keys. */
export const focusedPart = (state: AppState): ScreenPart =>
  coveringLayer(state.layers) === undefined ? focusedPane(state) : "layer";

/** Stands where not even these can be drawn. */
export const NOT_DRAWN = "This part of the screen cannot be drawn.";

/** Records that a part of the screen threw while it was drawn, or is drawn again. Listeners are called only if that is new. */
export function setBroken(
  { getState, setState }: Pick<AppStore, "getState" | "setState">,
  part: ScreenPart,
  is: boolean,
) {
  const { broken } = getState();
  if (broken.has(part) === is) return;
  const others = [...broken].filter((other) => other !== part);
  setState({ broken: new Set(is ? [...others, part] : others) });
}
