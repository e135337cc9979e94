import { Box } from "ink";
import type { ReactNode } from "react";
import { isJson, writeJson } from "../../contract/json.ts";
import { printable } from "../../contract/printable.ts";
import { type Console, changeLayer, popLayer, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { Title } from "../shell/title.tsx";
import { Line, span } from "../text/line.tsx";
import { layerOf, type RawLayer } from "../workspace.ts";
import type { LayerProps } from "./props.ts";

/** A document as the service sent it, indented, scrolled by lines. */

/** Shows a value as JSON. */
export function openRaw(console: Console, title: string, value: unknown): void {
  if (!isJson(value)) return;
  const lines = writeJson(value, 2)
    .split("\n")
    .map((line) => printable(line));
  pushLayer(console, { kind: "raw", title, lines, top: 0 });
}

const pageOf = (console: Console): number => Math.max(1, console.workspace.getState().rows - 4);

function scrollBy(console: Console, by: number): void {
  changeLayer(console, "raw", (layer) => {
    const highest = Math.max(0, layer.lines.length - pageOf(console));
    return { ...layer, top: Math.min(highest, Math.max(0, layer.top + by)) };
  });
}

function copy(console: Console): void {
  const layer = layerOf(console.workspace.getState(), "raw");
  if (layer !== undefined) console.store.notices.say("info", console.host.copy(layer.lines.join("\n")));
}

export const rawBindings: readonly Binding[] = [
  {
    id: "raw.down",
    keys: ["down", "j"],
    title: "Scroll down",
    hint: "scroll",
    scope: "raw",
    run: (console) => scrollBy(console, 1),
  },
  { id: "raw.up", keys: ["up", "k"], title: "Scroll up", scope: "raw", run: (console) => scrollBy(console, -1) },
  {
    id: "raw.page-down",
    keys: ["pagedown", "space", "ctrl+f"],
    title: "Page down",
    scope: "raw",
    run: (console) => scrollBy(console, pageOf(console)),
  },
  {
    id: "raw.page-up",
    keys: ["pageup", "ctrl+b"],
    title: "Page up",
    scope: "raw",
    run: (console) => scrollBy(console, -pageOf(console)),
  },
  {
    id: "raw.first",
    keys: ["home", "g"],
    title: "To the first line",
    scope: "raw",
    run: (console) => scrollBy(console, Number.NEGATIVE_INFINITY),
  },
  {
    id: "raw.last",
    keys: ["end", "G"],
    title: "To the last line",
    scope: "raw",
    run: (console) => scrollBy(console, Number.POSITIVE_INFINITY),
  },
  { id: "raw.copy", keys: ["y"], title: "Copy as JSON", hint: "copy", scope: "raw", run: copy },
  {
    id: "raw.close",
    keys: ["escape", "v", "q", "left", "h"],
    title: "Close",
    hint: "close",
    scope: "raw",
    run: popLayer,
  },
];

export function RawView({ layer, width, height, look }: LayerProps<RawLayer>): ReactNode {
  const { theme, symbols } = look;
  const room = height - 1;
  const shown = layer.lines.slice(layer.top, layer.top + room);
  const place = `${Math.min(layer.lines.length, layer.top + room)}/${layer.lines.length}`;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={[span("JSON  ", "title"), span(layer.title)]}
        right={[span(place, "dim")]}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      {shown.map((line, offset) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their order
        <Line key={layer.top + offset} theme={theme} width={width} spans={jsonSpans(line)} />
      ))}
    </Box>
  );
}

/** A line of indented JSON with its key set apart from its value. */
function jsonSpans(line: string) {
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: )(.*)$/u.exec(line);
  if (match === null) return [span(` ${line}`)];
  return [span(` ${match[1] ?? ""}`), span(match[2] ?? "", "accent"), span(match[3] ?? ""), span(match[4] ?? "")];
}
