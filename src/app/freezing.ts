import type { App } from "./app.ts";

/**
 * A frozen screen stands still so that its text can be selected, and data go on arriving behind it: a key would act on what it does not
 * show. So nothing is done on one but by the keys of the program itself; any other key ends it (`field-notes.md`, 11).
 */

/** What still works on a frozen screen, by the ids of the bindings. */
export const ON_FROZEN: ReadonlySet<string> = new Set(["freeze", "quit", "repaint", "suspend"]);

export const isFrozen = ({ store }: App): boolean => store.getState().navigation.frozen;

/** Freezes the screen or lets it go on: while it stands still the mouse is the terminal's. */
export function setFrozen({ store, host }: App, frozen: boolean): void {
  store.navigation.setFrozen(frozen);
  if (store.getState().preferences.mouse === "on") host.reportMouse(!frozen);
}
