import type { Area, Screen } from "../../areas/area.ts";
import type { Context, Scope } from "../../areas/context.ts";
import type { ListModel, Row } from "../../areas/view.ts";
import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import { unreadOf } from "../../state/lookup.ts";
import { namesOf } from "../../state/names.ts";
import type { PathRun } from "../../state/paths.ts";
import { isRecalled } from "../../state/persisted-cache.ts";
import { type Query, resourceKey } from "../../state/query.ts";
import type { Cached } from "../../state/resources.ts";
import { ringOf } from "../../state/samples.ts";
import { type ConsoleState, resourceOf, serverNow, viewOf } from "../../state/store.ts";
import type { ViewState } from "../../state/views.ts";
import { memoize } from "../../text/memoize.ts";
import type { App } from "../app.ts";
import { type Arranged, arrange, rowById, standsFor } from "../list/arrange.ts";
import { type Changes, changesBetween, NO_CHANGES } from "../list/changes.ts";
import type { Areas } from "./guarded-areas.ts";
import { lookupsOf, queriesOf, scopeOf, viewKeyOf } from "./scope.ts";

/** What the current place shows, computed once for a state of the data and handed out again until something in it changes. */

/** The identity of what a query holds: it changes only with the content. */
const heldIdentity = (state: ConsoleState, query: Query): unknown =>
  resourceOf<OperationId>(state, query.operation, query.args)?.cached;

/** What is held as areas see it: all times that they reckon with are the service's. */
function inServiceTime<Data>(state: ConsoleState, cached: Cached<Data> | null): Cached<Data> | undefined {
  if (cached === null || cached.removed.length === 0) return cached ?? undefined;
  return { ...cached, removed: cached.removed.map((one) => ({ ...one, at: serverNow(state, one.at) })) };
}

/** The identity of why a query failed. */
const failureIdentity = (state: ConsoleState, query: Query): unknown =>
  resourceOf<OperationId>(state, query.operation, query.args)?.failure?.words;

/** Whether what is held was said by the service since this console last wrote over it. */
function isConfirmed<Id extends OperationId>(state: ConsoleState, operation: Id, args: ArgsOf<Id>): boolean {
  const resource = resourceOf(state, operation, args);
  return !isRecalled(resource) && !state.doubtful.has(resourceKey(operation, args));
}

/** The current list: its model, its rows in order, how it is looked at. */
export type CurrentList = {
  readonly area: Area;
  readonly screen: Screen;
  readonly scope: Scope;
  readonly viewKey: string;
  readonly view: ViewState;
  readonly model: ListModel;
  readonly arranged: Arranged;
  /** Cells that the newest answers changed. */
  readonly changes: Changes;
  /** What of its questions is asked more often now, because something is under way. */
  readonly running: readonly Query[];
  /** All that is asked for it, what is under way first. */
  readonly asked: readonly Query[];
  /** What its questions are made of. */
  readonly lookups: readonly Query[];
};

/** What a list is before anybody has looked at it: all of it but its order and its selection. */
type Basis = { readonly shown: Context; readonly parts: Omit<CurrentList, "view" | "arranged"> };

export type Screens = {
  /** The screen of the current area, where it has one. */
  readonly of: (state: ConsoleState) => Screen | null;
  readonly context: (state: ConsoleState, queries: readonly Query[]) => Context | null;
  readonly list: (state: ConsoleState) => CurrentList | null;
};

/** All of a state that a context is made of: what is selected in lists, which changes with every key, is not among it. */
export function sourcesOf(state: ConsoleState): readonly unknown[] {
  const { session, navigation, resources, doubtful, names, samples, paths } = state;
  const { groupId } = session;
  const view =
    groupId === null ? null : viewOf(state, viewKeyOf(navigation.place.area, { groupId, cluster: navigation.cluster }));
  return [session, navigation, resources, doubtful, names, samples, paths, view?.lastLook, view?.asked];
}

/**
 * The memory of one console.
 *
 * @param areas whose functions never throw
 * @param minute gives this machine's time of the last full minute
 * @param roomOf gives the lines of a list that fit on the screen
 */
export function createScreens(
  areas: Areas,
  minute: () => number,
  roomOf: (state: ConsoleState) => number = () => 0,
): Screens {
  const contexts = memoize<Context>();
  const bases = memoize<Basis | null>(1);
  const runs = memoize<readonly PathRun[] | null>();
  const models = memoize<ListModel>();
  const arrangements = memoize<Arranged>();
  const lists = memoize<CurrentList>();
  const seen = new Map<string, { readonly model: ListModel; readonly changes: Changes; readonly asked: string }>();

  /**
   * What is new in a model since the one before; while only the time moves, the marks stay. What a question that was not asked
   * before brings (another cluster became known) is no news.
   */
  const changesOf = (viewKey: string, model: ListModel, queries: readonly Query[]): Changes => {
    const before = seen.get(viewKey);
    if (before?.model === model) return before.changes;
    const asked = queries.map(({ operation, args }) => resourceKey(operation, args)).join(" ");
    const isSame = before?.asked === asked;
    const found = isSame ? changesBetween(before.model, model) : NO_CHANGES;
    const changes = found.size === 0 && before !== undefined ? before.changes : found;
    seen.set(viewKey, { model, changes, asked });
    return changes;
  };

  const pathsOf = ({ paths, session: { groupId } }: ConsoleState): readonly PathRun[] | null =>
    runs("paths", [paths, groupId], () => paths?.filter((run) => run.groupId === groupId) ?? null);

  const nowOf = (state: ConsoleState, queries: readonly Query[]): number => {
    const newest = queries.map(
      (query) => resourceOf<OperationId>(state, query.operation, query.args)?.cached?.changedAt ?? 0,
    );
    return serverNow(state, Math.max(minute(), ...newest));
  };

  const context = (state: ConsoleState, queries: readonly Query[]): Context | null => {
    const scope = scopeOf(state);
    if (scope === null) return null;
    const { area } = state.navigation.place;
    const view = viewOf(state, viewKeyOf(area, scope));
    const parts = [
      ...queries.flatMap((query) => [
        heldIdentity(state, query),
        failureIdentity(state, query),
        isConfirmed<OperationId>(state, query.operation, query.args),
      ]),
      nowOf(state, queries),
      state.samples,
      pathsOf(state),
      state.session.zone,
      view.lastLook,
      scope.groupId,
      scope.groupName,
      scope.orgId,
      scope.orgName,
      scope.cluster,
      scope.clusters,
      scope.clusterList,
      scope.projects,
      scope.unlisted,
      scope.params,
    ];
    return contexts(`${area}/${queries.map(({ operation }) => operation).join(",")}`, parts, () => ({
      scope,
      cached: (operation, args) => inServiceTime(state, resourceOf(state, operation, args)?.cached ?? null),
      unread: (operation, args) => unreadOf(resourceOf(state, operation, args)?.failure ?? null),
      asOf: (operation, args) => {
        const isTrue = isConfirmed(state, operation, args);
        const asOf = isTrue ? (resourceOf(state, operation, args)?.asOf ?? null) : null;
        return asOf === null ? null : serverNow(state, asOf);
      },
      known: (kind, project = scope.groupId) => namesOf(state.names, kind, project),
      ring: (key) => ringOf(state.samples, key),
      paths: pathsOf(state),
      now: nowOf(state, queries),
      zone: state.session.zone,
      lastLook: view.lastLook,
    }));
  };

  const basisOf = (state: ConsoleState): Basis | null => {
    const area = areas.of(state.navigation.place.area);
    const scope = scopeOf(state);
    const { screen } = area;
    if (screen === null || scope === null) return null;
    const queries = queriesOf(screen, scope);
    const shown = context(state, queries);
    if (shown === null) return null;
    const viewKey = viewKeyOf(area.id, scope);
    const model = models(viewKey, [shown], () => screen.list(shown));
    // While the first answers are still arriving, each completes the others: that is nothing that changed.
    const isWhole = queries.every(
      (query) =>
        (heldIdentity(state, query) ?? null) !== null ||
        (query.optional === true && failureIdentity(state, query) !== undefined),
    );
    const changes = isWhole ? changesOf(viewKey, model, queries) : NO_CHANGES;
    const running = screen.running?.(shown) ?? [];
    const asked = [...running, ...queries];
    const lookups = lookupsOf(screen, scope);
    return { shown, parts: { area, screen, scope, viewKey, model, changes, running, asked, lookups } };
  };

  const listOf = (state: ConsoleState): CurrentList | null => {
    // What a key mostly changes is what is selected: then the rest stands.
    const basis = bases("list", [...sourcesOf(state), minute()], () => basisOf(state));
    if (basis === null) return null;
    const { shown, parts } = basis;
    const { viewKey, model } = parts;
    const view = viewOf(state, viewKey);
    const sort = view.sort ?? model.defaultSort;
    // The order goes by what a list says of itself, not by the model: rows may be the same when the minute is another.
    const { rows, columns, sections } = model;
    const order = [sort.column, sort.descending, view.filter, view.folds];
    const headings = sections.flatMap(({ id, title }) => [id, title]);
    const room = roomOf(state);
    const arranged = arrangements(viewKey, [rows, columns, room, ...order, ...headings], () =>
      arrange(model, { sort, filter: view.filter, folds: view.folds, room }),
    );
    return lists(viewKey, [shown, model, arranged, view], () => ({ ...parts, view, arranged }));
  };

  /** Everything on screen asks for the list of the same state, whenever anything changes: a state, a minute and a size have one. */
  const ofState = new WeakMap<
    ConsoleState,
    { readonly minute: number; readonly room: number; readonly list: CurrentList | null }
  >();
  const list = (state: ConsoleState): CurrentList | null => {
    const known = ofState.get(state);
    const now = minute();
    const room = roomOf(state);
    if (known?.minute === now && known.room === room) return known.list;
    const made = listOf(state);
    ofState.set(state, { minute: now, room, list: made });
    return made;
  };

  return { of: (state) => areas.of(state.navigation.place.area).screen, context, list };
}

/** The row that is selected, if one is. */
export const selectedRow = ({ model, arranged, view }: CurrentList): Row | undefined => {
  if (view.selectedId === null) return undefined;
  const entry = arranged.entries[arranged.indexOf.get(view.selectedId) ?? -1];
  return entry?.kind === "row" ? entry.row : rowById(model, view.selectedId);
};

/** What an action is done to: the marked things, else what the selected row stands for. */
export function chosenIds(list: CurrentList): readonly string[] {
  if (list.view.marks.size > 0) {
    return list.arranged.all.filter((id) => list.view.marks.has(id) && rowById(list.model, id)?.members === undefined);
  }
  const row = selectedRow(list);
  return row === undefined ? [] : standsFor(row);
}

/**
 * What the detail of one thing is made of: what the list holds, and what was asked for this thing alone. Both are named, because a
 * context stands as long as the answers that it is named for do.
 */
export function detailContext(app: App, state: ConsoleState, list: CurrentList, id: string): Context | null {
  const queries = queriesOf(list.screen, list.scope);
  const base = app.screens.context(state, queries);
  return base === null ? null : app.screens.context(state, [...queries, ...list.screen.detailQueries(base, id)]);
}
