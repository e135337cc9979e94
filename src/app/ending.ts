import type { SessionOptions } from "../terminal/session.ts";
import { messageOf } from "../text/thrown.ts";
import type { App } from "./app.ts";
import { noteError } from "./guard.ts";

/** Sentence about saved drafts for the message of a crash. */
function draftsText(app: App): string {
  const { problem } = app.store.getState().drafts;
  return problem === null
    ? "Drafts are saved; start sextant again to continue."
    : `Drafts are not saved on disk: ${problem} Start sextant again.`;
}

/** Callbacks of a console, drawn or by lines, for the end of its process and for background errors (`terminal/session.ts`). */
export const endingOf = (
  app: App,
): Pick<SessionOptions, "beforeExit" | "describeCrash" | "onRejection" | "onWarning"> => ({
  beforeExit: () => app.store.flushSync(),
  describeCrash: (error) => `sextant stopped: ${messageOf(error)}. ${draftsText(app)}`,
  onRejection: (error) => noteError(app.guard, "Background task", error),
  onWarning: (warning) => noteError(app.guard, "Node", warning),
});
