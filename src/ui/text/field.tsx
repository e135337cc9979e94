import { Box, Text } from "ink";
import TextInput from "ink-text-input";
import type { ReactNode } from "react";
import { shownFrom } from "../../app/text/caret.ts";
import type { Theme } from "../../app/theme.ts";
import { cut, graphemes, widthOf } from "../../text/width.ts";

type ShortFieldProps = {
  readonly text: string;
  /** Index at which the next character is inserted. */
  readonly caret: number;
  /** The next typed text replaces the whole text, which is shown as selected. */
  readonly isFresh?: boolean;
  readonly width: number;
  readonly theme: Theme;
  readonly placeholder?: string;
  readonly mask?: string;
  readonly onType: (text: string) => void;
};

/**
 * A one-line text input. `ink-text-input` is placed at the caret and receives typed text; the rest of the text is ours. Moving and erasing are key
 * bindings, so that they work alike in every field.
 */
export function ShortField(props: ShortFieldProps): ReactNode {
  const { caret, isFresh = false, width, theme, placeholder = "", mask, onType } = props;
  const text = mask === undefined ? props.text : mask.repeat(props.text.length);
  const from = shownFrom(text, caret, width);
  const shown = text === "" ? cut(placeholder, width) : text;
  const under = graphemes(shown.slice(caret))[0] ?? "";
  const room = width - widthOf(text.slice(from, caret)) - Math.max(1, widthOf(under));
  const isSelected = isFresh && text !== "";
  return (
    <Box width={Math.min(width, widthOf(shown.slice(from)) + (under === "" ? 1 : 0))} height={1} flexShrink={0}>
      {isSelected ? (
        <Text {...theme.looks.selected}>{text.slice(from, caret)}</Text>
      ) : (
        <Text>{text.slice(from, caret)}</Text>
      )}
      <TextInput value="" showCursor={false} onChange={onType} />
      <Text inverse>{under === "" ? " " : under}</Text>
      <Text wrap="truncate" {...(text === "" ? theme.looks.ghost : {})}>
        {cut(shown.slice(caret + under.length), Math.max(0, room))}
      </Text>
    </Box>
  );
}
