import type { Console } from "../console.ts";
import { type Binding, keyLabel } from "../keys/binding.ts";
import { type Span, span, spansWidth } from "../text/line.tsx";

/** The last line: what can I do here. At most eight keys, the local ones first, `? all keys` last (`screens.md`, grammar). */
const MOST = 8;

/** The hints that fit into a width. */
export function hintSpans(console: Console, bindings: readonly Binding[], width: number): readonly Span[] {
  const shown = bindings.filter(
    (binding) => binding.hint !== undefined && (binding.when === undefined || binding.when(console)),
  );
  const pieces = shown.map((binding): Span[] => [
    span(" "),
    span(keyLabel(binding.keys[0] ?? ""), "key"),
    span(` ${binding.hint ?? ""} `, "dim"),
  ]);
  const last = pieces.at(-1);
  const fitted: Span[][] = [];
  let room = width - (last === undefined ? 0 : spansWidth(last));
  for (const piece of pieces.slice(0, -1)) {
    const wide = spansWidth(piece);
    if (fitted.length >= MOST - 1 || wide > room) break;
    fitted.push(piece);
    room -= wide;
  }
  return [...fitted, ...(last === undefined ? [] : [last])].flat();
}
