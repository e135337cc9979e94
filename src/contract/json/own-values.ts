/**
 * What an object says by itself: a name that comes from outside (an answer, a request, a key that somebody typed) may be one that every object of
 * JavaScript knows, such as `constructor`, and would bring a function where a word is expected.
 */

/** The value that an object has of its own under a name from outside; undefined where it has none. */
export const ownValue = <Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;

/** A table that is asked by texts from outside: it knows its entries and no other name. */
export function lookupTable<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const table: Record<string, Value> = {};
  Object.setPrototypeOf(table, null);
  return Object.freeze(Object.assign(table, entries));
}
