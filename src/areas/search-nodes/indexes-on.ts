import type { SearchIndex } from "../../contract/search-indexes/answers.ts";
import type { Query } from "../../state/query.ts";
import { pluralize } from "../../text/format.ts";
import type { Ask, Context, Scope } from "../context.ts";
import { clusterArgs } from "../queries/args.ts";
import { indexStatusOf } from "../search-indexes/status.ts";
import type { Cell } from "../view.ts";

/** The search indexes of a cluster: what its search nodes are for, and what users notice of a change of them (`domain.md` 6.6). */

export const indexesQuery = (scope: Scope, cluster: string, pace: Query["pace"]): Query => ({
  operation: "listServiceSearchIndexesCluster",
  args: clusterArgs(scope, cluster),
  pace,
  optional: true,
});

/** The indexes of a cluster, or null while they are not known. */
export const cachedIndexes = (context: Context, cluster: string): readonly SearchIndex[] | null =>
  context.cached("listServiceSearchIndexesCluster", clusterArgs(context.scope, cluster))?.data ?? null;

/** The same asked now, or null where they could not be read. */
export const askIndexesOf = (ask: Ask, scope: Scope, cluster: string): Promise<readonly SearchIndex[] | null> =>
  ask("listServiceSearchIndexesCluster", clusterArgs(scope, cluster)).then(
    ({ data }) => data,
    () => null,
  );

export type IndexCounts = { readonly all: number; readonly silent: number; readonly moving: number };

/** How many there are, how many answer nothing, and how many are built or deleted. */
export function indexCountsOf(indexes: readonly SearchIndex[]): IndexCounts {
  const standings = indexes.map(indexStatusOf);
  return {
    all: indexes.length,
    silent: standings.filter(({ rank }) => rank === 0).length,
    moving: standings.filter(({ isMoving }) => isMoving).length,
  };
}

/** `14 indexes, 2 not serving, 3 changing` */
export function indexesWords(indexes: readonly SearchIndex[] | null): string {
  if (indexes === null) return "not known";
  const { all, silent, moving } = indexCountsOf(indexes);
  if (all === 0) return "none";
  return [
    pluralize(all, "index", "indexes"),
    ...(silent === 0 ? [] : [`${silent} not serving`]),
    ...(moving === 0 ? [] : [`${moving} changing`]),
  ].join(", ");
}

/** How many of them answer queries, in a column: `10/14`. */
export function servingCell(indexes: readonly SearchIndex[] | null): Cell {
  if (indexes === null) return { text: "…", tone: "dim" };
  const { all, silent, moving } = indexCountsOf(indexes);
  if (all === 0) return { text: "–", tone: "dim" };
  const text = `${all - silent}/${all}`;
  return { text, tone: silent > 0 ? "bad" : moving > 0 ? "accent" : "plain" };
}
