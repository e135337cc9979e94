import { areaOf } from "../../areas/areas.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { printPlace } from "../../state/navigation/place.ts";
import { isUtcHere } from "../../text/format.ts";
import { type App, openMenu } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import { THEME_NAMES } from "../theme.ts";
import type { MenuItem } from "../workspace.ts";
import { setPreferences } from "./apply.ts";
import { changedColumns, openColumns } from "./columns.ts";
import { openKeyMenu } from "./keys.ts";

/** Menu of preferences with their current values; a choice takes effect at once, and the menu opens again. */

type Choice = { readonly value: string; readonly title: string; readonly change: Partial<Preferences> };

/** A preference with a few values. */
type Preference = {
  readonly id: string;
  readonly title: string;
  /** Current value. */
  readonly value: string;
  /** Label of the current value, if it differs from the value. */
  readonly now?: string;
  readonly choices: readonly Choice[];
  readonly disabled?: string | null;
};

/** A preference that is on or off. */
const toggle = (
  id: "bell" | "title" | "notification" | "mouse",
  title: string,
  preferences: Preferences,
): Preference => ({
  id,
  title,
  value: preferences[id],
  choices: [
    { value: "off", title: "off", change: { [id]: "off" } },
    { value: "on", title: "on", change: { [id]: "on" } },
  ],
});

const THEME_LABELS: Readonly<Record<string, string>> = lookupTable({
  terminal: "terminal: its own sixteen colours",
  auto: "auto: dark or light, as the terminal is",
  "color-blind": "color-blind: without red and green",
});

/** Places to start at: the current place, or any area. */
function startChoices(app: App): readonly Choice[] {
  const { place } = app.store.getState().navigation;
  const here = printPlace(place);
  return [
    ...(place.ids.length === 0
      ? []
      : [{ value: here, title: `this place (${areaOf(place.area).label})`, change: { start: here } }]),
    ...app.areas.all.map(({ id, label }) => ({ value: id, title: label, change: { start: id } })),
  ];
}

const startLabel = (app: App, start: string): string => app.areas.all.find(({ id }) => id === start)?.label ?? start;

function preferencesOf(app: App): readonly Preference[] {
  const { preferences, session } = app.store.getState();
  const isUtc = isUtcHere(app.host.now());
  const times: readonly Choice[] = [
    { value: "local", title: `local (${app.host.timeZone})`, change: { time: "local" } },
    { value: "utc", title: "UTC", change: { time: "utc" } },
  ];
  return [
    {
      id: "theme",
      title: "Theme",
      value: preferences.theme,
      choices: THEME_NAMES.map((value) => ({ value, title: THEME_LABELS[value] ?? value, change: { theme: value } })),
      disabled: app.host.colour === "none" ? "this terminal has no colours, or NO_COLOR is set" : null,
    },
    {
      id: "symbols",
      title: "Symbols",
      value: preferences.symbols,
      choices: [
        { value: "unicode", title: "unicode", change: { symbols: "unicode" } },
        { value: "blocks", title: "unicode, charts without braille", change: { symbols: "blocks" } },
        { value: "ascii", title: "ascii", change: { symbols: "ascii" } },
      ],
      disabled: app.host.symbols === "ascii" ? "this terminal shows ASCII alone" : null,
    },
    {
      id: "time",
      title: "Times",
      value: session.zone,
      now: session.zone === "utc" ? "UTC" : "local",
      choices: times,
      disabled: isUtc ? "this machine's local time is UTC" : null,
    },
    {
      id: "start",
      title: "Start at",
      value: preferences.start,
      now: startLabel(app, preferences.start),
      choices: startChoices(app),
    },
    toggle("bell", "Bell for new alerts", preferences),
    toggle("title", "Alert count in the window title", preferences),
    toggle("notification", "Desktop notification of new alerts", preferences),
    {
      id: "refresh",
      title: "Refresh",
      value: preferences.refresh,
      choices: [
        { value: "slower", title: "slower: half as often", change: { refresh: "slower" } },
        { value: "normal", title: "normal", change: { refresh: "normal" } },
        {
          value: "faster",
          title: "faster: twice as often, while the request budget lasts",
          change: { refresh: "faster" },
        },
      ],
    },
    toggle("mouse", "Mouse: wheel scrolls, click selects", preferences),
    {
      id: "pane",
      title: "Sidebar",
      value: preferences.pane,
      now: preferences.pane === "on" ? "hidden" : "shown",
      choices: [
        { value: "off", title: "shown", change: { pane: "off" } },
        { value: "on", title: "hidden", change: { pane: "on" } },
      ],
    },
  ];
}

/** Applies a choice and returns to the menu. */
function choose(app: App, id: string, change: Partial<Preferences>): void {
  setPreferences(app, change);
  openPreferences(app, id);
}

function openChoices(app: App, { id, title, value, choices }: Preference): void {
  openMenu(
    app,
    title,
    choices.map((choice) => ({
      id: choice.value,
      title: choice.title,
      keys: choice.value === value ? "current" : "",
      run: () => choose(app, id, choice.change),
    })),
    (item) => item.id === value,
  );
}

/** Chooses a value: toggles between two values, or opens the menu of several. */
function take(app: App, preference: Preference): void {
  const others = preference.choices.filter(({ value }) => value !== preference.value);
  const [other] = others;
  if (other !== undefined && others.length === 1) choose(app, preference.id, other.change);
  else openChoices(app, preference);
}

const count = (many: number): string => (many === 0 ? "" : `${many} changed`);

/**
 * Opens the menu.
 *
 * @param at id of the item that is selected first
 */
export function openPreferences(app: App, at = "theme"): void {
  const list = app.selectors.list(app.store.getState());
  const noList = list === null || list.screen.single !== undefined ? "there is no list here" : null;
  const label = list === null || noList !== null ? "this list" : areaOf(list.area.id).label;
  const { notifyCommand } = app.store.getState().preferences;
  const items: readonly MenuItem[] = [
    ...preferencesOf(app).map((preference) => ({
      id: preference.id,
      title: preference.title,
      keys: preference.now ?? preference.value,
      disabled: preference.disabled ?? null,
      run: () => take(app, preference),
    })),
    {
      id: "notifyCommand",
      title: `Command for notifications (${keyOf(app)("notify")})`,
      keys: notifyCommand[0] ?? "none",
      disabled: "set it in preferences.json",
      run: () => undefined,
    },
    {
      id: "columns",
      title: `Columns of ${label}…`,
      keys: list !== null && changedColumns(app, list.area.id) ? "changed" : "",
      disabled: noList,
      run: () => openColumns(app),
    },
    {
      id: "keys",
      title: "Keys…",
      keys: count(Object.keys(app.store.getState().preferences.keys).length),
      run: () => openKeyMenu(app),
    },
  ];
  openMenu(app, "Preferences", items, ({ id }) => id === at);
}
