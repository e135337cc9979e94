import { type Console, changeLayer, popLayer } from "../console.ts";
import { pick } from "../form/choosing.ts";
import type { Binding } from "../keys/binding.ts";
import { layerOf, type PickerLayer } from "../workspace.ts";
import { entryValue, pickerEntries } from "./picker-entries.ts";

/** The keys of the list of suggestions; letters narrow it down. */

const scope = "picker" as const;

const layerNow = (console: Console): PickerLayer | undefined => layerOf(console.workspace.getState(), "picker");

const takesSeveral = (console: Console): boolean => layerNow(console)?.marked != null;

function moveBy(console: Console, by: number): void {
  changeLayer(console, "picker", (layer) => {
    const last = Math.max(0, pickerEntries(layer).length - 1);
    return { ...layer, index: Math.min(last, Math.max(0, layer.index + by)) };
  });
}

/** Takes the entry that has the keys, or all that is marked. */
function take(console: Console): void {
  const layer = layerNow(console);
  if (layer === undefined) return;
  if (layer.marked !== null) {
    pick(console, layer.marked);
    return;
  }
  const entry = pickerEntries(layer)[layer.index];
  if (entry !== undefined) pick(console, entryValue(entry));
}

function mark(console: Console): void {
  changeLayer(console, "picker", (layer) => {
    const entry = pickerEntries(layer)[layer.index];
    if (entry === undefined || layer.marked === null) return layer;
    const value = entryValue(entry);
    const marked = layer.marked.includes(value)
      ? layer.marked.filter((each) => each !== value)
      : [...layer.marked, value];
    return { ...layer, marked };
  });
}

export const pickerBindings: readonly Binding[] = [
  { id: "picker.mark", keys: ["space"], title: "Mark it", hint: "mark", scope, when: takesSeveral, run: mark },
  { id: "picker.take", keys: ["enter"], title: "Take it", hint: "take", scope, run: take },
  {
    id: "picker.down",
    keys: ["down", "tab"],
    title: "Next",
    hint: "next",
    scope,
    run: (console) => moveBy(console, 1),
  },
  { id: "picker.up", keys: ["up", "shift+tab"], title: "Previous", scope, run: (console) => moveBy(console, -1) },
  { id: "picker.page-down", keys: ["pagedown"], title: "Page down", scope, run: (console) => moveBy(console, 10) },
  { id: "picker.page-up", keys: ["pageup"], title: "Page up", scope, run: (console) => moveBy(console, -10) },
  {
    id: "picker.clear",
    keys: ["ctrl+u"],
    title: "Empty the search",
    scope,
    run: (console) => changeLayer(console, "picker", (layer) => ({ ...layer, text: "", index: 0 })),
  },
  {
    id: "picker.close",
    keys: ["escape"],
    title: "Close; the field stays as it is",
    hint: "close",
    scope,
    run: popLayer,
  },
];
