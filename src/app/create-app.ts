import type { App } from "./app.ts";
import { CONSOLE_ERROR, createGuard } from "./guard.ts";
import { activeKeys, keysEverywhere } from "./input/active.ts";
import { allBindings } from "./input/bindings.ts";
import { createScreens } from "./screen/current.ts";
import { createDisplayedState } from "./screen/displayed-state.ts";
import { guardedAreas } from "./screen/guarded-areas.ts";
import { listRoom } from "./screen/panes.ts";

/** Puts the parts of a console together: what is given, and what is made of it. No terminal is touched. */
export function createApp(given: Pick<App, "store" | "workspace" | "look" | "host">): App {
  const { store, workspace } = given;
  const all = allBindings();
  const guard = createGuard((text) => store.notices.say("bad", `${CONSOLE_ERROR}: ${text}`));
  const areas = guardedAreas(guard);
  const app: App = {
    ...given,
    shown: createDisplayedState(store),
    screens: createScreens(
      areas,
      () => workspace.getState().minute,
      (state) => listRoom(state, workspace.getState(), given.host.hideSidebar),
    ),
    guard,
    areas,
    keys: {
      all,
      active: () =>
        guard(
          "The keys",
          () => activeKeys(app, all),
          () => keysEverywhere(all),
        ),
    },
    ask: store.resources.ask,
  };
  forgetNoticesOfTheScreenBefore(app);
  return app;
}

/** A notice is about the screen on which it was said: it goes with that place, and with what lay over it. */
function forgetNoticesOfTheScreenBefore({ store, workspace }: App): void {
  store.subscribe(({ navigation }, before) => {
    if (navigation.place !== before.navigation.place) store.notices.leave();
  });
  workspace.subscribe(({ layers }, before) => {
    const isOther = layers.length !== before.layers.length || layers.at(-1)?.kind !== before.layers.at(-1)?.kind;
    if (isOther) store.notices.leave();
  });
}
