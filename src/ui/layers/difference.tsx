import type { ReactNode } from "react";
import { differenceTitle, openDifferenceLines } from "../../app/settings-files/comparison-layer.ts";
import { type DifferenceLayer, layerOf } from "../../app/workspace.ts";
import { printable } from "../../text/printable.ts";
import { span } from "../../text/spans.ts";
import { useConsole, useConsoleState } from "../console-context.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

/** One row of a comparison, field by field. */
export function DifferenceView({ layer, width, height }: LayerProps<DifferenceLayer>): ReactNode {
  const app = useConsole();
  const comparison = useConsoleState((state) => layerOf(state, "comparison"));
  const title = comparison === undefined ? "" : differenceTitle(comparison, layer.id);
  return (
    <ScrolledText
      title={[span(printable(title), "title")]}
      lines={openDifferenceLines(app, layer.id, width)}
      top={layer.top}
      width={width}
      height={height}
    />
  );
}
