import { pluralize } from "../../text/format.ts";
import { inCluster } from "../clusters.ts";
import type { Context } from "../context.ts";
import type { Effect } from "../effect.ts";
import { type Collection, collectionsOf, SEARCHABLE } from "./list.ts";
import { askIndexes } from "./suggest.ts";

/** One collection of one cluster, chosen from those that have indexes or typed (`domain.md` 5.5). */

/** What a typed collection means: `shop.products`; names of collections may hold dots themselves. */
export function parseNamespace(text: string): { readonly database: string; readonly collection: string } | null {
  const at = text.indexOf(".");
  const [database, collection] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at < 1 || database === "" || collection === "" ? null : { database, collection };
}

const NAMESPACE_HELP = "Written as database.collection, such as shop.products.";

/** Chooses one collection of one cluster; one without an index is typed. */
export function pickCollection(context: Context, title: string, take: (chosen: Collection) => Effect): Effect {
  const ask = (cluster: string, words: string): Effect => ({
    kind: "pick",
    title: words,
    open: true,
    suggest: async (asking) =>
      collectionsOf(await askIndexes(asking, context, [cluster])).map(({ database, collection, count }) => ({
        value: `${database}.${collection}`,
        label: `${database}.${collection}`,
        note: pluralize(count, "search index", "search indexes"),
      })),
    take: (value) => {
      const chosen = parseNamespace(value);
      return chosen === null ? ask(cluster, NAMESPACE_HELP) : take({ cluster, ...chosen });
    },
  });
  return inCluster(context, SEARCHABLE, `${title}: on which cluster?`, (cluster) =>
    ask(cluster, `${title} of ${cluster}`),
  );
}
