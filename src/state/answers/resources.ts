import { ServiceError } from "../../client/errors/service-error.ts";
import type { Json } from "../../contract/json/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../contract/operations.ts";
import { isWithin } from "../../text/durations.ts";
import { capitalized, formatWait } from "../../text/format.ts";
import type { Core } from "../core.ts";
import { budgetIn, mostByHand, type RequestBudget, throttleOf } from "../session/budget.ts";
import type { SessionSlice } from "../session/session.ts";
import type { Calls } from "./calls.ts";
import { type Omissions, omissionsOf } from "./omissions.ts";
import { isPersisted, NOTHING_PERSISTED, type PersistedCache, restoreCache } from "./persisted-cache.ts";
import { RATES, type RefreshRate } from "./poll-intervals.ts";
import { projectKeyOf, type Query, type ResourceKey, resourceKey } from "./query.ts";
import { createRequests } from "./requests.ts";
import type { Failure, Resource, ResourcesSlice } from "./resource.ts";
import { createScheduler, type Postponed } from "./scheduler.ts";
import { rowsOf } from "./structural-sharing.ts";
import { allResources, find, withoutResources, withResource } from "./tables.ts";

/** Watching and refreshing of answers; `scheduler.ts` decides when calls are made. */
export type ResourceActions = {
  /**
   * Sets everything that an owner needs now; queries it named before and no longer names are dropped. The owners `sidebar`, `main` and `side` follow
   * the focus; any other owner is watched in the background.
   */
  readonly watch: (owner: string, queries: readonly Query[]) => void;
  /** Owners on screen beside the focused one: their queries are polled as often as if they had the focus. */
  readonly keepPolling: (owners: readonly string[]) => void;
  /**
   * Refreshes now what an owner watches (`r`), all of it or the given queries; resolves when all were answered or failed. Calls over the console's
   * own limit wait without a message.
   */
  readonly refresh: (owner: string, queries?: readonly Query[]) => Promise<void>;
  /**
   * Reads now, joining the same request in flight, and caches the answer. For the facts of a review and for suggestions.
   *
   * @param maxAge an answer confirmed less than this many ms ago is used instead
   * @throws ServiceError
   */
  readonly ask: <Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
    maxAge?: number,
  ) => Promise<{
    readonly data: AnswerOf<Id>;
    readonly raw: Json;
    readonly at: number;
    /** Parts of the response that are not in the data. */
    readonly omitted: Omissions | null;
  }>;
  /** Refreshes now what is watched of these operations, and marks all other answers of them as stale. */
  readonly touch: (operations: readonly OperationId[]) => void;
  /** A watched query waits because this console has asked its project as often as it lets itself. */
  readonly isHeldBack: (query: Query) => boolean;
  /** Changes the poll rate of everything from now on. */
  readonly setRefreshRate: (rate: RefreshRate) => void;
  /** Shortest time between automatic reads of the same thing (ms). */
  readonly setLeastInterval: (milliseconds: number) => void;
  /** A key was pressed, so somebody is looking: answers that are not polled and have become old are read again. */
  readonly looked: () => void;
  /** The process was suspended and continues (Ctrl-Z, a laptop's sleep): everything is due once, spread over some seconds. */
  readonly resumed: () => void;
};

/** Unwatched answers that are always cached for going back, newest first, whatever their size. */
const ALWAYS_KEPT = 100;
/** Upper bound of unwatched answers (those of hundreds of projects), as long as their rows stay below the next limit. */
const MOST_UNWATCHED = 1000;
const MOST_UNWATCHED_ROWS = 20_000;
/** Answers confirmed less than this long ago are not refreshed by hand (ms). */
const JUST_NOW = 1000;

type Question = {
  readonly operation: OperationId;
  readonly projectKey: string;
  readonly read: () => Promise<void>;
  readonly readAnew: () => Promise<void>;
};

type Resources = {
  readonly actions: ResourceActions;
  /** Called when the focus moves to another pane. */
  readonly focus: (owner: string) => void;
  /** Keys that an owner watches now. */
  readonly keysOf: (owner: string) => readonly ResourceKey[];
  /** Another profile: aborts and forgets everything. */
  readonly clear: () => void;
  /** Another project: aborts everything, and keeps answers for going back. Those of the `holding` operations are valid there as well. */
  readonly leave: (holding: readonly OperationId[]) => void;
  readonly stop: () => void;
};

/** Reason of a failed read, in one sentence; empty without a failure. */
const reasonOf = (failure: Failure | null): readonly string[] =>
  failure === null ? [] : [capitalized(failure.error instanceof ServiceError ? failure.error.reason : failure.words)];

/** When something is read that the service wants to be asked for later. */
function formatPostponed({ until, readAt }: Postponed, now: number): string {
  if (readAt >= until) return `Refreshed in ${formatWait(until - now)}, as requested by the service.`;
  const requested = `the service requested a wait of ${formatWait(until - now)}`;
  return readAt > now
    ? `Refreshed in ${formatWait(readAt - now)}; ${requested}.`
    : `Refreshing, although ${requested}.`;
}

/**
 * @param arrived called with every answer that was accepted
 * @param persisted answers of the last session: watched queries start with them, and are read at once
 */
export function createResources(
  core: Core<ResourcesSlice & SessionSlice>,
  calls: Calls,
  arrived: <Id extends OperationId>(resource: Resource<Id>) => void,
  persisted: PersistedCache = NOTHING_PERSISTED,
): Resources {
  const questions = new Map<ResourceKey, Question>();
  const restored = restoreCache(persisted);
  const doubt = (keys: readonly ResourceKey[]): void => {
    if (keys.length > 0) core.set({ stale: new Set([...core.get().stale, ...keys]) });
  };
  const trust = (key: ResourceKey): void => {
    const { stale } = core.get();
    if (stale.has(key)) core.set({ stale: new Set([...stale].filter((other) => other !== key)) });
  };
  let waiting: { readonly key: ResourceKey; readonly done: () => void }[] = [];

  const release = (isOver: (key: ResourceKey) => boolean): void => {
    const over = waiting.filter(({ key }) => isOver(key));
    waiting = waiting.filter(({ key }) => !isOver(key));
    for (const { done } of over) done();
  };

  const scheduler = createScheduler({
    clock: core.clock,
    random: core.random,
    throttle: (key) => throttleOf(budgetOf(key), core.clock.now()),
    mostByHand: (key) => mostByHand(budgetOf(key), core.clock.now()),
    // The resource already has the failure.
    start: (key) =>
      void questions
        .get(key)
        ?.read()
        .catch(() => undefined),
  });
  const budgetOf = (key: ResourceKey): RequestBudget | undefined => {
    const question = questions.get(key);
    if (question === undefined) return undefined;
    const bucket = { set: operations[question.operation].budget, project: question.projectKey };
    return budgetIn(core.get().session.budgets, bucket);
  };
  const requests = createRequests(core, calls, {
    began: scheduler.began,
    ended: scheduler.ended,
    isAwaited: (key) => waiting.some((each) => each.key === key),
    entered: (key, resource) => {
      if (resource !== null) {
        trust(key);
        arrived(resource);
      }
      // In a microtask: the callers then see everything that was applied in the same batch.
      queueMicrotask(() => release((each) => each === key));
    },
  });

  const questionOf = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): Question => ({
    operation,
    projectKey: projectKeyOf(args),
    read: () => requests.read(operation, args, 0),
    readAnew: () => requests.readAnew(operation, args),
  });

  const giveUp = (): void => {
    requests.abortAll();
    restored.clear();
    scheduler.clear();
    questions.clear();
    release(() => true);
  };

  /** Drops the oldest unwatched answers. */
  const prune = (): void => {
    const idle = allResources(core.get().resources).filter(
      ({ key }) => !scheduler.isWatched(key) && !requests.isUnderWay(key),
    );
    for (const key of questions.keys()) if (!scheduler.isWatched(key)) questions.delete(key);
    if (idle.length <= ALWAYS_KEPT) return;
    let rows = 0;
    const forgotten = idle
      .sort((left, right) => (right.asOf ?? 0) - (left.asOf ?? 0))
      .filter(({ cached }, index) => {
        rows += rowsOf(cached?.data)?.length ?? 1;
        return index >= MOST_UNWATCHED || (index >= ALWAYS_KEPT && rows > MOST_UNWATCHED_ROWS);
      });
    if (forgotten.length === 0) return;
    core.set({ resources: withoutResources(core.get().resources, new Set(forgotten.map(({ key }) => key))) });
  };

  const recall = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): void => {
    if (find(core.get().resources, operation, resourceKey(operation, args)) !== undefined) return;
    const resource = restored.take(operation, args);
    if (resource !== undefined) core.set({ resources: withResource(core.get().resources, resource) });
  };

  /** Time at which this session last confirmed an answer; null when it never did, when the answer is stale, or when the clock was set back since. */
  const confirmedAt = (operation: OperationId, key: ResourceKey): number | null => {
    const resource = find(core.get().resources, operation, key);
    const asOf = core.get().stale.has(key) || isPersisted(resource) ? null : (resource?.asOf ?? null);
    return asOf !== null && asOf > core.clock.now() ? null : asOf;
  };

  const watch = (owner: string, queries: readonly Query[]): void => {
    const watches = queries.map(({ operation, args, poll }) => {
      const key = resourceKey(operation, args);
      recall(operation, args);
      const question = questions.get(key) ?? questionOf(operation, args);
      questions.set(key, question);
      const freshAt = confirmedAt(operation, key);
      return { key, poll, projectKey: question.projectKey, set: operations[operation].budget, freshAt };
    });
    scheduler.watch(owner, watches);
    release((key) => !scheduler.isWatched(key));
    prune();
  };

  return {
    actions: {
      watch,
      keepPolling: scheduler.keepPolling,
      refresh: async (owner, queries) => {
        const now = core.clock.now();
        const wanted = queries && new Set(queries.map(({ operation, args }) => resourceKey(operation, args)));
        const asOf = new Map(allResources(core.get().resources).map((resource) => [resource.key, resource.asOf]));
        const keys = scheduler
          .keysOf(owner)
          .filter((key) => (wanted?.has(key) ?? true) && !isWithin(JUST_NOW, asOf.get(key) ?? 0, now));
        const ends = keys.map((key) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          waiting.push({ key, done: resolve });
          return promise;
        });
        const postponed = scheduler.refreshNow(keys, "person");
        if (postponed !== null) {
          const failed = allResources(core.get().resources).find(({ key, failure }) => keys.includes(key) && failure);
          const words = formatPostponed(postponed, now);
          core.report("warning", [words, ...reasonOf(failed?.failure ?? null)].join(" "));
        }
        await Promise.all(ends);
      },
      ask: async (operation, args, maxAge = 0) => {
        const key = resourceKey(operation, args);
        const { epoch } = core.get().session;
        const age = core.clock.now() - (confirmedAt(operation, key) ?? Number.NEGATIVE_INFINITY);
        if (age >= maxAge) await requests.read(operation, args, 2);
        const resource = find(core.get().resources, operation, key);
        const isPast = core.get().session.epoch !== epoch;
        if (isPast || resource === undefined || resource.cached === null || resource.asOf === null) {
          throw new Error("The profile or project changed before the response. Open it again.");
        }
        const { data, raw } = resource.cached;
        return { data, raw, at: resource.asOf, omitted: omissionsOf(operation, resource.cached) };
      },
      touch: (touched) => {
        // Answers that wait in a batch are older than the write: they are applied before everything is marked stale.
        requests.enterAnswered();
        doubt(
          allResources(core.get().resources)
            .filter(({ operation }) => touched.includes(operation))
            .map(({ key }) => key),
        );
        const watched = [...questions].filter(
          ([key, question]) => touched.includes(question.operation) && scheduler.isWatched(key),
        );
        for (const [key, question] of watched) {
          if (requests.isUnderWay(key)) question.readAnew().catch(() => undefined);
        }
        scheduler.refreshNow(watched.map(([key]) => key).filter((key) => !requests.isUnderWay(key)));
      },
      isHeldBack: ({ operation, args }) => scheduler.isHeldBack(resourceKey(operation, args)),
      setRefreshRate: (rate) => scheduler.setRate(RATES[rate]),
      setLeastInterval: scheduler.setLeastInterval,
      looked: scheduler.looked,
      resumed: scheduler.resumed,
    },
    focus: scheduler.focus,
    keysOf: scheduler.keysOf,
    clear: () => {
      giveUp();
      core.set({ resources: {}, stale: new Set() });
    },
    leave: (holding) => {
      giveUp();
      const tables = core.get().resources;
      const unanswered = allResources(tables).filter(({ cached }) => cached === null);
      core.set({ resources: withoutResources(tables, new Set(unanswered.map(({ key }) => key))) });
      prune();
      // Refreshes that were pending were aborted too: stale marks make each answer refresh on the next visit.
      const left = allResources(core.get().resources).filter(({ operation }) => !holding.includes(operation));
      core.set({ stale: new Set(left.map(({ key }) => key)) });
    },
    stop: () => {
      scheduler.stop();
      requests.abortAll();
      release(() => true);
    },
  };
}
