import type { CurrentList } from "../../app/screen/current.ts";
import { type Freshness, isAsking, isFullyRead } from "../../app/screen/freshness.ts";
import { type ListValues, listValues } from "../../app/screen/list-values.ts";
import { clusterOf, notReadLines } from "../../app/screen/not-read.ts";
import { openNamedThings } from "../../app/screen/open-named.ts";
import { hasDetail, openId } from "../../app/screen/panes.ts";
import { queriesOf } from "../../app/screen/scope.ts";
import type { Selectors } from "../../app/screen/selectors.ts";
import type { AppStore } from "../../app/store.ts";
import { paramsOfAll } from "../../areas/all-projects.ts";
import type { Context } from "../../areas/model/context.ts";
import type { DetailModel } from "../../areas/model/view.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Variables } from "../../settings/paths.ts";
import { isLasting, saysAbsent, unreadOf } from "../../state/answers/lookup.ts";
import { pollAgain, type Query, queriesKey, resourceKey } from "../../state/answers/query.ts";
import { resourceOf } from "../../state/answers/resource.ts";
import { afterFailure, emptyResource, find, withResource } from "../../state/answers/tables.ts";
import { PROJECT_QUERIES } from "../../state/names/directory.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { SavedReadings } from "../../state/samples/samples.ts";
import type { ConsoleState } from "../../state/store.ts";
import { NOT_IN_TIME } from "../no-service.ts";
import { isLoadingNames, openHeadless, type Waiting, whenFound } from "../start/headless.ts";
import { rememberSampleMigrations } from "../start/service.ts";
import { connectionName } from "../start/splash.ts";
import { isAwaited, notInTime } from "./not-in-time.ts";
import { patientClient } from "./patient-client.ts";
import { openSavedAnswers, type SavedAnswers } from "./saved-answers.ts";

/** One place of the console without a screen: its queries are those of the console's lists and details. Changes and saves nothing. */

type FoundThing = {
  readonly id: string;
  readonly model: DetailModel | null;
  readonly fresh: Freshness;
  /** The service answered that it does not exist. */
  readonly isAbsent: boolean;
};

/** Result at a place: a list, or one thing of it. */
export type PlaceResult = {
  readonly list: CurrentList;
  /** Input of the list; null where it could not be built. */
  readonly context: Context | null;
  /** Machine-readable values of the list. */
  readonly values: ListValues;
  /** Freshness of the list. */
  readonly ofList: Freshness;
  /** The requested thing with the freshness of its own queries; its model is null where it does not exist. Null for a list. */
  readonly thing: FoundThing | null;
  /** Freshness of everything that the place shows. */
  readonly fresh: Freshness;
};

/** Failure to read a place: a message, whether the service was unreachable, and whether a retry is useless. */
export type ReadFailure = { readonly words: string; readonly isUnreached: boolean; readonly isRefused: boolean };

/** True when the service refused part of the place, so that a retry is useless. */
export const isRefused = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  notRead.some(({ missing }) => "why" in missing && isLasting(missing.why));

/** True when all missing parts were refused: waiting for them would never end. */
export const isRefusedForGood = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  notRead.length > 0 && notRead.every(({ missing }) => "why" in missing && isLasting(missing.why));

/** True when single clusters were refused for good, and everything else was read. */
export const isMissingClustersOnly = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  isRefusedForGood({ notRead }) && notRead.every(({ query }) => clusterOf(query) !== null);

export type Unattended = {
  readonly store: AppStore;
  readonly selectors: Selectors;
  /**
   * Keeps polling at the rate of the focused pane, because somebody waits; queries that the console sends once are repeated each minute.
   *
   * @param every minimum time between two reads of the same resource (ms)
   */
  readonly keepAsking: (every: number) => void;
  /** The current result; undefined while parts of it are loading, unless the time is up. */
  readonly look: (isLate?: boolean) => PlaceResult | ReadFailure | undefined;
  /**
   * Resolves when all parts of the place have loaded or failed, or at the timeout: parts still missing then count as failed, unless polling
   * continues.
   */
  readonly read: (waiting: Waiting & { readonly goesOn?: boolean }) => Promise<PlaceResult | ReadFailure>;
  /** Start of an outage during which old answers are shown (ms); else null. */
  readonly oldSince: () => number | null;
  readonly close: () => Promise<void>;
};

/** True when the requested thing no longer exists, or never did: everything was read, and the thing is not in it. */
export const doesNotExist = ({ thing, ofList, fresh }: PlaceResult): boolean =>
  thing !== null && (thing.isAbsent || (thing.model === null && ofList.loaded && isFullyRead(fresh)));

/** Reason why the list may be incomplete, or the thing may be in a part that could not be read; null where there is none. */
export function incompleteReason({ list, thing, fresh }: PlaceResult): string | null {
  const isThere = thing !== null && thing.model !== null;
  const [line] = isThere
    ? []
    : notReadLines(
        fresh.notRead.filter(({ missing }) => missing.kind === "partly" || missing.kind === "forbidden"),
        list.scope,
      );
  return line?.text ?? null;
}

/** Queries for the one thing of a place; the first of them reads its own record. */
function ownQuestions(selectors: Selectors, state: ConsoleState, { screen, scope }: CurrentList): readonly Query[] {
  const id = openId(state, selectors.list(state));
  const context = id === null || !hasDetail(id) ? null : selectors.context(state, queriesOf(screen, scope));
  return context === null || id === null ? [] : screen.detailQueries(context, id);
}

/** Queries of a place: those of its detail, which are read first, and of its list. Resources in progress are repeated at the faster rate, which wins. */
function questionsOf(selectors: Selectors, state: ConsoleState): readonly Query[] {
  const list = selectors.list(state);
  if (list === null) return [];
  return [...ownQuestions(selectors, state, list), ...queriesOf(list.screen, list.scope), ...list.running];
}

/** Owner of the queries in the store. */
const OWNER = "main";

/** True when the service answered that the thing does not exist, or that the id is invalid for its kind. */
function isRefusedAsAbsent(selectors: Selectors, state: ConsoleState, list: CurrentList): boolean {
  const [record] = ownQuestions(selectors, state, list);
  if (record === undefined || record.optional === true) return false;
  const { operation, args } = record;
  const why = unreadOf(resourceOf<OperationId>(state, operation, args)?.failure ?? null);
  return saysAbsent(why) || why?.isUnsendable === true;
}

/** True when there are queries and none was ever answered: the connection is that of the API, and not all queries go to its address. */
const areUnanswered = (state: ConsoleState, queries: readonly Query[]): boolean =>
  queries.length > 0 &&
  queries.every(({ operation, args }) => {
    const resource = resourceOf<OperationId>(state, operation, args);
    const error = resource?.failure?.error;
    return resource?.cached === null && error instanceof ServiceError && error.isUnanswered;
  });

/** Freshness of a thing and its list together: times come from the thing's own answers. */
const freshTogether = (thing: Freshness, list: Freshness): Freshness => ({
  ...list,
  notRead: [...new Set([...thing.notRead, ...list.notRead])],
  asOf: thing.asOf ?? list.asOf,
  failure: thing.failure ?? list.failure,
  failingSince: thing.failingSince ?? list.failingSince,
});

/** Readings that were not loaded from disk count as missing: values computed from them (the start of a migration's readiness) would be wrong. */
function withReadings(fresh: Freshness, { isReading, failure }: SavedReadings): Freshness {
  const lacking = failure ?? (isReading ? READINGS_NOT_IN_TIME : null);
  return lacking === null ? fresh : { ...fresh, failure: fresh.failure ?? lacking };
}

const READINGS_NOT_IN_TIME = "Readings not loaded: the disk did not answer in time.";

/** Reason why no project is known; null while it is loading. */
export function noProjectReason(state: ConsoleState): ReadFailure | null {
  const [query] = PROJECT_QUERIES;
  const resource = query === undefined ? undefined : resourceOf<OperationId>(state, query.operation, query.args);
  const why = unreadOf(resource?.failure ?? null);
  if (why !== null) {
    const isUnreached = state.session.connection.kind === "failing";
    return { words: why.words, isUnreached, isRefused: isLasting(why) };
  }
  const hasNone = (resource?.cached ?? null) !== null && state.session.groupId === null;
  return hasNone ? { words: NO_PROJECT, isUnreached: false, isRefused: true } : null;
}

const NO_PROJECT = "No project: these credentials have access to none.";

/** The tables with a failure for a query that is no longer awaited. */
const givenUp = <Id extends OperationId>(
  tables: ConsoleState["resources"],
  operation: Id,
  args: ArgsOf<Id>,
  error: Error,
): ConsoleState["resources"] => {
  const resource = find(tables, operation, resourceKey(operation, args)) ?? emptyResource(operation, args);
  const failure = { words: error.message, error, nextTryAt: null, at: Date.now() };
  return withResource(tables, afterFailure(resource, resource.seq + 1, failure));
};

/** The state in which every unanswered query has failed, so that it is listed with the others that could not be read. */
function withoutLate(state: ConsoleState, queries: readonly Query[], why: string): ConsoleState {
  const error = new Error(why);
  const resources = queries
    .filter((query) => isAwaited(query, state))
    .reduce((tables, { operation, args }) => givenUp(tables, operation, args, error), state.resources);
  return { ...state, resources };
}

/** Options of a look at a place. */
type Looking = {
  /** The time is up: the result is final. */
  readonly isLate: boolean;
  /** Missing parts may still arrive later. */
  readonly goesOn: boolean;
  readonly needsNames: boolean;
  /** Last failed attempt that is being retried; null: none. */
  readonly failedTry: string | null;
  readonly isHeldBack: (query: Query) => boolean;
};

/** The result at a place; undefined while parts of it are loading, unless the time is up. */
function foundIn(selectors: Selectors, state: ConsoleState, looking: Looking): PlaceResult | ReadFailure | undefined {
  const { isLate, goesOn, needsNames, failedTry, isHeldBack } = looking;
  const list = selectors.list(state);
  const { connection } = state.session;
  const isUnreached = connection.kind === "failing";
  // At each change of the store this would be hundreds of queries for nothing.
  const questions = list === null || !isLate ? [] : [...questionsOf(selectors, state), ...list.lookups];
  const why = isLate ? notInTime(questions, state, isHeldBack) : NOT_IN_TIME;
  const late: ReadFailure = {
    words: isUnreached
      ? connection.words
      : [why, failedTry === null ? [] : `Last failure: ${failedTry}`].flat().join(" "),
    isUnreached: isUnreached || why === NOT_IN_TIME,
    isRefused: false,
  };
  if (list === null) return noProjectReason(state) ?? (isLate ? late : undefined);
  const ofList = selectors.freshness(state, list);
  const id = openId(state, list);
  const model = id === null ? null : selectors.thing(state);
  const isAbsent = id !== null && (model?.absent !== undefined || isRefusedAsAbsent(selectors, state, list));
  const thing: FoundThing | null =
    id === null ? null : { id, model, fresh: selectors.thingFreshness(state, list), isAbsent };
  const { savedReadings } = state;
  const fresh = withReadings(thing === null ? ofList : freshTogether(thing.fresh, ofList), savedReadings);
  if ((needsNames && isLoadingNames(state)) || isAsking(fresh) || savedReadings.isReading) {
    if (!isLate) return undefined;
    if (fresh.asOf === null) return late;
    if (!goesOn) {
      const ended = withoutLate(state, questions, why);
      // Clusters that are shown in spite of a failure have queries of their own.
      return foundIn(selectors, ended, { ...looking, goesOn: ended.resources === state.resources });
    }
  }
  if (fresh.failure !== null && areUnanswered(state, questionsOf(selectors, state))) {
    return { words: fresh.failure, isUnreached: true, isRefused: false };
  }
  if (isUnreached && (!ofList.loaded || fresh.asOf === null)) {
    return { words: fresh.failure ?? connection.words, isUnreached, isRefused: false };
  }
  const context = selectors.context(state, queriesOf(list.screen, list.scope));
  return { list, context, values: listValues(selectors, state, list), ofList, thing, fresh };
}

/** Place to open. */
type PlaceRequest = {
  readonly place: Place;
  readonly profile: string | undefined;
  /** Lists the things of all projects, whatever the console shows there; otherwise those of the profile's project. */
  readonly allProjects: boolean;
  /** Does not wait for data that the place does not need: names of project and organisation, and other projects' clusters. */
  readonly isFigures?: true;
};

/**
 * Opens a place on the service of a profile, of the environment, or on the embedded one.
 *
 * @param isRepeated set for commands that run again and again: fresh answers of the last run and of a console replace calls
 * @throws SettingsError when the requested service cannot be used
 * @throws NoService when the embedded service cannot start
 */
export async function openUnattended(
  { place, profile, allProjects, isFigures }: PlaceRequest,
  env: Variables,
  onTrouble: (trouble: string) => void,
  isRepeated = false,
): Promise<Unattended> {
  let kept: SavedAnswers | null = null;
  /** End of the wait for a first result (ms, of `performance`). */
  let until = 0;
  let failedTry: string | null = null;
  const left = (): number => Math.max(0, until - performance.now());
  const { connected, store, selectors, close } = await openHeadless(
    {
      profile,
      readOnly: true,
      isTraceless: true,
      place,
      onFailedTry: (words) => {
        failedTry = words;
      },
      through: async (client, files, connection) => {
        // Repeated commands use old answers, and need no retries.
        if (!isRepeated) return patientClient(client, left);
        kept = await openSavedAnswers(client, files, { name: connectionName(profile ?? null, env), connection }, left);
        return kept.client;
      },
    },
    env,
    onTrouble,
  );
  rememberSampleMigrations(store, connected);
  if (place.ids.length > 0) store.navigation.focus("side");
  const needsNames = isFigures !== true;
  const foundNow = (state: ConsoleState, isLate: boolean, goesOn: boolean): PlaceResult | ReadFailure | undefined =>
    foundIn(selectors, state, { isLate, goesOn, needsNames, failedTry, isHeldBack: store.resources.isHeldBack });
  let watchedKey = "";
  let isKept = false;
  const ask = (state: ConsoleState): void => {
    const questions = questionsOf(selectors, state);
    const queries = isKept ? questions.map(pollAgain) : questions;
    const key = queriesKey(queries);
    if (key === watchedKey) return;
    watchedKey = key;
    for (const { operation, args, poll } of queries) kept?.setPoll(resourceKey(operation, args), poll);
    store.resources.watch(OWNER, queries);
  };
  const stopNaming = openNamedThings(store, selectors, onTrouble);
  const stopAsking = store.subscribe(ask);
  return {
    store,
    selectors,
    keepAsking: (every) => {
      isKept = true;
      until = 0;
      store.resources.keepPolling([OWNER]);
      store.resources.setLeastInterval(every);
      ask(store.getState());
    },
    look: (isLate = false) => foundNow(store.getState(), isLate, !isLate),
    read: async ({ goesOn = false, ...waiting }) => {
      until = performance.now() + waiting.timeout;
      ask(store.getState());
      await store.start();
      // Saved view settings of a console (closed alerts only, one hour of a log) must not affect a command.
      for (const view of store.getState().views.keys()) store.views.setParams(view, {});
      if (allProjects) store.views.setParams(place.area, paramsOfAll({}));
      return whenFound(store, waiting, (state, isLate) => foundNow(state, isLate, goesOn));
    },
    oldSince: () => kept?.oldSince() ?? null,
    close: async () => {
      stopNaming();
      stopAsking();
      await close();
      await kept?.keep();
    },
  };
}
