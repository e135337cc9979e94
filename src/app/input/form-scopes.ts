import type { App, KeyScope } from "../app.ts";
import { rowsOn } from "../form/layer.ts";
import { entryOf, focusedRow, isTyped } from "../form/rows.ts";
import type { ScopeId } from "../keys/scopes.ts";
import { takesName } from "../review/answer.ts";
import type { FormLayer, PickerLayer, ResultLayer, ReviewLayer } from "../workspace.ts";

/** Active scopes in forms, reviews, results and pickers, and the use of keys without a binding. */

const scope = (id: ScopeId, takes: KeyScope["takes"]): KeyScope => ({ id, takes, exclusive: true });

function formScopes(app: App, layer: FormLayer): readonly KeyScope[] {
  if (layer.stage !== "filling") return [scope("form", "nothing")];
  // The open list takes every key except the one that closes it.
  if (layer.choosing !== null) return [scope("form-value", "select")];
  const row = focusedRow(rowsOn(app, layer), layer.focus);
  if (row?.row !== "field") return [scope("form-structure", "nothing"), scope("form", "nothing")];
  const entry = entryOf(row);
  if (!isTyped(entry)) return [scope("form-value", "nothing"), scope("form", "nothing")];
  return [{ ...scope("form-text", "text"), lines: entry === "long" }, scope("form", "text")];
}

/** Scopes of a layer, innermost first. */
export function scopesOf(app: App, layer: FormLayer | ReviewLayer | ResultLayer | PickerLayer): readonly KeyScope[] {
  switch (layer.kind) {
    case "form":
      return formScopes(app, layer);
    case "review":
      return [scope("review", takesName(layer) ? "text" : "nothing")];
    case "result":
      return [scope("result", "nothing")];
    case "picker":
      return [scope("picker", "text")];
  }
}
