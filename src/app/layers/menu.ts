import { refusalText } from "../../text/format.ts";
import { type App, changeLayer, layerNow, popLayer } from "../app.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { keyLabel } from "../keys/key-label.ts";
import { moveBindings } from "../keys/move-bindings.ts";

/** A short list of commands; an unavailable one is listed with the reason instead of being hidden. */

function moveBy(app: App, by: number): void {
  changeLayer(app, "menu", (layer) => ({
    ...layer,
    index: (layer.index + by + layer.items.length) % Math.max(1, layer.items.length),
  }));
}

const chooseSelected = (app: App): void => choose(app, layerNow(app, "menu")?.index ?? 0);

/** Number keys that run the item with that number, up to 9. */
const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Label of the key that currently runs an item. */
export const numberOf = (app: App, index: number): string => {
  const binding = app.keys.all.find(({ id }) => id === "menu.choose-number");
  return keyLabel(binding?.keys[index] ?? " ");
};

function choose(app: App, index: number): void {
  const item = layerNow(app, "menu")?.items[index];
  if (item === undefined) return;
  const { disabled = null } = item;
  if (disabled !== null) {
    app.store.notices.say("warning", refusalText(item.title, disabled));
    return;
  }
  popLayer(app);
  item.run();
}

export const menuBindings = bindingsIn("menu", [
  {
    id: "menu.choose",
    keys: ["enter", "space", "right", "l"],
    title: "Run",
    hint: "run",
    run: chooseSelected,
  },
  {
    id: "menu.choose-number",
    keys: NUMBERS,
    title: "Run the entry with this number",
    run: (app, key) => choose(app, NUMBERS.indexOf(key)),
  },
  ...moveBindings(
    "menu",
    moveBy,
    [
      ["down", ["down", "j"], "Next", 1, "next"],
      ["up", ["up", "k"], "Previous", -1],
    ],
    { isUseful: (app) => (layerNow(app, "menu")?.items.length ?? 0) > 1 },
  ),
  {
    id: "menu.close",
    keys: ["escape", "left", "h", "q"],
    title: "Close",
    hint: "close",
    run: popLayer,
  },
]);
