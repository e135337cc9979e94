import { type Span, span, spansWidth } from "../../text/spans.ts";

/** A key label and a short text for its command. */
export type Hint = { readonly key: string; readonly words: string };

/** The last line: available keys. As many as fit, the innermost scope first, `? all keys` last. */

const FIRST = " Start with:";

/** Hints for the first start of the console. */
export const firstHintSpans = (hints: readonly Hint[], width: number): readonly Span[] => [
  span(FIRST),
  ...fittedHints(hints, width - FIRST.length),
];

/** The hints that fit into a width; always including the last one. */
export function fittedHints(hints: readonly Hint[], width: number): readonly Span[] {
  const pieces = hints.map(({ key, words }): Span[] => [span(" "), span(key, "key"), span(` ${words} `, "dim")]);
  const last = pieces.at(-1);
  const fitted: Span[][] = [];
  let room = width - (last === undefined ? 0 : spansWidth(last));
  for (const piece of pieces.slice(0, -1)) {
    const wide = spansWidth(piece);
    if (wide > room) break;
    fitted.push(piece);
    room -= wide;
  }
  return [...fitted, ...(last === undefined ? [] : [last])].flat();
}
