import { type ReactNode, useMemo } from "react";
import type { RawLayer } from "../../app/workspace.ts";
import { type Span, span } from "../../text/spans.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function RawView({ layer, width, height }: LayerProps<RawLayer>): ReactNode {
  const lines = useMemo(() => layer.lines.map(jsonSpans), [layer.lines]);
  return (
    <ScrolledText
      title={[span("JSON  ", "title"), span(layer.title)]}
      lines={lines}
      top={layer.top}
      width={width}
      height={height}
    />
  );
}

/** A line of indented JSON with its key in another colour than its value. */
function jsonSpans(line: string): readonly Span[] {
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: )(.*)$/u.exec(line);
  if (match === null) return [span(` ${line}`)];
  return [span(` ${match[1] ?? ""}`), span(match[2] ?? "", "accent"), span(match[3] ?? ""), span(match[4] ?? "")];
}
