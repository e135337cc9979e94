import type { OperationId } from "../../contract/operations.ts";
import { buildAsJob, messagesOf, namespaceOf, type SearchIndex } from "../../domain/search/search-index.ts";
import { saysAbsent } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { bad, dim, NOT_REPORTED, warn } from "../builders/cells.ts";
import { intervalOf } from "../builders/jobs.ts";
import { field, heading, textLine } from "../builders/lines.ts";
import type { Context } from "../model/context.ts";
import type { DetailModel } from "../model/view.ts";
import { definitionLines } from "./definition.ts";
import { type Generation, type IndexDetail, listedIndex } from "./generation.ts";
import { hostSections, queriesCell } from "./hosts.ts";
import { statusTone } from "./labels.ts";

/** The detail of one index of either generation (`domain.md` 5.6). */

export function detailQueries(context: Context, id: string, generation: Generation): readonly Query[] {
  const index = listedIndex(context, generation, id);
  if (index === undefined) return [];
  return [generation.indexQuery(context.scope, index, intervalOf("index", buildAsJob(index).poll))];
}

/** Lines that only the current generation has: status, and hosts. */
export function currentDetail(index: SearchIndex, { now, zone }: Context): IndexDetail {
  const { status, version, changedAt } = index;
  const made = changedAt === null ? "" : `, of ${formatTimeAndAge(changedAt, now, zone)}`;
  return {
    status: [
      field("Status", { text: status.words, tone: statusTone(status) }),
      field("Queries", queriesCell(index)),
      ...messagesOf(index).map((message) => textLine(bad(`! ${printable(message)}`))),
    ],
    more: [
      field("Definition", `${version === null ? "version not reported" : `v${version}`}${made}`),
      ...hostSections(index),
    ],
    definitionTitle: version === null ? "Newest definition" : `Definition v${version}`,
  };
}

/** The detail of an index: from its own answer, otherwise from its row in the list. */
export function detail(context: Context, id: string, generation: Generation): DetailModel | null {
  const listed = listedIndex(context, generation, id);
  if (listed === undefined) return null;
  const index = generation.cachedIndex(context, listed) ?? listed;
  const { operation, args } = generation.indexQuery(context.scope, listed, "once");
  const unread = context.unread<OperationId>(operation, args);
  const isRemoved = saysAbsent(unread) && unread?.code !== "CLUSTER_NOT_FOUND";
  const { status, more, definitionTitle } = generation.detail(index, context);
  return {
    title: printable(`${index.name || "?"} of ${namespaceOf(index)}`),
    raw: index.raw,
    lines: present(
      isRemoved && textLine(warn("This index no longer exists at the service.")),
      unread !== null && !isRemoved && generation.tellsUnread && textLine(warn(unread.words)),
      ...status,
      field("Collection", printable(namespaceOf(index))),
      field("Cluster", index.cluster, { area: "search-nodes", ids: [index.cluster] }),
      field("Kind", `${index.kind} search`),
      ...more,
      heading(definitionTitle),
      ...(index.definition === null ? [field("Fields", dim("not loaded yet"))] : definitionLines(index.definition)),
      heading("API fields"),
      field("Status", index.serviceStatus || NOT_REPORTED),
      field("Id", index.id),
    ),
  };
}
