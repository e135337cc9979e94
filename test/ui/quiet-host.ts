import type { Host } from "../../src/app/app.ts";

/** What stands around a screen that is looked at by a test or a bench: nothing happens outside of it. A stage says what it needs otherwise. */
export const quietHost = (own: Partial<Host> = {}): Host => ({
  now: () => Date.now(),
  timeZone: "UTC",
  hideSidebar: false,
  coloured: true,
  quit: () => undefined,
  suspend: () => undefined,
  save: async (name) => ({ ok: true, message: `Written to ${name}` }),
  copy: (text) => `${text.length} characters copied`,
  edit: async () => ({ ok: false, why: "there is no editor on this stage" }),
  repaint: () => undefined,
  undo: () => undefined,
  remember: () => undefined,
  askBackground: () => undefined,
  reportMouse: () => undefined,
  profiles: async () => [],
  switchTo: async () => ({ ok: false, why: "there is one profile here" }),
  curl: ({ operation }) => `curl ${operation}`,
  ...own,
});
