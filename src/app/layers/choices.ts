/** Index of the first visible line: the selected one is in the middle if there are lines on both sides of it. */
export const topOfChoices = (index: number, count: number, height: number): number =>
  Math.max(0, Math.min(index - Math.floor(height / 2), count - height));
