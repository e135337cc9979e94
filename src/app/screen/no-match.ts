/** That the filter alone leaves nothing of a list; null where it hides no row. "None" is said only of what there is none of. */
export const noMatch = (total: number, filter: string): string | null =>
  total > 0 && filter.trim() !== "" ? `No row of ${total} matches the filter "${filter}".` : null;
