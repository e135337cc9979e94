import { lruMemoize } from "reselect";
import type { AnswerOf } from "../../contract/operations.ts";
import { type Attempt, attemptsOf, burstsOf, undatedIn } from "../../domain/login-attempts.ts";
import { areSameItems } from "../../text/same-items.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import type { Context } from "../model/context.ts";
import { cap, clusterArgs, hostArgs } from "./questions.ts";

/** The cached login attempts, and bursts of failures among them. */

/** The answer for one cluster, or for a host of unknown cluster. */
type Log = { readonly cluster: string; readonly answer: AnswerOf<"listAccessLogsByClusterName"> | undefined };

const areSameLogs = (one: readonly Log[], other: readonly Log[]): boolean =>
  areSameItems(one, other, (left, right) => left.cluster === right.cluster && left.answer === right.answer);

/** The cached answers; the same array until one of them changes. */
const logsIn = lruMemoize(
  ({ scope, cached }: Context): readonly Log[] => {
    const { hostname } = scope.params;
    if (hostname !== undefined) {
      return [{ cluster: "", answer: cached("listAccessLogsByHostname", hostArgs(scope, hostname))?.data }];
    }
    return unsharedClusters(scope).map(({ name }) => ({
      cluster: name,
      answer: cached("listAccessLogsByClusterName", clusterArgs(scope, name))?.data,
    }));
  },
  { resultEqualityCheck: areSameLogs },
);

const rowsIn = ({ answer }: Log) => answer?.accessLogs ?? [];

const attemptsIn = lruMemoize((logs: readonly Log[], show: string | undefined): readonly Attempt[] => {
  const all = attemptsOf(logs.map((log) => ({ cluster: log.cluster, rows: rowsIn(log) })));
  return show === "failures" ? all.filter(({ ok }) => ok !== true) : all;
});

/** The cached attempts, newest first; recomputed only when an answer changes. */
export const cachedAttempts = (context: Context): readonly Attempt[] =>
  attemptsIn(logsIn(context), context.scope.params["show"]);

/** Number of cached attempts that cannot be shown. */
export const undatedAttempts = (context: Context): number =>
  logsIn(context).reduce((sum, log) => sum + undatedIn(log.cluster, rowsIn(log)), 0);

/** True where a service leaves its login attempts out of an answer. */
export const isSilent = (context: Context): boolean =>
  logsIn(context).some(({ answer }) => answer !== undefined && answer.accessLogs == null);

export const memoizedBursts = lruMemoize(burstsOf);

/** True when an answer has as many rows as allowed: older rows were left out. */
export const isCapped = (context: Context): boolean =>
  logsIn(context).some((log) => rowsIn(log).length >= cap(context.scope));
