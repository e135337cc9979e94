import { Text } from "ink";
import { memo, type ReactNode } from "react";
import type { Theme, Token } from "../theme.ts";
import { cutSpans, type Span, spansWidth } from "./spans.ts";

export { cutSpans, type Span, span, spansWidth, spread } from "./spans.ts";

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
