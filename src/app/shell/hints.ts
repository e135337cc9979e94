import { weakMapMemoize } from "reselect";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Span } from "../../text/spans.ts";
import type { App, Binding } from "../app.ts";
import { keyLabel } from "../keys/key-label.ts";
import { firstHintSpans, fittedHints, type Hint } from "./fitted-hints.ts";

/** For how many sets of scopes, and for how many widths, something is remembered. */
const MEMOIZED = { maxSize: 32 };

/** Those of the bindings that have a hint and hold in some scopes, by their ids, the innermost first. */
const hinted = weakMapMemoize((ids: string, bindings: readonly Binding[]): readonly Binding[] => {
  const all = bindings.filter(({ hint }) => hint !== undefined);
  return ids.split(" ").flatMap((id) => all.filter(({ scope }) => scope === id));
}, MEMOIZED);

/** The same object for the same words: what is made of hints is remembered by them. */
const hintSaying = weakMapMemoize((key: string, words: string): Hint => ({ key, words }));

const fitted = weakMapMemoize(
  (width: number, ...hints: readonly Hint[]): readonly Span[] => fittedHints(hints, width),
  MEMOIZED,
);

/** Those that hold now: a few of many, and the same ones at every key. */
function hintedIn(app: App): readonly Binding[] {
  const { scopes, bindings } = app.keys.active();
  return hinted(scopes.map(({ id }) => id).join(" "), bindings);
}

/** Keys that hold everywhere and cannot be done here would only take the room of those that can. */
const isIdle = ({ scope, disabledReason, isUseful }: Binding, app: App): boolean =>
  isUseful?.(app) === false || (scope === "global" && (disabledReason?.(app) ?? null) !== null);

/** Those of them that apply now. */
const ableOf = (app: App): readonly Binding[] =>
  hintedIn(app).filter((binding) => (binding.when === undefined || binding.when(app)) && !isIdle(binding, app));

const hintOf = ({ hint = "", hintNow, keys }: Binding, app: App): Hint =>
  hintSaying(keyLabel(keys[0] ?? ""), hintNow?.(app) ?? hint);

/** What can be done now, the innermost scope first. */
export const hintsOf = (app: App): readonly Hint[] => ableOf(app).map((binding) => hintOf(binding, app));

/** The keys that a person needs to find all others, and to come to a service of one's own where there is room for it. */
const FIRST_KEYS = ["list.open", "action.menu", "palette.open", "project", "help.open"];

/** What a key leads to at the first start, where it says something else later. */
const FIRST_HINTS: Readonly<Record<string, string>> = lookupTable({ project: "connect" });

/** Those keys as hints. */
export const firstHintsOf = (app: App): readonly Hint[] =>
  FIRST_KEYS.flatMap((id) => app.keys.all.filter((binding) => binding.id === id)).map((binding) => {
    const hint = hintOf(binding, app);
    return { ...hint, words: FIRST_HINTS[binding.id] ?? hint.words };
  });

/** The hints that fit into a width; the same ones while the same can be done. Four keys until the first one on a machine is pressed. */
export const hintSpans = (app: App, width: number): readonly Span[] =>
  app.store.getState().isFirstStart ? firstHintSpans(firstHintsOf(app), width) : fitted(width, ...hintsOf(app));
