import type { App } from "./app.ts";
import type { MenuItem } from "./workspace.ts";

/** Copies a text and shows the result as a notice. */
export const copyText = (app: App, text: string): void => app.store.notices.say("info", app.host.copy(text));

/** Menu item that copies a text, which is computed when the item is chosen. */
export const copyItem = (app: App, id: string, title: string, text: () => string): MenuItem => ({
  id,
  title,
  run: () => copyText(app, text()),
});
