import type { Console } from "./console.ts";
import { activeKeys } from "./keys/active.ts";
import { allBindings } from "./keys/bindings.ts";
import { createScreens } from "./screen/current.ts";
import { listRoom } from "./screen/panes.ts";
import { createShown } from "./screen/shown.ts";

/** Puts the parts of a console together: what is given, and what is made of it. No terminal is touched. */
export function createConsole(given: Pick<Console, "store" | "workspace" | "look" | "host">): Console {
  const { store, workspace } = given;
  const all = allBindings();
  const console: Console = {
    ...given,
    shown: createShown(store),
    screens: createScreens(
      () => workspace.getState().minute,
      (state) => listRoom(state, workspace.getState(), given.host.bare),
    ),
    keys: { all, active: () => activeKeys(console, all) },
    ask: store.resources.ask,
  };
  return console;
}
