import { useState } from "react";
import { type Cell, cellText, cellTone } from "../../areas/view.ts";

/**
 * Keeps the value before while the next one says the same: what is on screen is drawn anew only when it is something else, however
 * many answers confirm it.
 */
export function stableValue<Value>(isSame: (one: Value, other: Value) => boolean): (value: Value) => Value {
  let kept: { readonly value: Value } | undefined;
  return (value) => {
    if (kept === undefined || (kept.value !== value && !isSame(kept.value, value))) kept = { value };
    return kept.value;
  };
}

/** The same for as long as a component stands. */
export function useStableValue<Value>(isSame: (one: Value, other: Value) => boolean): (value: Value) => Value {
  const [keep] = useState(() => stableValue(isSame));
  return keep;
}

/** Whether two sets of cells by name look the same. */
export const areSameCells = <Name>(one: ReadonlyMap<Name, Cell>, other: ReadonlyMap<Name, Cell>): boolean =>
  one.size === other.size &&
  [...one].every(([name, cell]) => {
    const same = other.get(name);
    return same !== undefined && cellText(same) === cellText(cell) && cellTone(same) === cellTone(cell);
  });
