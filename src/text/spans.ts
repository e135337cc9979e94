import type { Token } from "./token.ts";
import { cut, widthOf } from "./width.ts";

/** Lines of text as pieces with a meaning, independent of colours and of Ink. */

/** A piece of a line with one meaning. */
export type Span = {
  readonly text: string;
  readonly token?: Token;
  /** Left out if the title has no room for it. */
  readonly ifRoom?: true;
  /** Cut in its middle: it ends with a name, and names often differ at their ends. */
  readonly isName?: true;
};

export const span = (text: string, token?: Token): Span => (token === undefined ? { text } : { text, token });

/** A piece that ends with a name. */
export const asName = (piece: Span): Span => ({ ...piece, isName: true });

/** True if two lines look the same. */
export const areSameSpans = (one: readonly Span[], other: readonly Span[]): boolean =>
  one.length === other.length &&
  one.every(({ text, token }, index) => text === other[index]?.text && token === other[index]?.token);

/** Total width of several spans, in cells. */
export const spansWidth = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);

/** Joins the parts that are not empty, with a dot between them. */
export const joinedByDots = (parts: readonly (readonly Span[])[]): readonly Span[] =>
  parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [span(" · ", "dim"), ...part]));

/** Spans cut to a width in cells. */
export function cutSpans(spans: readonly Span[], width: number): readonly Span[] {
  if (spansWidth(spans) <= width) return spans;
  const kept: Span[] = [];
  let room = width;
  for (const piece of spans) {
    if (room <= 0) break;
    const text = cut(piece.text, room, piece.isName === true ? "middle" : "end");
    kept.push({ ...piece, text });
    room -= widthOf(text);
    if (text !== piece.text) break;
  }
  return kept;
}

/** A line with spans at its left and right end and fill between them. */
export function spread(
  left: readonly Span[],
  right: readonly Span[],
  width: number,
  fill: Span = { text: " " },
): readonly Span[] {
  const end = cutSpans(right, width);
  // Keep one cell between both ends: words that touch read as one.
  const gap = (end[0]?.text ?? " ").startsWith(" ") ? 0 : 1;
  const start = cutSpans(left, Math.max(0, width - spansWidth(end) - gap));
  const space = width - spansWidth(start) - spansWidth(end);
  return space <= 0 ? [...start, ...end] : [...start, { ...fill, text: fill.text.repeat(space) }, ...end];
}
