import { areaOf } from "../../areas/areas.ts";
import { clusterList, missingWords, READ } from "../../areas/lookup.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { DIRECTORY } from "../../state/directory.ts";
import { isMissing } from "../../state/lookup.ts";
import { type Console, closeLayer, openMenu, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { openFilter } from "../layers/filter.ts";
import { whyNoUndo } from "../review/undo.ts";
import { openActions, runStandard } from "../screen/actions.ts";
import { focusNext, focusToward } from "../screen/panes.ts";
import { plainScopeOf } from "../screen/scope.ts";
import { loadTheme, THEME_NAMES } from "../theme.ts";
import { layerOf, type MenuItem, type PaletteLayer } from "../workspace.ts";
import { toggleBell, toggleTitleCount } from "./calls.ts";
import { areaAway } from "./sidebar.ts";
import { openProjects } from "./switching.ts";
import { openUnlock, unlockRefusal } from "./unlock.ts";

/** The keys that hold everywhere, and those of the sidebar. */

/** The area that the mark of the sidebar is on. */
const markedArea = ({ store }: Console): AreaId => {
  const { marked, place } = store.getState().navigation;
  return marked ?? place.area;
};

/** Moves the mark; what is shown stays until an area is opened. */
const markAway = (console: Console, by: number): void =>
  console.store.navigation.markArea(areaAway(markedArea(console), by));

/** Shows an area from its beginning: what one came from before is forgotten. */
export function openArea(console: Console, area: AreaId): void {
  const { navigation } = console.store;
  if (area !== console.store.getState().navigation.place.area) {
    navigation.forgetHistory();
    navigation.open({ area, ids: [] });
  }
  navigation.focus(areaOf(area).screen === null ? "sidebar" : "main");
}

export const sidebarBindings: readonly Binding[] = [
  {
    id: "sidebar.open",
    keys: ["enter", "right", "l"],
    title: "Go to the area",
    hint: "open",
    scope: "sidebar",
    disabledReason: (console) => (areaOf(markedArea(console)).screen === null ? "this area is still to come" : null),
    run: (console) => openArea(console, markedArea(console)),
  },
  {
    id: "sidebar.down",
    keys: ["down", "j"],
    title: "Next area",
    hint: "next",
    scope: "sidebar",
    run: (console) => markAway(console, 1),
  },
  {
    id: "sidebar.up",
    keys: ["up", "k"],
    title: "Previous area",
    scope: "sidebar",
    run: (console) => markAway(console, -1),
  },
  {
    id: "sidebar.first",
    keys: ["home", "g"],
    title: "First area",
    scope: "sidebar",
    run: (console) => markAway(console, Number.NEGATIVE_INFINITY),
  },
  {
    id: "sidebar.last",
    keys: ["end", "G"],
    title: "Last area",
    scope: "sidebar",
    run: (console) => markAway(console, Number.POSITIVE_INFINITY),
  },
  {
    id: "sidebar.find",
    keys: ["/"],
    title: "Find an area by its name",
    hint: "find",
    scope: "sidebar",
    run: (console) => openPalette(console, "areas"),
  },
  {
    id: "sidebar.back",
    keys: ["escape"],
    title: "Back to the list",
    scope: "sidebar",
    run: (console) => console.store.navigation.focus("main"),
  },
];

function nextTheme(console: Console): void {
  const { themeName, theme, ground } = console.look.getState();
  const next = THEME_NAMES[(THEME_NAMES.indexOf(themeName) + 1) % THEME_NAMES.length] ?? "terminal";
  const loaded = loadTheme(next, console.host.coloured, ground);
  console.look.setState({ theme: { ...loaded, spell: theme.spell }, themeName: next });
  console.host.remember({ theme: next });
  if (next === "auto") console.host.askGround();
  console.store.notices.say(
    "info",
    next === "auto" ? "Theme: auto, dark or light as the terminal is" : `Theme: ${next}`,
  );
}

function nextZone(console: Console): void {
  const zone = console.store.getState().session.zone === "utc" ? "local" : "utc";
  console.store.session.setZone(zone);
  console.host.remember({ zone });
  console.store.notices.say("info", zone === "utc" ? "Times are UTC" : `Times are local (${console.host.timeZone})`);
}

/** The clusters of the project, to see one of them alone. */
export function openClusters(console: Console): void {
  const { session, navigation } = console.store.getState();
  const scope = plainScopeOf(console.store.getState());
  const found = scope === null ? READ : clusterList({ ...scope, cluster: null });
  const others: readonly MenuItem[] = isMissing(found)
    ? [{ id: "!", title: "other clusters", keys: "", disabled: missingWords(found), run: () => undefined }]
    : [];
  const own = session.clusters.filter(({ groupId }) => groupId === session.groupId);
  const items: MenuItem[] = [
    {
      id: "",
      title: "all clusters",
      keys: navigation.cluster === null ? "here" : "",
      disabled: null,
      run: () => console.store.navigation.narrowTo(null),
    },
    ...own.map(
      ({ name, kind, paused }): MenuItem => ({
        id: name,
        title: name,
        keys: [kind?.toLowerCase() ?? "", paused ? "paused" : ""].filter((part) => part !== "").join(" "),
        disabled: null,
        run: () => console.store.navigation.narrowTo(name),
      }),
    ),
    ...others,
  ];
  openMenu(console, "Narrow to a cluster", items, ({ id }) => id === (navigation.cluster ?? ""));
}

/** While the screen stands still its text can be selected: the mouse is the terminal's then. */
function toggleFreeze(console: Console): void {
  const frozen = !console.store.getState().navigation.frozen;
  console.store.navigation.setFrozen(frozen);
  if (console.workspace.getState().mouse) console.host.reportMouse(!frozen);
}

/** How text is selected while the mouse is the console's. */
const SELECTING = "to select text hold Shift (Option on a Mac), or freeze with z";

function toggleMouse(console: Console): void {
  const mouse = !console.workspace.getState().mouse;
  console.workspace.setState({ mouse });
  console.host.reportMouse(mouse && !console.store.getState().navigation.frozen);
  console.host.remember({ mouse: mouse ? "on" : "off" });
  console.store.notices.say("info", mouse ? `Mouse on: ${SELECTING}` : "Mouse off: the terminal selects text again");
}

/** What the keys are in, the list beside it, and what these are made of: projects before one is known, and clusters. */
function refresh(console: Console): void {
  const state = console.store.getState();
  const { resources } = console.store;
  const list = console.screens.list(state);
  for (const owner of state.navigation.pane === "side" ? ["side", "main"] : ["main"]) void resources.refresh(owner);
  if (list === null) void resources.refresh(DIRECTORY);
  else if (list.lookups.length > 0) void resources.refresh(DIRECTORY, list.lookups);
}

/** Opens help with the scopes that have the keys first. */
export function openHelp(console: Console): void {
  const scopes = console.keys.active().scopes.map(({ id }) => id);
  pushLayer(console, { kind: "help", top: 0, filter: "", scopes });
}

function openPalette(console: Console, of: PaletteLayer["of"]): void {
  closeLayer(console, "palette");
  pushLayer(console, { kind: "palette", of, text: "", index: 0 });
}

/** Quits; forms that are open keep their drafts. */
const quit = (console: Console): void => console.host.quit();

export function globalBindings(): readonly Binding[] {
  const scope = "global" as const;
  const hasScreen = (console: Console): boolean => console.screens.list(console.store.getState()) !== null;
  return [
    {
      id: "action.new",
      keys: ["n"],
      title: "New",
      hint: "new",
      scope,
      when: (console) => hasAction(console, "new"),
      disabledReason: rowsAreElsewhere,
      run: (console) => runStandard(console, "new"),
    },
    {
      id: "action.edit",
      keys: ["e"],
      title: "Edit",
      hint: "edit",
      scope,
      when: (console) => hasAction(console, "edit"),
      disabledReason: rowsAreElsewhere,
      run: (console) => runStandard(console, "edit"),
    },
    {
      id: "action.menu",
      keys: ["a"],
      title: "Actions on the selection",
      hint: "actions",
      scope,
      when: hasScreen,
      disabledReason: rowsAreElsewhere,
      run: (console) => openActions(console),
    },
    {
      id: "action.delete",
      keys: ["x"],
      title: "Delete or cancel (always asks)",
      scope,
      risk: "disruptive",
      when: (console) => hasAction(console, "delete"),
      disabledReason: rowsAreElsewhere,
      run: (console) => runStandard(console, "delete"),
    },
    {
      id: "filter.open",
      keys: ["/"],
      title: "Filter the list",
      scope,
      when: hasScreen,
      run: (console) => {
        console.store.navigation.focus("main");
        openFilter(console);
      },
    },
    { id: "pane.next", keys: ["tab"], title: "Next pane", scope, run: (console) => focusNext(console, 1) },
    {
      id: "pane.previous",
      keys: ["shift+tab"],
      title: "Previous pane",
      scope,
      run: (console) => focusNext(console, -1),
    },
    {
      id: "pane.left",
      keys: ["left", "h"],
      title: "Pane at the left",
      scope,
      run: (console) => focusToward(console, -1),
    },
    {
      id: "pane.right",
      keys: ["right", "l"],
      title: "Pane at the right",
      scope,
      run: (console) => focusToward(console, 1),
    },
    {
      id: "pane.full",
      keys: ["f"],
      title: "Pane in full screen, and back",
      scope,
      run: (console) => console.store.navigation.setFullScreen(!console.store.getState().navigation.fullScreen),
    },
    { id: "refresh", keys: ["r"], title: "Refresh", hint: "refresh", scope, run: refresh },
    {
      id: "undo",
      keys: ["u"],
      title: "Undo the last write (through a review)",
      scope,
      disabledReason: whyNoUndo,
      run: (console) => console.host.undo(),
    },
    {
      id: "unlock",
      keys: ["U"],
      title: "Allow changes in production for a while, or end it",
      scope,
      disabledReason: unlockRefusal,
      run: openUnlock,
    },
    {
      id: "palette.open",
      keys: [":"],
      title: "Go or do, by name",
      hint: "go or do",
      scope,
      run: (console) => {
        openPalette(console, "all");
      },
    },
    { id: "project", keys: ["p"], title: "Profile and project", hint: "project", scope, run: openProjects },
    { id: "cluster", keys: ["c"], title: "Narrow to a cluster", hint: "cluster", scope, run: openClusters },
    { id: "freeze", keys: ["z"], title: "Freeze the screen for selecting text, and go on", scope, run: toggleFreeze },
    {
      id: "activity",
      keys: ["L"],
      title: "What was sent and said",
      hint: "activity",
      scope,
      run: (console) => pushLayer(console, { kind: "activity", top: 0 }),
    },
    // Without a key: pressed by mistake, it would change the look for good.
    { id: "theme", keys: [], title: "Next theme", scope, run: nextTheme },
    { id: "bell", keys: [], title: "Bell for new alerts: on or off", scope, run: toggleBell },
    {
      id: "title-count",
      keys: [],
      title: "Number of alerts in the window title: on or off",
      scope,
      run: toggleTitleCount,
    },
    {
      id: "mouse",
      keys: ["M"],
      title: "Mouse on or off: wheel moves, click marks, click again opens",
      scope,
      run: toggleMouse,
    },
    { id: "zone", keys: ["T"], title: "Local times or UTC", scope, run: nextZone },
    {
      id: "repaint",
      keys: ["ctrl+l"],
      title: "Paint the screen anew",
      scope,
      run: (console) => console.host.repaint(),
    },
    {
      id: "suspend",
      keys: ["ctrl+z"],
      title: "Back to the shell (fg returns)",
      scope,
      run: (console) => console.host.suspend(),
    },
    { id: "quit", keys: ["q", "ctrl+c"], title: "Quit", scope, run: quit },
    {
      id: "help.open",
      keys: ["?"],
      title: "All keys",
      hint: "all keys",
      scope,
      when: (console) => layerOf(console.workspace.getState(), "help") === undefined,
      run: (console) => openHelp(console),
    },
  ];
}

/** In the sidebar no row has the keys: nothing is done to one that only stands there. */
const rowsAreElsewhere = ({ store }: Console): string | null =>
  store.getState().navigation.pane === "sidebar" ? "the list of areas has the keys; Enter goes to the rows" : null;

const hasAction = (console: Console, standard: "new" | "edit" | "delete"): boolean =>
  console.screens.list(console.store.getState())?.screen.actions.some((action) => action.standard === standard) ===
  true;
