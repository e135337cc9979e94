import { Box } from "ink";
import { type ReactNode, useEffect } from "react";
import { changeLayer } from "../../app/app.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import { copyFooter, copyLines, copySummary } from "../../app/settings-files/copy-lines.ts";
import { takesProjectName } from "../../app/settings-files/copy-question.ts";
import { type CopyingLayer, topLayer } from "../../app/workspace.ts";
import { printable } from "../../text/printable.ts";
import { span } from "../../text/spans.ts";
import { useConsole, useConsoleState, useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import { NameField } from "../text/name-field.tsx";
import type { LayerProps } from "./props.ts";

/** Copying settings into this project: the writes, their confirmation, and their results. */
export function CopyingView({ layer, width, height }: LayerProps<CopyingLayer>): ReactNode {
  const app = useConsole();
  const { theme, symbols } = useLook();
  const hasKeys = useConsoleState(topLayer) === layer;
  const { environment, profile } = useConsoleState((state) => state.session);
  const production = environment === "production" ? `profile ${profile}, project ${layer.here.name}` : null;
  const footer = copyFooter(layer, width, keyOf(app)).slice(0, Math.max(1, height - 3));
  const typesName = takesProjectName(layer);
  const room = Math.max(1, height - 1 - footer.length - (typesName ? 1 : 0));
  const lines = copyLines(layer, { width, symbols, production });
  const highest = Math.max(0, lines.length - room);
  const top = Math.min(layer.top, highest);
  useEffect(() => {
    if (layer.top > highest) changeLayer(app, "copying", (now) => ({ ...now, top: Math.min(now.top, highest) }));
  }, [app, layer.top, highest]);
  const more = lines.length - top - Math.min(room, lines.length - top);
  const isResult = layer.stage === "sending" || layer.stage === "done";
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Title
        title={[
          span(isResult ? "Result" : "Review", "title"),
          span(printable(`  Copy to ${layer.here.name} from ${layer.from}`)),
        ]}
        right={[
          span(copySummary(layer), "dim"),
          ...(more > 0 ? [span(`${symbols.down} ${more} more`, "dim")] : []),
          ...(production === null ? [] : [span("  "), span(" PRODUCTION ", "headerProduction")]),
        ]}
        width={width}
        focused={hasKeys}
      />
      <Box flexDirection="column" height={room} overflow="hidden">
        <Lines lines={lines.slice(top, top + room)} theme={theme} width={width} />
      </Box>
      <Lines lines={footer} theme={theme} width={width} />
      {typesName && hasKeys ? <NameField layer={layer} width={width} /> : null}
    </Box>
  );
}
