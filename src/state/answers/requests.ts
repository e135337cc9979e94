import type { HeldAnswer } from "../../client/answers/answer.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";
import { createArrivals } from "./arrivals.ts";
import type { Calls } from "./calls.ts";
import { withFresherRows } from "./fresher-rows.ts";
import type { ResourceKey } from "./query.ts";
import { readWhole, type WholeAnswer } from "./reading.ts";
import type { Resource } from "./resources.ts";
import type { Ended } from "./scheduler.ts";
import { longestListIn } from "./structural-sharing.ts";
import { answered, emptyResource, failed, find, put } from "./tables.ts";

/**
 * The reads that are under way: one a key, whoever wants its answer. An answer enters the tables only when it is not late: its
 * epoch is the present one and nobody asked the same again since.
 */
export type Requests = {
  /**
   * Reads, or joins the same read under way, which then is repeated as often as its most patient caller wants.
   *
   * @param repeats how often the client itself asks again; more than none: somebody waits for the answer
   * @throws ServiceError
   */
  readonly read: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>, repeats: number) => Promise<void>;
  /** Reads anew: what is under way was begun before something changed, and is given up. */
  readonly readAnew: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Promise<void>;
  readonly isUnderWay: (key: ResourceKey) => boolean;
  /** Enters at once what was answered and waits for others. */
  readonly enterAnswered: () => void;
  /** Gives up everything: another profile or project, or the end. */
  readonly abortAll: () => void;
};

/** Who is told of the beginning and end of each read. */
export type RequestHooks = {
  readonly began: (key: ResourceKey) => void;
  /** @returns when it is tried again after a failure, or null */
  readonly ended: (key: ResourceKey, end: Ended) => number | null;
  /** Whether somebody waits for its end. */
  readonly isAwaited: (key: ResourceKey) => boolean;
  /** What it ended with stands in the state; null: it failed. */
  readonly entered: <Id extends OperationId>(key: ResourceKey, resource: Resource<Id> | null) => void;
};

type Flight = {
  readonly seq: number;
  readonly done: Promise<void>;
  readonly controller: AbortController;
  /** The most that any of those who wait for it wants. */
  repeats: number;
  /** Its answer has come, and waits to be entered with others. */
  isAnswered: boolean;
};

/** A list with more items takes long to take in. */
const LONG_LIST = 1000;

/** What is held of a question, where it is what one text said. */
function heldIn<Id extends OperationId>({ cached, mark }: Resource<Id>): HeldAnswer<AnswerOf<Id>> | undefined {
  if (cached === null || mark === null) return undefined;
  const { data, raw, misfits } = cached;
  return { data, raw, mark, ...(misfits === undefined ? {} : { misfits }) };
}

/** Whether asking the same again soon can help. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  const { kind, status } = error;
  if (kind === "invalid" || kind === "insecure" || kind === "read-only") return true;
  return kind === "refused" && status !== null && status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

export function createRequests(core: Core, calls: Calls, hooks: RequestHooks): Requests {
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
  /** The flight of a key; what has been answered and only waits to be entered is not under way any more. */
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
    /** Not given up, not asked anew: this flight's end is the key's. */
    const isPresent = (): boolean => flights.get(key) === flight && core.get().session.epoch === epoch;
    const enter = (whole: WholeAnswer<Id>): void => {
      if (!isPresent()) return;
      flights.delete(key);
      const before = resourceAt(operation, args);
      const after = answered(before, seq, whole);
      if (after !== before) core.set({ resources: withFresherRows(put(core.get().resources, after), after) });
      hooks.entered(key, after);
    };
    try {
      const known = resourceAt(operation, args);
      const held = heldIn(known);
      const letOthers = core.betweenKeys.next;
      const { signal } = controller;
      const repeats = (): number => flight.repeats;
      const whole = await readWhole(client, calls, operation, args, { signal, epoch, repeats, held, letOthers });
      spent = whole.calls;
      // Who looks at a long list looks at all of it when it changes.
      if (longestListIn(whole.data) > LONG_LIST) await core.betweenKeys.nextLong();
      if (!isPresent()) return await flights.get(key)?.done;
      flight.isAnswered = true;
      hooks.ended(key, { ok: true, calls: spent });
      const isTrusted = known.failure === null && !core.get().stale.has(key);
      const isKnown = whole.data === held?.data && isTrusted && !hooks.isAwaited(key);
      await arrivals.enter(flight.repeats > 0 ? "awaited" : isKnown ? "confirmation" : "news", () => enter(whole));
    } catch (error) {
      const newer = flights.get(key);
      if (newer !== undefined && newer.seq > seq) return await newer.done;
      if (isPresent()) {
        flights.delete(key);
        const retryAt = error instanceof ServiceError ? error.retryAt : null;
        const nextTryAt = hooks.ended(key, { ok: false, calls: spent, retryAt, permanent: isPermanent(error) });
        const before = resourceAt(operation, args);
        const after = failed(before, seq, { words: messageOf(error), error, nextTryAt, at: core.clock.now() });
        if (after !== before) core.set({ resources: put(core.get().resources, after) });
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
    // The flight is known before its read begins: a read that fails at once finds itself.
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
      // Who waits for the older one goes on waiting for this one.
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
