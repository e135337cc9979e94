/** True if two lists have the same items in the same order. */
export const areSameItems = <Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (one: Item, other: Item) => boolean = Object.is,
): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((item, index) => {
      const same = other[index];
      return same === undefined ? item === undefined : isSame(item, same);
    }));
