/**
 * Keys that texts of areas and of `sextant show` name, by the ids of their bindings (docs/keys.md), with the default keys. People choose other keys:
 * a text that names one takes it from its context.
 */
export const DEFAULT_KEYS = {
  "action.new": "n",
  "action.edit": "e",
  "action.menu": "a",
  "action.delete": "x",
  activity: "L",
  "all-projects": "A",
  cluster: "c",
  "detail.back": "Esc",
  "detail.raw": "v",
  "list.open": "Enter",
  "list.raw": "v",
  "page.close": "Esc",
  "page.copy": "y",
  "page.save": "w",
  pin: "b",
  project: "p",
  refresh: "r",
} as const;

type NamedKey = keyof typeof DEFAULT_KEYS;

/** Names the key of a binding. */
export type KeyNames = (binding: NamedKey) => string;

/** The default keys: for texts outside of a console. */
export const defaultKeyNames: KeyNames = (binding) => DEFAULT_KEYS[binding];
