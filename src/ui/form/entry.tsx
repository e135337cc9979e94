import { Box, Text, useInput } from "ink";
import SelectInput from "ink-select-input";
import type { ReactNode } from "react";
import { pointAt } from "../../app/form/choosing.ts";
import type { FormLine } from "../../app/form/lines.ts";
import { typeIn } from "../../app/input/typed.ts";
import type { Theme } from "../../app/theme.ts";
import type { FormLayer } from "../../app/workspace.ts";
import { type Span, spansWidth } from "../../text/spans.ts";
import { fitText, widthOf } from "../../text/width.ts";
import { useConsole, useLook } from "../console-context.ts";
import { ShortField } from "../text/field.tsx";
import { Line } from "../text/line.tsx";

/** The input of the focused form line, which takes keys; all other lines are plain text. */

type Props = {
  readonly layer: FormLayer;
  readonly line: FormLine;
  readonly width: number;
  readonly theme: Theme;
  /** Maximum number of lines for an open list of choices. */
  readonly most: number;
  readonly hasKeys: boolean;
};

const Pieces = ({ spans, theme }: { readonly spans: readonly Span[]; readonly theme: Theme }): ReactNode => (
  <Text wrap="truncate">
    {spans.map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no identity but their order
      <Text key={index} {...theme.looks[piece.token ?? "plain"]}>
        {piece.text}
      </Text>
    ))}
  </Text>
);

function EntryLine({
  line,
  width,
  hasKeys,
}: Omit<Props, "line"> & { line: Extract<FormLine, { kind: "entry" }> }): ReactNode {
  const app = useConsole();
  const { theme, symbols } = useLook();
  const mask = symbols.running;
  // The unit and the closing bracket stay in place; further notes yield to a long text.
  const room = Math.max(1, width - spansWidth(line.before) - 2);
  return (
    <Box width={width} height={1} overflow="hidden">
      <Box flexShrink={0} width={spansWidth(line.before)}>
        <Pieces spans={line.before} theme={theme} />
      </Box>
      {hasKeys ? (
        <ShortField
          key={line.id}
          text={line.text}
          caret={Math.min(line.caret, line.text.length)}
          isFresh={line.isFresh}
          width={room}
          theme={theme}
          {...(line.isSecret ? { mask } : {})}
          onType={(text) => typeIn(app, text)}
        />
      ) : (
        <Text>{line.isSecret ? mask.repeat(line.text.length) : line.text}</Text>
      )}
      <Pieces spans={line.after} theme={theme} />
    </Box>
  );
}

/** Choices whose notes need more room than there is below the value begin left of it, but no further than this. */
const LEAST_INDENT = 4;

/** Choices of a closed field. They do not change while the list is open, or the selection would jump to the first line. */
function Choices({
  layer,
  most,
  width,
  hasKeys,
  line,
}: Omit<Props, "line"> & { line: Extract<FormLine, { kind: "choices" }> }): ReactNode {
  const app = useConsole();
  const { theme, symbols } = useLook();
  const choices = layer.choosing?.choices ?? [];
  const widest = Math.max(0, ...choices.map(({ label }) => widthOf(label)));
  const items = choices.map(({ value, label, note = "" }) => ({
    key: value,
    value,
    label: note === "" ? label : `${fitText(label, widest)}  ${note}`,
  }));
  const longest = Math.max(0, ...items.map(({ label }) => widthOf(label)));
  const indent = Math.max(LEAST_INDENT, Math.min(line.indent, width - longest));
  return (
    <Box paddingLeft={indent - 2} flexShrink={0}>
      <SelectInput
        items={items}
        isFocused={hasKeys}
        limit={Math.max(1, most)}
        initialIndex={layer.choosing?.index ?? 0}
        onHighlight={({ value }) => pointAt(app, value)}
        indicatorComponent={({ isSelected = false }) => (
          <Box flexShrink={0}>
            <Text {...theme.looks.accent}>{isSelected ? `${symbols.selected} ` : "  "}</Text>
          </Box>
        )}
        itemComponent={({ isSelected = false, label }) => (
          <Text {...theme.looks[isSelected ? "selected" : "plain"]} wrap="truncate">
            {label}
          </Text>
        )}
      />
    </Box>
  );
}

/** Receives typed or pasted text of a multi-line field. Keys that move or erase are bindings, so only text arrives here. */
export function LongEntry(): ReactNode {
  const app = useConsole();
  useInput((input, key) => {
    if (!key.ctrl && !key.meta && input !== "") typeIn(app, input);
  });
  return null;
}

export function FormLineView(props: Props): ReactNode {
  const { line, width, theme } = props;
  switch (line.kind) {
    case "entry":
      return <EntryLine {...props} line={line} />;
    case "choices":
      return <Choices {...props} line={line} />;
    case "spans":
      return <Line theme={theme} width={width} spans={line.spans} />;
  }
}
