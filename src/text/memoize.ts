/** How many values are remembered where nothing is said. */
const REMEMBERED = 8;

/** Asked for every row on screen at every key: a loop, in which nothing is made. */
function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    if (one[index] !== other[index]) return false;
  }
  return true;
}

/**
 * One value a key, made again when what it was made of changed.
 *
 * @param most how many are remembered, those that were made last
 */
export function memoize<Value>(most = REMEMBERED) {
  const known = new Map<string, { readonly made: readonly unknown[]; readonly value: Value }>();
  return (key: string, made: readonly unknown[], make: () => Value): Value => {
    const found = known.get(key);
    if (found !== undefined && areSame(found.made, made)) return found.value;
    const value = make();
    known.delete(key);
    known.set(key, { made, value });
    if (known.size > most) known.delete(known.keys().next().value ?? "");
    return value;
  };
}
