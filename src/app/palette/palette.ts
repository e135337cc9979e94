import { lruMemoize } from "reselect";
import { AREA_COMMANDS, type AreaCommand } from "../../areas/area-commands.ts";
import { AREAS } from "../../areas/areas.ts";
import { operations } from "../../contract/operations.ts";
import type { ConsoleState } from "../../state/store.ts";
import { refusalText } from "../../text/format.ts";
import { type App, type Binding, changeLayer, layerNow, popLayer } from "../app.ts";
import { actionKey, disabledReason, idsFor, runAction, runActionOf } from "../effects/actions.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { runBinding } from "../keys/dispatch.ts";
import { keyLabel } from "../keys/key-label.ts";
import { moveBindings, movedIndex } from "../keys/move-bindings.ts";
import { visit } from "../screen/visit.ts";
import { settingsOffers } from "../settings-files/offers.ts";
import type { PaletteLayer } from "../workspace.ts";
import type { PaletteEntry } from "./palette-entry.ts";
import { matchEntries, termsOf } from "./palette-match.ts";
import { type ThingEntries, thingEntries } from "./thing-entries.ts";

/** All commands and places by name: areas, actions, keys; an operation is found by each of its names. */

type Command = Omit<AreaCommand, "area">;

const operationNames = ({ operation, also = [] }: Command): readonly string[] =>
  [operation, ...also].flatMap((name) => {
    const { id, spec, aliases } = operations[name];
    return [id, ...(spec === null ? [] : [spec]), ...aliases];
  });

function commandEntry(label: string, command: Command, use: Pick<PaletteEntry, "disabled" | "run">): PaletteEntry {
  const key = actionKey(command);
  const names = operationNames(command);
  return {
    id: command.id,
    title: `${label}: ${command.title}`,
    words: names.join(" "),
    risk: command.standard === "delete" ? "destructive" : operations[command.operation].risk,
    names,
    note: key === undefined ? "" : keyLabel(key),
    ...use,
  };
}

/** Actions of the current area, and those of all other areas that need no selection. Only a chosen one loads the code of its area. */
function actionEntries(app: App): PaletteEntry[] {
  const { area: here } = app.store.getState().navigation.place;
  return AREAS.flatMap(({ id, label }) =>
    id === here
      ? app.areas.of(id).screen.actions.map((action) =>
          commandEntry(label, action, {
            disabled: disabledReason(app, action, idsFor(app, action)),
            run: () => runAction(app, action),
          }),
        )
      : AREA_COMMANDS.filter(({ area }) => area === id).map((command) =>
          commandEntry(label, command, { disabled: null, run: () => runCommandOf(app, command) }),
        ),
  );
}

function runCommandOf(app: App, { area, id }: AreaCommand): void {
  const action = app.areas.of(area).screen.actions.find((candidate) => candidate.id === id);
  if (action !== undefined) runActionOf(app, area, action);
}

const areaEntries = (): PaletteEntry[] =>
  AREAS.map(({ id, label, group }) => ({
    id: `area:${id}`,
    title: `Go to ${label}`,
    words: `${id} ${group}`,
    risk: "none",
    names: [],
    note: group,
    disabled: null,
    run: (app) => {
      visit(app, { area: id, ids: [] });
    },
  }));

/** Commands for the settings of the project, in every area. */
function settingsEntries(app: App): PaletteEntry[] {
  return settingsOffers(app).map((offer) => ({
    ...offer,
    title: `Settings: ${offer.title}`,
    words: "diff yaml files",
    risk: "none",
    names: [],
    note: "",
  }));
}

const bindingEntries = (app: App): PaletteEntry[] =>
  app.keys.all
    .filter(({ scope, id, when }) => scope === "global" && id !== "palette.open" && (when === undefined || when(app)))
    .map((binding) => ({
      id: binding.id,
      title: binding.title,
      words: "",
      risk: binding.risk ?? "none",
      names: [],
      note: binding.keys.map(keyLabel).join(" "),
      disabled: binding.disabledReason?.(app) ?? null,
      run: () => runBinding(app, binding),
    }));

/** All entries, or those that match a text, best first: areas with this name, things with this name, commands, and other matches of things. */
export const paletteEntries = (app: App, { of, text, known }: Sought): readonly PaletteEntry[] =>
  entriesIn(app.store.getState(), app, of, text, known);

type Sought = Pick<PaletteLayer, "of" | "text" | "known">;

/** Drawing, hints and choosing use the same entries, so they are computed once per state. */
const entriesIn = lruMemoize((_state: ConsoleState, app: App, of: Sought["of"], text: string, known: Sought["known"]) =>
  findEntries(app, { of, text, known }),
);

function findEntries(app: App, sought: Sought): readonly PaletteEntry[] {
  const { of, text } = sought;
  const wanted = text.trim().toLowerCase();
  const all =
    of === "areas"
      ? areaEntries()
      : [...actionEntries(app), ...areaEntries(), ...settingsEntries(app), ...bindingEntries(app)];
  // A name of the service means exactly this operation, however similar others are (E14, listAlerts).
  const named = all.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  if (wanted !== "" && named.length > 0) return named;
  const things = of === "areas" ? NO_THINGS : thingEntries(app, sought);
  const entries = matchEntries(all, wanted);
  if (wanted === "") return [...things.named, ...entries];
  const begun = areasBegunBy(wanted).flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const others = entries.filter((entry) => !begun.includes(entry));
  return [...begun, ...things.named, ...others, ...things.others];
}

const NO_THINGS: ThingEntries = { named: [], others: [] };

/**
 * Areas whose name, or a later word of it, begins with a text, in the order of the sidebar: who types an area's name wants to go there; its actions,
 * which contain the name too, come after it.
 */
function areasBegunBy(text: string): readonly string[] {
  const wanted = comparableName(text);
  if (wanted === "") return [];
  const named = AREAS.map(({ id, label }) => ({ id: `area:${id}`, names: [label, id].map(comparableName) }));
  const whole = named.filter(({ names }) => names.some((name) => name.startsWith(wanted)));
  const later = named.filter((one) => !whole.includes(one) && one.names.some((name) => name.includes(` ${wanted}`)));
  return [...whole, ...later].map(({ id }) => id);
}

/** A name for comparison: an id and its label are the same, whatever their capitals, hyphens and spaces. */
const comparableName = (text: string): string => termsOf(text).join(" ");

/** Keys of the palette. */
export function paletteBindings(): readonly Binding[] {
  const entriesOf = (app: App): readonly PaletteEntry[] => {
    const layer = layerNow(app, "palette");
    return layer === undefined ? [] : paletteEntries(app, layer);
  };
  const moveBy = (app: App, by: number): void => {
    const count = entriesOf(app).length;
    changeLayer(app, "palette", (layer) => ({ ...layer, index: movedIndex(layer.index, by, count) }));
  };
  const choose = (app: App): void => {
    const layer = layerNow(app, "palette");
    const entry = entriesOf(app)[layer?.index ?? 0];
    if (entry === undefined) return;
    if (entry.disabled !== null) {
      app.store.notices.say("warning", refusalText(entry.title, entry.disabled));
      return;
    }
    popLayer(app);
    entry.run(app);
  };
  return bindingsIn("palette", [
    {
      id: "palette.choose",
      keys: ["enter"],
      title: "Run",
      hint: "run",
      isUseful: (app) => entriesOf(app).length > 0,
      run: choose,
    },
    ...moveBindings(
      "palette",
      moveBy,
      [
        ["down", ["down", "tab"], "Next", 1, "next"],
        ["up", ["up", "shift+tab"], "Previous", -1],
        ["page-down", ["pagedown"], "Page down", 10],
        ["page-up", ["pageup"], "Page up", -10],
      ],
      { isUseful: (app) => entriesOf(app).length > 1 },
    ),
    { id: "palette.close", keys: ["escape"], title: "Close", hint: "close", run: popLayer },
  ]);
}
