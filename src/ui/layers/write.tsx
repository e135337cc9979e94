import type { ReactNode } from "react";
import { openWriteLines, writeTitle } from "../../app/activity/writes-layer.ts";
import type { WriteLayer } from "../../app/workspace.ts";
import { printable } from "../../text/printable.ts";
import { span } from "../../text/spans.ts";
import { useConsole, useDisplayed } from "../console-context.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

/** Details of one write from the journal. */
export function WriteView({ layer, width, height }: LayerProps<WriteLayer>): ReactNode {
  const app = useConsole();
  useDisplayed((state) => state.session.zone);
  return (
    <ScrolledText
      title={[span(printable(writeTitle(app, layer.id)), "title")]}
      lines={openWriteLines(app, layer.id, width)}
      top={layer.top}
      width={width}
      height={height}
    />
  );
}
