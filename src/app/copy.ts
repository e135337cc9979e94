import type { App } from "./app.ts";

/** Copies a text and shows the result as a notice. */
export const copyText = (app: App, text: string): void => app.store.notices.say("info", app.host.copy(text));
