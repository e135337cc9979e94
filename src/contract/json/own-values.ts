/**
 * Access to own properties only. A name from outside (an answer, a request, user input) may be one that every JavaScript object inherits, such as
 * `constructor`, and would then return a function instead of a value.
 */

/** The own property of an object under a name from outside; undefined if it has none. */
export const ownValue = <Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;

/** A look-up table without prototype, for names from outside: only its entries exist. */
export function lookupTable<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const table: Record<string, Value> = {};
  Object.setPrototypeOf(table, null);
  return Object.freeze(Object.assign(table, entries));
}
