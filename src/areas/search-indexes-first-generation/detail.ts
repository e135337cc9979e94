import type { Query } from "../../state/query.ts";
import { printable } from "../../text/printable.ts";
import type { Context } from "../context.ts";
import { definitionLines } from "../search-indexes/definition.ts";
import type { Cell, DetailLine, DetailModel } from "../view.ts";
import { endWords } from "./deprecation.ts";
import { cachedIndex, indexParams, isMoving, kindWord, ofRecord, statusCell } from "./indexes.ts";

/** One index as the first generation tells it (E18). */

export function detailQueries(context: Context, id: string): readonly Query[] {
  const found = cachedIndex(context, id);
  if (found === undefined) return [];
  const pace = isMoving(found) ? "index-build" : "once";
  const args = { params: indexParams(context, found) };
  return [{ operation: "getServiceSearchIndexDeprecated", args, pace, optional: true }];
}

const field = (label: string, value: Cell): DetailLine => ({ kind: "field", label, value });
const warning = (text: string): DetailLine => ({ kind: "text", value: { text, tone: "warn" } });

export function detail(context: Context, id: string): DetailModel | null {
  const row = cachedIndex(context, id);
  if (row === undefined) return null;
  const args = { params: indexParams(context, row) };
  const cached = context.cached("getServiceSearchIndexDeprecated", args);
  const unread = context.unread("getServiceSearchIndexDeprecated", args);
  const index = cached === undefined ? row : ofRecord(row.cluster, cached.data);
  const { name, database, collection, cluster, status, definition } = index;
  const isGone = unread?.status === 404 && unread.code !== "CLUSTER_NOT_FOUND";
  return {
    title: printable(`${name} of ${database}.${collection}`),
    raw: cached?.raw ?? null,
    lines: [
      ...(isGone ? [warning("It is gone: the service does not know it any more.")] : []),
      ...(unread !== null && !isGone ? [warning(unread.words)] : []),
      field("Status", statusCell(index)),
      field("Collection", printable(`${database}.${collection}`)),
      { kind: "field", label: "Cluster", value: cluster, link: { area: "search-nodes", ids: [cluster] } },
      field("Kind", `${kindWord(index)} search`),
      warning(endWords(context)),
      {
        kind: "field",
        label: "Queries",
        value: "what answers them only Indexes tells, host by host",
        link: { area: "search-indexes", ids: [id] },
      },
      { kind: "heading", text: "Definition" },
      ...(definition === null
        ? [field("Indexes", { text: "not read yet", tone: "dim" })]
        : definitionLines(definition)),
      { kind: "heading", text: "As the service names it" },
      field("Status", status || "none"),
      field("Id", id),
    ],
  };
}
