import type { App } from "./app.ts";

/**
 * A frozen screen does not change, so that its text can be selected, while data continue to arrive: a key could act on data that are not on the
 * screen. So only keys of the program itself work; any other key ends the freeze (`field-notes.md`, 11).
 */

/** Bindings that still work on a frozen screen, by id. */
export const ON_FROZEN: ReadonlySet<string> = new Set(["freeze", "quit", "repaint", "suspend"]);

export const isFrozen = ({ store }: App): boolean => store.getState().navigation.frozen;

/** Freezes or unfreezes the screen; while it is frozen, the terminal handles the mouse. */
export function setFrozen({ store, host }: App, frozen: boolean): void {
  store.navigation.setFrozen(frozen);
  if (store.getState().preferences.mouse === "on") host.reportMouse(!frozen);
}
