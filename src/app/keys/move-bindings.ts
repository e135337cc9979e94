import type { App, Binding } from "../app.ts";
import type { ScopeId } from "./scopes.ts";

/** Keys that move a mark through entries: to the next one, by a page, or to an end, which is an infinite distance. */

/** `by`: distance that a key moves the mark; `hint`: text for the hint line. */
type Move = readonly [
  name: string,
  keys: readonly string[],
  title: string,
  by: number | ((app: App) => number),
  hint?: string,
];

/** Bindings that move the mark of a scope, in the order of the hint line. */
export const moveBindings = (
  scope: ScopeId,
  moveBy: (app: App, by: number) => void,
  moves: readonly Move[],
  conditions: Pick<Binding, "when" | "isUseful"> = {},
): readonly Binding[] =>
  moves.map(([name, keys, title, by, hint]) => ({
    id: `${scope}.${name}`,
    keys,
    title,
    scope,
    ...(hint === undefined ? {} : { hint }),
    ...conditions,
    run: (app) => moveBy(app, typeof by === "number" ? by : by(app)),
  }));

/** New index of a moved mark, clamped to the number of entries. */
export const movedIndex = (index: number, by: number, count: number): number =>
  Math.min(Math.max(0, count - 1), Math.max(0, index + by));
