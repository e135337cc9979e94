import { weakMapMemoize } from "reselect";
import { isTyping } from "../../terminal/input/keys.ts";
import type { ActiveKeys, App, Binding, KeyScope } from "../app.ts";
import { isFrozen, ON_FROZEN } from "../freezing.ts";
import { ALWAYS, OVER_PAGES } from "../keys/scopes.ts";
import { takeKey } from "../preferences/keys.ts";
import { singleOf } from "../screen/panes.ts";
import { type Undrawn, undrawnOf } from "../screen/room.ts";
import { takesProjectName } from "../settings-files/copy-question.ts";
import { isPage, type Layer, topLayer } from "../workspace.ts";
import { scopesOf } from "./form-scopes.ts";

/** Which scopes have the keys: those of the topmost layer, else of the pane, and the ones that hold everywhere last. */

const GLOBAL: KeyScope = { id: "global", takes: "nothing", exclusive: false };

/** The keys of a text that is typed. */
const TEXT: KeyScope = { id: "text", takes: "text", exclusive: true };

const plain = (id: KeyScope["id"]): readonly KeyScope[] => [{ id, takes: "nothing", exclusive: true }];
const typed = (id: KeyScope["id"]): readonly KeyScope[] => [{ id, takes: "text", exclusive: true }];

function layerScopes(app: App, layer: Layer): readonly KeyScope[] {
  switch (layer.kind) {
    case "menu":
    case "raw":
    case "help":
    case "activity":
    case "writes":
    case "write":
    case "comparison":
    case "difference":
    case "columns":
    case "page":
      return plain(layer.kind);
    case "key":
      return [{ id: "key", takes: "nothing", exclusive: true, takeKey }];
    case "copying":
      return takesProjectName(layer) ? typed(layer.kind) : plain(layer.kind);
    case "palette":
    case "filter":
      return typed(layer.kind);
    default:
      return scopesOf(app, layer);
  }
}

const PANE_SCOPES = { sidebar: "sidebar", main: "list", side: "detail" } as const;

function paneScopes(app: App): readonly KeyScope[] {
  const state = app.store.getState();
  const { pane, place } = state.navigation;
  const isSingle = singleOf(state) !== null && pane !== "sidebar";
  const scope = isSingle ? "detail" : pane === "side" && place.ids.length === 0 ? "list" : PANE_SCOPES[pane];
  return [{ id: scope, takes: "nothing", exclusive: false }, GLOBAL];
}

/** The bindings while a layer hides the global keys, less those of some letters: the same ones at every key. */
const inLayers = weakMapMemoize((all: readonly Binding[], letters: ReadonlySet<string>) =>
  all.flatMap((binding) => inLayer(binding, letters)),
);

/** What is left where nobody can say what has the keys: those that hold everywhere. */
export const keysEverywhere = (all: readonly Binding[]): ActiveKeys => ({ scopes: [GLOBAL], bindings: all });

/** What is left of keys while something keeps from the screen what they would do. */
function left(keys: ActiveKeys, bindings: readonly Binding[]): ActiveKeys {
  const scopes = keys.scopes.map(({ id }): KeyScope => ({ id, takes: "nothing", exclusive: true }));
  return { scopes, bindings };
}

/** Closing what is not drawn, where nothing of it goes with it. */
const toClose = (binding: Binding): readonly Binding[] =>
  binding.scope !== "global" && binding.risk === undefined && binding.keys.includes("escape")
    ? [{ ...binding, keys: ["escape"] }]
    : [];

/** The keys of what is not drawn: those of the program itself, and Esc where the screen says so. */
const undrawnKeys = weakMapMemoize((all: readonly Binding[], undrawn: Undrawn) =>
  all.flatMap((binding) => (ALWAYS.has(binding.id) ? [binding] : undrawn === "console" ? [] : toClose(binding))),
);

/** The keys of a frozen screen. */
const frozenKeys = weakMapMemoize((all: readonly Binding[]) =>
  all.flatMap((binding): readonly Binding[] => {
    if (!ON_FROZEN.has(binding.id)) return [];
    return [binding.id === "freeze" ? { ...binding, hint: "unfreeze" } : binding];
  }),
);

/** The scopes of this moment and the bindings to look in: keys go only to what is drawn. */
export function activeKeys(app: App, all: readonly Binding[]): ActiveKeys {
  const keys = keysOfTop(app, all);
  const undrawn = undrawnOf(app.store.getState());
  if (undrawn !== null) return left(keys, undrawnKeys(keys.bindings, undrawn));
  return isFrozen(app) ? left(keys, frozenKeys(keys.bindings)) : keys;
}

/** The keys of what lies topmost. */
function keysOfTop(app: App, all: readonly Binding[]): ActiveKeys {
  const layer = topLayer(app.store.getState());
  if (layer === undefined) return { scopes: paneScopes(app), bindings: all };
  const own = layerScopes(app, layer);
  const scopes = own[0]?.takes === "text" ? [...own, TEXT] : own;
  if (!scopes.some(({ exclusive }) => exclusive)) return { scopes: [...scopes, GLOBAL], bindings: all };
  return { scopes: [...scopes, GLOBAL], bindings: inLayers(all, isPage(layer.kind) ? OVER_PAGES : NONE) };
}

const NONE: ReadonlySet<string> = new Set();

/** In a layer, a key that holds everywhere must not be a letter: letters are typed there or mean something else. */
const inLayer = (binding: Binding, letters: ReadonlySet<string>): readonly Binding[] => {
  if (binding.scope !== "global" || letters.has(binding.id)) return [binding];
  return ALWAYS.has(binding.id) ? [{ ...binding, keys: binding.keys.filter((key) => !isTyping(key)) }] : [];
};
