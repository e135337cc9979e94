/** The selection follows its id while rows are added, removed and reordered. Pure. */

/**
 * The selected id after the rows changed: the same id while it exists, else the nearest remaining neighbour (the next one first, as when a row is
 * deleted), else the first row.
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
