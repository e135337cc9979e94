import { sameJson } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { formatIndex, type SearchIndex } from "../../domain/search/search-index.ts";
import {
  changingSince,
  formatSpec,
  formatSpecs,
  isChanging,
  machinesOf,
  type Nodes,
} from "../../domain/search/search-nodes.ts";
import { usualOrLonger } from "../../domain/typical.ts";
import { formatTimeAndAge, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { dim, warn } from "../builders/cells.ts";
import { clusterNamed } from "../builders/clusters.ts";
import { drawn, field, fieldIfAny, heading, textLine } from "../builders/lines.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { indexesOn } from "../queries/search-indexes.ts";
import { statusTone } from "../search-indexes/labels.ts";
import { formatHost, hostOf, shardsOf } from "./host-cluster.ts";
import { formatIndexes } from "./indexes-on.ts";
import { nodeSamples, nodesStatusOf, stateCell } from "./nodes.ts";

/** The detail of one cluster's search nodes: configuration, changes in progress, and their effect on the indexes (`domain.md` 6.6). */

/** Usual duration of a change; the answers do not give it. */
export const USUALLY = "usually 9 to 15 minutes";
const MOST = 15 * 60_000;

function changeLines(context: Context, cluster: string): readonly DetailLine[] {
  const since = changingSince(nodeSamples(context, cluster));
  const { now, zone } = context;
  return present(
    since !== null &&
      field("Changing", `since ${formatTimeAndAge(since, now, zone)}, ${usualOrLonger(now - since, MOST, USUALLY)}`),
    textLine(dim("Indexes are rebuilt on nodes that are added or replaced; the others serve queries until then.")),
  );
}

const ENCRYPTED: Readonly<Record<string, string>> = lookupTable({
  NONE: "with the cloud provider's keys",
  "": "unknown",
});

function nodesLines(context: Context, name: string, nodes: Nodes): readonly DetailLine[] {
  const { specs, effective, encryption } = nodes;
  const cluster = clusterNamed(context.scope, name);
  const shards = shardsOf(hostOf(context, name), cluster);
  const machines = machinesOf(specs, shards);
  return present(
    field("Status", stateCell(nodes)),
    ...(isChanging(nodes) ? changeLines(context, name) : []),
    ...specs.map((spec, index) =>
      field(index === 0 ? "Nodes" : "", printable(`${formatSpec(spec)}${shards === 1 ? "" : " per shard"}`)),
    ),
    machines !== null && field("Total", `${pluralize(machines, "node")}, all billed`),
    effective.length !== 0 &&
      !sameJson(effective, specs) &&
      field("Running now", warn(printable(formatSpecs(effective)))),
    field("Encrypted", ENCRYPTED[encryption] ?? printable(`with a key in ${encryption}`)),
  );
}

const noneLines = ({ key }: Context): readonly DetailLine[] => [
  field("Nodes", dim("none")),
  textLine(
    `Search runs on the database nodes and shares their memory, CPU and disk. ${key("action.new")} adds search nodes.`,
  ),
];

/** An index with its status: on one line where there is room, otherwise on two. */
function indexLine(index: SearchIndex, pad: number, beside: number): DetailLine {
  const { short } = index.status;
  const tone = statusTone(index.status);
  const name = printable(formatIndex(index));
  return drawn(
    (width) =>
      pad + 2 + beside <= width
        ? [[`${name.padEnd(pad)}  `, { text: short, tone }]]
        : [[name.slice(0, width)], ["  ", { text: short.slice(0, Math.max(0, width - 2)), tone }]],
    { area: "search-indexes", ids: [index.id] },
  );
}

/** The indexes, those that are not serving first. */
function indexLines(indexes: readonly SearchIndex[] | null): readonly DetailLine[] {
  if (indexes === null || indexes.length === 0) return [];
  const ranked = indexes.toSorted(
    (left, right) => left.status.rank - right.status.rank || formatIndex(left).localeCompare(formatIndex(right)),
  );
  const pad = Math.max(...ranked.map((index) => printable(formatIndex(index)).length));
  const beside = Math.max(...ranked.map(({ status }) => status.short.length));
  return [heading("Indexes and their status"), ...ranked.map((index) => indexLine(index, pad, beside))];
}

export function detail(context: Context, id: string): DetailModel | null {
  const cluster = clusterNamed(context.scope, id);
  const status = nodesStatusOf(context, id);
  if (cluster === undefined && status.kind === "unread") return null;
  const indexes = indexesOn(context, id);
  const host = hostOf(context, id);
  return {
    title: `Search nodes of ${id}`,
    raw: status.kind === "unread" ? null : status.raw,
    lines: present(
      ...(status.kind === "nodes" ? nodesLines(context, id, status.nodes) : []),
      ...(status.kind === "none" ? noneLines(context) : []),
      status.kind === "unread" && textLine(warn(status.why ?? "Not loaded yet.")),
      field("Indexes", formatIndexes(indexes)),
      field("Cluster", formatHost(host, cluster)),
      ...indexLines(indexes),
      ...(status.kind === "nodes"
        ? present(
            heading("API fields"),
            field("State", status.nodes.state || "unknown"),
            fieldIfAny("Id", status.nodes.id),
          )
        : []),
    ),
  };
}
