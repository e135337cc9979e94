import type { App } from "../app.ts";
import { adjust, focusOn } from "./layer.ts";

/** Which row each line of the form on screen belongs to, as it was drawn last: what a click on it means. */
const drawnRows = new WeakMap<App, readonly string[]>();

/** @param rows the keys of the rows, line by line from the first that is shown */
export const noteDrawnRows = (app: App, rows: readonly string[]): unknown => drawnRows.set(app, rows);

/** Puts the keys on the row that a line of the form belongs to, as Tab does. */
export function goToLine(app: App, line: number): void {
  const key = drawnRows.get(app)?.[line];
  if (key !== undefined) adjust(app, (layer, env) => (layer.focus === key ? layer : focusOn(layer, env, key)));
}
