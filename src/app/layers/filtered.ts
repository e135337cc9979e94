import { type App, changeLayer, layerNow } from "../app.ts";
import type { FilterLayer } from "../workspace.ts";

/** Access to the filter that is being typed: of the list, or of a page over it. */

/** The current filter; null if there is nothing to filter. */
export function filterOf(app: App, of: FilterLayer["of"]): string | null {
  if (of !== "list") return layerNow(app, of)?.filter ?? null;
  return app.selectors.list(app.store.getState())?.view.filter ?? null;
}

export function setFilter(app: App, of: FilterLayer["of"], filter: string): void {
  if (filter === filterOf(app, of)) return;
  if (of !== "list") {
    changeLayer(app, of, (layer) => ({
      ...layer,
      filter,
      ...("top" in layer ? { top: 0 } : { selectedId: null, anchor: null }),
    }));
    return;
  }
  const list = app.selectors.list(app.store.getState());
  if (list !== null) app.store.views.setFilter(list.viewKey, filter);
}
