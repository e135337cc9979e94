/** What a terminal says of its width or height (cells). One that nobody gave a size, as those of CI, says 0: it is not known. */
export const reportedCells = (cells: number | undefined): number | null =>
  cells === undefined || cells === 0 ? null : cells;
