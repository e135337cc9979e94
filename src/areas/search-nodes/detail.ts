import { sameJson } from "../../contract/json.ts";
import type { SearchIndex } from "../../contract/search-indexes/answers.ts";
import { usualOrLonger } from "../../domain/typical.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import type { Context } from "../context.ts";
import { indexWords, indexStatusOf as standingOfIndex } from "../search-indexes/status.ts";
import type { Cell, DetailLine, DetailModel } from "../view.ts";
import { hostOf, hostWords, shardsOf } from "./host-cluster.ts";
import { cachedIndexes, indexesWords } from "./indexes-on.ts";
import {
  changingSince,
  isChanging,
  machinesOf,
  type Nodes,
  nodesStatusOf,
  readings,
  specsWords,
  specWords,
  stateCell,
} from "./nodes.ts";

/** The search nodes of one cluster: what they are, what changes, and what that means for the indexes (`domain.md` 6.6). */

const field = (label: string, value: Cell): DetailLine => ({ kind: "field", label, value });
const text = (value: Cell): DetailLine => ({ kind: "text", value });

/** How long a change usually takes; nothing of the answer tells it. */
export const USUALLY = "usually 9 to 15 minutes";
const MOST = 15 * 60_000;

function changeLines(context: Context, cluster: string): readonly DetailLine[] {
  const since = changingSince(readings(context, cluster));
  const { now, zone } = context;
  return [
    ...(since === null
      ? []
      : [
          field("Seen so", `since ${formatTimeAndAge(since, now, zone)}, ${usualOrLonger(now - since, MOST, USUALLY)}`),
        ]),
    text({
      text: "Indexes are built anew on the new nodes; what answered before goes on answering until they are ready.",
      tone: "dim",
    }),
  ];
}

const ENCRYPTED: Readonly<Record<string, string>> = { NONE: "with the provider's own keys", "": "not told" };

function nodesLines(context: Context, name: string, nodes: Nodes): readonly DetailLine[] {
  const { specs, effective, encryption } = nodes;
  const cluster = context.scope.clusters.find((one) => one.name === name);
  const shards = shardsOf(hostOf(context, name), cluster);
  const machines = machinesOf(specs, shards);
  return [
    field("State", stateCell(nodes)),
    ...(isChanging(nodes) ? changeLines(context, name) : []),
    ...specs.map((spec, index) =>
      field(index === 0 ? "Nodes" : "", printable(`${specWords(spec)}${shards === 1 ? "" : ", for each shard"}`)),
    ),
    ...(machines === null ? [] : [field("Machines", `${machines} in all, each of them paid for`)]),
    ...(effective.length === 0 || sameJson(effective, specs)
      ? []
      : [field("Now running", { text: printable(specsWords(effective)), tone: "warn" })]),
    field("Encrypted", ENCRYPTED[encryption] ?? printable(`with a key of ${encryption}`)),
  ];
}

const NONE: readonly DetailLine[] = [
  field("Nodes", { text: "none", tone: "dim" }),
  text(
    "Search runs on the nodes of the cluster itself and shares memory, CPU and disk with the database. n gives it its own.",
  ),
];

/** An index with how it stands: beside each other where there is room, else one below the other. */
function indexLine(index: SearchIndex, pad: number, beside: number): DetailLine {
  const { short, tone } = standingOfIndex(index);
  const name = printable(indexWords(index));
  return {
    kind: "drawn",
    draw: (width) =>
      pad + 2 + beside <= width
        ? [[`${name.padEnd(pad)}  `, { text: short, tone }]]
        : [[name.slice(0, width)], ["  ", { text: short.slice(0, Math.max(0, width - 2)), tone }]],
    link: { area: "search-indexes", ids: [index.indexID] },
  };
}

/** The indexes, those that serve nothing first. */
function indexLines(indexes: readonly SearchIndex[] | null): readonly DetailLine[] {
  if (indexes === null || indexes.length === 0) return [];
  const ranked = indexes.toSorted(
    (left, right) =>
      standingOfIndex(left).rank - standingOfIndex(right).rank || indexWords(left).localeCompare(indexWords(right)),
  );
  const pad = Math.max(...ranked.map((index) => printable(indexWords(index)).length));
  const beside = Math.max(...ranked.map((index) => standingOfIndex(index).short.length));
  return [{ kind: "heading", text: "Indexes, as they stand" }, ...ranked.map((index) => indexLine(index, pad, beside))];
}

export function detail(context: Context, id: string): DetailModel | null {
  const cluster = context.scope.clusters.find(({ name }) => name === id);
  const standing = nodesStatusOf(context, id);
  if (cluster === undefined && standing.kind === "unread") return null;
  const indexes = cachedIndexes(context, id);
  const host = hostOf(context, id);
  return {
    title: `Search nodes of ${id}`,
    raw: standing.kind === "unread" ? null : standing.raw,
    lines: [
      ...(standing.kind === "nodes" ? nodesLines(context, id, standing.nodes) : []),
      ...(standing.kind === "none" ? NONE : []),
      ...(standing.kind === "unread" ? [text({ text: standing.why ?? "Not read yet.", tone: "warn" })] : []),
      field("Indexes", indexesWords(indexes)),
      field("Cluster", hostWords(host, cluster)),
      ...indexLines(indexes),
      ...(standing.kind === "nodes"
        ? ([
            { kind: "heading", text: "As the service names it" },
            field("State", standing.nodes.state || "not told"),
            ...(standing.nodes.id === "" ? [] : [field("Id", standing.nodes.id)]),
          ] as const)
        : []),
    ],
  };
}
