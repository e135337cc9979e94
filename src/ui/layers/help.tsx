import type { ReactNode } from "react";
import { helpLines } from "../../app/layers/help.ts";
import type { HelpLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { useConsole } from "../console-context.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function HelpView({ layer, width, height }: LayerProps<HelpLayer>): ReactNode {
  const app = useConsole();
  const lines = helpLines(app, layer);
  return (
    <ScrolledText
      title={[span("Keys", "title"), ...(layer.filter === "" ? [] : [span(`  /${layer.filter}`, "accent")])]}
      lines={lines}
      top={layer.top}
      width={width}
      height={height}
    />
  );
}
