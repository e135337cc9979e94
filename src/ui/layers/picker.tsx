import { Box, Text } from "ink";
import { type ReactNode, useMemo } from "react";
import { typeIn } from "../../app/input/typed.ts";
import { type KeyOf, keyOf } from "../../app/keys/key-of.ts";
import { topOfChoices } from "../../app/layers/choices.ts";
import { countThings, entryValue, type PickerEntry, pickerEntries } from "../../app/layers/picker-entries.ts";
import type { Symbols } from "../../app/symbols.ts";
import { caretIn } from "../../app/text/typed-text.ts";
import type { PickerLayer } from "../../app/workspace.ts";
import { type Span, span } from "../../text/spans.ts";
import { fitText, hung, widthOf } from "../../text/width.ts";
import { useConsole, useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { ShortField } from "../text/field.tsx";
import { Lines } from "../text/lines.tsx";
import type { LayerProps } from "./props.ts";

/** Suggestions for one field, narrowed down by typing: best match first, each with a note. */

const labelOf = (entry: PickerEntry): string =>
  entry.kind === "free" ? `use "${entry.text}" as typed` : entry.suggestion.label;

const noteOf = (entry: PickerEntry): string => (entry.kind === "free" ? "" : (entry.suggestion.note ?? ""));

function entrySpans(
  entry: PickerEntry,
  {
    isChosen,
    isMarked,
    column,
    symbols,
  }: { isChosen: boolean; isMarked: boolean | null; column: number; symbols: Symbols },
): readonly Span[] {
  const mark = isMarked === null ? "" : isMarked ? "[x] " : "[ ] ";
  return [
    span(isChosen ? ` ${symbols.selected} ` : "   ", "accent"),
    span(mark, "changed"),
    span(`${fitText(labelOf(entry), column, "left", "middle")}  `, entry.kind === "free" ? "accent" : "plain"),
    span(noteOf(entry), "dim"),
  ];
}

/** Placeholder for a list without suggestions. */
function emptyText({ suggestions, text, open, failure }: PickerLayer, key: KeyOf): string {
  if (suggestions === null) return "Loading suggestions …";
  if (text.trim() !== "" && !open) return "No match, and other values are not accepted.";
  const why = failure === null ? "No suggestions here." : `No suggestions: ${failure}`;
  return open ? `${why} Type the value, then ${key("picker.take")}.` : why;
}

/** Cells around label and note: the mark of the selected line, and the space between the two. */
const AROUND = 6;

/** Width of the label column: that of the widest label, but at most two thirds of the pane if long notes have to fit too. */
function columnOf(entries: readonly PickerEntry[], width: number): number {
  const note = Math.max(0, ...entries.map((entry) => widthOf(noteOf(entry))));
  const most = note === 0 ? width - 10 : Math.max(Math.floor((width * 2) / 3), width - AROUND - note);
  return Math.min(most, Math.max(10, ...entries.map((entry) => widthOf(labelOf(entry)))));
}

export function PickerView({ layer, width, height }: LayerProps<PickerLayer>): ReactNode {
  const app = useConsole();
  const { theme, symbols } = useLook();
  const entries = useMemo(() => pickerEntries(layer), [layer]);
  const column = useMemo(() => columnOf(entries, width), [entries, width]);
  const room = Math.max(1, height - 2);
  const top = topOfChoices(layer.index, entries.length, room);
  const marked = layer.marked === null ? "" : `${layer.marked.length} selected ${symbols.dot} `;
  const shown = entries.slice(top, top + room);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Title
        title={[
          span(layer.title, "title"),
          ...(layer.named === undefined ? [] : [span(" ", "title"), span(layer.named, "title")]),
        ]}
        right={[span(layer.suggestions === null ? "loading …" : `${marked}${countThings(entries)}`, "dim")]}
        width={width}
        focused
      />
      <Box width={width} height={1}>
        <Text {...theme.looks.accent}> / </Text>
        <ShortField
          text={layer.text}
          caret={caretIn(layer.text, layer.caret)}
          width={width - 3}
          theme={theme}
          placeholder={layer.open ? "type to search, or enter a value" : "type to search"}
          onType={(text) => typeIn(app, text)}
        />
      </Box>
      {shown.length === 0 ? (
        <Lines
          lines={hung("   ", emptyText(layer, keyOf(app)), width - 1).map((line) => [span(line, "dim")])}
          theme={theme}
          width={width}
        />
      ) : (
        <Lines
          lines={shown.map((entry, offset) =>
            entrySpans(entry, {
              isChosen: top + offset === layer.index,
              isMarked: layer.marked === null ? null : layer.marked.includes(entryValue(entry)),
              column,
              symbols,
            }),
          )}
          theme={theme}
          width={width}
          over={(offset) => (top + offset === layer.index ? "selected" : undefined)}
        />
      )}
    </Box>
  );
}
