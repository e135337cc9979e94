import { createStructuredSelector, lruMemoize, weakMapMemoize } from "reselect";
import { type Table, tableOf } from "../../areas/builders/table.ts";
import type { Area, Screen } from "../../areas/model/area.ts";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { KeyNames } from "../../areas/model/key-names.ts";
import type { Row } from "../../areas/model/view.ts";
import { type Query, resourceKey } from "../../state/answers/query.ts";
import { lastLookOf, type ViewState, viewIn, viewOf } from "../../state/navigation/views.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import { areSameIn, areSameItems } from "../../text/same-items.ts";
import { type Arranged, arrange, entryOf, rowById, thingIdsOf } from "../list/arrange.ts";
import { type Changes, changesBetween, NO_CHANGES } from "../list/changes.ts";
import { buildContext, type ContextSources, isMadeOfTheSame } from "./contexts.ts";
import { resourcesOf } from "./freshness.ts";
import type { Areas } from "./guarded-areas.ts";
import { lookupsOf, queriesOf, type ScopeSelectors, viewKeyOf } from "./scope.ts";

/** Data of the current place, computed once per state and memoized until a part of them changes. */

/** The current list: its model, its rows in order, its view state. */
export type CurrentList = {
  readonly area: Area;
  readonly screen: Screen;
  readonly scope: Scope;
  readonly viewKey: string;
  readonly view: ViewState;
  readonly model: Table;
  readonly arranged: Arranged;
  /** Cells that the newest answers changed. */
  readonly changes: Changes;
  /** Those of its queries that are polled faster now, because a job is running. */
  readonly running: readonly Query[];
  /** All queries of the list, those of running jobs first. */
  readonly queries: readonly Query[];
  /** Queries that its own queries depend on. */
  readonly lookups: readonly Query[];
};

/** True when two queries request the same data. */
const areOfTheSame = (one: Query, other: Query): boolean =>
  one === other || resourceKey(one.operation, one.args) === resourceKey(other.operation, other.args);

const areQueriedAlike = (one: readonly Query[], other: readonly Query[]): boolean =>
  areSameItems(one, other, (left, right) => left.poll === right.poll && areOfTheSame(left, right));

/** While the first answers are still arriving, each completes the others: that is not a change. */
const isWhole = (resources: ConsoleState["resources"], queries: readonly Query[]): boolean =>
  resourcesOf(resources, queries).every(
    (resource, index) =>
      (resource?.cached ?? null) !== null ||
      (queries[index]?.optional === true && (resource?.failure ?? null) !== null),
  );

/** The queries that have an answer. */
const answeredOf = (resources: ConsoleState["resources"], queries: readonly Query[]): readonly Query[] => {
  const found = resourcesOf(resources, queries);
  return queries.filter((_query, index) => (found[index]?.cached ?? null) !== null);
};

/** A list without its order and view state. */
type Basis = Omit<CurrentList, "view" | "arranged">;

export type ListSelectors = {
  /** Screen of the current area. */
  readonly screen: (state: ConsoleState) => Screen;
  /** The same object as long as nothing in it changes. */
  readonly sources: (state: ConsoleState) => ContextSources;
  readonly context: (state: ConsoleState, queries: readonly Query[]) => Context | null;
  /** The same for sources taken from a state. */
  readonly contextOf: (of: ContextSources, queries: readonly Query[]) => Context | null;
  readonly list: (state: ConsoleState) => CurrentList | null;
};

/** Cache size: number of recent views, or of recent sets of queries. */
const MEMOIZED = { maxSize: 8 };

const isSameBasis = (one: Basis | null, other: Basis | null): boolean =>
  one !== null && other !== null && areSameIn(one, other, "area", "scope", "model", "changes", "queries");

/** True when two models have the same order: their rows may be the same in different minutes. */
const isSameToOrder = (one: Table, other: Table): boolean =>
  areSameIn(one, other, "rows", "columns") &&
  areSameItems(one.sections, other.sections, (left, right) => areSameIn(left, right, "id", "title"));

const isSameList = (one: CurrentList, other: CurrentList): boolean =>
  areSameIn(one, other, "model", "arranged", "view");

function createView() {
  const model = lruMemoize((screen: Screen, context: Context): Table => tableOf(screen, context));
  const toOrder = lruMemoize((latest: Table): Table => latest, { resultEqualityCheck: isSameToOrder });
  const arranged = lruMemoize(
    (latest: Table, column: string, descending: boolean, filter: string, folds: ViewState["folds"], room: number) =>
      arrange(latest, { sort: { column, descending }, filter, folds, room }),
  );
  const list = lruMemoize(
    (basis: Basis, view: ViewState, room: number): CurrentList => {
      const { column, descending } = view.sort ?? basis.model.defaultSort;
      const order = arranged(toOrder(basis.model), column, descending, view.filter, view.folds, room);
      return { ...basis, view, arranged: order };
    },
    { resultEqualityCheck: isSameList },
  );
  return { model, list };
}

/**
 * The lists of a console.
 *
 * @param areas wrapped by the guard, so their functions never throw
 * @param minute returns this machine's time of the last full minute
 * @param keyNow returns the names of the keys; the same function until a person chooses other keys
 * @param roomOf returns the number of list rows that fit on the screen
 */
export function createListSelectors(
  areas: Areas,
  { scope }: Pick<ScopeSelectors, "scope">,
  minute: () => number,
  keyNow: () => KeyNames,
  roomOf: (state: ConsoleState) => number,
): ListSelectors {
  const seen = new Map<
    string,
    { readonly model: Table; readonly changes: Changes; readonly answered: readonly Query[] }
  >();

  /**
   * Changes of a model since the previous one; while only the time changes, the marks stay. Data of a query that had no answer before (for a newly
   * known cluster, or after a refusal was lifted) do not count as changes.
   */
  const changesOf = (viewKey: string, model: Table, answered: readonly Query[]): Changes => {
    const before = seen.get(viewKey);
    if (before?.model === model) return before.changes;
    const isSame = before !== undefined && areSameItems(before.answered, answered, areOfTheSame);
    const found = isSame ? changesBetween(before.model, model) : NO_CHANGES;
    const changes = found.size === 0 && before !== undefined ? before.changes : found;
    seen.set(viewKey, { model, changes, answered });
    return changes;
  };

  const sourcesAt = createStructuredSelector(
    {
      area: ({ navigation }: ConsoleState) => navigation.place.area,
      // Nothing else of the session: the remaining request budget changes with every answer.
      serverClock: ({ session }: ConsoleState) => session.serverClock,
      zone: ({ session }: ConsoleState) => session.zone,
      resources: ({ resources }: ConsoleState) => resources,
      stale: ({ stale }: ConsoleState) => stale,
      names: ({ names }: ConsoleState) => names,
      samples: ({ samples }: ConsoleState) => samples,
      runbooks: ({ runbooks }: ConsoleState) => runbooks,
      unknownWrites: ({ unknownWrites }: ConsoleState) => unknownWrites,
      acceptedWrites: ({ acceptedWrites }: ConsoleState) => acceptedWrites,
      scope,
      lastLook: (state: ConsoleState) => {
        const here = scope(state);
        return here === null ? null : lastLookOf(viewOf(state, viewKeyOf(state.navigation.place.area, here)));
      },
      minute: (_: ConsoleState, now: number) => now,
      key: (_: ConsoleState, _now: number, key: KeyNames) => key,
    },
    createSelector,
  );
  const sources = (state: ConsoleState): ContextSources => sourcesAt(state, minute(), keyNow());

  const operationsOf = weakMapMemoize((queries: readonly Query[]): string =>
    queries.map(({ operation }) => operation).join(","),
  );
  const contextFor = lruMemoize(
    (_questions: string) => lruMemoize(buildContext, { resultEqualityCheck: isMadeOfTheSame }),
    MEMOIZED,
  );
  const contextOf = weakMapMemoize((of: ContextSources, queries: readonly Query[]): Context | null => {
    if (of.scope === null) return null;
    return contextFor(`${of.area}/${operationsOf(queries)}`)(of, of.scope, queries).context;
  });

  const viewFor = lruMemoize((_viewKey: string) => createView(), MEMOIZED);

  const runningOf = weakMapMemoize(
    (screen: Screen, context: Context): readonly Query[] => screen.running?.(context) ?? [],
  );
  // The queries of running jobs are computed at every change, and are mostly the same.
  const sameRunning = lruMemoize((running: readonly Query[]) => running, { resultEqualityCheck: areQueriedAlike });
  const together = lruMemoize((running: readonly Query[], queries: readonly Query[]) => [...running, ...queries]);

  // A key press mostly changes only the selection: then all of this stays the same, as it does after an unchanged
  // answer.
  const basisOf = lruMemoize(
    (of: ContextSources): Basis | null => {
      const area = areas.of(of.area);
      const { screen } = area;
      if (of.scope === null) return null;
      const queries = queriesOf(screen, of.scope);
      const context = contextOf(of, queries);
      if (context === null) return null;
      const viewKey = viewKeyOf(area.id, of.scope);
      const model = viewFor(viewKey).model(screen, context);
      const running = sameRunning(runningOf(screen, context));
      const lookups = lookupsOf(screen, of.scope);
      const answered = (): readonly Query[] => [queries, lookups].flatMap((all) => answeredOf(of.resources, all));
      return {
        area,
        screen,
        scope: of.scope,
        viewKey,
        model,
        changes: isWhole(of.resources, queries) ? changesOf(viewKey, model, answered()) : NO_CHANGES,
        running,
        queries: together(running, queries),
        lookups,
      };
    },
    { resultEqualityCheck: isSameBasis },
  );

  const list = createSelector(
    [
      sourcesAt,
      ({ views }: ConsoleState) => views,
      (_state: ConsoleState, _now: number, _key: KeyNames, room: number) => room,
    ],
    (of, views, room): CurrentList | null => {
      const basis = basisOf(of);
      return basis && viewFor(basis.viewKey).list(basis, viewIn(views, basis.viewKey), room);
    },
  );

  return {
    screen: (state) => areas.of(state.navigation.place.area).screen,
    sources,
    context: (state, queries) => contextOf(sources(state), queries),
    contextOf,
    list: (state) => list(state, minute(), keyNow(), roomOf(state)),
  };
}

/** The selected row, if there is one. */
export const selectedRow = ({ model, arranged, view }: CurrentList): Row | undefined => {
  if (view.selectedId === null) return undefined;
  const entry = entryOf(arranged, view.selectedId);
  return entry?.kind === "row" ? entry.row : rowById(model, view.selectedId);
};

/** The marked ids, in the order of the model; memoized while only the selection moves. */
const markedIds = weakMapMemoize((model: Table, marks: ReadonlySet<string>): readonly string[] =>
  model.rows.flatMap(thingIdsOf).filter((id) => marks.has(id)),
);

/** The ids that an action applies to: the marked ones, otherwise those of the selected row. */
export function chosenIds(list: CurrentList): readonly string[] {
  if (list.view.marks.size > 0) return markedIds(list.model, list.view.marks);
  const row = selectedRow(list);
  return row === undefined ? [] : thingIdsOf(row);
}
