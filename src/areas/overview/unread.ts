import { isMissing, type Missing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { warn } from "../builders/cells.ts";
import { labelOfOperation, lookup, missingCell } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import type { OverviewRow } from "./sections.ts";

/** Answers missing from the overview: data that is not shown must not look like none. */

type Refused = Exclude<Missing, { readonly kind: "asking" }>;

/** The reason why an answer is missing, where none is cached; "another kind of cluster" and "not found" are answers. */
function whyNot(context: Context, query: Query): Refused | null {
  const found = lookup(context, query);
  return isMissing(found) && found.kind !== "asking" ? found : null;
}

/** Unread answers of a project: one row per reason, with the labels of the queries. */
export function unreadRows(context: Context, queries: readonly Query[]): readonly OverviewRow[] {
  const byReason = new Map<string, { readonly missing: Refused; readonly titles: Set<string>; count: number }>();
  for (const query of queries) {
    const missing = whyNot(context, query);
    if (missing === null) continue;
    const { reason } = missing.why;
    const found = byReason.get(reason) ?? { missing, titles: new Set<string>(), count: 0 };
    found.titles.add(labelOfOperation(query.operation).toLowerCase());
    byReason.set(reason, { ...found, count: found.count + 1 });
  }
  return [...byReason].map(([words, { missing, titles, count }], index) => ({
    id: `unread/${index}`,
    section: "unread",
    kind: missingCell(missing),
    time: `×${count}`,
    name: [...titles].join(", "),
    state: warn(words),
    order: index,
    link: null,
    alike: { key: `${[...titles].join(", ")}/${words}`, words: warn(words) },
  }));
}
