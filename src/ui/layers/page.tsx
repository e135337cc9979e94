import { type ReactNode, useMemo } from "react";
import { pageLines } from "../../app/layers/page.ts";
import type { PageLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function PageView({ layer, width, height }: LayerProps<PageLayer>): ReactNode {
  const lines = useMemo(() => pageLines(layer.page, width), [layer.page, width]);
  return (
    <ScrolledText
      title={[span(layer.page.title, "title")]}
      lines={lines}
      top={layer.top}
      width={width}
      height={height}
    />
  );
}
