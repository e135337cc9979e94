import { Box, Text, useInput } from "ink";
import SelectInput from "ink-select-input";
import type { ReactNode } from "react";
import { pointAt, takeChoice } from "../../app/form/choosing.ts";
import type { FormLine } from "../../app/form/lines.ts";
import { typeIn } from "../../app/input/typed.ts";
import type { Theme } from "../../app/theme.ts";
import type { FormLayer } from "../../app/workspace.ts";
import { type Span, spansWidth } from "../../text/spans.ts";
import { useConsole, useLook } from "../console-context.ts";
import { ShortField } from "../text/field.tsx";
import { Line } from "../text/line.tsx";

/** The one line of a form that is alive: where something is typed or chosen. Every other line is a line. */

type Props = {
  readonly layer: FormLayer;
  readonly line: FormLine;
  readonly width: number;
  readonly theme: Theme;
  /** Lines that an open list of choices may take. */
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
  // Its unit and the bracket keep their place; what more there is to say gives way to a long text.
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

/** The choices of a closed field. They are frozen while the list is open: it would jump to its first line if they changed. */
function Choices({
  layer,
  most,
  hasKeys,
  line,
}: Omit<Props, "line"> & { line: Extract<FormLine, { kind: "choices" }> }): ReactNode {
  const app = useConsole();
  const { theme, symbols } = useLook();
  const items = (layer.choosing?.choices ?? []).map(({ value, label, note }) => ({
    key: value,
    value,
    label: note === undefined ? label : `${label}  ${note}`,
  }));
  return (
    <Box paddingLeft={line.indent - 2} flexShrink={0}>
      <SelectInput
        items={items}
        isFocused={hasKeys}
        limit={Math.max(1, most)}
        initialIndex={layer.choosing?.index ?? 0}
        onSelect={({ value }) => takeChoice(app, value)}
        onHighlight={({ value }) => pointAt(app, value)}
        indicatorComponent={({ isSelected = false }) => (
          <Text {...theme.looks.accent}>{isSelected ? `${symbols.selected} ` : "  "}</Text>
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

/** Takes what is typed or pasted into a long text. What moves and erases is bound, so that only text arrives here. */
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
