import { pathLabel } from "../../forms/labels.ts";
import type { FormRow } from "../../forms/row-types.ts";
import type { Suggestion } from "../../forms/types.ts";
import { type App, pushLayer } from "../app.ts";
import type { FormLayer } from "../workspace.ts";
import { envOf } from "./env.ts";
import { adjust, focusOn, openForm } from "./layer.ts";
import { allRows, takesKeys } from "./rows.ts";

/** Going to a field by its name: the shorter way where a form is long, or where the field stands in a folded group. */

/** What a row is called in the list, and what it says now. */
function named({ setup, state }: FormLayer, row: FormRow): Omit<Suggestion, "value"> | null {
  const holder = row.path.slice(0, -1);
  switch (row.row) {
    case "field":
      return { label: pathLabel(setup.plan, state, row.path), note: row.field.shown };
    case "item":
      return { label: pathLabel(setup.plan, state, row.path), note: row.summary };
    case "add":
      return { label: [pathLabel(setup.plan, state, row.list), row.label].filter((part) => part !== "").join(" › ") };
    case "carried":
      return { label: [pathLabel(setup.plan, state, holder), row.label].filter((part) => part !== "").join(" › ") };
    default:
      return null;
  }
}

/** All rows that can have the keys, folded ones too, by the names that the review gives them. */
function findableRows(app: App, layer: FormLayer): readonly Suggestion[] {
  return allRows(layer, envOf(app))
    .filter(takesKeys)
    .flatMap((row) => {
      const words = named(layer, row);
      return words === null ? [] : [{ value: row.key, ...words }];
    });
}

/** Lists the fields by name; what is picked has the keys then, and the groups around it are open. */
export function findField(app: App): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  const suggestions = findableRows(app, layer);
  pushLayer(app, {
    kind: "picker",
    title: "Go to a field",
    target: { kind: "choice", take: (key) => adjust(app, (now, env) => focusOn(now, env, key)) },
    text: "",
    index: Math.max(
      0,
      suggestions.findIndex(({ value }) => value === layer.focus),
    ),
    suggestions,
    failure: null,
    open: false,
    marked: null,
  });
}
