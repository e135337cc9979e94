/** Global keys that work in every layer, even while text is typed, as they also have keys that are not letters. */
export const ALWAYS: ReadonlySet<string> = new Set(["quit", "repaint", "suspend"]);

/** What is so wherever the keys of a scope are active. */
type Scope = {
  /** Its name on the help page and in the key reference. */
  readonly title: string;
  /** Letters are typed in it. */
  readonly isTyped: boolean;
  /** It is that of a layer that is only read, which has the same name: nothing in it waits for an answer. */
  readonly isPage: boolean;
  /** Global keys that also work in its layer, letters too: nothing is typed there. */
  readonly globalKeys: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();
const OVER_PAGES: ReadonlySet<string> = new Set(["palette.open", "help.open", "activity", "zone", "freeze"]);
/** The results of a group of writes offer to undo them. */
const OVER_RESULTS: ReadonlySet<string> = new Set(["undo"]);

const plain = (title: string): Scope => ({ title, isTyped: false, isPage: false, globalKeys: NONE });
const typed = (title: string): Scope => ({ ...plain(title), isTyped: true });
const page = (title: string): Scope => ({ ...plain(title), isPage: true, globalKeys: OVER_PAGES });

export const SCOPES = {
  global: plain("Everywhere"),
  sidebar: plain("Areas"),
  list: plain("List"),
  detail: plain("Detail"),
  filter: typed("Filter"),
  form: typed("Form"),
  "form-text": typed("Form: text field"),
  "form-value": plain("Form: choice or switch"),
  "form-structure": plain("Form: group"),
  text: typed("Text input"),
  review: typed("Review"),
  result: { ...plain("Results"), globalKeys: OVER_RESULTS },
  menu: plain("Menu"),
  palette: typed("Commands"),
  picker: typed("Suggestions"),
  help: page("This page"),
  raw: page("JSON"),
  page: page("Text page"),
  activity: page("Activity"),
  writes: page("Changes of all runs"),
  write: page("One change"),
  comparison: page("Comparison of settings"),
  difference: page("One difference"),
  copying: typed("Copy of settings"),
  columns: plain("Columns of a list"),
  key: plain("New key"),
};

/** Where a binding holds. The innermost scope that has the keys is asked first, `global` last. */
export type ScopeId = keyof typeof SCOPES;
