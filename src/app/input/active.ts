import { weakMapMemoize } from "reselect";
import { isTyping } from "../../terminal/input/keys.ts";
import type { ActiveKeys, App, Binding, KeyScope } from "../app.ts";
import { isFrozen, ON_FROZEN } from "../freezing.ts";
import { closingKeyOf } from "../keys/chosen-keys.ts";
import { ALWAYS, SCOPES } from "../keys/scopes.ts";
import { takeKey } from "../preferences/keys.ts";
import { singleOf } from "../screen/panes.ts";
import { type Undrawn, undrawnOf } from "../screen/room.ts";
import { takesProjectName } from "../settings-files/copy-question.ts";
import { type Layer, topLayer } from "../workspace.ts";
import { scopesOf } from "./form-scopes.ts";

/** Active scopes: those of the topmost layer, otherwise of the focused pane, with `global` last. */

const GLOBAL: KeyScope = { id: "global", takes: "nothing", exclusive: false };

/** Scope of keys for text editing. */
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

/** Bindings while a layer hides the global keys: of the global ones only those in `letters` and in `ALWAYS`; memoized. */
const inLayers = weakMapMemoize((all: readonly Binding[], letters: ReadonlySet<string>) =>
  all.flatMap((binding) => inLayer(binding, letters)),
);

/** Fallback when computing the active keys fails: the global ones. */
export const keysEverywhere = (all: readonly Binding[]): ActiveKeys => ({ scopes: [GLOBAL], bindings: all });

/** Active keys limited to some bindings, while the screen does not show the effect of the others. */
function left(keys: ActiveKeys, bindings: readonly Binding[]): ActiveKeys {
  const scopes = keys.scopes.map(({ id }): KeyScope => ({ id, takes: "nothing", exclusive: true }));
  return { scopes, bindings };
}

/** Binding that closes an undrawn layer with Esc, or a key chosen for it, if closing loses nothing. */
function toClose(binding: Binding): readonly Binding[] {
  const key = closingKeyOf(binding);
  return key === null || binding.scope === "global" || binding.risk !== undefined ? [] : [{ ...binding, keys: [key] }];
}

/** Keys of an undrawn layer: those of the program itself, and the one that the screen announces. */
const undrawnKeys = weakMapMemoize((all: readonly Binding[], undrawn: Undrawn) =>
  all.flatMap((binding) => (ALWAYS.has(binding.id) ? [binding] : undrawn === "console" ? [] : toClose(binding))),
);

/** Keys of a pane that could not be drawn: those that lead elsewhere, and none that act on what is selected in it. */
const keysBesidePane = weakMapMemoize((all: readonly Binding[]) =>
  all.flatMap((binding) =>
    binding.scope === "global" ? (binding.onSelection === true ? [] : [binding]) : toClose(binding),
  ),
);

/** Keys of a frozen screen. */
const frozenKeys = weakMapMemoize((all: readonly Binding[]) =>
  all.flatMap((binding): readonly Binding[] => {
    if (!ON_FROZEN.has(binding.id)) return [];
    return [binding.id === "freeze" ? { ...binding, hint: "unfreeze" } : binding];
  }),
);

/** Active scopes and bindings at this moment: keys apply only to what is drawn. */
export function activeKeys(app: App, all: readonly Binding[]): ActiveKeys {
  const keys = keysOfTop(app, all);
  const undrawn = undrawnOf(app.store.getState());
  if (undrawn === "broken pane") return left(keys, keysBesidePane(keys.bindings));
  if (undrawn !== null) return left(keys, undrawnKeys(keys.bindings, undrawn));
  return isFrozen(app) ? left(keys, frozenKeys(keys.bindings)) : keys;
}

/** Keys of the topmost layer, or of the panes. */
function keysOfTop(app: App, all: readonly Binding[]): ActiveKeys {
  const layer = topLayer(app.store.getState());
  if (layer === undefined) return { scopes: paneScopes(app), bindings: all };
  const own = layerScopes(app, layer);
  const scopes = own[0]?.takes === "text" ? [...own, TEXT] : own;
  if (!scopes.some(({ exclusive }) => exclusive)) return { scopes: [...scopes, GLOBAL], bindings: all };
  return { scopes: [...scopes, GLOBAL], bindings: inLayers(all, SCOPES[layer.kind].globalKeys) };
}

/** In a layer, a global key must not be a letter: letters are typed there or have another meaning. */
const inLayer = (binding: Binding, letters: ReadonlySet<string>): readonly Binding[] => {
  if (binding.scope !== "global" || letters.has(binding.id)) return [binding];
  return ALWAYS.has(binding.id) ? [{ ...binding, keys: binding.keys.filter((key) => !isTyping(key)) }] : [];
};
