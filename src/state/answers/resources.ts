import { ServiceError } from "../../client/errors/service-error.ts";
import type { TextMark } from "../../client/transport/transport.ts";
import type { Json } from "../../contract/json/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { isWithin } from "../../text/durations.ts";
import type { Core } from "../core.ts";
import { budgetIn, mostByHand, type RequestBudget, throttleOf } from "../session/budget.ts";
import type { Calls } from "./calls.ts";
import { type Omissions, omissionsOf } from "./omissions.ts";
import { isPersisted, NOTHING_PERSISTED, type PersistedCache, restoreCache } from "./persisted-cache.ts";
import { RATES, type RefreshRate } from "./poll-intervals.ts";
import { projectKeyOf, type Query, type ResourceKey, resourceKey } from "./query.ts";
import { createRequests } from "./requests.ts";
import { createScheduler } from "./scheduler.ts";
import { rowsOf } from "./structural-sharing.ts";
import { allResources, find, put, without } from "./tables.ts";

/** A row of a list that is not in it any more, as it was last; when that was seen (this machine's time, ms). */
export type RemovedRow = { readonly id: string; readonly row: unknown; readonly at: number };

/** An answer as the store holds it. Its identity changes only with its content. */
export type Cached<Data> = {
  /** Checked and printable. Rows that did not change are the same objects as before. */
  readonly data: Data;
  /** As received, in the contract's spelling, for writing back and for `v`. */
  readonly raw: Json;
  /** Grows only when the content changed. */
  readonly version: number;
  /** Rows that an earlier answer of the last hour had and that are not in it any more, the ones that went last first. */
  readonly removed: readonly RemovedRow[];
  /** When the content last changed (this machine's time, ms). */
  readonly changedAt: number;
  /** False when the list was longer than what is read of one. */
  readonly complete: boolean;
  /** What of it does not fit the contract and is not in the data; absent where all of it does. */
  readonly misfits?: readonly Misfit[];
};

/** Why the newest attempt failed, in words a person can act on, and when it is tried again. Times in ms. */
export type Failure = {
  readonly words: string;
  readonly error: unknown;
  /** When the first of the failures in a row was. */
  readonly since: number;
  readonly attempts: number;
  readonly nextTryAt: number | null;
};

/** One thing that was asked of the service. */
export type Resource<Id extends OperationId> = {
  readonly key: ResourceKey;
  readonly operation: Id;
  readonly args: ArgsOf<Id>;
  readonly cached: Cached<AnswerOf<Id>> | null;
  /** Of the text that `cached` was read from; null where it says more than that text, or is of several. */
  readonly mark: TextMark | null;
  /** When `cached` was last confirmed by an answer (this machine's time, ms). */
  readonly asOf: number | null;
  /** With `cached` present: that is old, and a refresh failed. */
  readonly failure: Failure | null;
  /** Number of the newest request that was answered. An answer to an older one is dropped. */
  readonly seq: number;
};

/** All that is held, by operation and key. */
export type ResourceTables = { readonly [Id in OperationId]?: ReadonlyMap<ResourceKey, Resource<Id>> };

/** What is watched and by whom; see `scheduler.ts` for when calls are made. */
export type ResourceActions = {
  /**
   * Says all that an owner needs now; what it needed before and does not name any more is let go. The owners `sidebar`, `main`
   * and `side` follow the keys; any other owner is watched in the background.
   */
  readonly watch: (owner: string, queries: readonly Query[]) => void;
  readonly unwatch: (owner: string) => void;
  /** Owners that are on screen beside the one that has the keys: what they watch is asked for as often as if they had them. */
  readonly keepPolling: (owners: readonly string[]) => void;
  /**
   * Asks again now for what an owner watches (`r`), for all of it or for these; resolves when all have been answered or failed. What
   * would pass the console's own limit waits for its turn without a word.
   */
  readonly refresh: (owner: string, queries?: readonly Query[]) => Promise<void>;
  /**
   * Asks the service now, joining the same request under way, and holds the answer. For facts of a review and suggestions.
   *
   * @param maxAge an answer that was confirmed less than so many ms ago will do
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
    /** What it had and the data has not. */
    readonly omitted: Omissions | null;
  }>;
  /** Asks again now for what is watched of these operations, and forgets that the rest was ever fresh. */
  readonly touch: (operations: readonly OperationId[]) => void;
  /** How often everything is asked again from now on. */
  readonly setRefreshRate: (rate: RefreshRate) => void;
  /** Nothing is asked again by itself sooner than after this time (ms). */
  readonly setLeastInterval: (milliseconds: number) => void;
  /** A key was pressed, so somebody looks: what was asked once, too long ago, is asked for again. */
  readonly looked: () => void;
  /** The console was stopped and goes on (Ctrl-Z, a laptop's sleep): everything is due once, spread over some seconds. */
  readonly resumed: () => void;
};

/** Answers that nobody watches are kept for going back, the newest ones: so many however large they are. */
const ALWAYS_KEPT = 100;
/** And so many, those of hundreds of projects, as long as all together have no more rows than below. */
const MOST_UNWATCHED = 1000;
const MOST_UNWATCHED_ROWS = 20_000;
/** What was confirmed so recently is not asked for again by hand. */
const JUST_NOW = 1000;

type Question = {
  readonly operation: OperationId;
  readonly projectKey: string;
  readonly read: () => Promise<void>;
  readonly readAnew: () => Promise<void>;
};

export type Resources = {
  readonly actions: ResourceActions;
  /** The keys went to another pane. */
  readonly focus: (owner: string) => void;
  /** What an owner watches now. */
  readonly keysOf: (owner: string) => readonly ResourceKey[];
  /** Another profile: everything is given up and forgotten. */
  readonly clear: () => void;
  /** Another project: everything is given up, and answers are kept for going back. Those of some operations hold there as well. */
  readonly leave: (holding: readonly OperationId[]) => void;
  readonly stop: () => void;
};

/** Why a read failed, in one sentence; none where it did not. */
const reasonOf = (failure: Failure | null): readonly string[] =>
  failure === null ? [] : [failure.error instanceof ServiceError ? failure.error.reason : failure.words];

/**
 * @param arrived told of every answer that was taken
 * @param persisted what an earlier console showed: what is watched begins with it, and is asked for at once
 */
export function createResources(
  core: Core,
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
    // Its failure is in the resource already.
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
      // Those that wait look at the state, which has by then all that entered together.
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

  /** Forgets the oldest answers that nobody watches. */
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
    core.set({ resources: without(core.get().resources, new Set(forgotten.map(({ key }) => key))) });
  };

  const recall = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): void => {
    if (find(core.get().resources, operation, resourceKey(operation, args)) !== undefined) return;
    const resource = restored.take(operation, args);
    if (resource !== undefined) core.set({ resources: put(core.get().resources, resource) });
  };

  /** When an answer was confirmed by the service of this console; null where it never was, is in doubt, or the clock was set back since. */
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
      unwatch: (owner) => watch(owner, []),
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
        const until = scheduler.refreshNow(keys);
        if (until !== null) {
          const failed = allResources(core.get().resources).find(({ key, failure }) => keys.includes(key) && failure);
          const words = `Refreshed in ${Math.ceil((until - now) / 1000)} s, as requested by the service.`;
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
        // What was said before must not speak for what was written since.
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
      core.set({ resources: without(tables, new Set(unanswered.map(({ key }) => key))) });
      prune();
      // What was to be read anew was given up with the rest: each is asked again on the next visit.
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
