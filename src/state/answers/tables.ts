import type { TextMark } from "../../client/transport/transport.ts";
import { idIn } from "../../contract/entities.ts";
import { type Json, sameJson } from "../../contract/json/json.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { omissionsOf, omitsThings } from "./omissions.ts";
import { type ResourceKey, resourceKey } from "./query.ts";
import type { Failure, RemovedRow, Resource, ResourceTables } from "./resource.ts";
import { rowsOf, shareRows } from "./structural-sharing.ts";

/**
 * Rules for entering answers into the tables, as pure functions. An answer to an older request never replaces a newer one; a failed refresh keeps
 * the data; what did not change keeps its identity.
 */

/** A complete answer: all pages of a list, or one record. */
export type Arrival<Id extends OperationId> = {
  readonly data: AnswerOf<Id>;
  readonly raw: Json;
  /** Local clock, ms. */
  readonly at: number;
  readonly complete: boolean;
  readonly misfits?: readonly Misfit[];
  /** Mark of the response text; absent when there are several pages. */
  readonly mark?: TextMark;
};

export const find = <Id extends OperationId>(
  tables: ResourceTables,
  operation: Id,
  key: ResourceKey,
): Resource<Id> | undefined => tables[operation]?.get(key);

/** The tables with one resource put under its key. */
export function withResource<Id extends OperationId>(tables: ResourceTables, resource: Resource<Id>): ResourceTables {
  const table = new Map(tables[resource.operation]).set(resource.key, resource);
  return { ...tables, [resource.operation]: table };
}

/** A resource before its first answer. */
export const emptyResource = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): Resource<Id> => ({
  key: resourceKey(operation, args),
  operation,
  args,
  cached: null,
  mark: null,
  asOf: null,
  failure: null,
  seq: 0,
});

/** Removed rows are kept for this time (ms), and at most this many. */
const REMOVED_FOR = 3_600_000;
const MOST_REMOVED = 500;

/** Recently removed rows of a list, as of the newest answer; empty for a record. */
function removedIn(
  operation: OperationId,
  cached: { readonly data: unknown; readonly removed: readonly RemovedRow[] },
  arrival: Arrival<OperationId>,
): readonly RemovedRow[] {
  const { data, at } = arrival;
  const here = new Set((rowsOf(data) ?? []).map((row) => idIn(operation, row)));
  // A row missing from an incomplete answer may still exist.
  const known = omitsThings(omissionsOf(operation, arrival)) ? [] : (rowsOf(cached.data) ?? []);
  const went = known.flatMap((row): readonly RemovedRow[] => {
    const id = idIn(operation, row);
    return id === null || here.has(id) ? [] : [{ id, row, at }];
  });
  const before = cached.removed.filter((one) => at - one.at < REMOVED_FOR && !here.has(one.id));
  return went.length === 0 && before.length === cached.removed.length
    ? cached.removed
    : [...went, ...before].slice(0, MOST_REMOVED);
}

const misfitsOf = ({ misfits }: Pick<Arrival<OperationId>, "misfits">) => (misfits === undefined ? {} : { misfits });

/** The resource after an answer; the same resource when a newer request was answered before. */
export function afterAnswer<Id extends OperationId>(
  resource: Resource<Id>,
  seq: number,
  arrival: Arrival<Id>,
): Resource<Id> {
  if (seq <= resource.seq) return resource;
  const { cached } = resource;
  const base = { ...resource, mark: arrival.mark ?? null, asOf: arrival.at, failure: null, seq };
  // The same data object: the response text did not change, and was not parsed again.
  if (cached !== null && cached.data === arrival.data) return base;
  if (cached === null) {
    const first = {
      data: arrival.data,
      raw: arrival.raw,
      version: 1,
      removed: [],
      changedAt: arrival.at,
    };
    return { ...base, cached: { ...first, complete: arrival.complete, ...misfitsOf(arrival) } };
  }
  const shared = shareRows(resource.operation, cached, arrival);
  const isAsBefore = cached.complete === arrival.complete && sameJson(cached.misfits ?? [], arrival.misfits ?? []);
  if (shared === null && isAsBefore) return base;
  return {
    ...base,
    cached: {
      data: shared?.data ?? cached.data,
      raw: shared?.raw ?? cached.raw,
      version: cached.version + 1,
      // Data of an earlier session may have been removed at any time since then.
      removed: resource.seq === 0 ? [] : removedIn(resource.operation, cached, arrival),
      changedAt: arrival.at,
      complete: arrival.complete,
      ...misfitsOf(arrival),
    },
  };
}

/** The resource after a failure; the same resource when a newer request was answered before. Cached data stays. */
export function afterFailure<Id extends OperationId>(
  resource: Resource<Id>,
  seq: number,
  failure: Pick<Failure, "words" | "error" | "nextTryAt"> & { readonly at: number },
): Resource<Id> {
  if (seq <= resource.seq) return resource;
  const { words, error, nextTryAt, at } = failure;
  const before = resource.failure;
  return {
    ...resource,
    failure: { words, error, nextTryAt, since: before?.since ?? at, attempts: (before?.attempts ?? 0) + 1 },
    seq,
  };
}

/** All resources, of all operations. */
export const allResources = (tables: ResourceTables): Resource<OperationId>[] =>
  Object.values(tables).flatMap((table) => [...table.values()]);

/** The tables without some keys. */
export function withoutResources(tables: ResourceTables, keys: ReadonlySet<ResourceKey>): ResourceTables {
  const affected = new Set(allResources(tables).flatMap(({ key, operation }) => (keys.has(key) ? [operation] : [])));
  return [...affected].reduce((left, operation) => lessOf(left, operation, keys), tables);
}

function lessOf<Id extends OperationId>(
  tables: ResourceTables,
  operation: Id,
  keys: ReadonlySet<ResourceKey>,
): ResourceTables {
  const table = new Map([...(tables[operation] ?? [])].filter(([key]) => !keys.has(key)));
  return { ...tables, [operation]: table };
}
