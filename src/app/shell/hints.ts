import { memoize } from "../../text/memoize.ts";
import type { Span } from "../../text/spans.ts";
import type { Console } from "../console.ts";
import { type Binding, keyLabel } from "../keys/binding.ts";
import { fittedHints, type Hint } from "./fitted-hints.ts";

const ordered = memoize<readonly Binding[]>();
const fitted = memoize<readonly Span[]>();

/** Those of the bindings that have a hint and hold in some scopes, the innermost first: a few of many, and the same ones at every key. */
function hintedIn(console: Console): readonly Binding[] {
  const { scopes, bindings } = console.keys.active();
  const ids = scopes.map(({ id }) => id);
  return ordered(ids.join(" "), [bindings], () => {
    const hinted = bindings.filter(({ hint }) => hint !== undefined);
    return ids.flatMap((id) => hinted.filter(({ scope }) => scope === id));
  });
}

/** Keys that hold everywhere and cannot be done here would only take the room of those that can. */
const isIdle = ({ scope, disabledReason }: Binding, console: Console): boolean =>
  scope === "global" && (disabledReason?.(console) ?? null) !== null;

/** Those of them that apply now. */
const ableOf = (console: Console): readonly Binding[] =>
  hintedIn(console).filter(
    (binding) => (binding.when === undefined || binding.when(console)) && !isIdle(binding, console),
  );

const hintOf = ({ hint = "", keys }: Binding): Hint => ({ key: keyLabel(keys[0] ?? ""), words: hint });

/** What can be done now, the innermost scope first. */
export const hintsOf = (console: Console): readonly Hint[] => ableOf(console).map(hintOf);

/** The hints that fit into a width; the same ones while the same can be done. */
export function hintSpans(console: Console, width: number): readonly Span[] {
  const able = ableOf(console);
  return fitted("hints", [width, ...able], () => fittedHints(able.map(hintOf), width));
}
