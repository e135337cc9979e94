import type { StandardAction } from "../../areas/model/area.ts";
import { DIRECTORY } from "../../state/names/directory.ts";
import { isUtcHere } from "../../text/format.ts";
import { type App, type Binding, layerNow, pushLayer } from "../app.ts";
import { canStandard, hasActions, openActions, runStandard, standardHint } from "../effects/actions.ts";
import { togglePin, whyNoPin } from "../effects/pin.ts";
import { isFrozen, setFrozen } from "../freezing.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { keyOf } from "../keys/key-of.ts";
import { openFilter } from "../layers/filter.ts";
import { openNotify, whyNoNotification } from "../notify/menu.ts";
import { openPalette } from "../palette/open.ts";
import { setPreferences } from "../preferences/apply.ts";
import { openPreferences } from "../preferences/menu.ts";
import { openProjects } from "../profiles/switching.ts";
import { openUndo, whyNoUndo } from "../review/undo.ts";
import { focusNext, focusToward } from "../screen/focus.ts";
import { toggleAllProjects, whyNotAll } from "../screen/show-all.ts";
import { go } from "../screen/visit.ts";
import { openUnlock, unlockRefusal } from "../shell/unlock.ts";
import { openClusters } from "./cluster-menu.ts";
import { closeResults, isSending, SENDING } from "./result-bindings.ts";

/** Global keys. */

function nextZone(app: App): void {
  if (isUtcHere(app.host.now())) {
    app.store.notices.say("info", "This machine's local time is UTC: all times are UTC");
    return;
  }
  const zone = app.store.getState().session.zone === "utc" ? "local" : "utc";
  setPreferences(app, { time: zone });
  app.store.notices.say("info", zone === "utc" ? "Times are UTC" : `Times are local (${app.host.timeZone})`);
}

/** Instructions for selecting text while mouse reporting is on. */
const selectingText = (app: App): string =>
  `hold Shift (Option on a Mac) to select text, or freeze the screen with ${keyOf(app)("freeze")}`;

function toggleMouse(app: App): void {
  const mouse = app.store.getState().preferences.mouse === "off";
  setPreferences(app, { mouse: mouse ? "on" : "off" });
  app.store.notices.say("info", mouse ? `Mouse on: ${selectingText(app)}` : "Mouse off: the terminal selects text");
}

/** Refreshes the focused pane, the list beside it, and their lookups: the projects if none is known, and the clusters. */
function refresh(app: App): void {
  const state = app.store.getState();
  const { resources } = app.store;
  const list = app.selectors.list(state);
  app.store.session.forgetMissingRoles();
  for (const owner of state.navigation.pane === "side" ? ["side", "main"] : ["main"]) void resources.refresh(owner);
  if (list === null) void resources.refresh(DIRECTORY);
  else if (list.lookups.length > 0) void resources.refresh(DIRECTORY, list.lookups);
}

/** Opens help with the active scopes first. */
export function openHelp(app: App): void {
  const scopes = app.keys.active().scopes.map(({ id }) => id);
  pushLayer(app, { kind: "help", top: 0, filter: "", scopes });
}

/** Quits; open forms keep their drafts. */
const quit = (app: App): void => app.host.quit();

export function globalBindings(): readonly Binding[] {
  const scope = "global" as const;
  const hasScreen = (app: App): boolean => app.selectors.list(app.store.getState()) !== null;
  return bindingsIn(scope, [
    {
      id: "action.new",
      keys: ["n"],
      title: "New",
      hint: "new",
      when: (app) => hasAction(app, "new"),
      hintNow: (app) => standardHint(app, "new"),
      isUseful: (app) => canStandard(app, "new"),
      disabledReason: rowsAreElsewhere,
      run: (app) => runStandard(app, "new"),
    },
    {
      id: "action.edit",
      keys: ["e"],
      title: "Edit",
      hint: "edit",
      onSelection: true,
      when: (app) => hasAction(app, "edit"),
      hintNow: (app) => standardHint(app, "edit"),
      isUseful: (app) => canStandard(app, "edit"),
      disabledReason: rowsAreElsewhere,
      run: (app) => runStandard(app, "edit"),
    },
    {
      id: "action.menu",
      keys: ["a"],
      title: "Actions on the selection",
      hint: "actions",
      onSelection: true,
      when: hasScreen,
      isUseful: hasActions,
      disabledReason: rowsAreElsewhere,
      run: (app) => openActions(app),
    },
    {
      id: "action.delete",
      keys: ["x"],
      title: "Delete or cancel (asks first)",
      onSelection: true,
      risk: "disruptive",
      when: (app) => hasAction(app, "delete"),
      disabledReason: rowsAreElsewhere,
      run: (app) => runStandard(app, "delete"),
    },
    {
      id: "filter.open",
      keys: ["/"],
      title: "Filter the list",
      onSelection: true,
      when: hasScreen,
      run: (app) => {
        app.store.navigation.focus("main");
        openFilter(app);
      },
    },
    { id: "pane.next", keys: ["tab"], title: "Next pane", run: (app) => focusNext(app, 1) },
    {
      id: "pane.previous",
      keys: ["shift+tab"],
      title: "Previous pane",
      run: (app) => focusNext(app, -1),
    },
    {
      id: "pane.left",
      keys: ["left", "h"],
      title: "Pane to the left",
      run: (app) => focusToward(app, -1),
    },
    {
      id: "pane.right",
      keys: ["right", "l"],
      title: "Pane to the right",
      run: (app) => focusToward(app, 1),
    },
    {
      id: "pane.full",
      keys: ["f"],
      title: "Full-screen pane on or off",
      run: (app) => app.store.navigation.setFullScreen(!app.store.getState().navigation.fullScreen),
    },
    {
      id: "history.back",
      // A Mac sends Option-← and Option-→ as the word keys of a shell (Alt-B, Alt-F).
      keys: ["alt+left", "backspace", "alt+b"],
      title: "Back to where you were before",
      run: (app) => go(app, "back"),
    },
    {
      id: "history.forward",
      keys: ["alt+right", "alt+f"],
      title: "Forward again",
      run: (app) => go(app, "forward"),
    },
    {
      id: "pin",
      keys: ["b"],
      title: "Pin to the overview and the palette, or unpin",
      onSelection: true,
      when: hasScreen,
      disabledReason: whyNoPin,
      run: togglePin,
    },
    { id: "refresh", keys: ["r"], title: "Refresh", hint: "refresh", run: refresh },
    {
      id: "undo",
      keys: ["u"],
      title: "Undo the last change (with review)",
      disabledReason: (app) => (isSending(app) ? SENDING : whyNoUndo(app)),
      run: (app) => {
        closeResults(app);
        openUndo(app);
      },
    },
    {
      id: "unlock",
      keys: ["U"],
      title: "Unlock or lock changes in production",
      disabledReason: unlockRefusal,
      run: openUnlock,
    },
    {
      id: "palette.open",
      keys: [":", "ctrl+p"],
      title: "Find anything: commands, areas, and things by name, id or address",
      hint: "commands",
      run: (app) => {
        openPalette(app, "all");
      },
    },
    { id: "project", keys: ["p"], title: "Switch project or profile", hint: "project", run: openProjects },
    { id: "cluster", keys: ["c"], title: "Filter by cluster", hint: "cluster", run: openClusters },
    {
      id: "all-projects",
      keys: ["A"],
      title: "All projects, or this one only",
      hint: "all projects",
      disabledReason: whyNotAll,
      run: toggleAllProjects,
    },
    {
      id: "freeze",
      keys: ["z"],
      title: "Freeze or unfreeze the screen, to select text",
      run: (app) => setFrozen(app, !isFrozen(app)),
    },
    {
      id: "activity",
      keys: ["L"],
      title: "Activity: requests and responses",
      hint: "activity",
      run: (app) => pushLayer(app, { kind: "activity", top: 0, filter: "" }),
    },
    {
      id: "preferences",
      keys: [","],
      title: "Preferences: theme, time, start, bell, title, notification, refresh, mouse, columns, keys",
      run: (app) => openPreferences(app),
    },
    {
      id: "notify",
      keys: ["w"],
      title: "Notify me when … (of the selection or the list)",
      disabledReason: whyNoNotification,
      run: openNotify,
    },
    {
      id: "mouse",
      keys: ["M"],
      title: "Mouse on or off: wheel scrolls, click selects, second click opens",
      run: toggleMouse,
    },
    { id: "zone", keys: ["T"], title: "Local times or UTC", run: nextZone },
    {
      id: "repaint",
      keys: ["ctrl+l"],
      title: "Redraw the screen",
      run: (app) => app.host.repaint(),
    },
    {
      id: "suspend",
      keys: ["ctrl+z"],
      title: "Suspend to the shell (fg resumes)",
      run: (app) => app.host.suspend(),
    },
    { id: "quit", keys: ["q", "ctrl+c"], title: "Quit", run: quit },
    {
      id: "help.open",
      keys: ["?"],
      title: "All keys",
      hint: "all keys",
      when: (app) => layerNow(app, "help") === undefined,
      run: (app) => openHelp(app),
    },
  ]);
}

/** While the sidebar has the focus, no row is selected for actions, although rows are visible. */
const rowsAreElsewhere = (app: App): string | null =>
  app.store.getState().navigation.pane === "sidebar"
    ? `the sidebar has focus; ${keyOf(app)("sidebar.open")} opens the list`
    : null;

const hasAction = (app: App, standard: StandardAction): boolean =>
  app.selectors.list(app.store.getState())?.screen.actions.some((action) => action.standard === standard) === true;
