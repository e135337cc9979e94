import { type App, type Binding, layerNow, popLayer, pushLayer } from "../app.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { prepareFilter } from "../list/arrange.ts";
import type { FilterLayer } from "../workspace.ts";
import { filterOf, setFilter } from "./filtered.ts";

/** Filter of a list or of a page, typed in the last line; the rows follow each letter. */

export function openFilter(app: App, of: FilterLayer["of"] = "list"): void {
  const before = filterOf(app, of);
  if (before === null) return;
  pushLayer(app, { kind: "filter", of, before });
  if (of === "list") setImmediate(() => prepare(app));
}

/** Prepares the search after the frame that shows the filter. An error is met again by the first letter, which tells it. */
function prepare(app: App): void {
  try {
    const list = app.selectors.list(app.store.getState());
    if (list !== null) prepareFilter(list.model);
  } catch {
    // Told there.
  }
}

/** The key that opens the filter of a page. */
export const openFilterBinding = (scope: Exclude<FilterLayer["of"], "list">, title = "Filter"): Binding => ({
  id: `${scope}.filter`,
  keys: ["/"],
  title,
  hint: "filter",
  scope,
  run: (app) => openFilter(app, scope),
});

export function filterBindings(): readonly Binding[] {
  return bindingsIn("filter", [
    {
      id: "filter.keep",
      keys: ["enter", "tab", "down"],
      title: "Keep the filter",
      hint: "keep",
      run: popLayer,
    },
    {
      id: "filter.undo",
      keys: ["escape"],
      title: "Restore the previous filter",
      hint: "undo",
      run: (app) => {
        const layer = layerNow(app, "filter");
        if (layer !== undefined) setFilter(app, layer.of, layer.before);
        popLayer(app);
      },
    },
  ]);
}
