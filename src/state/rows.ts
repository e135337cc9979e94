/** How a selection and a scroll position follow their ids through rows that come, go and change places. Pure. */

/**
 * The selected id after the rows changed: the same id while it is there, else the nearest neighbour that is left (the next one
 * first, as when a row is deleted), else the first row.
 */
export function selectionAfter(
  before: readonly string[],
  after: readonly string[],
  selected: string | null,
): string | null {
  const left = new Set(after);
  if (selected !== null && left.has(selected)) return selected;
  const position = selected === null ? -1 : before.indexOf(selected);
  if (position >= 0) {
    const neighbour =
      before.slice(position + 1).find((id) => left.has(id)) ?? before.slice(0, position).findLast((id) => left.has(id));
    if (neighbour !== undefined) return neighbour;
  }
  return after[0] ?? null;
}

/**
 * Index of the first visible row. It follows the anchor's id when rows are put in or taken away above it, moves as little as
 * possible to keep the selection visible, and leaves no empty lines at the end while there are rows above.
 *
 * @param fallback index to stay near when the anchor's row is gone
 */
export function firstVisible(
  ids: readonly string[],
  anchorId: string | null,
  fallback: number,
  selectedIndex: number,
  height: number,
): number {
  const rows = Math.max(1, height);
  const anchored = anchorId === null ? -1 : ids.indexOf(anchorId);
  const last = Math.max(0, ids.length - rows);
  const wanted = Math.min(last, Math.max(0, anchored >= 0 ? anchored : fallback));
  if (selectedIndex < 0) return wanted;
  if (selectedIndex < wanted) return selectedIndex;
  return selectedIndex >= wanted + rows ? selectedIndex - rows + 1 : wanted;
}
