import { createSelectorCreator, lruMemoize } from "reselect";

/**
 * Creates a selector that caches only its last value. A selector belongs to one console, which shows one state after another: nothing that is off
 * screen is kept, and the many states during a held key leave nothing behind.
 */
export const createSelector = createSelectorCreator({ memoize: lruMemoize, argsMemoize: lruMemoize });
