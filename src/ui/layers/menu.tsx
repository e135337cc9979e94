import { Box } from "ink";
import type { ReactNode } from "react";
import { withoutDots } from "../../areas/format.ts";
import { type Console, changeLayer, popLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { Title } from "../shell/title.tsx";
import { Line, span, spread } from "../text/line.tsx";
import { cutSpans, spansWidth } from "../text/spans.ts";
import { layerOf, type MenuLayer } from "../workspace.ts";
import { type LayerProps, WIDEST } from "./props.ts";

/** A short list of things to do; what cannot be done now says why, instead of hiding. */

function moveBy(console: Console, by: number): void {
  changeLayer(console, "menu", (layer) => ({
    ...layer,
    index: (layer.index + by + layer.items.length) % Math.max(1, layer.items.length),
  }));
}

const chooseSelected = (console: Console): void =>
  choose(console, layerOf(console.workspace.getState(), "menu")?.index ?? 0);

/** Numbers that do the line they stand before: as far as one digit reaches. */
const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

const numberOf = (index: number): string => NUMBERS[index] ?? " ";

function choose(console: Console, index: number): void {
  const item = layerOf(console.workspace.getState(), "menu")?.items[index];
  if (item === undefined) return;
  if (item.disabled !== null) {
    console.store.notices.say("warning", `${withoutDots(item.title)}: ${item.disabled}`);
    return;
  }
  popLayer(console);
  item.run();
}

export const menuBindings: readonly Binding[] = [
  {
    id: "menu.choose",
    keys: ["enter", "space", "right", "l"],
    title: "Do it",
    hint: "do it",
    scope: "menu",
    run: chooseSelected,
  },
  {
    id: "menu.choose-number",
    keys: NUMBERS,
    title: "Do what has this number",
    scope: "menu",
    run: (console, key) => choose(console, Number(key) - 1),
  },
  {
    id: "menu.down",
    keys: ["down", "j"],
    title: "Next",
    hint: "next",
    scope: "menu",
    run: (console) => moveBy(console, 1),
  },
  { id: "menu.up", keys: ["up", "k"], title: "Previous", scope: "menu", run: (console) => moveBy(console, -1) },
  {
    id: "menu.close",
    keys: ["escape", "left", "h", "q", "a", "y", "s", "p", "c"],
    title: "Close",
    hint: "close",
    scope: "menu",
    run: popLayer,
  },
];

/** So much of a reason is shown beside the longest title (cells). */
const LEAST_REASON = 12;

/** A menu over the main pane. */
export function MenuView({ layer, width, height, look }: LayerProps<MenuLayer>): ReactNode {
  const { theme, symbols } = look;
  const top = Math.max(0, Math.min(layer.index - height + 3, layer.items.length - height + 1));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={[span(layer.title, "title")]} right={[]} width={width} focused theme={theme} symbols={symbols} />
      {layer.items.slice(top, top + height - 1).map((item, offset) => {
        const isChosen = top + offset === layer.index;
        const left = [
          span(isChosen ? ` ${symbols.selected} ` : "   ", "accent"),
          span(`${numberOf(top + offset)} `, "key"),
          span(item.title, item.disabled === null ? "plain" : "dim"),
        ];
        // What it is comes before why not: a long reason is cut, and said whole when it is chosen.
        const room = Math.max(LEAST_REASON, Math.min(width, WIDEST) - spansWidth(left) - 3);
        const right =
          item.disabled === null
            ? [span(item.keys, "key"), span(" ")]
            : [...cutSpans([span(item.disabled, "dim")], room), span(" ")];
        return (
          <Line
            key={item.id}
            theme={theme}
            width={width}
            spans={spread(left, right, Math.min(width, WIDEST))}
            over={isChosen ? "selected" : undefined}
          />
        );
      })}
    </Box>
  );
}
