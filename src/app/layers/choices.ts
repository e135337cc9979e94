/** The first line that is shown, so that the chosen one is in the middle where there are some on both sides of it. */
export const topOfChoices = (index: number, count: number, height: number): number =>
  Math.max(0, Math.min(index - Math.floor(height / 2), count - height));
