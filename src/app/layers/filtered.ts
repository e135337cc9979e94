import { type Console, changeLayer } from "../console.ts";
import { type FilterLayer, layerOf } from "../workspace.ts";

/** What a filter that is typed belongs to: the list, or the page of keys. */

/** What is filtered by now; null where there is nothing to filter. */
export function filterOf(console: Console, of: FilterLayer["of"]): string | null {
  if (of === "help") return layerOf(console.workspace.getState(), "help")?.filter ?? null;
  return console.screens.list(console.store.getState())?.view.filter ?? null;
}

export function setFilter(console: Console, of: FilterLayer["of"], filter: string): void {
  if (filter === filterOf(console, of)) return;
  if (of === "help") {
    changeLayer(console, "help", (layer) => ({ ...layer, filter, top: 0 }));
    return;
  }
  const list = console.screens.list(console.store.getState());
  if (list !== null) console.store.views.setFilter(list.viewKey, filter);
}
