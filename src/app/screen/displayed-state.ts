import type { StoreApi } from "zustand/vanilla";
import { type ConsoleState, displayedState } from "../../state/store.ts";

/** The store as it is drawn. */
export type Displayed = Pick<StoreApi<ConsoleState>, "getState" | "getInitialState" | "subscribe">;

/** The displayed state, for hooks. It stores nothing itself, and reports no changes while the screen is frozen. */
export const displayedOf = (store: Displayed): Displayed => ({
  getState: () => displayedState(store.getState()),
  getInitialState: store.getInitialState,
  subscribe: (listener) =>
    store.subscribe((state, before) => {
      const [now, then] = [displayedState(state), displayedState(before)];
      if (now !== then) listener(now, then);
    }),
});
