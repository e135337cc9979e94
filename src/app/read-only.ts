import { refusalText } from "../text/format.ts";
import type { App } from "./app.ts";
import { keyOf } from "./keys/key-of.ts";

/** Reason why nothing may be changed now, or null: in the same words wherever a change is begun. */
export function readOnlyReason(app: App): string | null {
  const { readOnly } = app.store.getState().session;
  if (readOnly === null) return null;
  return readOnly.unlockable
    ? `production is locked; ${keyOf(app)("unlock")} unlocks`
    : `read-only (${readOnly.because})`;
}

/** Says that a change is refused, before anything is read or filled in for it. @param titleOf asked only then @returns true if it is */
export function refusesChange(app: App, titleOf: () => string): boolean {
  const reason = readOnlyReason(app);
  if (reason !== null) app.store.notices.say("warning", refusalText(titleOf(), reason));
  return reason !== null;
}
