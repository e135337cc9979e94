import { memoize } from "../../text/memoize.ts";
import type { Span } from "../../text/spans.ts";
import type { App } from "../app.ts";
import { type Binding, keyLabel } from "../keys/binding.ts";
import { fittedHints, type Hint } from "./fitted-hints.ts";

const ordered = memoize<readonly Binding[]>();
const fitted = memoize<readonly Span[]>();

/** Those of the bindings that have a hint and hold in some scopes, the innermost first: a few of many, and the same ones at every key. */
function hintedIn(app: App): readonly Binding[] {
  const { scopes, bindings } = app.keys.active();
  const ids = scopes.map(({ id }) => id);
  return ordered(ids.join(" "), [bindings], () => {
    const hinted = bindings.filter(({ hint }) => hint !== undefined);
    return ids.flatMap((id) => hinted.filter(({ scope }) => scope === id));
  });
}

/** Keys that hold everywhere and cannot be done here would only take the room of those that can. */
const isIdle = ({ scope, disabledReason }: Binding, app: App): boolean =>
  scope === "global" && (disabledReason?.(app) ?? null) !== null;

/** Those of them that apply now. */
const ableOf = (app: App): readonly Binding[] =>
  hintedIn(app).filter((binding) => (binding.when === undefined || binding.when(app)) && !isIdle(binding, app));

const hintOf = ({ hint = "", keys }: Binding): Hint => ({ key: keyLabel(keys[0] ?? ""), words: hint });

/** What can be done now, the innermost scope first. */
export const hintsOf = (app: App): readonly Hint[] => ableOf(app).map(hintOf);

/** The hints that fit into a width; the same ones while the same can be done. */
export function hintSpans(app: App, width: number): readonly Span[] {
  const able = ableOf(app);
  return fitted("hints", [width, ...able], () => fittedHints(able.map(hintOf), width));
}
