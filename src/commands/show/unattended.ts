import type { CurrentList } from "../../app/screen/current.ts";
import { type Freshness, isAsking, tellsAll } from "../../app/screen/freshness.ts";
import { type ListValues, listValues } from "../../app/screen/list-values.ts";
import { notReadLines } from "../../app/screen/not-read.ts";
import { hasDetail, openId } from "../../app/screen/panes.ts";
import { queriesOf } from "../../app/screen/scope.ts";
import type { Selectors } from "../../app/screen/selectors.ts";
import type { AppStore } from "../../app/store.ts";
import { paramsOfAll } from "../../areas/all-projects.ts";
import type { Context } from "../../areas/model/context.ts";
import type { DetailModel } from "../../areas/model/view.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import { isLastingStatus } from "../../client/retry.ts";
import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Variables } from "../../settings/paths.ts";
import { lookupOf, saysAbsent, type Unread, unreadOf } from "../../state/answers/lookup.ts";
import { type Query, queriesKey, resourceKey } from "../../state/answers/query.ts";
import { emptyResource, failed, find, put } from "../../state/answers/tables.ts";
import { PROJECT_QUERIES } from "../../state/names/directory.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { SavedReadings } from "../../state/samples/samples.ts";
import { type ConsoleState, resourceOf } from "../../state/store.ts";
import { NOT_IN_TIME } from "../no-service.ts";
import { isLearning, openHeadless, type Waiting, whenFound } from "../start/headless.ts";
import { rememberSamples } from "../start/service.ts";
import { connectionName } from "../start/splash.ts";
import { type KeptAnswers, keptAnswers } from "./kept-answers.ts";
import { patientClient } from "./patient-client.ts";

/** One place of the console without a screen: what it shows is asked for, by the same lists and details, and nothing is changed or kept. */

type FoundThing = {
  readonly id: string;
  readonly model: DetailModel | null;
  readonly fresh: Freshness;
  /** The service says that there is none. */
  readonly isAbsent: boolean;
};

/** What was found at a place: a list, or one thing of it. */
export type Found = {
  readonly list: CurrentList;
  /** What the list is made of; null where it could not be made. */
  readonly context: Context | null;
  /** What programs read of the list. */
  readonly values: ListValues;
  /** How it stands with the list. */
  readonly ofList: Freshness;
  /** Where one thing is shown: that thing, null where it is not there, and how it stands with what was asked for it alone. */
  readonly thing: FoundThing | null;
  /** How it stands with all that the place shows. */
  readonly fresh: Freshness;
};

/** Why there is nothing of a place: a sentence, whether the service was not reached at all, and whether asking again is no use. */
export type NothingRead = { readonly words: string; readonly isUnreached: boolean; readonly isRefused: boolean };

/** Whether the service said no to something that is shown, so that asking again is no use. */
export const isRefused = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  notRead.some(({ missing }) => "why" in missing && isLasting(missing.why));

/** Whether all that lacks was refused so: whoever waits for the rest of it waits for ever. */
export const isRefusedForGood = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  notRead.length > 0 && notRead.every(({ missing }) => "why" in missing && isLasting(missing.why));

const isLasting = ({ isUnsendable, status }: Unread): boolean => isUnsendable === true || isLastingStatus(status);

export type Unattended = {
  readonly store: AppStore;
  readonly selectors: Selectors;
  /**
   * Asks on at the pace of the pane with the keys, because somebody waits: what the console asks for once, when it is opened, each minute.
   *
   * @param every milliseconds between two reads of the same, at least
   */
  readonly keepAsking: (every: number) => void;
  /** What is there of the place now; undefined while something of it is on its way, unless the time is up. */
  readonly look: (isLate?: boolean) => Found | NothingRead | undefined;
  /**
   * Resolves when everything that the place shows has come or failed, or when the time is up: what has not come then has failed, unless it is
   * asked on.
   */
  readonly read: (waiting: Waiting & { readonly goesOn?: boolean }) => Promise<Found | NothingRead>;
  /** Since when the service does not answer, where old answers stand in place of its own (ms); else null. */
  readonly oldSince: () => number | null;
  readonly close: () => Promise<void>;
};

/** The one thing that is shown is not there any more, or never was: all was read, and it is not among it. */
export const isGone = ({ thing, ofList, fresh }: Found): boolean =>
  thing !== null && (thing.isAbsent || (thing.model === null && ofList.loaded && tellsAll(fresh)));

/** Why the list that is shown may not be all there is, or the thing may be among what could not be read; null where that says nothing of it. */
export function lackingOf({ list, thing, fresh }: Found): string | null {
  const isThere = thing !== null && thing.model !== null;
  const [line] = isThere
    ? []
    : notReadLines(
        fresh.notRead.filter(({ missing }) => missing.kind === "partly" || missing.kind === "forbidden"),
        list.scope,
      );
  return line?.text ?? null;
}

/** What is asked for the one thing of a place alone; the first of it is its own record. */
function ownQuestions(selectors: Selectors, state: ConsoleState, { screen, scope }: CurrentList): readonly Query[] {
  const id = openId(state, selectors.list(state));
  const context = id === null || !hasDetail(id) ? null : selectors.context(state, queriesOf(screen, scope));
  return context === null || id === null ? [] : screen.detailQueries(context, id);
}

/** What a place asks: what its list is made of, and its detail. What is under way is named again, at the quicker pace, which counts. */
function questionsOf(selectors: Selectors, state: ConsoleState): readonly Query[] {
  const list = selectors.list(state);
  if (list === null) return [];
  return [...queriesOf(list.screen, list.scope), ...ownQuestions(selectors, state, list), ...list.running];
}

/** Who asks, for the store. */
const OWNER = "main";

const pollAgain = (query: Query): Query => (query.poll === "once" ? { ...query, poll: "overview-jobs" } : query);

/** Whether the service says that there is no such thing, or an id can be none of its kind. */
function isRefusedAsAbsent(selectors: Selectors, state: ConsoleState, list: CurrentList): boolean {
  const [record] = ownQuestions(selectors, state, list);
  if (record === undefined || record.optional === true) return false;
  const { operation, args } = record;
  const why = unreadOf(resourceOf<OperationId>(state, operation, args)?.failure ?? null);
  return saysAbsent(why) || why?.isUnsendable === true;
}

/** Whether some were asked and none was ever answered: the connection is that of the API, and not all is asked of that address. */
const areUnanswered = (state: ConsoleState, queries: readonly Query[]): boolean =>
  queries.length > 0 &&
  queries.every(({ operation, args }) => {
    const resource = resourceOf<OperationId>(state, operation, args);
    const error = resource?.failure?.error;
    return resource?.cached === null && error instanceof ServiceError && error.isUnanswered;
  });

/** How it stands with one thing and the list that it is in: the thing's own answers say when. */
const freshTogether = (thing: Freshness, list: Freshness): Freshness => ({
  ...list,
  notRead: [...new Set([...thing.notRead, ...list.notRead])],
  asOf: thing.asOf ?? list.asOf,
  failure: thing.failure ?? list.failure,
  failingSince: thing.failingSince ?? list.failingSince,
});

/** Readings that stay on the disk are said to lack: what rests upon them (since when a migration is ready) is not what it looks like. */
function withReadings(fresh: Freshness, { isReading, failure }: SavedReadings): Freshness {
  const lacking = failure ?? (isReading ? READINGS_NOT_IN_TIME : null);
  return lacking === null ? fresh : { ...fresh, failure: fresh.failure ?? lacking };
}

const READINGS_NOT_IN_TIME = "Readings not loaded: the disk did not answer in time.";

/** Why no project is known; null while it is asked for. */
export function withoutProject(state: ConsoleState): NothingRead | null {
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

/** The tables with a failure for a question that nobody waits for any more. */
const givenUp = <Id extends OperationId>(
  tables: ConsoleState["resources"],
  operation: Id,
  args: ArgsOf<Id>,
): ConsoleState["resources"] => {
  const resource = find(tables, operation, resourceKey(operation, args)) ?? emptyResource(operation, args);
  if (lookupOf(operation, resource.cached, unreadOf(resource.failure)).kind !== "asking") return tables;
  const error = new Error(NOT_IN_TIME);
  const failure = { words: error.message, error, nextTryAt: null, at: Date.now() };
  return put(tables, failed(resource, resource.seq + 1, failure));
};

/** The state in which everything that has not come by now has failed, so that it is named with the rest that could not be read. */
function withoutLate(selectors: Selectors, state: ConsoleState, { lookups }: CurrentList): ConsoleState {
  const resources = [...questionsOf(selectors, state), ...lookups].reduce(
    (tables, { operation, args }) => givenUp(tables, operation, args),
    state.resources,
  );
  return { ...state, resources };
}

/** Who looks at a place. */
type Looking = {
  /** The time is up: there is what there is. */
  readonly isLate: boolean;
  /** What has not come by then may come later. */
  readonly goesOn: boolean;
  readonly needsNames: boolean;
  /** What failed last and was tried again; null: nothing. */
  readonly failedTry: string | null;
};

/** What is there of a place now; undefined while something of it is on its way, unless the time is up. */
function foundIn(selectors: Selectors, state: ConsoleState, looking: Looking): Found | NothingRead | undefined {
  const { isLate, goesOn, needsNames, failedTry } = looking;
  const list = selectors.list(state);
  const { connection } = state.session;
  const isUnreached = connection.kind === "failing";
  const late: NothingRead = {
    words: isUnreached
      ? connection.words
      : [NOT_IN_TIME, failedTry === null ? [] : `Last failure: ${failedTry}`].flat().join(" "),
    isUnreached: true,
    isRefused: false,
  };
  if (list === null) return withoutProject(state) ?? (isLate ? late : undefined);
  const ofList = selectors.freshness(state, list);
  const id = openId(state, list);
  const model = id === null ? null : selectors.thing(state);
  const isAbsent = id !== null && (model?.absent !== undefined || isRefusedAsAbsent(selectors, state, list));
  const thing: FoundThing | null =
    id === null ? null : { id, model, fresh: selectors.thingFreshness(state, list), isAbsent };
  const { savedReadings } = state;
  const fresh = withReadings(thing === null ? ofList : freshTogether(thing.fresh, ofList), savedReadings);
  if ((needsNames && isLearning(state)) || isAsking(fresh) || savedReadings.isReading) {
    if (!isLate) return undefined;
    if (fresh.asOf === null) return late;
    if (!goesOn) return foundIn(selectors, withoutLate(selectors, state, list), { ...looking, goesOn: true });
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

/** What is opened. */
export type PlaceRequest = {
  readonly place: Place;
  readonly profile: string | undefined;
  /** The list of all projects, whatever the console shows there; else of the one of the profile. */
  readonly allProjects: boolean;
  /** What the place is not made of is not waited for: how project and organisation are called, and other projects' clusters. */
  readonly isFigures?: true;
};

/**
 * Opens a place on the service of a profile, of the environment, or on the embedded one.
 *
 * @param isRepeated it is run again and again: fresh answers of the last run and of a console are not asked for once more
 * @throws SettingsError when what was asked for cannot be had
 * @throws NoService when the embedded service cannot start
 */
export async function openUnattended(
  { place, profile, allProjects, isFigures }: PlaceRequest,
  env: Variables,
  onTrouble: (trouble: string) => void,
  isRepeated = false,
): Promise<Unattended> {
  let kept: KeptAnswers | null = null;
  /** Until when somebody waits for a first look (ms, of `performance`). */
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
        // What is run again and again has its old answers, and nobody waits for it.
        if (!isRepeated) return patientClient(client, left);
        kept = await keptAnswers(client, files, { name: connectionName(profile ?? null, env), connection }, left);
        return kept.client;
      },
    },
    env,
    onTrouble,
  );
  rememberSamples(store, connected);
  if (place.ids.length > 0) store.navigation.focus("side");
  const needsNames = isFigures !== true;
  const foundNow = (state: ConsoleState, isLate: boolean, goesOn: boolean): Found | NothingRead | undefined =>
    foundIn(selectors, state, { isLate, goesOn, needsNames, failedTry });
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
    look: (isLate = false) => foundNow(store.getState(), isLate, true),
    read: async ({ goesOn = false, ...waiting }) => {
      until = performance.now() + waiting.timeout;
      ask(store.getState());
      await store.start();
      // What a console was left with (closed alerts only, one hour of a log) is not what a command was asked for.
      for (const view of store.getState().views.keys()) store.views.setParams(view, {});
      if (allProjects) store.views.setParams(place.area, paramsOfAll({}));
      return whenFound(store, waiting, (state, isLate) => foundNow(state, isLate, goesOn));
    },
    oldSince: () => kept?.oldSince() ?? null,
    close: async () => {
      stopAsking();
      await close();
      await kept?.keep();
    },
  };
}
