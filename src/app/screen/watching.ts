import { lruMemoize, weakMapMemoize } from "reselect";
import type { Area } from "../../areas/model/area.ts";
import type { Scope } from "../../areas/model/context.ts";
import { type Query, queriesKey } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import { areSameItems } from "../../text/same-items.ts";
import type { App } from "../app.ts";
import { allIds } from "../list/arrange.ts";
import type { CurrentList } from "./current.ts";
import { currentLayout } from "./focus.ts";
import { NO_QUERIES } from "./freshness.ts";
import { ensureSelection } from "./list-moves.ts";
import { hasDetail, openId } from "./panes.ts";
import { queriesOf } from "./scope.ts";

/** Says what the screen needs to be kept fresh, and keeps selections on their things while answers arrive. */

/** While the selection moves through a list, the detail beside it is asked for only when it comes to rest. */
const REST_MS = 250;

/** What was asked to be watched for an owner last. */
type Watched = { readonly key: string; readonly queries: readonly Query[] };

/** What the counts beside the areas ask: the same questions while one moves within a list. */
const badgeQueries = weakMapMemoize((areas: readonly Area[], scope: Scope): readonly Query[] =>
  areas.flatMap(({ badge }) => (badge === undefined ? [] : queriesOf(badge, scope))),
);

const together = lruMemoize((queries: readonly Query[], running: readonly Query[]) => [...queries, ...running]);

/** Looked up once for a list: a thing that does not stand in it may be waited for while somebody moves through 20,000 rows. */
const isAmong = weakMapMemoize((ids: readonly string[], id: string): boolean => ids.includes(id));

/** What the list asks; what is under way in it is named again, at the quicker pace, which is the one that counts. */
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

/** Whether the questions of the screen may be other ones now: another place or project, more clusters or names, a step further on a path, another filter. */
const asksAnew = (state: ConsoleState, before: ConsoleState): boolean =>
  state.navigation !== before.navigation ||
  state.session !== before.session ||
  state.names !== before.names ||
  state.runbooks !== before.runbooks ||
  state.views !== before.views;

/** Follows the store until it is ended. `after` starts a timer and gives the way to stop it. */
export function startWatching(app: App, after: (milliseconds: number, run: () => void) => () => void): () => void {
  const { store } = app;
  const watched = new Map<string, Watched>();
  let stopRest = (): void => undefined;
  /** What was gone to and does not stand in the list yet. */
  let arriving: string | null = null;

  /** The list stands where one has gone: its row has the mark when one comes back from what a link or the command line named. */
  const selectArrived = (list: CurrentList): void => {
    if (arriving === null || !isAmong(list.arranged.ids, arriving)) return;
    const id = arriving;
    arriving = null;
    store.views.select(list.viewKey, id);
  };

  /** An error in here stops neither the change of the state, nor the other subscribers, nor the end of the console. */
  const guarded = <Value>(about: string, run: () => Value): Value | undefined => app.guard(about, run, () => undefined);

  const watch = (owner: string, queries: readonly Query[]): void => {
    const before = watched.get(owner);
    // Mostly these are the very questions of before, at every key: they are not spelled out to see that they are the same.
    if (before !== undefined && areSameItems(before.queries, queries)) return;
    const key = queriesKey(queries);
    watched.set(owner, { key, queries });
    if (before?.key !== key) store.resources.watch(owner, queries);
  };

  const watchSide = (): void => {
    const queries = guarded("Requests of the screen", () => sideQueries(app, store.getState()));
    if (queries !== undefined) watch("side", queries);
  };

  /** A list that stands beside its detail must not fall behind it. */
  const keepPolling = (): void => {
    const layout = currentLayout(app);
    const isBeside = layout.kind === "panes" && layout.main > 0 && layout.side > 0;
    store.resources.keepPolling(isBeside ? ["main"] : []);
  };

  const follow = (state: ConsoleState, before: ConsoleState | null): void =>
    guarded("Requests of the screen", () => followTo(state, before));

  const followTo = (state: ConsoleState, before: ConsoleState | null): void => {
    const moved =
      before === null ||
      state.navigation !== before.navigation ||
      state.session !== before.session ||
      state.names !== before.names ||
      state.runbooks !== before.runbooks ||
      state.resources !== before.resources ||
      state.views !== before.views;
    if (!moved) return;
    if (before === null || state.navigation !== before.navigation) keepPolling();
    if (before === null || asksAnew(state, before)) {
      if (before !== null && state.session.epoch !== before.session.epoch) watched.clear();
      // A list that is opened is asked for anew, also where the one before it watched the same answer.
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
    if (state.columns !== before.columns || state.rows !== before.rows) keepPolling();
  });
  return () => {
    stop();
    stopSizes();
    stopRest();
    guarded("Last look", () => rememberLook(app, store.getState()));
  };
}

/**
 * Whether a row may be chosen for the person. While the first answers of a list are still arriving, the one that stands first is
 * not the first of the list, and one that was selected before may still come: Enter would open whatever came soonest.
 */
function mayChoose(app: App, state: ConsoleState, list: CurrentList): boolean {
  const { loaded, failure } = app.selectors.freshness(state, list);
  return loaded || failure !== null;
}

/**
 * What stood in a list that is left: what is not among it next time is new. A list that was still arriving, or that waited for the
 * clusters to be known, was not looked at: the rest of it would be taken for news.
 */
function rememberLook(app: App, state: ConsoleState): void {
  const list = app.selectors.list(state);
  if (list === null || list.model.rows.length === 0) return;
  const { loaded, notRead } = app.selectors.freshness(state, list);
  if (list.model.isExcerpt === true || !loaded || notRead.some(({ missing }) => missing.kind === "failed")) return;
  app.store.views.looked(list.viewKey, allIds(list.model));
}
