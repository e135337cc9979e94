import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../../client/answers/answer.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { Repeats } from "../../client/retry.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../contract/operations.ts";
import { omittedRows } from "../../contract/schema/tolerant.ts";
import {
  answerToKeep,
  type CachedAnswer,
  type CacheOwner,
  type PersistedCache,
  readPersistedCache,
  restoreCache,
  statusLineName,
  writeCache,
} from "../../state/answers/persisted-cache.ts";
import { POLL_INTERVALS, type PollInterval } from "../../state/answers/poll-intervals.ts";
import { type AnyArgs, type ResourceKey, resourceKey } from "../../state/answers/query.ts";
import type { Resource } from "../../state/answers/resource.ts";
import { rowsOf } from "../../state/answers/structural-sharing.ts";
import type { StateFiles } from "../../state/files/state-files.ts";
import type { ServiceClient } from "../../state/service-client.ts";
import { clockAfter, type ServerClock, serverTime } from "../../state/session/server-clock.ts";
import { MINUTE, SECOND } from "../../text/durations.ts";
import { BUILD } from "../start/build-name.ts";

/**
 * Cached answers for commands that run again and again, so that they call no more often than a console does: fresh answers of their last runs, and of
 * a console on the same connection, replace calls; old ones are used while the service fails.
 */

/** Answers that no list polls (names of projects, configurations) are fresh for this long (ms). */
const ONCE = 10 * MINUTE;
/** Older answers are not used while the service fails: the failure says more than they do. */
const OLDEST = 24 * 60 * MINUTE;

/** Time for which an answer is fresh (ms). */
const freshFor = (poll: PollInterval): number => (POLL_INTERVALS[poll].focused ?? ONCE / SECOND) * SECOND;

const ofStatusLine = (owner: CacheOwner): CacheOwner => ({ ...owner, name: statusLineName(owner.name) });

/** The cached answers of both files, the newest of each. */
async function readKept(files: StateFiles, owner: CacheOwner): Promise<PersistedCache> {
  const caches = await Promise.all([owner, ofStatusLine(owner)].map((each) => readPersistedCache(files, each, BUILD)));
  const answers = new Map<ResourceKey, CachedAnswer>();
  for (const cache of caches) {
    for (const [key, answer] of cache.answers) if (answer.at > (answers.get(key)?.at ?? 0)) answers.set(key, answer);
  }
  return {
    answers,
    isOwn: caches.every((cache) => cache.isOwn || cache.answers.size === 0),
    clock: caches.findLast(({ clock }) => clock !== null)?.clock ?? null,
  };
}

/** True for errors during which an old answer is shown. A refusal is an answer. */
const isOutage = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  (error.kind === "unreachable" || error.kind === "timed-out" || error.status === 429 || (error.status ?? 0) >= 500);

/** After this share of the remaining time an old answer replaces a missing one: further queries may depend on it. */
const PATIENCE = 0.75;

/** True when the promise settles within a time (ms). */
const endsWithin = (time: number, ending: Promise<unknown>): Promise<boolean> => {
  const hasEnded = (): boolean => true;
  return Promise.race([ending.then(hasEnded, hasEnded), wait(time, false, { ref: false })]);
};

/** Arguments without paging, for the first page of a list or an operation without pages; null for further pages. */
function withoutPage<Args extends AnyArgs>(args: Args) {
  const { itemsPerPage, pageNum = 1, ...query } = args.query ?? {};
  return pageNum === 1
    ? { args: Object.assign({}, args, { query }), most: Number(itemsPerPage ?? Number.POSITIVE_INFINITY) }
    : null;
}

export type SavedAnswers = {
  readonly client: ServiceClient;
  /** Sets the poll interval that a resource has on screen. */
  readonly setPoll: (key: ResourceKey, poll: PollInterval) => void;
  /** Time of the oldest answer shown because the service fails (ms); null while it answers. */
  readonly oldSince: () => number | null;
  /** Saves the answers for the next run. Best effort. */
  readonly keep: () => Promise<void>;
};

/**
 * @param owner key of the answers in files
 * @param left remaining time of the run (ms)
 */
export async function openSavedAnswers(
  client: ServiceClient,
  files: StateFiles,
  owner: CacheOwner,
  left: () => number,
): Promise<SavedAnswers> {
  const kept = await readKept(files, owner);
  const restored = restoreCache(kept);
  const polls = new Map<ResourceKey, PollInterval>();
  const next = new Map<ResourceKey, CachedAnswer>();
  let clock: ServerClock | null = kept.clock;
  let isNews = false;
  let oldSince: number | null = null;

  /** A cached answer with the time at which it was received. */
  function answerOf<Id extends OperationId>(resource: Resource<Id> | undefined): Answer<AnswerOf<Id>> | null {
    const known = resource === undefined ? undefined : kept.answers.get(resource.key);
    if (known === undefined || resource === undefined || resource.cached === null) return null;
    next.set(known.key, known);
    const { data, misfits } = resource.cached;
    return {
      data,
      ...(misfits === undefined ? {} : { misfits }),
      raw: known.raw,
      status: 200,
      at: { server: clock === null ? null : serverTime(clock, known.at), sent: known.at, local: known.at },
      requestId: "",
      budget: null,
      isDeprecated: false,
      sandbox: false,
      speed: clock?.speed ?? 1,
    };
  }

  return {
    client: {
      callOperation: (operation, args, options) => client.callOperation(operation, args, options),
      allowWritesUntil: (time) => client.allowWritesUntil(time),
      call: async <Id extends OperationId>(
        operation: Id,
        args: ArgsOf<Id>,
        options: { readonly signal: AbortSignal; readonly repeats?: Repeats },
      ): Promise<Answer<AnswerOf<Id>>> => {
        const first = operations[operation].method === "GET" ? withoutPage(args) : null;
        if (first === null) return client.call(operation, args, options);
        const key = resourceKey(operation, first.args);
        const age = Date.now() - (kept.answers.get(key)?.at ?? Number.NEGATIVE_INFINITY);
        if (age >= 0 && age < freshFor(polls.get(key) ?? "once")) {
          const fresh = answerOf(restored.take(operation, first.args));
          if (fresh !== null) return fresh;
        }
        const inPlace = (): Answer<AnswerOf<Id>> | null => {
          const old = age < OLDEST ? answerOf(restored.take(operation, first.args)) : null;
          if (old !== null) oldSince = Math.min(oldSince ?? old.at.local, old.at.local);
          return old;
        };
        const request = client.call(operation, args, options);
        if (age < OLDEST && !(await endsWithin(left() * PATIENCE, request))) {
          const old = inPlace();
          if (old !== null) return old;
        }
        try {
          const answer = await request;
          isNews = true;
          clock = clockAfter(clock, answer);
          const { data, raw, misfits = [] } = answer;
          const isOnePage = (rowsOf(data)?.length ?? 0) + omittedRows(misfits).length < first.most;
          const whole = { data, raw, misfits, at: answer.at.local, complete: true };
          for (const one of isOnePage ? answerToKeep(key, operation, whole) : []) next.set(key, one);
          return answer;
        } catch (error) {
          const old = isOutage(error) ? inPlace() : null;
          if (old === null) throw error;
          return old;
        }
      },
    },
    setPoll: (key, poll) => void polls.set(key, poll),
    oldSince: () => oldSince,
    keep: async () => {
      if (!isNews) return;
      try {
        await writeCache(files, ofStatusLine(owner), BUILD, { answers: [...next.values()], clock });
      } catch {
        // Failed saves are ignored: the next run calls the service again.
      }
    },
  };
}
