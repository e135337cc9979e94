/** The given parts without those that are false, null or undefined. */
export const present = <const Parts extends readonly unknown[]>(
  ...parts: Parts
): Exclude<Parts[number], false | null | undefined>[] =>
  parts.filter(
    (part): part is Exclude<Parts[number], false | null | undefined> =>
      part !== false && part !== null && part !== undefined,
  );

/** The texts that are there, as one: what is left out, or empty, leaves nothing between the others. */
export const joinTexts = (between: string, ...texts: readonly (string | false | null | undefined)[]): string =>
  present(...texts.map((text) => text !== "" && text)).join(between);
