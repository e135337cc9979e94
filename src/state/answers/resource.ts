import type { TextMark } from "../../client/transport/transport.ts";
import type { Json } from "../../contract/json/json.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import type { ResourceKey } from "./query.ts";
import { resourceKey } from "./query.ts";

/** A row that is no longer in its list, in its last version; `at`: when its removal was noticed (local clock, ms). */
export type RemovedRow = { readonly id: string; readonly row: unknown; readonly at: number };

/** An answer in the store. Its identity changes only with its content. */
export type Cached<Data> = {
  /** Validated and printable. Rows that did not change are the same objects as before. */
  readonly data: Data;
  /** As received, in the contract's spelling, for writing back and for `v`. */
  readonly raw: Json;
  /** Grows only when the content changes. */
  readonly version: number;
  /** Rows of earlier answers of the last hour that are no longer in the list, last removed first. */
  readonly removed: readonly RemovedRow[];
  /** Time of the last change of content (local clock, ms). */
  readonly changedAt: number;
  /** False when the list is longer than what is loaded of a list. */
  readonly complete: boolean;
  /** Parts that do not fit the contract and are not in the data; absent when everything fits. */
  readonly misfits?: readonly Misfit[];
};

/** Failure of the newest attempt: a message a person can act on, and the time of the next attempt. Times in ms. */
export type Failure = {
  readonly words: string;
  readonly error: unknown;
  /** Time of the first of the consecutive failures. */
  readonly since: number;
  readonly attempts: number;
  readonly nextTryAt: number | null;
};

/** The stored state of one request to the service: its answer, its failure. */
export type Resource<Id extends OperationId> = {
  readonly key: ResourceKey;
  readonly operation: Id;
  readonly args: ArgsOf<Id>;
  readonly cached: Cached<AnswerOf<Id>> | null;
  /** Mark of the text that `cached` was read from; null when `cached` has more than that text, or comes from several. */
  readonly mark: TextMark | null;
  /** Time at which an answer last confirmed `cached` (local clock, ms). */
  readonly asOf: number | null;
  /** Set with `cached` present: `cached` is old, and a refresh failed. */
  readonly failure: Failure | null;
  /** Number of the newest request that was answered. Answers to older ones are dropped. */
  readonly seq: number;
};

/** All cached answers, by operation and key. */
export type ResourceTables = { readonly [Id in OperationId]?: ReadonlyMap<ResourceKey, Resource<Id>> };

export type ResourcesSlice = {
  readonly resources: ResourceTables;
  /** Cached answers that are no longer trusted: a write may have changed them, and they were not read again yet. */
  readonly stale: ReadonlySet<ResourceKey>;
};

/** The resource of an operation's answer; undefined when it was never requested. */
export function resourceOf<Id extends OperationId>(
  state: Pick<ResourcesSlice, "resources">,
  operation: Id,
  args: ArgsOf<Id>,
): Resource<Id> | undefined {
  return state.resources[operation]?.get(resourceKey(operation, args));
}

/** Only the data. */
export const dataOf = <Id extends OperationId>(
  state: Pick<ResourcesSlice, "resources">,
  operation: Id,
  args: ArgsOf<Id>,
): AnswerOf<Id> | undefined => resourceOf(state, operation, args)?.cached?.data;
