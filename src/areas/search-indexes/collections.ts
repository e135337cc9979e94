import { namespaceOf, type SearchIndex } from "../../domain/search/search-index.ts";
import { pluralize } from "../../text/format.ts";
import { pickClusterFor } from "../builders/clusters.ts";
import type { Context, Scope } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { clusterParams } from "../queries/args.ts";
import { askIndexesOn, SEARCHABLE } from "../queries/search-indexes.ts";

/** One collection of one cluster: the list can be limited to its indexes (`domain.md` 5.5). */
export type Collection = Pick<SearchIndex, "cluster" | "database" | "collection">;

/** The collection that the list is limited to, or null. */
export function collectionInParams({ params }: Pick<Scope, "params">): Collection | null {
  const { cluster = "", database = "", collection = "" } = params;
  return cluster === "" || database === "" || collection === "" ? null : { cluster, database, collection };
}

/** The path parameters that name a collection. */
export const collectionParams = (scope: Scope, { cluster, database, collection }: Collection) => ({
  ...clusterParams(scope, cluster),
  databaseName: database,
  collectionName: collection,
});

/** Arguments of a request about a collection. */
export const collectionArgs = (scope: Scope, collection: Collection) => ({
  params: collectionParams(scope, collection),
});

/** The collections that have indexes, with their number of indexes, to choose from. */
export function collectionsOf(indexes: readonly SearchIndex[]): readonly (Collection & { readonly count: number })[] {
  const found = new Map<string, Collection & { readonly count: number }>();
  for (const { cluster, database, collection } of indexes) {
    if (database === "" || collection === "") continue;
    const key = `${cluster}/${namespaceOf({ database, collection })}`;
    found.set(key, { cluster, database, collection, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

export const indexCount = (count: number): string => pluralize(count, "search index", "search indexes");

/** Parses a typed collection: `shop.products`; names of collections may contain dots themselves. */
function parseNamespace(text: string): { readonly database: string; readonly collection: string } | null {
  const at = text.indexOf(".");
  const [database, collection] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at < 1 || database === "" || collection === "" ? null : { database, collection };
}

const NAMESPACE_HELP = "Enter database.collection, such as shop.products.";

/** Picks one collection of one cluster; one without an index has to be typed. */
export function pickCollection(context: Context, title: string, take: (chosen: Collection) => Effect): Effect {
  const pick = (cluster: string, words: string): Effect => ({
    kind: "pick",
    title: words,
    open: true,
    suggest: async (ask) =>
      collectionsOf((await askIndexesOn(ask, context.scope, cluster)) ?? []).map((one) => ({
        value: namespaceOf(one),
        label: namespaceOf(one),
        note: indexCount(one.count),
      })),
    take: (value) => {
      const chosen = parseNamespace(value);
      return chosen === null ? pick(cluster, NAMESPACE_HELP) : take({ cluster, ...chosen });
    },
  });
  return pickClusterFor(context, SEARCHABLE, `${title}: on which cluster?`, (cluster) =>
    pick(cluster, `${title} of ${cluster}`),
  );
}
