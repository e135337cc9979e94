import { type Console, popLayer, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { type FilterLayer, layerOf } from "../workspace.ts";
import { filterOf, setFilter } from "./filtered.ts";

/** The filter of a list or of the page of keys, typed in the last line while what is filtered follows each letter. */

export function openFilter(console: Console, of: FilterLayer["of"] = "list"): void {
  const before = filterOf(console, of);
  if (before !== null) pushLayer(console, { kind: "filter", of, before });
}

export function filterBindings(): readonly Binding[] {
  return [
    {
      id: "filter.keep",
      keys: ["enter", "tab", "down"],
      title: "Keep the filter",
      hint: "keep",
      scope: "filter",
      run: popLayer,
    },
    {
      id: "filter.undo",
      keys: ["escape"],
      title: "Back to the filter before",
      hint: "undo",
      scope: "filter",
      run: (console) => {
        const layer = layerOf(console.workspace.getState(), "filter");
        if (layer !== undefined) setFilter(console, layer.of, layer.before);
        popLayer(console);
      },
    },
  ];
}
