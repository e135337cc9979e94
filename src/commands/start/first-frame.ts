import type { App, Host } from "../../app/app.ts";
import { createApp } from "../../app/create-app.ts";
import type { Hint } from "../../app/shell/fitted-hints.ts";
import { firstHintsOf, hintsOf } from "../../app/shell/hints.ts";
import { sidebarAreas } from "../../app/shell/sidebar.ts";
import type { SidebarArea } from "../../app/shell/sidebar-lines.ts";
import { createAppStore } from "../../app/store.ts";
import { everyTheme, loadTheme, type Theme, type ThemeName } from "../../app/theme.ts";
import { AREAS } from "../../areas/areas.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { GroupId } from "../../contract/schema/ids.ts";
import { systemClock } from "../../state/clock.ts";
import type { StoreDependencies } from "../../state/dependencies.ts";
import type { StateFiles } from "../../state/files/state-files.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { ColourLevel } from "../../terminal/capabilities.ts";
import { placeholderConnection } from "./placeholder-connection.ts";

/**
 * Input of the splash screen: everything that needs the whole program to compute and never changes. The build runs this file and replaces it with its
 * result, so that the entry has the splash screen without the program, and the result cannot go stale.
 */
export type FirstFrame = {
  readonly areas: readonly SidebarArea[];
  /** Key hints before anything is loaded: for the list of an area, and for one thing of it. */
  readonly hints: Readonly<Record<string, { readonly list: readonly Hint[]; readonly thing: readonly Hint[] }>>;
  /** Key hints of a first start, by its service: the sample data, or one's own. */
  readonly firstHints: Readonly<Record<"sandbox" | "own", readonly Hint[]>>;
  readonly themes: Readonly<Record<Exclude<ColourLevel, "none">, Readonly<Record<ThemeName, Theme["looks"]>>>>;
  readonly colourless: Theme["looks"];
};

const unasked = async (): Promise<never> => {
  throw new Error("no request is sent while the first frame is drawn");
};

/** A service that is never called: the console is rendered before it sends anything. */
const placeholderProfile: StoreDependencies["profile"] = {
  connection: placeholderConnection({ profile: "none", environment: "other", readOnly: null }),
  client: { call: unasked, callOperation: unasked, allowWritesUntil: () => undefined },
  groupId: GroupId.parse("0".repeat(24)),
  orgId: null,
  projects: [],
};

const noFiles: StateFiles = {
  read: unasked,
  write: unasked,
  writeSync: () => undefined,
  change: unasked,
  changeSync: () => undefined,
  append: unasked,
  appendAll: unasked,
  rewrite: unasked,
  records: unasked,
  stamp: unasked,
  list: unasked,
  remove: unasked,
  move: unasked,
  removeSync: () => undefined,
};

const host: Host = {
  now: () => 0,
  timeZone: "UTC",
  colour: "none",
  symbols: "unicode",
  quit: () => undefined,
  suspend: () => undefined,
  copy: () => "",
  save: unasked,
  edit: unasked,
  repaint: () => undefined,
  remember: () => undefined,
  askBackground: () => undefined,
  takeSettingsTurn: async () => ({ end: () => undefined }),
  reportMouse: () => undefined,
  profiles: unasked,
  profileFiles: {
    read: unasked,
    save: unasked,
    check: unasked,
    remove: unasked,
    importable: unasked,
    importProfile: unasked,
  },
  switchTo: unasked,
  curl: () => "",
};

/** A console that has just been opened at a place. */
function appAt(place: Place): App {
  const clock: StoreDependencies["clock"] = { ...systemClock, now: () => 0, after: () => () => undefined };
  const store = createAppStore(
    { profile: placeholderProfile, files: noFiles, clock, random: () => 0, process: "0" },
    place,
  );
  return createApp({ store, host });
}

const hintsOfArea = (area: AreaId): FirstFrame["hints"][string] => ({
  list: hintsOf(appAt({ area, ids: [] })),
  thing: hintsOf(appAt({ area, ids: ["0".repeat(24)] })),
});

const themesIn = (level: ColourLevel) => everyTheme((name) => loadTheme(name, level).looks);

export const FIRST_FRAME: FirstFrame = {
  areas: sidebarAreas(),
  hints: Object.fromEntries(AREAS.map(({ id }) => [id, hintsOfArea(id)])),
  firstHints: {
    sandbox: firstHintsOf(appAt({ area: "overview", ids: [] }), true),
    own: firstHintsOf(appAt({ area: "overview", ids: [] }), false),
  },
  themes: { "16": themesIn("16"), "256": themesIn("256"), truecolor: themesIn("truecolor") },
  colourless: loadTheme("terminal", "none").looks,
};
