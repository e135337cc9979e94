import { type ReactNode, useMemo } from "react";
import { isJson, writeJson } from "../../contract/json.ts";
import { printable } from "../../contract/printable.ts";
import { type Console, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { type Span, span } from "../text/line.tsx";
import { layerOf, type RawLayer } from "../workspace.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";
import { scrollBindings } from "./scrolling.ts";

/** A document as the service sent it, indented, scrolled by lines. */

/** Shows a value as JSON. */
export function openRaw(console: Console, title: string, value: unknown): void {
  if (!isJson(value)) return;
  const lines = writeJson(value, 2)
    .split("\n")
    .map((line) => printable(line));
  pushLayer(console, { kind: "raw", title, lines, top: 0 });
}

function copy(console: Console): void {
  const layer = layerOf(console.workspace.getState(), "raw");
  if (layer !== undefined) console.store.notices.say("info", console.host.copy(layer.lines.join("\n")));
}

const lineCount = (console: Console): number => layerOf(console.workspace.getState(), "raw")?.lines.length ?? 0;

export const rawBindings: readonly Binding[] = [
  { id: "raw.copy", keys: ["y"], title: "Copy as JSON", hint: "copy", scope: "raw", run: copy },
  ...scrollBindings("raw", "v", lineCount),
];

export function RawView({ layer, width, height, look }: LayerProps<RawLayer>): ReactNode {
  const lines = useMemo(() => layer.lines.map(jsonSpans), [layer.lines]);
  return (
    <ScrolledText
      title={[span("JSON  ", "title"), span(layer.title)]}
      lines={lines}
      top={layer.top}
      width={width}
      height={height}
      look={look}
    />
  );
}

/** A line of indented JSON with its key set apart from its value. */
function jsonSpans(line: string): readonly Span[] {
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: )(.*)$/u.exec(line);
  if (match === null) return [span(` ${line}`)];
  return [span(` ${match[1] ?? ""}`), span(match[2] ?? "", "accent"), span(match[3] ?? ""), span(match[4] ?? "")];
}
