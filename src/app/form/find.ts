import { pathLabel } from "../../forms/labels.ts";
import type { FormRow } from "../../forms/row-types.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { type App, pushLayer } from "../app.ts";
import type { FormLayer } from "../workspace.ts";
import { envOf } from "./env.ts";
import { changeFormLayer, focusOn, openForm } from "./layer.ts";
import { allRows, takesKeys } from "./rows.ts";

/** Goes to a field by its name: quicker in a long form, or where the field is in a folded group. */

/** A row's name in the list, and its current value. */
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

/** All rows that can be focused, folded ones too, by the names that the review gives them. */
function findableRows(app: App, layer: FormLayer): readonly Suggestion[] {
  return allRows(layer, envOf(app))
    .filter(takesKeys)
    .flatMap((row) => {
      const words = named(layer, row);
      return words === null ? [] : [{ value: row.key, ...words }];
    });
}

/** Lists the fields by name; the picked one is focused, and the groups around it are opened. */
export function findField(app: App): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  const suggestions = findableRows(app, layer);
  pushLayer(app, {
    kind: "picker",
    title: "Go to a field",
    target: { kind: "choice", take: (key) => changeFormLayer(app, (now, env) => focusOn(now, env, key)) },
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
