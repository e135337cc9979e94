import { Box, Text } from "ink";
import type { ReactNode } from "react";
import { typeIn } from "../../app/input/typed.ts";
import { paletteEntries } from "../../app/palette/palette.ts";
import { caretIn } from "../../app/text/typed-text.ts";
import type { PaletteLayer } from "../../app/workspace.ts";
import { areaOf } from "../../areas/areas.ts";
import { span } from "../../text/spans.ts";
import { quoted } from "../../text/width.ts";
import { useConsole, useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { ShortField } from "../text/field.tsx";
import { Choices } from "./choices.tsx";
import type { LayerProps } from "./props.ts";

const noneText = ({ known, text }: PaletteLayer): string =>
  known === null ? "   Searching…" : `   No matches for ${quoted(text)}.`;

export function PaletteView({ layer, width, height }: LayerProps<PaletteLayer>): ReactNode {
  const app = useConsole();
  const { theme } = useLook();
  const entries = paletteEntries(app, layer);
  const choices = entries.map(({ note, ...entry }) => ({ ...entry, note: span(note, "dim") }));
  const here = areaOf(app.store.getState().navigation.place.area).label;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={[span(layer.of === "areas" ? "Go to" : "Commands", "title"), span(`  from ${here}`, "dim")]}
        right={[span(`${entries.length}`, "dim")]}
        width={width}
        focused
      />
      <Box width={width} height={1}>
        <Text {...theme.looks.accent}> : </Text>
        <ShortField
          text={layer.text}
          caret={caretIn(layer.text, layer.caret)}
          width={width - 3}
          theme={theme}
          placeholder={
            layer.of === "areas" ? "type part of an area name" : "type a command, or a name, id, host or address"
          }
          onType={(text) => typeIn(app, text)}
        />
      </Box>
      {entries.length === 0 ? <Text {...theme.looks.dim}>{noneText(layer)}</Text> : null}
      <Choices items={choices} index={layer.index} width={width} height={Math.max(1, height - 2)} />
    </Box>
  );
}
