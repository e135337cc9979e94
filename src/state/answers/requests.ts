import type { PreviousAnswer } from "../../client/answers/answer.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import { isLastingStatus } from "../../client/retry.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";
import type { SessionSlice } from "../session/session.ts";
import { createArrivals } from "./arrivals.ts";
import type { Calls } from "./calls.ts";
import { withFresherRows } from "./fresher-rows.ts";
import type { ResourceKey } from "./query.ts";
import { readWhole, type WholeAnswer } from "./reading.ts";
import type { Resource, ResourcesSlice } from "./resource.ts";
import type { Ended } from "./scheduler.ts";
import { longestListIn } from "./structural-sharing.ts";
import { afterAnswer, afterFailure, emptyResource, find, withResource } from "./tables.ts";

/**
 * Reads in flight: at most one per key, shared by all callers. An answer enters the tables only if it is current: its epoch is the present one and
 * no newer read of the key began since.
 */
type Requests = {
  /**
   * Reads, or joins the same read in flight, which is then retried as often as its most patient caller wants.
   *
   * @param repeats retries by the client itself; more than 0: somebody waits for the answer
   * @throws ServiceError
   */
  readonly read: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>, repeats: number) => Promise<void>;
  /** Reads again: a read in flight began before something changed, and is aborted. */
  readonly readAnew: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Promise<void>;
  readonly isUnderWay: (key: ResourceKey) => boolean;
  /** Applies at once all answers that wait to be batched. */
  readonly enterAnswered: () => void;
  /** Aborts everything: another profile or project, or exit. */
  readonly abortAll: () => void;
};

/** Notified of the beginning and end of each read. */
type RequestHooks = {
  readonly began: (key: ResourceKey) => void;
  /** @returns time of the next attempt after a failure, or null */
  readonly ended: (key: ResourceKey, end: Ended) => number | null;
  /** True when somebody waits for its end. */
  readonly isAwaited: (key: ResourceKey) => boolean;
  /** Called once its result is in the state; null: it failed. */
  readonly entered: <Id extends OperationId>(key: ResourceKey, resource: Resource<Id> | null) => void;
};

type Flight = {
  readonly seq: number;
  readonly done: Promise<void>;
  readonly controller: AbortController;
  /** Largest number of retries that any waiting caller wants. */
  repeats: number;
  /** Its answer has arrived and waits to be applied with others. */
  isAnswered: boolean;
};

/** A list with more items takes long to apply. */
const LONG_LIST = 1000;

/** The cached answer of a resource, if it was read from a single response text. */
function cachedIn<Id extends OperationId>({ cached, mark }: Resource<Id>): PreviousAnswer<AnswerOf<Id>> | undefined {
  if (cached === null || mark === null) return undefined;
  const { data, raw, misfits } = cached;
  return { data, raw, mark, ...(misfits === undefined ? {} : { misfits }) };
}

/** True when repeating the request cannot help. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  const { kind, status } = error;
  if (kind === "invalid" || kind === "insecure" || kind === "read-only") return true;
  return kind === "refused" && isLastingStatus(status);
}

export function createRequests(core: Core<ResourcesSlice & SessionSlice>, calls: Calls, hooks: RequestHooks): Requests {
  const flights = new Map<ResourceKey, Flight>();
  let lastSeq = 0;
  const isLast = (): boolean => !flights.values().some(({ isAnswered }) => !isAnswered);
  const arrivals = createArrivals({
    clock: core.clock,
    together: core.together,
    isLast,
    betweenKeys: core.betweenKeys.nextLong,
  });

  const resourceAt = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): Resource<Id> => {
    const fresh = emptyResource(operation, args);
    return find(core.get().resources, operation, fresh.key) ?? fresh;
  };
  /** The read in flight of a key. An answer that only waits to be applied no longer counts: it is applied first. */
  const flightOf = (key: ResourceKey): Flight | undefined => {
    if (flights.get(key)?.isAnswered === true) arrivals.flush();
    return flights.get(key);
  };

  async function fly<Id extends OperationId>(operation: Id, args: ArgsOf<Id>, flight: Flight): Promise<void> {
    const { seq, controller } = flight;
    const { epoch } = core.get().session;
    const { key } = emptyResource(operation, args);
    const { client } = core.profile();
    let spent = 1;
    /** True while this read is the current one of its key: neither aborted nor replaced. */
    const isPresent = (): boolean => flights.get(key) === flight && core.get().session.epoch === epoch;
    const enter = (whole: WholeAnswer<Id>): void => {
      if (!isPresent()) return;
      flights.delete(key);
      const before = resourceAt(operation, args);
      const after = afterAnswer(before, seq, whole);
      if (after !== before) core.set({ resources: withFresherRows(withResource(core.get().resources, after), after) });
      hooks.entered(key, after);
    };
    try {
      const known = resourceAt(operation, args);
      const previous = cachedIn(known);
      const letOthers = core.betweenKeys.next;
      const { signal } = controller;
      const repeats = (): number => flight.repeats;
      const whole = await readWhole(client, calls, operation, args, { signal, epoch, repeats, previous, letOthers });
      spent = whole.calls;
      // Applying a long list re-renders all of it, so that is done between keys.
      if (longestListIn(whole.data) > LONG_LIST) await core.betweenKeys.nextLong();
      if (!isPresent()) return await flights.get(key)?.done;
      flight.isAnswered = true;
      hooks.ended(key, { ok: true, calls: spent });
      const isTrusted = known.failure === null && !core.get().stale.has(key);
      const isKnown = whole.data === previous?.data && isTrusted && !hooks.isAwaited(key);
      await arrivals.enter(flight.repeats > 0 ? "awaited" : isKnown ? "confirmation" : "news", () => enter(whole));
    } catch (error) {
      const newer = flights.get(key);
      if (newer !== undefined && newer.seq > seq) return await newer.done;
      if (isPresent()) {
        flights.delete(key);
        const retryAt = error instanceof ServiceError ? error.retryAt : null;
        const permanent = isPermanent(error);
        const again = hooks.ended(key, { ok: false, calls: spent, retryAt, permanent });
        // A role may be granted, so it is tried now and then; no countdown is shown, because repeating alone does not help.
        const nextTryAt = permanent ? null : again;
        const before = resourceAt(operation, args);
        const after = afterFailure(before, seq, { words: messageOf(error), error, nextTryAt, at: core.clock.now() });
        if (after !== before) core.set({ resources: withResource(core.get().resources, after) });
        hooks.entered(key, null);
      }
      throw error;
    }
  }

  function begin<Id extends OperationId>(operation: Id, args: ArgsOf<Id>, repeats: number): Promise<void> {
    lastSeq += 1;
    const seq = lastSeq;
    const controller = new AbortController();
    const { key } = emptyResource(operation, args);
    // Registered before its read begins: a read that fails at once finds itself in `flights`.
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = promise.then(() => fly(operation, args, flight));
    const flight: Flight = { seq, done, controller, repeats, isAnswered: false };
    flights.set(key, flight);
    hooks.began(key);
    resolve();
    return done;
  }

  return {
    read: (operation, args, repeats) => {
      const flight = flightOf(emptyResource(operation, args).key);
      if (flight === undefined) return begin(operation, args, repeats);
      flight.repeats = Math.max(flight.repeats, repeats);
      return flight.done;
    },
    readAnew: (operation, args) => {
      const older = flightOf(emptyResource(operation, args).key);
      // Callers that wait for the older read wait for this one then.
      const done = begin(operation, args, older?.repeats ?? 0);
      older?.controller.abort();
      return done;
    },
    isUnderWay: (key) => flightOf(key) !== undefined,
    enterAnswered: arrivals.flush,
    abortAll: () => {
      const all = [...flights.values()];
      flights.clear();
      for (const { controller } of all) controller.abort();
    },
  };
}
