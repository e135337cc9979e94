import { Box } from "ink";
import type { ReactNode } from "react";
import { refusalText } from "../../areas/format.ts";
import { type Console, changeLayer, popLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { Title } from "../shell/title.tsx";
import { span } from "../text/line.tsx";
import { layerOf, type MenuLayer } from "../workspace.ts";
import { Choices } from "./choices.tsx";
import type { LayerProps } from "./props.ts";

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
    console.store.notices.say("warning", refusalText(item.title, item.disabled));
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

/** A menu over the main pane. */
export function MenuView({ layer, width, height, look }: LayerProps<MenuLayer>): ReactNode {
  const { theme, symbols } = look;
  const items = layer.items.map(({ id, title, keys, disabled }, index) => ({
    id,
    title: `${numberOf(index)} ${title}`,
    note: span(keys, "key"),
    disabled,
  }));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={[span(layer.title, "title")]} right={[]} width={width} focused theme={theme} symbols={symbols} />
      <Choices items={items} index={layer.index} width={width} height={height - 1} look={look} />
    </Box>
  );
}
