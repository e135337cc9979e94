import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { PollInterval } from "./poll-intervals.ts";

/**
 * One answer that a screen needs, and its poll interval. `optional`: the screen is complete without it (one cluster of many, a policy that may not
 * exist); its failure is shown in its own area and does not mark the screen as outdated.
 */
export type Query = {
  [Id in OperationId]: {
    readonly operation: Id;
    readonly args: ArgsOf<Id>;
    readonly poll: PollInterval;
    readonly optional?: true;
  };
}[OperationId];

/** A query that is polled at least as often as those of the overview. */
export const pollAgain = (query: Query): Query => (query.poll === "once" ? { ...query, poll: "overview-jobs" } : query);

/** Arguments of any operation, as texts by name. */
export type AnyArgs = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
};

/** The project of a call; null above projects. */
export const groupIdOf = ({ params }: AnyArgs): string | null =>
  typeof params["groupId"] === "string" ? params["groupId"] : null;

/** Rate-limit key of a call: its project, else its organisation; empty above them. */
export const projectKeyOf = ({ params = {} }: { readonly params?: AnyArgs["params"] | undefined }): string =>
  String(params["groupId"] ?? params["orgId"] ?? "");

/** Identifies one answer: the operation and its arguments in canonical order. Equal keys request the same thing. */
export type ResourceKey = string;

/** Text that needs no URL encoding. Screens compute the keys of all their queries on every change, so the common case must be cheap. */
const PLAIN = /^[\w.*-]*$/;

const textOf = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.every(([name, value]) => PLAIN.test(name) && PLAIN.test(value))
    ? pairs.map(([name, value]) => `${name}=${value}`).join("&")
    : new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();

const textOfArgs = ({ params, query = {} }: AnyArgs): string => textOf([...pairsOf(params), ...pairsOf(query)]);

/** Keys by arguments object and operation: a newly built string would have to be hashed again at every look-up. */
const keys = new WeakMap<AnyArgs, Map<OperationId, ResourceKey>>();

/** Key of an operation's answer for the given arguments; undefined values do not count. */
export function resourceKey(operation: OperationId, args: AnyArgs): ResourceKey {
  const known = keys.get(args);
  const before = known?.get(operation);
  if (before !== undefined) return before;
  const key = `${operation}?${textOfArgs(args)}`;
  if (known === undefined) keys.set(args, new Map([[operation, key]]));
  else known.set(operation, key);
  return key;
}

/** Identifies several queries with their poll intervals: equal keys request the same things equally often. */
export const queriesKey = (queries: readonly Query[]): string =>
  queries.map(({ operation, args, poll }) => `${resourceKey(operation, args)}@${poll}`).join("|");

/** Sorted pairs of texts, without undefined values. */
export function pairsOf(values: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
