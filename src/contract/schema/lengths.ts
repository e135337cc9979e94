/**
 * Second argument of a length check of a text or list: `z.string().min(1, ofLength("enter a name"))`. By default zod runs such a check on anything
 * with a `length`, even if the type is already wrong, and `{"length": {"toString": 0}}` makes it throw.
 */
export const ofLength = (message?: string) => ({
  ...(message === undefined ? {} : { error: message }),
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === "string" || Array.isArray(value),
});
