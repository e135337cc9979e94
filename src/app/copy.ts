import type { App } from "./app.ts";

/** Copies a text, and says what became of it. */
export const copyText = (app: App, text: string): void => app.store.notices.say("info", app.host.copy(text));
