/** Those of the parts that are there: a part that is false, null or undefined is left out. */
export const present = <const Parts extends readonly unknown[]>(
  ...parts: Parts
): Exclude<Parts[number], false | null | undefined>[] =>
  parts.filter(
    (part): part is Exclude<Parts[number], false | null | undefined> =>
      part !== false && part !== null && part !== undefined,
  );
