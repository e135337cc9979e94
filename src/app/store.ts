import { DEFAULT_PREFERENCES } from "../settings/preferences.ts";
import { createConsoleStore } from "../state/console-store.ts";
import type { StoreDependencies } from "../state/dependencies.ts";
import type { Place } from "../state/navigation/place.ts";
import type { ConsoleState, ConsoleStore } from "../state/store.ts";
import { UNICODE } from "./symbols.ts";
import { loadTheme } from "./theme.ts";
import type { Workspace } from "./workspace.ts";

/** The console's only store: data of the service, and the state of the screen itself. */
export type AppState = ConsoleState & Workspace;

export type AppStore = ConsoleStore<AppState>;

/** State of a screen before the terminal's size and theme are known. */
const unseen = (): Workspace => ({
  layers: [],
  columns: 80,
  rows: 24,
  minute: 0,
  detailIndex: 0,
  repaint: 0,
  isFirstStart: false,
  chord: null,
  preferences: DEFAULT_PREFERENCES,
  hideSidebar: false,
  undo: null,
  look: { theme: loadTheme("terminal", "none"), themeName: "terminal", symbols: UNICODE, background: "unknown" },
  leftThings: [],
  broken: new Set(),
});

/** Creates the store of the console. Nothing is requested or read before `start`. */
export const createAppStore = (dependencies: StoreDependencies, place: Place): AppStore =>
  createConsoleStore(dependencies, place, unseen());
