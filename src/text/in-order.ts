/** Number of earlier items searched for a match, to skip items that were removed or changed; one more for each item not found. */
const LOOKED_AHEAD = 5;
/** After this many misses in a row, only the next earlier item is compared: many new items have come before it. */
const MOST_MISSES = 50;

/**
 * Matches the items of a list to those of an earlier version, scanning both in order: items may be inserted, changed and removed.
 *
 * @returns a function from an item to its index in the earlier list, each index at most once; null if the item is not found
 */
export function inOrder<Item>(
  earlier: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): (item: Item) => number | null {
  let next = 0;
  let misses = 0;
  return (item) => {
    const end = Math.min(earlier.length, next + (misses < MOST_MISSES ? LOOKED_AHEAD + misses : 1));
    for (let at = next; at < end; at += 1) {
      const one = earlier[at];
      if (one === undefined || !isSame(one, item)) continue;
      next = at + 1;
      misses = 0;
      return at;
    }
    misses += 1;
    return null;
  };
}
