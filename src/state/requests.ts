import { ServiceError } from "../client/service-error.ts";
import type { ArgsOf, OperationId } from "../contract/operations.ts";
import type { Calls } from "./calls.ts";
import { type Core, messageOf } from "./core.ts";
import { withFresherRows } from "./fresher-rows.ts";
import type { ResourceKey } from "./query.ts";
import { readWhole } from "./reading.ts";
import type { Resource } from "./resources.ts";
import type { Ended } from "./scheduler.ts";
import { answered, asking, emptyResource, failed, find, put } from "./tables.ts";

/**
 * The reads that are under way: one a key, whoever wants its answer. An answer enters the tables only when it is not late: its
 * epoch is the present one and nobody asked the same again since.
 */
export type Requests = {
  /**
   * Reads, or joins the same read under way.
   *
   * @param repeats how often the client itself asks again
   * @throws ServiceError
   */
  readonly read: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>, repeats: number) => Promise<void>;
  /** Reads anew: what is under way was begun before something changed, and is given up. */
  readonly readAnew: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Promise<void>;
  readonly isUnderWay: (key: ResourceKey) => boolean;
  /** Gives up everything: another profile or project, or the end. */
  readonly abortAll: () => void;
};

/** Who is told of the beginning and end of each read. */
export type RequestHooks = {
  readonly began: (key: ResourceKey) => void;
  /** @returns when it is tried again after a failure, or null */
  readonly ended: (key: ResourceKey, end: Ended) => number | null;
  readonly arrived: <Id extends OperationId>(resource: Resource<Id>) => void;
};

type Flight = { readonly seq: number; readonly done: Promise<void>; readonly controller: AbortController };

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

  const resourceAt = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): Resource<Id> => {
    const fresh = emptyResource(operation, args);
    return find(core.get().resources, operation, fresh.key) ?? fresh;
  };
  const keep = <Id extends OperationId>(before: Resource<Id>, after: Resource<Id>): void => {
    if (after !== before) core.set({ resources: put(core.get().resources, after) });
  };

  async function fly<Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
    options: { readonly seq: number; readonly signal: AbortSignal; readonly repeats: number },
  ): Promise<void> {
    const { seq, signal, repeats } = options;
    const { epoch } = core.get().session;
    const { key } = emptyResource(operation, args);
    const { client } = core.profile();
    let spent = 1;
    /** Not given up, not asked anew: this flight's end is the key's. */
    const isPresent = (): boolean => flights.get(key)?.seq === seq && core.get().session.epoch === epoch;
    try {
      const whole = await readWhole(client, calls, operation, args, { signal, epoch, repeats });
      spent = whole.calls;
      if (!isPresent()) return await flights.get(key)?.done;
      flights.delete(key);
      const before = resourceAt(operation, args);
      const after = answered(before, seq, whole);
      if (after !== before) core.set({ resources: withFresherRows(put(core.get().resources, after), after) });
      hooks.ended(key, { ok: true, calls: spent });
      hooks.arrived(after);
    } catch (error) {
      const newer = flights.get(key);
      if (newer !== undefined && newer.seq > seq) return await newer.done;
      if (isPresent()) {
        flights.delete(key);
        const retryAt = error instanceof ServiceError ? error.retryAt : null;
        const nextTryAt = hooks.ended(key, { ok: false, calls: spent, retryAt, permanent: isPermanent(error) });
        const before = resourceAt(operation, args);
        keep(before, failed(before, seq, { words: messageOf(error), error, nextTryAt, at: core.clock.now() }));
      }
      throw error;
    }
  }

  function begin<Id extends OperationId>(operation: Id, args: ArgsOf<Id>, repeats: number): Promise<void> {
    lastSeq += 1;
    const seq = lastSeq;
    const controller = new AbortController();
    const before = resourceAt(operation, args);
    const { key } = before;
    // The flight is known before its read begins: a read that fails at once finds itself.
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = promise.then(() => fly(operation, args, { seq, signal: controller.signal, repeats }));
    flights.set(key, { seq, done, controller });
    keep(before, asking(before));
    hooks.began(key);
    resolve();
    return done;
  }

  return {
    read: (operation, args, repeats) =>
      flights.get(emptyResource(operation, args).key)?.done ?? begin(operation, args, repeats),
    readAnew: (operation, args) => {
      const older = flights.get(emptyResource(operation, args).key);
      const done = begin(operation, args, 0);
      older?.controller.abort();
      return done;
    },
    isUnderWay: (key) => flights.has(key),
    abortAll: () => {
      const all = [...flights.values()];
      flights.clear();
      for (const { controller } of all) controller.abort();
    },
  };
}
