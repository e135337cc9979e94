import { Text } from "ink";
import { memo, type ReactNode } from "react";
import type { TextLook, Theme, Token } from "../theme.ts";
import { cutSpans, type Span, span, spansWidth } from "./spans.ts";

export { cutSpans, type Span, span, spansWidth, spread } from "./spans.ts";

type LineProps = {
  readonly spans: readonly Span[];
  readonly theme: Theme;
  readonly width: number;
  /** The whole line in one look, filled to its width: the selected row. */
  readonly over?: Token | undefined;
};

/** Whether a look is seen where nothing is written. */
const isSeenOnBlank = ({ backgroundColor, underline, inverse }: TextLook): boolean =>
  backgroundColor !== undefined || underline === true || inverse === true;

const isBlank = (text: string): boolean => text.trimStart() === "";

/** What two neighbours are as one piece, where they look the same as one; a blank looks the same with any look that it does not show. */
function joined(one: Span, other: Span, { looks }: Theme): Span | null {
  const [first, second] = [one.token ?? "plain", other.token ?? "plain"];
  const text = one.text + other.text;
  if (first === second) return span(text, first);
  if (isSeenOnBlank(looks[first]) || isSeenOnBlank(looks[second])) return null;
  return isBlank(other.text) ? span(text, first) : isBlank(one.text) ? span(text, second) : null;
}

/** As few pieces as look the same: each is a node of its own, which costs more than its text. */
function fewest(spans: readonly Span[], theme: Theme): readonly Span[] {
  const fewer: Span[] = [];
  for (const piece of spans) {
    const last = fewer.at(-1);
    const both = last === undefined ? null : joined(last, piece, theme);
    if (both === null) fewer.push(piece);
    else fewer[fewer.length - 1] = both;
  }
  return fewer;
}

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
  const [only, ...others] = fewest(shown, theme);
  if (only === undefined) return <Text> </Text>;
  if (others.length === 0) {
    return (
      <Text {...theme.looks[only.token ?? "plain"]} wrap="truncate">
        {theme.spell(only.text)}
      </Text>
    );
  }
  return (
    <Text wrap="truncate">
      {[only, ...others].map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no identity but their order
        <Text key={index} {...theme.looks[piece.token ?? "plain"]}>
          {theme.spell(piece.text)}
        </Text>
      ))}
    </Text>
  );
});
