/** A function that computes its value on the first call, and returns the same one on all others. */
export function once<Value>(compute: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}
