import { type Span, span } from "../../text/spans.ts";
import { wrapped } from "../../text/width.ts";
import { type App, type Binding, changeLayer, layerNow, popLayer, pushLayer } from "../app.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { ownKeysOf, whyNotKey, withChosenKeys } from "../keys/chosen-keys.ts";
import { keyLabel } from "../keys/key-label.ts";
import { SCOPES, type ScopeId } from "../keys/scopes.ts";
import { matchesFilter } from "../layers/help.ts";
import { openChoice } from "../layers/picker-choice.ts";
import type { KeyLayer } from "../workspace.ts";
import { setPreferences } from "./apply.ts";

/** A person's own keys: choose a command, then press its new key. */

const labels = (keys: readonly string[]): string => (keys.length === 0 ? "no key" : keys.map(keyLabel).join("  "));

const bindingOf = (app: App, id: string): Binding | undefined => app.keys.all.find((binding) => binding.id === id);

/**
 * Opens the list of commands with their keys.
 *
 * @param first scopes that are listed first
 * @param isOffered filters the bindings
 */
export function openKeyMenu(
  app: App,
  first: readonly ScopeId[] = [],
  isOffered: (binding: Binding) => boolean = () => true,
): void {
  const rank = ({ scope }: Binding): number => (first.includes(scope) ? first.indexOf(scope) : first.length);
  const offered = app.keys.all.filter(isOffered).toSorted((one, other) => rank(one) - rank(other));
  const suggestions = offered.map((binding) => ({
    value: binding.id,
    label: `${binding.title} (${SCOPES[binding.scope].title})`,
    note: `${labels(binding.keys)}${binding.ownKeys === undefined ? "" : " (changed)"}`,
  }));
  openChoice(app, { title: "Change a key", suggest: async () => suggestions }, (binding) =>
    pushLayer(app, { kind: "key", binding, refusal: null }),
  );
}

/** Key of the help page that opens the list with the help page's bindings, filtered as on the page. */
export const helpKeyBindings = bindingsIn("help", [
  {
    id: "help.change",
    keys: ["e"],
    title: "Change one of these keys",
    hint: "change",
    run: (app) => {
      const layer = layerNow(app, "help");
      if (layer !== undefined) openKeyMenu(app, layer.scopes, (binding) => matchesFilter(binding, layer.filter));
    },
  },
]);

function setKeys(app: App, binding: Binding, keys: readonly string[] | null): void {
  const { [binding.id]: _before, ...others } = app.store.getState().preferences.keys;
  setPreferences(app, { keys: keys === null ? others : { ...others, [binding.id]: keys } });
  popLayer(app);
  app.store.notices.say("good", `“${binding.title}” is ${labels(keys ?? ownKeysOf(binding))} now.`);
}

/** Restores the default keys of a binding, unless a chosen key of another binding conflicts with them. */
function takeBack(app: App, binding: Binding): void {
  const { [binding.id]: _before, ...others } = app.store.getState().preferences.keys;
  const [refusal] = withChosenKeys(app.keys.own, others).refused;
  if (refusal === undefined) setKeys(app, binding, null);
  else changeLayer(app, "key", (layer) => ({ ...layer, refusal }));
}

/** Assigns the pressed key, or shows why that is impossible. */
export function takeKey(app: App, key: string): void {
  const layer = layerNow(app, "key");
  const binding = layer === undefined ? undefined : bindingOf(app, layer.binding);
  if (binding === undefined || key === "escape") {
    popLayer(app);
    return;
  }
  if (key === "delete") {
    takeBack(app, binding);
    return;
  }
  const refusal = whyNotKey(app.keys.all, binding, key);
  if (refusal === null) setKeys(app, binding, [key]);
  else changeLayer(app, "key", (now) => ({ ...now, refusal: `${keyLabel(key)} cannot be taken: ${refusal}.` }));
}

/** Lines of the layer that waits for the key. */
export function keyLines(app: App, { binding: id, refusal }: KeyLayer, width: number): readonly (readonly Span[])[] {
  const binding = bindingOf(app, id);
  if (binding === undefined) return [];
  const own = binding.ownKeys === undefined ? "" : ` ${keyLabel("delete")} brings ${labels(binding.ownKeys)} back.`;
  const words = [
    span(`${binding.title} (${SCOPES[binding.scope].title}) is ${labels(binding.keys)}.`),
    span(`Press the new key. ${keyLabel("escape")} leaves it as it is.${own}`),
    ...(refusal === null ? [] : [span(refusal, "bad")]),
  ];
  return words.flatMap(({ text, token }) => wrapped(text, width - 2).map((part) => [span(" "), span(part, token)]));
}
