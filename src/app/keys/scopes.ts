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

/** Global keys that work in every layer, even while text is typed, as they also have keys that are not letters. */
export const ALWAYS: ReadonlySet<string> = new Set(["quit", "repaint", "suspend"]);

/** Layers that are only read, by the scopes of their keys, which have the same names: nothing in them waits for an answer. */
export const PAGE_SCOPES: ReadonlySet<ScopeId> = new Set([
  "help",
  "raw",
  "page",
  "activity",
  "writes",
  "write",
  "comparison",
  "difference",
]);

const OVER_PAGES: ReadonlySet<string> = new Set(["palette.open", "help.open", "activity", "zone", "freeze"]);
/** The results of a group of writes offer to undo them. */
const OVER_RESULTS: ReadonlySet<string> = new Set(["undo"]);
const NONE: ReadonlySet<string> = new Set();

/** Global keys that also work in a layer, letters too: nothing is typed there. */
export const globalKeysOver = (scope: ScopeId): ReadonlySet<string> =>
  PAGE_SCOPES.has(scope) ? OVER_PAGES : scope === "result" ? OVER_RESULTS : NONE;

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
