import { lookupOf, unreadOf } from "../../state/answers/lookup.ts";
import { projectKeyOf, type Query, resourceKey } from "../../state/answers/query.ts";
import { resourceOf } from "../../state/answers/resource.ts";
import { MOST_A_MINUTE } from "../../state/session/budget.ts";
import type { ConsoleState } from "../../state/store.ts";
import { NOT_IN_TIME } from "../no-service.ts";

/** Requests of a command besides those of its place: names of projects and clusters. */
const OTHERS = 10;
/** Largest `--timeout` of a command (minutes). */
const LONGEST = 60;

/** The query has no answer yet, and no failure. */
export function isAwaited({ operation, args }: Query, { resources }: Pick<ConsoleState, "resources">): boolean {
  const resource = resourceOf({ resources }, operation, args);
  return lookupOf(operation, resource?.cached, unreadOf(resource?.failure ?? null)).kind === "asking";
}

/** Minutes after which the last of some requests to one project is sent. */
function minutesFor(queries: readonly Query[]): number {
  const counts = Map.groupBy(queries, ({ args }) => projectKeyOf(args));
  const most = Math.max(...[...counts.values()].map(({ length }) => length));
  return Math.floor((most + OTHERS) / MOST_A_MINUTE) + 1;
}

/** Why some queries have no answer at the timeout. @param isHeldBack true for a query that waits for the limit of requests of this program itself */
export function notInTime(
  queries: readonly Query[],
  state: Pick<ConsoleState, "resources">,
  isHeldBack: (query: Query) => boolean,
): string {
  const all = [...new Map(queries.map((query) => [resourceKey(query.operation, query.args), query])).values()];
  const awaited = all.filter((query) => isAwaited(query, state));
  if (!awaited.some(isHeldBack)) return NOT_IN_TIME;
  const minutes = minutesFor(all);
  return [
    `Sextant sends at most ${MOST_A_MINUTE} requests a minute to a project, and ${all.length - awaited.length} of ${all.length} were answered.`,
    ...(minutes > LONGEST ? [] : [`--timeout ${minutes * 60} waits for all.`]),
  ].join(" ");
}
