/**
 * What a length check of a text or list is made with: `z.string().min(1, ofLength("enter a name"))`. By itself zod runs such
 * a check on whatever has a `length`, even where the type is wrong already, and `{"length": {"toString": 0}}` makes it throw.
 */
export const ofLength = (message?: string) => ({
  ...(message === undefined ? {} : { error: message }),
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === "string" || Array.isArray(value),
});
