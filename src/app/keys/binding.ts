import { lookupTable } from "../../contract/json/own-values.ts";
import type { Risk } from "../../contract/operation.ts";
import type { App } from "../app.ts";

/**
 * A key and what it does, as a record: hint line, `?`, palette, the generated key reference and the test for conflicts are all
 * made of these (`design.md`, ui and areas).
 */

/** Where a binding holds. The innermost scope that has the keys is asked first, `global` last. */
export type ScopeId =
  | "global"
  | "sidebar"
  | "list"
  | "detail"
  | "filter"
  | "form"
  | "form-text"
  | "form-value"
  | "form-structure"
  | "text"
  | "review"
  | "result"
  | "menu"
  | "palette"
  | "picker"
  | "help"
  | "raw"
  | "page"
  | "activity"
  | "writes"
  | "write"
  | "comparison"
  | "difference"
  | "copying"
  | "columns"
  | "key";

export type Binding = {
  readonly id: string;
  /** Key names of `terminal/input/keys.ts`, or two for a chord (`ctrl+x ctrl+e`); the first is the one that is shown. */
  readonly keys: readonly string[];
  /** The keys that it has where nobody chose others, while a person has. */
  readonly ownKeys?: readonly string[];
  readonly title: string;
  /** Short words for the hint line; without them it is not shown there. */
  readonly hint?: string;
  /** The words in its place where what it does has others now. */
  readonly hintNow?: (app: App) => string | undefined;
  readonly scope: ScopeId;
  readonly risk?: Risk;
  /** It lets something be sent: only a key that comes by itself does that, never one out of a paste. */
  readonly confirms?: true;
  /** Whether it applies now at all; what does not apply is not shown and its key does nothing. */
  readonly when?: (app: App) => boolean;
  /** Why it cannot be done now, said when it is pressed; null when it can. */
  readonly disabledReason?: (app: App) => string | null;
  /** Whether what it has the keys on is of use to it now: a key that is hinted works. Missing where it always is. */
  readonly isUseful?: (app: App) => boolean;
  /** `key` is the one of its keys that was pressed. */
  readonly run: (app: App, key: string) => void;
};

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

const SCOPE_TITLES: Readonly<Record<ScopeId, string>> = {
  global: "Everywhere",
  sidebar: "Areas",
  list: "List",
  detail: "Detail",
  filter: "Filter",
  form: "Form",
  "form-text": "Form: text field",
  "form-value": "Form: choice or switch",
  "form-structure": "Form: group",
  text: "Text input",
  review: "Review",
  result: "Results",
  menu: "Menu",
  palette: "Commands",
  picker: "Suggestions",
  help: "This page",
  raw: "JSON",
  page: "Text page",
  activity: "Activity",
  writes: "Changes of all runs",
  write: "One change",
  comparison: "Comparison of settings",
  difference: "One difference",
  copying: "Copy of settings",
  columns: "Columns of a list",
  key: "New key",
};

/** The name of a scope, as the help page and the key reference say it. */
export const scopeTitle = (scope: ScopeId): string => SCOPE_TITLES[scope];
