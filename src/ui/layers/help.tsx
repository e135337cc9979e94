import { Box } from "ink";
import type { ReactNode } from "react";
import { type Console, changeLayer, popLayer } from "../console.ts";
import { type Binding, keyLabel, scopeTitle } from "../keys/binding.ts";
import { screenOf } from "../screen/current.ts";
import { Title } from "../shell/title.tsx";
import { Line, type Span, span } from "../text/line.tsx";
import { fitText, wrapped } from "../text/width.ts";
import type { HelpLayer } from "../workspace.ts";
import type { LayerProps } from "./props.ts";

/** All keys, made of the bindings themselves: those of the place one is at first. */

const KEY_COLUMN = 22;

function bindingSpans({ keys, title }: Binding): readonly Span[] {
  return [span(`  ${fitText(keys.map(keyLabel).join("  "), KEY_COLUMN)}`, "key"), span(title)];
}

/** The lines of the page: what this screen is for, then the keys by scope. */
export function helpLines(console: Console, layer: HelpLayer): readonly (readonly Span[])[] {
  const screen = screenOf(console.store.getState());
  const scopes = [...layer.scopes, ...new Set(console.keys.all.map(({ scope }) => scope))];
  const seen = new Set<string>();
  const width = Math.max(20, console.workspace.getState().columns - 24);
  const first = screen === null ? [] : wrapped(screen.firstHelp, width).map((text) => [span(` ${text}`)]);
  const lines: (readonly Span[])[] = first.length === 0 ? [] : [...first, []];
  for (const scope of scopes) {
    if (seen.has(scope)) continue;
    seen.add(scope);
    const own = console.keys.all.filter((binding) => binding.scope === scope);
    if (own.length === 0) continue;
    lines.push([span(` ${scopeTitle(scope)}`, "heading")], ...own.map(bindingSpans));
  }
  return lines;
}

const pageOf = (console: Console): number => Math.max(1, console.workspace.getState().rows - 4);

const scrollBy = (console: Console, by: number): void =>
  changeLayer(console, "help", (layer) => {
    const highest = Math.max(0, helpLines(console, layer).length - pageOf(console));
    return { ...layer, top: Math.min(highest, Math.max(0, layer.top + by)) };
  });

export const helpBindings: readonly Binding[] = [
  {
    id: "help.down",
    keys: ["down", "j"],
    title: "Scroll down",
    hint: "scroll",
    scope: "help",
    run: (console) => scrollBy(console, 1),
  },
  { id: "help.up", keys: ["up", "k"], title: "Scroll up", scope: "help", run: (console) => scrollBy(console, -1) },
  {
    id: "help.page-down",
    keys: ["pagedown", "space"],
    title: "Page down",
    hint: "page",
    scope: "help",
    run: (console) => scrollBy(console, pageOf(console)),
  },
  {
    id: "help.page-up",
    keys: ["pageup"],
    title: "Page up",
    scope: "help",
    run: (console) => scrollBy(console, -pageOf(console)),
  },
  {
    id: "help.close",
    keys: ["escape", "?", "q", "left", "h"],
    title: "Close",
    hint: "close",
    scope: "help",
    run: popLayer,
  },
];

export function HelpView({ console, layer, width, height, look }: LayerProps<HelpLayer>): ReactNode {
  const { theme, symbols } = look;
  const lines = helpLines(console, layer);
  const room = height - 1;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={[span("Keys", "title")]}
        right={[span(`${Math.min(lines.length, layer.top + room)}/${lines.length}`, "dim")]}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      {lines.slice(layer.top, layer.top + room).map((spans, offset) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their order
        <Line key={layer.top + offset} theme={theme} width={width} spans={spans} />
      ))}
    </Box>
  );
}
