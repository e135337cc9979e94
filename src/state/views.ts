/** How a list is looked at. It lives here per view, holds ids and never row numbers, and survives going away and coming back. */
export type Sort = { readonly column: string; readonly descending: boolean };

export type ViewState = {
  readonly selectedId: string | null;
  readonly marks: ReadonlySet<string>;
  /** Null: the area's own. */
  readonly sort: Sort | null;
  readonly filter: string;
  /** The first visible row, and how many lines of it are scrolled away. */
  readonly anchor: { readonly firstId: string; readonly offset: number } | null;
  /** Groups that a person folded (true) or unfolded (false); others are as the area has them. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** Columns that a person chose; null: what fits. */
  readonly columns: readonly string[] | null;
  /** When the list was last looked at before this session's look, and what stood there: what is not among them is new. */
  readonly lastLook: { readonly at: number; readonly ids: ReadonlySet<string> } | null;
};

/** Names a view: an area, or an area and what it is narrowed to. */
export type ViewKey = string;

export type ViewsState = ReadonlyMap<ViewKey, ViewState>;

export type ViewActions = {
  readonly select: (view: ViewKey, id: string | null) => void;
  readonly toggleMark: (view: ViewKey, id: string) => void;
  readonly setMarks: (view: ViewKey, ids: Iterable<string>) => void;
  readonly setSort: (view: ViewKey, sort: Sort | null) => void;
  readonly setFilter: (view: ViewKey, filter: string) => void;
  readonly setAnchor: (view: ViewKey, anchor: ViewState["anchor"]) => void;
  readonly setFold: (view: ViewKey, group: string, folded: boolean) => void;
  readonly setColumns: (view: ViewKey, columns: readonly string[] | null) => void;
  /**
   * The rows changed: the selection stays on its id, or goes to the nearest neighbour that is left; marks of things that are
   * gone go. Call it with real data only, never while nothing is loaded yet.
   *
   * @param shown ids of the rows in their order on screen, after filter and sort
   * @param all ids of everything that exists, filtered out or not
   */
  readonly rowsChanged: (view: ViewKey, shown: readonly string[], all: readonly string[]) => void;
  /** The list was looked at just now: from the next visit on, what is not among these ids is new. Kept on disk. */
  readonly looked: (view: ViewKey, ids: readonly string[]) => void;
};
