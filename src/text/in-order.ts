/** So many items that went, or are others now, are looked behind at once, and one more for each that was not found. */
const LOOKED_AHEAD = 5;
/** After so many in a row that were not found, only what comes next is waited for: many have come before it. */
const MOST_MISSES = 50;

/**
 * Finds the items of a list in an earlier one, going through both in their order: items come in front and between others, change, and go.
 *
 * @returns what gives an item's place in the earlier list, each place once at most; null where it is not found
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
