import { Text } from "ink";
import { memo, type ReactNode } from "react";
import type { Theme, Token } from "../theme.ts";
import { cut, widthOf } from "./width.ts";

/** A piece of a line with one meaning. */
export type Span = { readonly text: string; readonly token?: Token };

export const span = (text: string, token?: Token): Span => (token === undefined ? { text } : { text, token });

/** Width of several pieces. */
export const spansWidth = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);

/** Pieces cut to a width. */
export function cutSpans(spans: readonly Span[], width: number): readonly Span[] {
  if (spansWidth(spans) <= width) return spans;
  const kept: Span[] = [];
  let room = width;
  for (const piece of spans) {
    if (room <= 0) break;
    const text = cut(piece.text, room);
    kept.push({ ...piece, text });
    room -= widthOf(text);
    if (text !== piece.text) break;
  }
  return kept;
}

/** Pieces at the left and at the right of a line, the space between them filled. */
export function spread(
  left: readonly Span[],
  right: readonly Span[],
  width: number,
  fill: Span = { text: " " },
): readonly Span[] {
  const end = cutSpans(right, width);
  const start = cutSpans(left, Math.max(0, width - spansWidth(end)));
  const space = width - spansWidth(start) - spansWidth(end);
  return space <= 0 ? [...start, ...end] : [...start, { ...fill, text: fill.text.repeat(space) }, ...end];
}

type LineProps = {
  readonly spans: readonly Span[];
  readonly theme: Theme;
  readonly width: number;
  /** The whole line in one look, filled to its width: the selected row. */
  readonly over?: Token | undefined;
};

/** One line of the screen: one `Text`, which is what Ink paints cheapest (`terminal.md`). */
export const Line = memo(function Line({ spans, theme, width, over }: LineProps): ReactNode {
  const shown = cutSpans(spans, width);
  const space = over === undefined ? 0 : width - spansWidth(shown);
  if (over !== undefined) {
    const text = shown.map((piece) => piece.text).join("") + " ".repeat(Math.max(0, space));
    return (
      <Text {...theme.looks[over]} wrap="truncate">
        {text === "" ? " " : theme.spell(text)}
      </Text>
    );
  }
  if (shown.length === 0) return <Text> </Text>;
  return (
    <Text wrap="truncate">
      {shown.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no identity but their order
        <Text key={index} {...theme.looks[piece.token ?? "plain"]}>
          {theme.spell(piece.text)}
        </Text>
      ))}
    </Text>
  );
});
