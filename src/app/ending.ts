import type { SessionOptions } from "../terminal/session.ts";
import { messageOf } from "../text/thrown.ts";
import type { App } from "./app.ts";

/** What is said of what was typed, when the console has ended by an error. */
function draftsText(app: App): string {
  const { problem } = app.store.getState().drafts;
  return problem === null
    ? "Drafts are saved; start sextant again to continue."
    : `Drafts are not saved on disk: ${problem} Start sextant again.`;
}

const note = (app: App, about: string, error: unknown): void =>
  app.guard(
    about,
    () => {
      throw error;
    },
    () => undefined,
  );

/** What becomes of a console, drawn or by lines, when its process ends or something fails behind it (`terminal/session.ts`). */
export const endingOf = (
  app: App,
): Pick<SessionOptions, "beforeExit" | "describeCrash" | "onRejection" | "onWarning"> => ({
  beforeExit: () => app.store.flushSync(),
  describeCrash: (error) => `sextant stopped: ${messageOf(error)}. ${draftsText(app)}`,
  onRejection: (error) => note(app, "Background task", error),
  onWarning: (warning) => note(app, "Node", warning),
});
