import { refusalText } from "../../text/format.ts";
import { type Console, changeLayer, popLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { layerOf } from "../workspace.ts";

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

export const numberOf = (index: number): string => NUMBERS[index] ?? " ";

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
