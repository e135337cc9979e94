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

/** True if two objects have the same values under these names. */
export const areSameIn = <Thing>(one: Thing, other: Thing, ...names: readonly (keyof Thing)[]): boolean =>
  names.every((name) => one[name] === other[name]);
