import { type Cluster, DEDICATED, kindWords } from "../../domain/cluster.ts";
import { isMissing } from "../../state/lookup.ts";
import type { Query } from "../../state/query.ts";
import { clustersOf } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { lookupByCluster } from "../lookup.ts";
import { clusterArgs } from "../queries/args.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import { clustersQuery, hostOf, shardsOf, whereWords } from "./host-cluster.ts";
import { cachedIndexes, indexesQuery, servingCell } from "./indexes-on.ts";
import { isChanging, machinesOf, type NodesStatus, nodesStatusOf, specsWords, stateCell } from "./nodes.ts";

/** The search nodes of every cluster that can have some, beside the indexes that they are for (E21; `domain.md` 6.6). */

const nodesQuery = (scope: Scope, cluster: string, pace: Query["pace"]): Query => ({
  operation: "getServiceSearchDeployment",
  args: clusterArgs(scope, cluster),
  pace,
  optional: true,
});

export const queries = (scope: Scope): readonly Query[] => [
  ...clustersOf(scope, DEDICATED).flatMap(({ name }) => [
    nodesQuery(scope, name, "once"),
    indexesQuery(scope, name, "once"),
  ]),
  clustersQuery(scope),
];

/** Clusters whose nodes change are looked at more often, their indexes with them. */
export const running = (context: Context): readonly Query[] =>
  clustersOf(context.scope, DEDICATED).flatMap(({ name }) => {
    const standing = nodesStatusOf(context, name);
    return standing.kind === "nodes" && isChanging(standing.nodes)
      ? [nodesQuery(context.scope, name, "search-nodes"), indexesQuery(context.scope, name, "search-nodes")]
      : [];
  });

/**
 * The open one is always asked again: the first answer to a change still says that nothing changes (`domain.md` 6.2), so that its
 * state alone does not tell whether more is to come.
 */
export const detailQueries = ({ scope }: Context, id: string): readonly Query[] =>
  clustersOf(scope, DEDICATED).some(({ name }) => name === id)
    ? [nodesQuery(scope, id, "search-nodes"), indexesQuery(scope, id, "search-nodes")]
    : [];

const COLUMNS: readonly Column[] = [
  { id: "cluster", title: "CLUSTER", min: 14, grow: 1, max: 28, priority: 1, align: "left", truncate: "middle" },
  { id: "state", title: "STATE", min: 8, grow: 0, max: 14, priority: 1, align: "left", truncate: "end" },
  { id: "nodes", title: "NODES", min: 20, grow: 1, max: 32, priority: 1, align: "left", truncate: "end" },
  { id: "indexes", title: "SERVING", min: 7, grow: 0, priority: 2, align: "right", truncate: "end" },
  { id: "machines", title: "MACHINES", min: 8, grow: 0, priority: 4, align: "right", truncate: "end" },
  { id: "tier", title: "TIER", min: 4, grow: 0, max: 8, priority: 3, align: "left", truncate: "end" },
  { id: "where", title: "WHERE", min: 14, grow: 0, max: 24, priority: 4, align: "left", truncate: "end" },
  { id: "kind", title: "KIND", min: 11, grow: 0, max: 14, priority: 5, align: "left", truncate: "end" },
];

const DASH: Cell = { text: "–", tone: "dim" };

function nodesCell(standing: NodesStatus): Cell {
  switch (standing.kind) {
    case "nodes":
      return specsWords(standing.nodes.specs);
    case "none":
      return { text: "none", tone: "dim" };
    case "unread":
      return standing.why === null ? { text: "…", tone: "dim" } : { text: "not read", tone: "warn" };
  }
}

/** What moves first, then what there is, then what there is not. */
function rankOf(standing: NodesStatus): number {
  if (standing.kind === "none") return 3;
  if (standing.kind === "unread") return 1;
  return isChanging(standing.nodes) ? 0 : 2;
}

function rowOf(context: Context, cluster: Cluster): Row {
  const { name } = cluster;
  const standing = nodesStatusOf(context, name);
  const host = hostOf(context, name);
  const machines = standing.kind === "nodes" ? machinesOf(standing.nodes.specs, shardsOf(host, cluster)) : null;
  const indexes = cachedIndexes(context, name);
  return {
    id: name,
    cells: {
      cluster: name,
      state: standing.kind === "nodes" ? stateCell(standing.nodes) : DASH,
      nodes: nodesCell(standing),
      indexes: servingCell(indexes),
      machines: machines === null ? DASH : String(machines),
      tier: host.tier,
      where: whereWords(host),
      kind: cluster.paused ? { text: `${kindWords(cluster.kind)}, paused`, tone: "dim" } : kindWords(cluster.kind),
    },
    sort: { state: rankOf(standing), machines: machines ?? 0, indexes: indexes?.length ?? -1 },
  };
}

export function list(context: Context): ListModel {
  const { scope } = context;
  const all = [...clustersOf(scope, DEDICATED)].sort((left, right) => left.name.localeCompare(right.name));
  const standings = all.map(({ name }) => [name, nodesStatusOf(context, name)] as const);
  const some = standings.flatMap(([, standing]) => (standing.kind === "nodes" ? [standing.nodes] : []));
  const changing = some.filter(isChanging).length;
  const nodes = lookupByCluster(
    context,
    all.map(({ name }) => nodesQuery(scope, name, "once")),
  );
  return {
    summary: [
      ...(!isMissing(nodes)
        ? [`${some.length} of ${all.length} ${all.length === 1 ? "cluster" : "clusters"}`]
        : some.length > 0
          ? [`${some.length} with search nodes`]
          : []),
      ...(changing === 0 ? [] : [{ text: `${changing} changing`, tone: "accent" } as const]),
    ],
    columns: COLUMNS,
    rows: all.map((cluster) => rowOf(context, cluster)),
    sections: [],
    defaultSort: { column: "state", descending: false },
    empty: "No cluster is known that can have search nodes: those are for dedicated ones. a asks for one by name.",
  };
}
