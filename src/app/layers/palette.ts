import type { Action } from "../../areas/area.ts";
import { AREAS } from "../../areas/areas.ts";
import { operations } from "../../contract/operations.ts";
import { refusalText } from "../../text/format.ts";
import { type Console, changeLayer, popLayer } from "../console.ts";
import { type Binding, keyLabel } from "../keys/binding.ts";
import { runBinding } from "../keys/dispatch.ts";
import { actionKey, disabledReason, idsFor, runAction, runActionOf } from "../screen/actions.ts";
import { visit } from "../screen/visit.ts";
import { layerOf, type PaletteLayer } from "../workspace.ts";
import { type Findable, found } from "./palette-match.ts";

/** Everything that can be done or gone to, by name: areas, actions, keys; operations answer to all their names. */

type Entry = Findable & {
  readonly id: string;
  /** Names and numbers of its operations. */
  readonly names: readonly string[];
  readonly note: string;
  readonly disabled: string | null;
  readonly run: (console: Console) => void;
};

const operationNames = (action: Action): readonly string[] =>
  [action.operation, ...(action.also ?? [])].flatMap((name) => {
    const { id, spec, aliases } = operations[name];
    return [id, ...(spec === null ? [] : [spec]), ...aliases];
  });

/** Actions of the place one is at, and those that need no selection of every other one. */
function actionEntries(console: Console): Entry[] {
  const state = console.store.getState();
  const here = console.screens.of(state);
  return console.areas.all.flatMap(({ id, label, screen }) =>
    (screen?.actions ?? [])
      .filter((action) => screen === here || action.on === "area")
      .map((action): Entry => {
        const key = actionKey(action);
        const names = operationNames(action);
        return {
          id: action.id,
          title: `${label}: ${action.title}`,
          words: names.join(" "),
          risk: action.standard === "delete" ? "destructive" : operations[action.operation].risk,
          names,
          note: key === undefined ? "" : keyLabel(key),
          disabled: screen === here ? disabledReason(console, action, idsFor(console, action)) : null,
          run: () => (screen === here ? runAction(console, action) : runActionOf(console, id, action)),
        };
      }),
  );
}

const areaEntries = (): Entry[] =>
  AREAS.map(({ id, label, group, screen }) => ({
    id: `area:${id}`,
    title: `Go to ${label}`,
    words: `${id} ${group}`,
    risk: "none",
    names: [],
    note: group,
    disabled: screen === null ? "still to come" : null,
    run: (console) => {
      visit(console, { area: id, ids: [] });
    },
  }));

const bindingEntries = (console: Console): Entry[] =>
  console.keys.all
    .filter(
      ({ scope, id, when }) => scope === "global" && id !== "palette.open" && (when === undefined || when(console)),
    )
    .map((binding) => ({
      id: binding.id,
      title: binding.title,
      words: "",
      risk: binding.risk ?? "none",
      names: [],
      note: binding.keys.map(keyLabel).join(" "),
      disabled: binding.disabledReason?.(console) ?? null,
      run: () => runBinding(console, binding),
    }));

/** All entries, or those that a text finds, best first. */
export function paletteEntries(console: Console, { of, text }: Pick<PaletteLayer, "of" | "text">): readonly Entry[] {
  const wanted = text.trim().toLowerCase();
  const all =
    of === "areas" ? areaEntries() : [...actionEntries(console), ...areaEntries(), ...bindingEntries(console)];
  // A name of the service means that operation and no other one, however alike others are (E14, listAlerts).
  const named = all.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  if (wanted !== "" && named.length > 0) return named;
  const entries = found(all, wanted);
  if (wanted === "") return entries;
  const begun = areasBegunBy(wanted).flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  return [...begun, ...entries.filter((entry) => !begun.includes(entry))];
}

/**
 * The areas whose name, or a later word of it, begins with a text, in the order of the sidebar: who types an area's name wants to
 * go there, and its actions, which bear the name too, come after it.
 */
function areasBegunBy(wanted: string): readonly string[] {
  const named = AREAS.map(({ id, label }) => ({
    id: `area:${id}`,
    names: [label.toLowerCase(), id.replaceAll("-", " ")],
  }));
  const whole = named.filter(({ names }) => names.some((name) => name.startsWith(wanted)));
  const later = named.filter((one) => !whole.includes(one) && one.names.some((name) => name.includes(` ${wanted}`)));
  return [...whole, ...later].map(({ id }) => id);
}

/** The palette's keys need the screens of the console that they act in. */
export function paletteBindings(): readonly Binding[] {
  const entriesOf = (console: Console): readonly Entry[] => {
    const layer = layerOf(console.workspace.getState(), "palette");
    return layer === undefined ? [] : paletteEntries(console, layer);
  };
  const moveBy = (console: Console, by: number): void => {
    const count = entriesOf(console).length;
    changeLayer(console, "palette", (layer) => ({
      ...layer,
      index: Math.min(Math.max(0, count - 1), Math.max(0, layer.index + by)),
    }));
  };
  const choose = (console: Console): void => {
    const layer = layerOf(console.workspace.getState(), "palette");
    const entry = entriesOf(console)[layer?.index ?? 0];
    if (entry === undefined) return;
    if (entry.disabled !== null) {
      console.store.notices.say("warning", refusalText(entry.title, entry.disabled));
      return;
    }
    popLayer(console);
    entry.run(console);
  };
  return [
    { id: "palette.choose", keys: ["enter"], title: "Do it", hint: "do it", scope: "palette", run: choose },
    {
      id: "palette.down",
      keys: ["down", "tab"],
      title: "Next",
      hint: "next",
      scope: "palette",
      run: (console) => moveBy(console, 1),
    },
    {
      id: "palette.up",
      keys: ["up", "shift+tab"],
      title: "Previous",
      scope: "palette",
      run: (console) => moveBy(console, -1),
    },
    {
      id: "palette.page-down",
      keys: ["pagedown"],
      title: "Page down",
      scope: "palette",
      run: (console) => moveBy(console, 10),
    },
    {
      id: "palette.page-up",
      keys: ["pageup"],
      title: "Page up",
      scope: "palette",
      run: (console) => moveBy(console, -10),
    },
    { id: "palette.close", keys: ["escape"], title: "Close", hint: "close", scope: "palette", run: popLayer },
  ];
}
