import { lruMemoize, weakMapMemoize } from "reselect";
import type { Area } from "../../areas/model/area.ts";
import type { Scope } from "../../areas/model/context.ts";
import { type Query, queriesKey } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import { areSameIn, areSameItems } from "../../text/same-items.ts";
import type { App } from "../app.ts";
import { allIds } from "../list/arrange.ts";
import type { CurrentList } from "./current.ts";
import { currentLayout } from "./focus.ts";
import { NO_QUERIES } from "./freshness.ts";
import { ensureSelection } from "./list-moves.ts";
import { hasDetail, openId } from "./panes.ts";
import { queriesOf } from "./scope.ts";

/** Watches the queries that the screen needs, and keeps selections on their things while answers arrive. */

/** Delay before the detail is requested while the selection moves through a list (ms). */
const REST_MS = 250;

/** Queries last watched for an owner. */
type Watched = { readonly key: string; readonly queries: readonly Query[] };

/** Queries of the badges; memoized, so the same while the selection moves within a list. */
const badgeQueries = weakMapMemoize((areas: readonly Area[], scope: Scope): readonly Query[] =>
  areas.flatMap(({ badge }) => (badge === undefined ? [] : queriesOf(badge, scope))),
);

const together = lruMemoize((queries: readonly Query[], running: readonly Query[]) => [...queries, ...running]);

/** Memoized per list: a missing thing may be awaited while somebody moves through 20,000 rows. */
const isAmong = weakMapMemoize((ids: readonly string[], id: string): boolean => ids.includes(id));

/** Queries of the list; those of running jobs are added with their shorter poll interval, which takes precedence. */
const mainQueries = (app: App, state: ConsoleState): readonly Query[] => {
  const scope = app.selectors.scope(state);
  const screen = app.selectors.screen(state);
  if (scope === null) return [];
  const queries = queriesOf(screen, scope);
  const running = screen.running === undefined ? [] : (app.selectors.list(state)?.running ?? []);
  return running.length === 0 ? queries : together(queries, running);
};

function sideQueries(app: App, state: ConsoleState): readonly Query[] {
  const list = app.selectors.list(state);
  const id = openId(state, list);
  if (list === null || id === null) return [];
  const context = app.selectors.context(state, queriesOf(list.screen, list.scope));
  return context === null || !hasDetail(id) ? [] : list.screen.detailQueries(context, id);
}

/** True when the queries of the screen may have changed: another place or project, more clusters or names, another runbook step, another filter. */
const asksAnew = (state: ConsoleState, before: ConsoleState): boolean =>
  !areSameIn(state, before, "navigation", "session", "names", "runbooks", "views");

/** Follows the store until the returned function is called. `after` starts a timer and returns a function that stops it. */
export function startWatching(app: App, after: (milliseconds: number, run: () => void) => () => void): () => void {
  const { store } = app;
  const watched = new Map<string, Watched>();
  let stopRest = (): void => undefined;
  /** Id of the visited thing that is not in the list yet. */
  let arriving: string | null = null;

  /** Selects the visited thing in its list, so that it is selected when the person returns from the detail that a link or the command line opened. */
  const selectArrived = (list: CurrentList): void => {
    if (arriving === null || !isAmong(list.arranged.ids, arriving)) return;
    const id = arriving;
    arriving = null;
    store.views.select(list.viewKey, id);
  };

  /** An error in here must not stop the state change, the other subscribers, or the end of the console. */
  const guarded = <Value>(about: string, run: () => Value): Value | undefined => app.guard(about, run, () => undefined);

  const watch = (owner: string, queries: readonly Query[]): void => {
    const before = watched.get(owner);
    // At most key presses these are the same queries as before: comparing them avoids building the key.
    if (before !== undefined && areSameItems(before.queries, queries)) return;
    const key = queriesKey(queries);
    watched.set(owner, { key, queries });
    if (before?.key !== key) store.resources.watch(owner, queries);
  };

  const watchSide = (): void => {
    const queries = guarded("Requests of the screen", () => sideQueries(app, store.getState()));
    if (queries !== undefined) watch("side", queries);
  };

  /** A list beside its detail must stay as fresh as the detail. */
  const keepPolling = (): void => {
    const layout = currentLayout(app);
    const isBeside = layout.kind === "panes" && layout.main > 0 && layout.side > 0;
    store.resources.keepPolling(isBeside ? ["main"] : []);
  };

  const follow = (state: ConsoleState, before: ConsoleState | null): void =>
    guarded("Requests of the screen", () => followTo(state, before));

  const followTo = (state: ConsoleState, before: ConsoleState | null): void => {
    const isAsking = before === null || asksAnew(state, before);
    if (!isAsking && state.resources === before.resources) return;
    if (before === null || state.navigation !== before.navigation) keepPolling();
    if (isAsking) {
      if (before !== null && state.session.epoch !== before.session.epoch) watched.clear();
      // Opening a list requests it again, even if the previous list watched the same answer.
      if (before !== null && before.navigation.place.area !== state.navigation.place.area) watch("main", []);
      const counted = app.selectors.badgeScope(state);
      watch("badges", counted === null ? NO_QUERIES : badgeQueries(app.areas.all, counted));
      watch("main", mainQueries(app, state));
    } else if (app.selectors.screen(state).running !== undefined) watch("main", mainQueries(app, state));
    stopRest();
    if (state.navigation.pane === "main") stopRest = after(REST_MS, watchSide);
    else watchSide();
    if (state.navigation.place !== before?.navigation.place) arriving = state.navigation.place.ids[0] ?? null;
    const list = app.selectors.list(state);
    if (list !== null) selectArrived(list);
    if (list !== null && list.model.rows.length > 0) ensureSelection(app, list, () => mayChoose(app, state, list));
    if (before !== null && before.navigation.place.area !== state.navigation.place.area) rememberLook(app, before);
  };

  follow(store.getState(), null);
  const stop = store.subscribe(follow);
  const stopSizes = store.subscribe((state, before) => {
    if (!areSameIn(state, before, "columns", "rows")) keepPolling();
  });
  return () => {
    stop();
    stopSizes();
    stopRest();
    guarded("Last look", () => rememberLook(app, store.getState()));
  };
}

/**
 * True when a row may be selected for the person. While the first answers of a list are still arriving, the first row is not the final one, and the
 * previously selected row may still arrive: Enter would open whichever came first.
 */
function mayChoose(app: App, state: ConsoleState, list: CurrentList): boolean {
  const { loaded, failure } = app.selectors.freshness(state, list);
  return loaded || failure !== null;
}

/**
 * Stores the ids of a list that is left: others are new next time. A list that was still loading, or that waited for the list of clusters, was not
 * seen in full: its remaining rows would count as new.
 */
function rememberLook(app: App, state: ConsoleState): void {
  const list = app.selectors.list(state);
  if (list === null || list.model.rows.length === 0) return;
  const { loaded, notRead } = app.selectors.freshness(state, list);
  if (list.model.isExcerpt === true || !loaded || notRead.some(({ missing }) => missing.kind === "failed")) return;
  app.store.views.looked(list.viewKey, allIds(list.model));
}
