import type { Host } from "../../src/app/app.ts";

/** What stands around a screen that is looked at by a test or a bench: nothing happens outside of it. A stage says what it needs otherwise. */
export const quietHost = (own: Partial<Host> = {}): Host => ({
  now: () => Date.now(),
  timeZone: "UTC",
  colour: "truecolor",
  symbols: "unicode",
  quit: () => undefined,
  suspend: () => undefined,
  save: async (name) => ({ ok: true, message: `Saved to ${name}` }),
  copy: (text) => `${text.length} characters copied`,
  edit: async () => ({ ok: false, why: "there is no editor on this stage" }),
  repaint: () => undefined,
  remember: () => undefined,
  askBackground: () => undefined,
  takeSettingsTurn: async () => ({ end: () => undefined }),
  reportMouse: () => undefined,
  profiles: async () => [],
  profileFiles: {
    read: async () => ({ name: "", credentials: "variables" }),
    save: async () => ({ ok: true, lines: [] }),
    check: async () => ({ ok: true, lines: [] }),
    remove: async () => ({ ok: true, lines: [] }),
    importable: async () => [],
    importProfile: async () => ({ ok: true, lines: [] }),
  },
  switchTo: async () => ({ ok: false, why: "there is one profile here" }),
  curl: ({ operation }) => `curl ${operation}`,
  ...own,
});
