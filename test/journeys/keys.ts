import { allBindings } from "../../src/app/input/bindings.ts";

/** Keys by action: the id of a binding, and the first of its keys, which is the one that the screen shows. */
export const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  allBindings().flatMap(({ id, keys: [first] }) => (first === undefined ? [] : [[id, first]])),
);
