import type { Console } from "../console.ts";
import { adjust, focusOn } from "./layer.ts";

/** Which row each line of the form on screen belongs to, as it was drawn last: what a click on it means. */
const shown = new WeakMap<Console, readonly string[]>();

/** @param rows the keys of the rows, line by line from the first that is shown */
export const noteShownRows = (console: Console, rows: readonly string[]): unknown => shown.set(console, rows);

/** Puts the keys on the row that a line of the form belongs to, as Tab does. */
export function goToLine(console: Console, line: number): void {
  const key = shown.get(console)?.[line];
  if (key !== undefined) adjust(console, (layer, env) => (layer.focus === key ? layer : focusOn(layer, env, key)));
}
