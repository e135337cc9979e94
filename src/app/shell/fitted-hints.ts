import { type Span, span, spansWidth } from "../../text/spans.ts";

/** A key as people read it, and what it does in short. */
export type Hint = { readonly key: string; readonly words: string };

/** The last line: what can I do here. As many keys as have room, the local ones first, `? all keys` last. */

const FIRST = " Start with:";

/** The keys to begin with, for who starts the console for the first time. */
export const firstHintSpans = (hints: readonly Hint[], width: number): readonly Span[] => [
  span(FIRST),
  ...fittedHints(hints, width - FIRST.length),
];

/** The hints that fit into a width; the last one always. */
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
