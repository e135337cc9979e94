import type { App } from "../app.ts";
import { type Layout, panesWidth } from "../layout.ts";
import { layoutFor, openId, singleOf } from "./panes.ts";

export const currentLayout = (app: App): Layout => layoutFor(app.store.getState(), app.store.getState());

/** The width of what lies over the panes. */
export function layerWidth(app: App): number {
  const layout = currentLayout(app);
  return layout.kind === "panes" ? panesWidth(layout) : 0;
}

/** True for a pane that can have the focus; a thing in place of its list is the main pane. */
const isThere = (app: App, pane: "sidebar" | "main" | "side"): boolean => {
  const state = app.store.getState();
  if (pane === "side") return singleOf(state) === null && state.navigation.place.ids.length > 0;
  return pane === "main" || !app.store.getState().hideSidebar;
};

/** Gives the keys to a pane; the detail that is looked at becomes the place. */
export function focusPane(app: App, pane: "sidebar" | "main" | "side"): void {
  const state = app.store.getState();
  const { place } = state.navigation;
  const id = openId(state, app.selectors.list(state));
  if (pane === "side" && id !== null && id !== place.ids[0]) app.store.navigation.open({ area: place.area, ids: [id] });
  app.store.navigation.focus(pane);
}

/** Gives the keys to the sidebar, where there is one. */
export function focusSidebar(app: App): void {
  if (isThere(app, "sidebar")) focusPane(app, "sidebar");
}

/** Gives the keys to the next pane on screen. A pane that is hidden for want of room is shown by going there. */
export function focusNext(app: App, by: 1 | -1): void {
  const state = app.store.getState();
  const order = (["sidebar", "main", "side"] as const).filter((candidate) => isThere(app, candidate));
  const at = Math.max(0, order.indexOf(state.navigation.pane));
  const next = order[(at + by + order.length) % order.length];
  if (next !== undefined) focusPane(app, next);
}

/** Gives the keys to the pane at the left or at the right, if there is one. */
export function focusToward(app: App, by: 1 | -1): void {
  const order = (["sidebar", "main", "side"] as const).filter((candidate) => isThere(app, candidate));
  const next = order[order.indexOf(app.store.getState().navigation.pane) + by];
  if (next !== undefined) focusPane(app, next);
}
