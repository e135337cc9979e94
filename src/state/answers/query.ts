import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { PollInterval } from "./poll-intervals.ts";

/**
 * One answer that a screen needs, and how often it is asked again. `optional`: the screen is whole without it (one cluster of many, a
 * policy that may not be there); its failure is told by the area and does not make the screen late.
 */
export type Query = {
  [Id in OperationId]: {
    readonly operation: Id;
    readonly args: ArgsOf<Id>;
    readonly poll: PollInterval;
    readonly optional?: true;
  };
}[OperationId];

/** Arguments of any operation, as texts by name. */
export type AnyArgs = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
};

/** Whose buckets of requests a call takes from: its project's, or its organisation's; empty above them. */
export const projectKeyOf = ({ params = {} }: { readonly params?: AnyArgs["params"] | undefined }): string =>
  String(params["groupId"] ?? params["orgId"] ?? "");

/** Names one answer: the operation and its arguments in canonical order. Equal keys ask for the same thing. */
export type ResourceKey = string;

/** Screens ask for the key of every one of their questions whenever anything changes: a text that stands as it is needs no encoding. */
const PLAIN = /^[\w.*-]*$/;

const textOf = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.every(([name, value]) => PLAIN.test(name) && PLAIN.test(value))
    ? pairs.map(([name, value]) => `${name}=${value}`).join("&")
    : new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();

const textOfArgs = ({ params, query = {} }: AnyArgs): string => textOf([...pairsOf(params), ...pairsOf(query)]);

/** By the arguments themselves, and with the operation: a key that is put together anew is hashed anew when it is looked up. */
const keys = new WeakMap<AnyArgs, Map<OperationId, ResourceKey>>();

/** The key of an operation's answer for given arguments; absent values do not count. */
export function resourceKey(operation: OperationId, args: AnyArgs): ResourceKey {
  const known = keys.get(args);
  const before = known?.get(operation);
  if (before !== undefined) return before;
  const key = `${operation}?${textOfArgs(args)}`;
  if (known === undefined) keys.set(args, new Map([[operation, key]]));
  else known.set(operation, key);
  return key;
}

/** Names several questions with their paces: equal keys ask for the same things equally often. */
export const queriesKey = (queries: readonly Query[]): string =>
  queries.map(({ operation, args, poll }) => `${resourceKey(operation, args)}@${poll}`).join("|");

/** Arguments as sorted pairs of texts, without those that are undefined. */
export function pairsOf(values: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
