import { createStructuredSelector, lruMemoize, weakMapMemoize } from "reselect";
import { areaOf } from "../../areas/areas.ts";
import { type Table, tableOf } from "../../areas/builders/table.ts";
import type { Area, Screen } from "../../areas/model/area.ts";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { Row } from "../../areas/model/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { unreadOf } from "../../state/answers/lookup.ts";
import { isPersisted } from "../../state/answers/persisted-cache.ts";
import { type Query, resourceKey } from "../../state/answers/query.ts";
import type { Cached } from "../../state/answers/resources.ts";
import { namesOf } from "../../state/names/names.ts";
import { lastLookOf, type ViewState, viewIn } from "../../state/navigation/views.ts";
import { runbooksIn } from "../../state/runbooks.ts";
import type { SampleKey } from "../../state/samples/sample-kinds.ts";
import { ringOf, type SamplesState } from "../../state/samples/samples.ts";
import { createSelector } from "../../state/selector.ts";
import { type ServerClock, serverTime } from "../../state/session/server-clock.ts";
import { type ConsoleState, resourceOf, viewOf } from "../../state/store.ts";
import { inServiceTimes } from "../../state/writes/unknown-writes.ts";
import { areSameItems } from "../../text/same-items.ts";
import { type Arranged, arrange, entryOf, rowById, standsFor } from "../list/arrange.ts";
import { type Changes, changesBetween, NO_CHANGES } from "../list/changes.ts";
import { type QueriedResources, resourcesOf } from "./freshness.ts";
import type { Areas } from "./guarded-areas.ts";
import { lookupsOf, queriesOf, type ScopeSelectors, viewKeyOf } from "./scope.ts";

/** What the current place shows, computed once for a state of the data and handed out again until something in it changes. */

/** The part of a state that answers are read from. */
type Answers = Pick<ConsoleState, "resources" | "stale"> & { readonly serverClock: ServerClock | null };

const withTimes = weakMapMemoize(
  <Data>(cached: Cached<Data>, serverClock: ServerClock | null): Cached<Data> => ({
    ...cached,
    removed: cached.removed.map((one) => ({ ...one, at: serverTime(serverClock, one.at) })),
  }),
);

/** What is held as areas see it: all times that they reckon with are the service's. */
function inServiceTime<Data>({ serverClock }: Answers, cached: Cached<Data> | null): Cached<Data> | undefined {
  if (cached === null || cached.removed.length === 0) return cached ?? undefined;
  return withTimes(cached, serverClock);
}

/** Whether what is held was said by the service since this console last wrote over it. */
function isConfirmed<Id extends OperationId>(state: Answers, operation: Id, args: ArgsOf<Id>): boolean {
  const resource = resourceOf(state, operation, args);
  return !isPersisted(resource) && !state.stale.has(resourceKey(operation, args));
}

/** The current list: its model, its rows in order, how it is looked at. */
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
  /** What of its questions is asked more often now, because something is under way. */
  readonly running: readonly Query[];
  /** All that is asked for it, what is under way first. */
  readonly queries: readonly Query[];
  /** What its questions are made of. */
  readonly lookups: readonly Query[];
};

/** Whether two queries ask for the same thing. */
const areOfTheSame = (one: Query, other: Query): boolean =>
  one === other || resourceKey(one.operation, one.args) === resourceKey(other.operation, other.args);

const areQueriedAlike = (one: readonly Query[], other: readonly Query[]): boolean =>
  areSameItems(one, other, (left, right) => left.poll === right.poll && areOfTheSame(left, right));

/** While the first answers are still arriving, each completes the others: that is nothing that changed. */
const isWhole = (resources: ConsoleState["resources"], queries: readonly Query[]): boolean =>
  resourcesOf(resources, queries).every(
    (resource, index) =>
      (resource?.cached ?? null) !== null ||
      (queries[index]?.optional === true && (resource?.failure ?? null) !== null),
  );

/** Those of its questions that have an answer. */
const answeredOf = (resources: ConsoleState["resources"], queries: readonly Query[]): readonly Query[] => {
  const found = resourcesOf(resources, queries);
  return queries.filter((_query, index) => (found[index]?.cached ?? null) !== null);
};

/** What a list is before anybody has looked at it: all of it but its order and its selection. */
type Basis = Omit<CurrentList, "view" | "arranged">;

/** All of a state that a context is made of: what is selected in lists, which changes with every key, is not among it. */
export type Sources = Answers &
  Pick<ConsoleState, "names" | "samples" | "runbooks" | "unknownWrites" | "acceptedWrites"> & {
    readonly area: AreaId;
    readonly zone: Context["zone"];
    readonly scope: Scope | null;
    readonly lastLook: Context["lastLook"];
    /** This machine's time of the last full minute. */
    readonly minute: number;
  };

export type ListSelectors = {
  /** The screen of the current area. */
  readonly screen: (state: ConsoleState) => Screen;
  /** One object, which stands as long as nothing in it changed. */
  readonly sources: (state: ConsoleState) => Sources;
  readonly context: (state: ConsoleState, queries: readonly Query[]) => Context | null;
  /** The same of sources that were taken from a state. */
  readonly contextOf: (of: Sources, queries: readonly Query[]) => Context | null;
  readonly list: (state: ConsoleState) => CurrentList | null;
};

/** Of how many views, and of how many sets of questions, something is remembered: those that were looked at last. */
const MEMOIZED = { maxSize: 8 };

/**
 * A context, and what it is made of: it stands while that is the same. Of all readings only those count that something was drawn
 * with: others arrive all the time, and a long list is not to be computed again for them.
 */
type BuiltContext = {
  readonly context: Context;
  readonly sources: Sources;
  readonly queries: readonly Query[];
  readonly resources: QueriedResources;
  /** The readings of the newest state, which a context that stands goes on with. */
  readonly samples: { latest: SamplesState };
  readonly drawnWith: ReadonlyMap<SampleKey, Ring>;
};

/**
 * What is known, seen from a project.
 *
 * @param now the service's time at which it is looked at
 */
export function contextAt(sources: Sources, scope: Scope, now: number): Context {
  const { names, samples, lastLook, serverClock, zone } = sources;
  return {
    scope,
    cached: (operation, args) => inServiceTime(sources, resourceOf(sources, operation, args)?.cached ?? null),
    unread: (operation, args) => unreadOf(resourceOf(sources, operation, args)?.failure ?? null),
    asOf: (operation, args) => {
      const isTrue = isConfirmed(sources, operation, args);
      const asOf = isTrue ? (resourceOf(sources, operation, args)?.asOf ?? null) : null;
      return asOf === null ? null : serverTime(serverClock, asOf);
    },
    known: (kind, project = scope.groupId) => namesOf(names, kind, project),
    ring: (key) => ringOf(samples, key),
    runbooks: sources.runbooks && runbooksIn(sources.runbooks, scope.groupId),
    unknownWrites: inServiceTimes(sources.unknownWrites, serverClock),
    acceptedWrites: inServiceTimes(sources.acceptedWrites, serverClock),
    areaLabel: (id) => areaOf(id).label,
    now,
    zone,
    lastLook,
  };
}

function buildContext(sources: Sources, scope: Scope, queries: readonly Query[]): BuiltContext {
  const resources = resourcesOf(sources.resources, queries);
  const newest = resources.reduce(
    (latest, resource) => Math.max(latest, resource?.cached?.changedAt ?? 0),
    sources.minute,
  );
  const readings = { latest: sources.samples };
  const drawnWith = new Map<SampleKey, Ring>();
  return {
    sources,
    queries,
    resources,
    samples: readings,
    drawnWith,
    context: {
      ...contextAt(sources, scope, serverTime(sources.serverClock, newest)),
      ring: (key) => {
        const ring = ringOf(readings.latest, key);
        drawnWith.set(key, ring);
        return ring;
      },
    },
  };
}

/** Whether two answers say the same; most of them only confirm what was said. */
const isSameAnswer = (one: QueriedResources[number], other: QueriedResources[number]): boolean =>
  one === other ||
  (one?.cached === other?.cached &&
    one?.failure?.words === other?.failure?.words &&
    isPersisted(one) === isPersisted(other));

const areAsStale = (one: Sources, other: Sources, queries: readonly Query[]): boolean =>
  one.stale === other.stale ||
  queries.every(({ operation, args }) => {
    const key = resourceKey(operation, args);
    return one.stale.has(key) === other.stale.has(key);
  });

const isMadeOfTheSame = (one: BuiltContext, other: BuiltContext): boolean =>
  one.context.scope === other.context.scope &&
  one.context.now === other.context.now &&
  one.context.zone === other.context.zone &&
  one.context.lastLook === other.context.lastLook &&
  one.sources.runbooks === other.sources.runbooks &&
  one.sources.unknownWrites === other.sources.unknownWrites &&
  one.sources.acceptedWrites === other.sources.acceptedWrites &&
  areSameItems(one.resources, other.resources, isSameAnswer) &&
  areAsStale(one.sources, other.sources, other.queries) &&
  isDrawnWithTheSame(one, other);

/** Whether nothing was drawn with readings that are others by now; a context that stands goes on with the newest. */
function isDrawnWithTheSame(one: BuiltContext, other: BuiltContext): boolean {
  const { latest } = other.samples;
  for (const [key, ring] of one.drawnWith) if (ringOf(latest, key) !== ring) return false;
  one.samples.latest = latest;
  return true;
}

const isSameBasis = (one: Basis | null, other: Basis | null): boolean =>
  one !== null &&
  other !== null &&
  one.area === other.area &&
  one.scope === other.scope &&
  one.model === other.model &&
  one.changes === other.changes &&
  one.queries === other.queries;

/** Whether two models are put in order alike: their rows may be the same while the minute is another. */
const isSameToOrder = (one: Table, other: Table): boolean =>
  one.rows === other.rows &&
  one.columns === other.columns &&
  areSameItems(one.sections, other.sections, (left, right) => left.id === right.id && left.title === right.title);

const isSameList = (one: CurrentList, other: CurrentList): boolean =>
  one.model === other.model && one.arranged === other.arranged && one.view === other.view;

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
 * The lists of one console.
 *
 * @param areas whose functions never throw
 * @param minute gives this machine's time of the last full minute
 * @param roomOf gives the lines of a list that fit on the screen
 */
export function createListSelectors(
  areas: Areas,
  { scope }: Pick<ScopeSelectors, "scope">,
  minute: () => number,
  roomOf: (state: ConsoleState) => number = () => 0,
): ListSelectors {
  const seen = new Map<
    string,
    { readonly model: Table; readonly changes: Changes; readonly answered: readonly Query[] }
  >();

  /**
   * What is new in a model since the one before; while only the time moves, the marks stay. What a question brings that had no
   * answer before (another cluster became known, what was refused is allowed now) is no news.
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
      // Of the session nothing else: what is left of the budget of requests is another with every answer.
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
    },
    createSelector,
  );
  const sources = (state: ConsoleState): Sources => sourcesAt(state, minute());

  const operationsOf = weakMapMemoize((queries: readonly Query[]): string =>
    queries.map(({ operation }) => operation).join(","),
  );
  const contextFor = lruMemoize(
    (_questions: string) => lruMemoize(buildContext, { resultEqualityCheck: isMadeOfTheSame }),
    MEMOIZED,
  );
  const contextOf = weakMapMemoize((of: Sources, queries: readonly Query[]): Context | null => {
    if (of.scope === null) return null;
    return contextFor(`${of.area}/${operationsOf(queries)}`)(of, of.scope, queries).context;
  });

  const viewFor = lruMemoize((_viewKey: string) => createView(), MEMOIZED);

  const runningOf = weakMapMemoize(
    (screen: Screen, context: Context): readonly Query[] => screen.running?.(context) ?? [],
  );
  // What is under way is found anew with every change, and is mostly the same.
  const sameRunning = lruMemoize((running: readonly Query[]) => running, { resultEqualityCheck: areQueriedAlike });
  const together = lruMemoize((running: readonly Query[], queries: readonly Query[]) => [...running, ...queries]);

  // What a key mostly changes is what is selected: then all of this stands. So it does where an answer says what is known.
  const basisOf = lruMemoize(
    (of: Sources): Basis | null => {
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
    [sourcesAt, ({ views }: ConsoleState) => views, (_state: ConsoleState, _now: number, room: number) => room],
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
    list: (state) => list(state, minute(), roomOf(state)),
  };
}

/** The row that is selected, if one is. */
export const selectedRow = ({ model, arranged, view }: CurrentList): Row | undefined => {
  if (view.selectedId === null) return undefined;
  const entry = entryOf(arranged, view.selectedId);
  return entry?.kind === "row" ? entry.row : rowById(model, view.selectedId);
};

/** The things that are marked, in the order of the model; the same while only the selection moves. */
const markedIds = weakMapMemoize((model: Table, marks: ReadonlySet<string>): readonly string[] =>
  model.rows.flatMap(standsFor).filter((id) => marks.has(id)),
);

/** What an action is done to: the marked things, else what the selected row stands for. */
export function chosenIds(list: CurrentList): readonly string[] {
  if (list.view.marks.size > 0) return markedIds(list.model, list.view.marks);
  const row = selectedRow(list);
  return row === undefined ? [] : standsFor(row);
}
