import { createStore, type StoreApi } from "zustand/vanilla";
import type { ConsoleState, ConsoleStore } from "../../state/store.ts";

/**
 * What is drawn: the store's state, until the screen is frozen for selecting text. Then it stands still, but for the mark that says
 * so, and data goes on arriving behind it.
 */
export function createDisplayedState(store: Pick<ConsoleStore, "getState" | "subscribe">): StoreApi<ConsoleState> {
  const shown = createStore<ConsoleState>(() => store.getState());
  store.subscribe((state, before) => {
    const { frozen } = state.navigation;
    if (frozen && before.navigation.frozen) return;
    if (frozen) shown.setState({ navigation: { ...shown.getState().navigation, frozen } });
    else shown.setState(state, true);
  });
  return shown;
}
