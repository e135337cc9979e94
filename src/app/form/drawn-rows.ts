import type { App } from "../app.ts";
import { changeFormLayer, focusOn } from "./layer.ts";

/** The row of each line of the form as last drawn, to map a click to a row. */
const drawnRows = new WeakMap<App, readonly string[]>();

/** @param rows keys of the rows, one per line, from the first visible line on */
export const noteDrawnRows = (app: App, rows: readonly string[]): unknown => drawnRows.set(app, rows);

/** Focuses the row of a clicked line, as Tab does. */
export function goToLine(app: App, line: number): void {
  const key = drawnRows.get(app)?.[line];
  if (key !== undefined) changeFormLayer(app, (layer, env) => (layer.focus === key ? layer : focusOn(layer, env, key)));
}
