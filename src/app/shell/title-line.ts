import { asName, type Span, span, spansWidth, spread } from "../../text/spans.ts";
import type { Symbols } from "../symbols.ts";

export type TitleInput = {
  readonly title: readonly Span[];
  readonly right: readonly Span[];
  readonly width: number;
  readonly focused: boolean;
  readonly symbols: Symbols;
};

/** Cells for a title beside the right-hand spans. */
export const titleRoom = (right: readonly Span[], width: number): number =>
  Math.max(0, width - 1 - (right.length === 0 ? 0 : spansWidth(right) + 1));

/** The titled rule above a pane. The focused pane has the mark and the accent colour (`screens.md`, grammar). */
export function titleLine({ title, right, width, focused, symbols }: TitleInput): readonly Span[] {
  const rule = focused ? "ruleFocused" : "rule";
  const left = [
    span(focused ? symbols.focus : " ", "accent"),
    ...title.map((piece) => (piece.token === "title" ? asName(piece) : piece)),
    span(" "),
  ];
  const whole = spansWidth(left) + spansWidth(right) + 2 <= width;
  const shown = whole ? right : right.filter(({ ifRoom }) => ifRoom !== true);
  // The cell at the right edge is dropped before any word is.
  const edge = spansWidth(left) + spansWidth(shown) + 1 > width ? [] : [span(" ")];
  const end = shown.length === 0 ? [] : [span(" "), ...shown, ...edge];
  return spread(left, end, width, span(symbols.horizontal, rule));
}
