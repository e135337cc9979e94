import { weakMapMemoize } from "reselect";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Span } from "../../text/spans.ts";
import type { App, Binding } from "../app.ts";
import { keyLabel } from "../keys/key-label.ts";
import { firstHintSpans, fittedHints, type Hint } from "./fitted-hints.ts";

/** Cache size: number of scope sets or widths. */
const MEMOIZED = { maxSize: 32 };

/** Bindings with a hint in the given scopes (ids separated by spaces), innermost first. */
const hinted = weakMapMemoize((ids: string, bindings: readonly Binding[]): readonly Binding[] => {
  const all = bindings.filter(({ hint }) => hint !== undefined);
  return ids.split(" ").flatMap((id) => all.filter(({ scope }) => scope === id));
}, MEMOIZED);

/** The same object for the same text, so that results for hints can be memoized. */
const hintSaying = weakMapMemoize((key: string, words: string): Hint => ({ key, words }));

const fitted = weakMapMemoize(
  (width: number, ...hints: readonly Hint[]): readonly Span[] => fittedHints(hints, width),
  MEMOIZED,
);

/** Bindings with a hint in the active scopes; memoized, so the same array at every key press. */
function hintedIn(app: App): readonly Binding[] {
  const { scopes, bindings } = app.keys.active();
  return hinted(scopes.map(({ id }) => id).join(" "), bindings);
}

/** A useless or, in the global scope, unavailable key would only take the space of available ones. */
const isIdle = ({ scope, disabledReason, isUseful }: Binding, app: App): boolean =>
  isUseful?.(app) === false || (scope === "global" && (disabledReason?.(app) ?? null) !== null);

/** The hinted bindings that apply now. */
const ableOf = (app: App): readonly Binding[] =>
  hintedIn(app).filter((binding) => (binding.when === undefined || binding.when(app)) && !isIdle(binding, app));

const hintOf = ({ hint = "", hintNow, keys }: Binding, app: App): Hint =>
  hintSaying(keyLabel(keys[0] ?? ""), hintNow?.(app) ?? hint);

/** Hints of the available commands, innermost scope first. */
export const hintsOf = (app: App): readonly Hint[] => ableOf(app).map((binding) => hintOf(binding, app));

/** Keys of the first start: those needed to find all others, and, if there is room, the one to leave the sample data. */
const FIRST_KEYS = ["list.open", "action.menu", "palette.open", "project", "help.open"];

/** Hint texts that differ at the first start on sample data: the next step is one's own service. */
const SANDBOX_HINTS: Readonly<Record<string, string>> = lookupTable({ project: "connect" });

/** Hints for the first start. */
export const firstHintsOf = (app: App, isSandbox: boolean): readonly Hint[] =>
  FIRST_KEYS.flatMap((id) => app.keys.all.filter((binding) => binding.id === id)).map((binding) => {
    const hint = hintOf(binding, app);
    return isSandbox ? { ...hint, words: SANDBOX_HINTS[binding.id] ?? hint.words } : hint;
  });

/** The hints that fit into a width; memoized while the same commands are available. Four keys until the first key press on a machine. */
export function hintSpans(app: App, width: number): readonly Span[] {
  const { isFirstStart, session } = app.store.getState();
  return isFirstStart
    ? firstHintSpans(firstHintsOf(app, session.environment === "sandbox"), width)
    : fitted(width, ...hintsOf(app));
}
