import type { Screen } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import type { Column, ListModel } from "../model/view.ts";

/** A list with its columns. */
export type Table = ListModel & { readonly columns: readonly Column[] };

/** The list of a screen with its columns; a list that cannot be shown has no columns either. */
export function tableOf(screen: Pick<Screen, "columns" | "list">, context: Context): Table {
  const model = screen.list(context);
  return { ...model, columns: model.broken === undefined ? (screen.columns?.(context) ?? []) : [] };
}
