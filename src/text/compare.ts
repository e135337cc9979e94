/** Order of two texts by their characters, the same in every language. */
export const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
