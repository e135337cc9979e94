import type { Core } from "../core.ts";
import { serverTime } from "../session/server-clock.ts";
import type { SessionSlice } from "../session/session.ts";
import { selectionAfter } from "./rows.ts";

/** Display state of a list: kept per view, with ids and never row numbers, and kept when the view is left. */
export type Sort = { readonly column: string; readonly descending: boolean };

export type ViewState = {
  readonly selectedId: string | null;
  readonly marks: ReadonlySet<string>;
  /** Null: the default of the area. */
  readonly sort: Sort | null;
  readonly filter: string;
  /** Query parameters that the list adds to its own requests. */
  readonly params: Readonly<Record<string, string>>;
  /** First visible row, and the number of its lines that are scrolled away. */
  readonly anchor: { readonly firstId: string; readonly offset: number } | null;
  /** Groups that a person folded (true) or unfolded (false); others have the default of the area. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** Last looks of earlier sessions, one for each set of query parameters, newest last. */
  readonly looks: readonly LastLook[];
};

/**
 * Time (service clock) and rows of the last look at a list: rows that are not among them are new. Other query parameters return other rows (private
 * addresses instead of public ones, one collection alone), so each set has its own look.
 */
type LastLook = {
  readonly at: number;
  readonly ids: ReadonlySet<string>;
  readonly params: ViewState["params"];
};

/** Upper bound of looks per view. */
const MOST_LOOKS = 4;

/** Identifies a view: an area, or an area and what it is narrowed to. */
export type ViewKey = string;

export type ViewsState = ReadonlyMap<ViewKey, ViewState>;

export type ViewsSlice = { readonly views: ViewsState };

export type ViewActions = {
  /** Selects a row; `anchor` moves the window to it in the same change. */
  readonly select: (view: ViewKey, id: string | null, anchor?: ViewState["anchor"]) => void;
  readonly setMarks: (view: ViewKey, ids: Iterable<string>) => void;
  readonly setSort: (view: ViewKey, sort: Sort | null) => void;
  readonly setFilter: (view: ViewKey, filter: string) => void;
  readonly setParams: (view: ViewKey, params: ViewState["params"]) => void;
  readonly setFold: (view: ViewKey, group: string, folded: boolean) => void;
  /**
   * Call when the rows changed: the selection stays on its id, or moves to the nearest remaining neighbour; marks of things that no longer exist are
   * removed. Only with loaded data, never before the first answer.
   *
   * @param shown ids of the rows in screen order, after filter and sort
   * @param all ids of everything that exists, filtered out or not
   */
  readonly rowsChanged: (view: ViewKey, shown: readonly string[], all: ReadonlySet<string>) => void;
  /** Records a look at the list: on the next visit, rows not among these ids are new. Stored on disk. */
  readonly looked: (view: ViewKey, ids: ReadonlySet<string>) => void;
};

const UNSEEN: ViewState = {
  selectedId: null,
  marks: new Set(),
  sort: null,
  filter: "",
  params: {},
  anchor: null,
  folds: new Map(),
  looks: [],
};

/** State of a view, with the defaults for one that was never opened. */
export const viewIn = (views: ViewsState, view: ViewKey): ViewState => views.get(view) ?? UNSEEN;

/** The views with one view changed. */
export const withView = (views: ViewsState, view: ViewKey, change: Partial<ViewState>): ViewsState =>
  new Map(views).set(view, { ...viewIn(views, view), ...change });

const asksAs = (one: ViewState["params"], other: ViewState["params"]): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** The last look with the current query parameters, or null. */
export const lastLookOf = ({ looks, params }: ViewState): LastLook | null =>
  looks.find((look) => asksAs(look.params, params)) ?? null;

/** Fields that survive a restart. */
export type SavedField = "params" | "sort" | "filter" | "folds" | "looks";

const isSameAnchor = (one: ViewState["anchor"], other: ViewState["anchor"]): boolean =>
  one?.firstId === other?.firstId && one?.offset === other?.offset;

/** @param keep called with each view and field that has to be written to disk */
export function createViews(
  core: Core<ViewsSlice & SessionSlice>,
  keep: (view: ViewKey, field: SavedField) => void,
): ViewActions {
  /** Row order as last shown, to find the neighbour of a removed row. */
  const orders = new Map<ViewKey, readonly string[]>();
  const known = (view: ViewKey): ViewState => viewIn(core.get().views, view);
  const change = (view: ViewKey, part: Partial<ViewState>): void =>
    core.set({ views: withView(core.get().views, view, part) });

  return {
    select: (view, selectedId, anchor) => {
      const before = known(view);
      const isMoved = anchor !== undefined && !isSameAnchor(before.anchor, anchor);
      if (before.selectedId !== selectedId || isMoved) change(view, { selectedId, ...(isMoved ? { anchor } : {}) });
    },
    setMarks: (view, ids) => change(view, { marks: new Set(ids) }),
    setSort: (view, sort) => {
      change(view, { sort });
      keep(view, "sort");
    },
    setFilter: (view, filter) => {
      change(view, { filter });
      keep(view, "filter");
    },
    setParams: (view, params) => {
      change(view, { params });
      keep(view, "params");
    },
    setFold: (view, group, folded) => {
      change(view, { folds: new Map(known(view).folds).set(group, folded) });
      keep(view, "folds");
    },
    rowsChanged: (view, shown, all) => {
      const { selectedId, marks } = known(view);
      const next = selectionAfter(orders.get(view) ?? [], shown, selectedId);
      orders.set(view, shown);
      const left = [...marks].filter((id) => all.has(id));
      if (next === selectedId && left.length === marks.size) return;
      change(view, { selectedId: next, marks: left.length === marks.size ? marks : new Set(left) });
    },
    looked: (view, ids) => {
      // New rows are judged by the service's clock, which may differ from the local one.
      const at = serverTime(core.get().session.serverClock, core.clock.now());
      const { looks, params } = known(view);
      const others = looks.filter((look) => !asksAs(look.params, params));
      change(view, { looks: [...others, { at, ids, params }].slice(-MOST_LOOKS) });
      keep(view, "looks");
    },
  };
}

/** State of a view, with the defaults for one that was never opened. */
export const viewOf = (state: ViewsSlice, view: ViewKey): ViewState => viewIn(state.views, view);
