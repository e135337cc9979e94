/** Width or height (cells) that a terminal reports; null when unknown: terminals without a size, as in CI, report 0. */
export const reportedCells = (cells: number | undefined): number | null =>
  cells === undefined || cells === 0 ? null : cells;
