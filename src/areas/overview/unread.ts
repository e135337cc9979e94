import type { OperationId } from "../../contract/operations.ts";
import type { Context, Query, Unread } from "../area.ts";
import { askedWords } from "../lookup.ts";
import type { WallRow } from "./wall.ts";

/** Answers that the wall lacks: what it does not show must not look like nothing. */

/** That a cluster is of another kind, or that there is nothing, is an answer. */
const isAnswer = ({ status }: Unread): boolean => status === 400 || status === 404;

/** Why an answer did not come, where none is held. */
function whyNot(context: Context, { operation, args }: Query): Unread | null {
  if (context.held<OperationId>(operation, args) !== undefined) return null;
  const why = context.unread<OperationId>(operation, args);
  return why === null || isAnswer(why) ? null : why;
}

/** What could not be read of a project: a row for each reason, with what lacks for it. */
export function unreadRows(context: Context, queries: readonly Query[]): readonly WallRow[] {
  const byReason = new Map<string, { readonly titles: Set<string>; count: number }>();
  for (const query of queries) {
    const why = whyNot(context, query);
    if (why === null) continue;
    const { reason } = why;
    const found = byReason.get(reason) ?? { titles: new Set<string>(), count: 0 };
    found.titles.add(askedWords(query.operation).toLowerCase());
    byReason.set(reason, { ...found, count: found.count + 1 });
  }
  return [...byReason].map(([words, { titles, count }], index) => ({
    id: `unread/${index}`,
    section: "unread",
    kind: { text: "not read", tone: "warn" },
    time: `×${count}`,
    name: [...titles].join(", "),
    state: { text: words, tone: "warn" },
    order: index,
    link: null,
  }));
}
