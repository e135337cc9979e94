/** How many values are remembered where nothing is said. */
const REMEMBERED = 8;

/**
 * One value a key, made again when what it was made of changed.
 *
 * @param most how many are remembered, those that were made last
 */
export function remembering<Value>(most = REMEMBERED) {
  const known = new Map<string, { readonly made: readonly unknown[]; readonly value: Value }>();
  return (key: string, made: readonly unknown[], make: () => Value): Value => {
    const found = known.get(key);
    if (
      found !== undefined &&
      found.made.length === made.length &&
      found.made.every((part, index) => part === made[index])
    ) {
      return found.value;
    }
    const value = make();
    known.delete(key);
    known.set(key, { made, value });
    if (known.size > most) known.delete(known.keys().next().value ?? "");
    return value;
  };
}
