import type { Console } from "../console.ts";
import { type Binding, keyLabel } from "../keys/binding.ts";
import type { Span } from "../text/spans.ts";
import { fittedHints, type Hint } from "./fitted-hints.ts";

const hints = new WeakMap<readonly Binding[], readonly Binding[]>();

/** Those of the bindings that have a hint: a few of many, and the same ones at every key. */
function hintedOf(bindings: readonly Binding[]): readonly Binding[] {
  const known = hints.get(bindings);
  if (known !== undefined) return known;
  const hinted = bindings.filter(({ hint }) => hint !== undefined);
  hints.set(bindings, hinted);
  return hinted;
}

/** What can be done now, the innermost scope first. */
export function hintsOf(console: Console): readonly Hint[] {
  const { scopes, bindings } = console.keys.active();
  const hinted = hintedOf(bindings);
  const ordered = scopes.flatMap((scope) => hinted.filter((binding) => binding.scope === scope.id));
  return ordered.flatMap(({ hint, keys, when }: Binding): Hint[] =>
    hint !== undefined && (when === undefined || when(console)) ? [{ key: keyLabel(keys[0] ?? ""), words: hint }] : [],
  );
}

/** The hints that fit into a width. */
export const hintSpans = (console: Console, width: number): readonly Span[] => fittedHints(hintsOf(console), width);
