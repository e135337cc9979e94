import type { StoreApi } from "zustand/vanilla";
import { type ConsoleState, displayedState } from "../../state/store.ts";

/** The store as it is drawn. */
export type Displayed = Pick<StoreApi<ConsoleState>, "getState" | "getInitialState" | "subscribe">;

/** What is drawn, for hooks. It holds nothing itself, and tells of nothing that changes behind a frozen screen. */
export const displayedOf = (store: Displayed): Displayed => ({
  getState: () => displayedState(store.getState()),
  getInitialState: store.getInitialState,
  subscribe: (listener) =>
    store.subscribe((state, before) => {
      const [now, then] = [displayedState(state), displayedState(before)];
      if (now !== then) listener(now, then);
    }),
});
