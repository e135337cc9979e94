import { lruMemoize } from "reselect";
import type { App, Binding } from "./app.ts";
import { setFrozen } from "./freezing.ts";
import { CONSOLE_ERROR, createGuard } from "./guard.ts";
import { activeKeys, keysEverywhere } from "./input/active.ts";
import { allBindings } from "./input/bindings.ts";
import { type ChosenKeys, withChosenKeys } from "./keys/chosen-keys.ts";
import { keyOf } from "./keys/key-of.ts";
import { displayedOf } from "./screen/displayed-state.ts";
import { guardedAreas } from "./screen/guarded-areas.ts";
import { openNamedThings } from "./screen/open-named.ts";
import { listRoom } from "./screen/panes.ts";
import { createSelectors } from "./screen/selectors.ts";
import { topLayer } from "./workspace.ts";

/** Builds the app from a store and a host. It does not touch the terminal. */
export function createApp(given: Pick<App, "store" | "host">): App {
  const { store } = given;
  const own = allBindings();
  const holding = lruMemoize((chosen: ChosenKeys) => withChosenKeys(own, chosen));
  const bindingsNow = (): readonly Binding[] => holding(store.getState().preferences.keys).bindings;
  const keysOf = lruMemoize((all: readonly Binding[]) => keyOf({ keys: { all } }));
  const guard = createGuard((text) => store.notices.say("bad", `${CONSOLE_ERROR}: ${text}`));
  const areas = guardedAreas(guard);
  const app: App = {
    ...given,
    displayed: displayedOf(store),
    selectors: createSelectors(
      areas,
      () => store.getState().minute,
      () => keysOf(bindingsNow()),
      (state) => listRoom(state, store.getState()),
    ),
    guard,
    areas,
    keys: {
      get all() {
        return bindingsNow();
      },
      own,
      active: () =>
        guard(
          "Key bindings",
          () => activeKeys(app, bindingsNow()),
          () => keysEverywhere(own),
        ),
    },
    ask: store.resources.ask,
  };
  forgetNoticesOfTheScreenBefore(app);
  showWhatOpens(app);
  openNamedThings(store, app.selectors, (sentence) => store.notices.say("warning", sentence));
  for (const refusal of holding(store.getState().preferences.keys).refused) store.notices.say("warning", refusal);
  return app;
}

/** A layer that opens by itself after a read ends the freeze: it receives the focus and must be visible. */
function showWhatOpens(app: App): void {
  app.store.subscribe((state, before) => {
    if (state.navigation.frozen && state.layers.length > before.layers.length) setFrozen(app, false);
  });
}

/** A notice belongs to the screen on which it was shown: it disappears when the place or the topmost layer changes. */
function forgetNoticesOfTheScreenBefore({ store }: App): void {
  store.subscribe((state, before) => {
    const isOtherLayer =
      state.layers.length !== before.layers.length || topLayer(state)?.kind !== topLayer(before)?.kind;
    if (isOtherLayer || state.navigation.place !== before.navigation.place) store.notices.leave();
  });
}
