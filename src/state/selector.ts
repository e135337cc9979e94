import { createSelectorCreator, lruMemoize } from "reselect";

/**
 * Makes a selector that remembers one value, its last. A selector belongs to one console, which looks at one state after the other: what
 * is no longer shown is not kept, and the many states of a held key leave nothing behind.
 */
export const createSelector = createSelectorCreator({ memoize: lruMemoize, argsMemoize: lruMemoize });
