import type { Preferences } from "../../settings/preferences.ts";
import type { TerminalBackground } from "../../terminal/background.ts";
import { isUtcHere } from "../../text/format.ts";
import type { App, Host } from "../app.ts";
import type { AppStore } from "../store.ts";
import { marksFor } from "../symbols.ts";
import { isThemeName, loadTheme } from "../theme.ts";
import type { Look } from "../workspace.ts";

/** Applies preferences as soon as they are chosen, and saves them for the next start. */

/**
 * The look for some preferences on a terminal.
 *
 * @param background as the terminal reported it, for the theme `auto`
 */
export function lookOf(
  { theme, symbols }: Pick<Preferences, "theme" | "symbols">,
  terminal: Pick<Host, "colour" | "symbols">,
  background: TerminalBackground = "unknown",
): Look {
  const marks = marksFor(symbols, terminal.symbols);
  const themeName = isThemeName(theme) ? theme : "terminal";
  const loaded = loadTheme(themeName, terminal.colour, background);
  return {
    theme: { ...loaded, spell: marks.spell },
    themeName,
    symbols: marks.symbols,
    background,
  };
}

/** Sets the preferences of a start in a store that is not displayed yet. */
export function startWith(store: AppStore, preferences: Preferences, terminal: Pick<Host, "colour" | "symbols">): void {
  store.setState({
    preferences,
    hideSidebar: preferences.pane === "on",
    look: lookOf(preferences, terminal),
  });
  store.resources.setRefreshRate(preferences.refresh);
}

/** Changes some preferences, and updates the screen at once. */
export function setPreferences(app: App, change: Partial<Preferences>): void {
  const { store, host } = app;
  store.setState((state) => ({ preferences: { ...state.preferences, ...change } }));
  host.remember(change);
  const { preferences, look, navigation } = store.getState();
  if (change.theme !== undefined || change.symbols !== undefined) {
    store.setState({ look: lookOf(preferences, host, look.background) });
    if (change.theme === "auto") host.askBackground();
  }
  if (change.time !== undefined && !isUtcHere(host.now())) store.session.setZone(change.time);
  if (change.mouse !== undefined) host.reportMouse(change.mouse === "on" && !navigation.frozen);
  if (change.refresh !== undefined) store.resources.setRefreshRate(change.refresh);
  if (change.pane !== undefined) {
    const isHidden = change.pane === "on";
    store.setState({ hideSidebar: isHidden });
    if (isHidden && navigation.pane === "sidebar") store.navigation.focus("main");
  }
}
