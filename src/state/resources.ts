import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";
import type { Query, ResourceKey } from "./query.ts";

/** An answer as the store holds it. Its identity changes only with its content. */
export type Held<Data> = {
  /** Checked and printable. Rows that did not change are the same objects as before. */
  readonly data: Data;
  /** As received, in the contract's spelling, for writing back and for `v`. */
  readonly raw: unknown;
  /** Grows only when the content changed. */
  readonly version: number;
  /** Ids whose content changed in the newest change; empty on the first answer. */
  readonly changedIds: ReadonlySet<string>;
  /** When the content last changed (this machine's time, ms). */
  readonly changedAt: number;
  /** False when the list was longer than what is read of one. */
  readonly complete: boolean;
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
  /** `failed` with `held` present means: old data, and a refresh that failed. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly held: Held<AnswerOf<Id>> | null;
  /** When `held` was last confirmed by an answer (this machine's time, ms). */
  readonly asOf: number | null;
  readonly failure: Failure | null;
  /** Number of the newest request that was answered. An answer to an older one is dropped. */
  readonly seq: number;
};

/** All that is held, by operation and key. */
export type ResourceTables = { readonly [Id in OperationId]: ReadonlyMap<ResourceKey, Resource<Id>> };

/** What is watched and by whom; see `scheduler.ts` for when calls are made. */
export type ResourceActions = {
  /**
   * Says all that an owner needs now; what it needed before and does not name any more is let go. The owners `sidebar`, `main`
   * and `side` follow the keys; any other owner is watched in the background.
   */
  readonly watch: (owner: string, queries: readonly Query[]) => void;
  readonly unwatch: (owner: string) => void;
  /** Asks again now for everything that an owner watches (`r`); resolves when all have been answered or failed. */
  readonly refresh: (owner: string) => Promise<void>;
  /**
   * Asks the service now, joining the same request under way, and holds the answer. For facts of a review and suggestions.
   *
   * @throws ServiceError
   */
  readonly ask: <Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
  ) => Promise<{ readonly data: AnswerOf<Id>; readonly raw: unknown; readonly at: number }>;
  /** Asks again now for what is watched of these operations, and forgets that the rest was ever fresh. */
  readonly touch: (operations: readonly OperationId[]) => void;
  /** The console was stopped and goes on (Ctrl-Z, a laptop's sleep): everything is due once, spread over some seconds. */
  readonly resumed: () => void;
};
