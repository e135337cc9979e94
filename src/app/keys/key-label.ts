import { lookupTable } from "../../contract/json/own-values.ts";

const KEY_LABELS: Readonly<Record<string, string>> = lookupTable({
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  enter: "Enter",
  escape: "Esc",
  tab: "Tab",
  "shift+tab": "Shift-Tab",
  space: "Space",
  pageup: "PgUp",
  pagedown: "PgDn",
  home: "Home",
  end: "End",
  delete: "Del",
  backspace: "Backspace",
});

/** A key as people read it: `Ctrl-S`, `Enter`, `↑`; two that are pressed one after the other as `Ctrl-X Ctrl-E`. */
export const keyLabel = (name: string): string => name.split(" ").map(oneLabel).join(" ");

function oneLabel(name: string): string {
  const known = KEY_LABELS[name];
  if (known !== undefined) return known;
  if (/^f\d+$/u.test(name)) return name.toUpperCase();
  // The key `+` itself is no modifier.
  const parts = name.split(/\+(?=.)/u);
  const last = parts.pop() ?? "";
  if (parts.length === 0) return last;
  const modifiers = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return [...modifiers, KEY_LABELS[last] ?? (last.length === 1 ? last.toUpperCase() : last)].join("-");
}
