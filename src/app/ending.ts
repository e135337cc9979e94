import type { SessionOptions } from "../terminal/session.ts";
import type { App } from "./app.ts";

/** What becomes of a console, drawn or by lines, when its process ends or something fails behind it (`terminal/session.ts`). */
export const endingOf = (app: App): Pick<SessionOptions, "beforeExit" | "describeCrash" | "onRejection"> => ({
  beforeExit: () => app.store.flushSync(),
  describeCrash: (error) =>
    `sextant stopped: ${error instanceof Error ? error.message : String(error)}. Drafts are saved; start sextant again to continue.`,
  onRejection: (error) =>
    app.guard(
      "Background task",
      () => {
        throw error;
      },
      () => undefined,
    ),
});
