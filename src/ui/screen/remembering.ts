/** How many values are remembered, those that were asked for last. */
const REMEMBERED = 8;

/** One value a key, made again when what it was made of changed. */
export function remembering<Value>() {
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
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? "");
    return value;
  };
}
