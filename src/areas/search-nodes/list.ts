import { type Cluster, clusterKindLabel, DEDICATED } from "../../domain/cluster.ts";
import { formatSpecs, isChanging, machinesOf, type NodesStatus } from "../../domain/search/search-nodes.ts";
import { isMissing, isUnread, type Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { present } from "../../text/present.ts";
import { accent, DASH, dim, warn } from "../builders/cells.ts";
import { clustersOf } from "../builders/clusters.ts";
import { column, type ListColumn, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import { cellIfKnown, lookup, lookupByCluster } from "../builders/lookup.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import { countOf, listCounts, rowFields } from "../model/fields.ts";
import type { ListModel } from "../model/view.ts";
import { clusterQuery } from "../queries/args.ts";
import { indexesOn, indexesQuery } from "../queries/search-indexes.ts";
import { clustersQuery, formatWhere, hostOf, shardsOf } from "./host-cluster.ts";
import { servingCell } from "./indexes-on.ts";
import { nodesStatusOf, stateCell, statusValue } from "./nodes.ts";

/** The search nodes of every cluster that can have some, with the indexes that they serve (E21; `domain.md` 6.6). */

const nodesQuery = (scope: Scope, cluster: string, poll?: Query["poll"]): Query =>
  clusterQuery("getServiceSearchDeployment", scope, cluster, poll);

export const queries = (scope: Scope): readonly Query[] => [
  ...clustersOf(scope, DEDICATED).flatMap(({ name }) => [nodesQuery(scope, name), indexesQuery(scope, name, "once")]),
  clustersQuery(scope),
];

/** State of the data about the search nodes of all clusters. */
const nodesLookup = (context: Context): Lookup =>
  lookupByCluster(
    context,
    clustersOf(context.scope, DEDICATED).map(({ name }) => nodesQuery(context.scope, name)),
  );

/** Queries for clusters with changing nodes, which are polled more often together with their indexes. */
export const running = (context: Context): readonly Query[] =>
  clustersOf(context.scope, DEDICATED).flatMap(({ name }) => {
    const status = nodesStatusOf(context, name);
    return status.kind === "nodes" && isChanging(status.nodes)
      ? [nodesQuery(context.scope, name, "search-nodes"), indexesQuery(context.scope, name, "search-nodes")]
      : [];
  });

/**
 * The open detail is always polled: the first answer after a change still reports no change (`domain.md` 6.2), so the state alone does not say if
 * more is to come.
 */
export const detailQueries = ({ scope }: Context, id: string): readonly Query[] =>
  clustersOf(scope, DEDICATED).some(({ name }) => name === id)
    ? [nodesQuery(scope, id, "search-nodes"), indexesQuery(scope, id, "search-nodes")]
    : [];

function nodesCell(status: NodesStatus): Cell {
  switch (status.kind) {
    case "nodes":
      return formatSpecs(status.nodes.specs);
    case "none":
      return dim("none");
    case "unread":
      return status.why === null ? dim("…") : warn("not read");
  }
}

/** Changing nodes first, then unread and existing ones, then clusters without nodes. */
function rankOf(status: NodesStatus): number {
  if (status.kind === "none") return 3;
  if (status.kind === "unread") return 1;
  return isChanging(status.nodes) ? 0 : 2;
}

/** A cluster with the data of its row. */
type Listed = {
  readonly cluster: Cluster;
  readonly status: NodesStatus;
  readonly host: ReturnType<typeof hostOf>;
  readonly machines: number | null;
  readonly indexes: ReturnType<typeof indexesOn>;
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "cluster", title: "CLUSTER", min: 14, grow: 1, max: 28, priority: 1, truncate: "middle" },
    ({ cluster }) => cluster.name,
  ),
  column(
    { id: "status", title: "STATUS", min: 8, max: 14, priority: 1, sort: ({ status }) => rankOf(status) },
    ({ status }) => (status.kind === "nodes" ? stateCell(status.nodes) : DASH),
  ),
  column({ id: "nodes", title: "NODES", min: 20, grow: 1, max: 32, priority: 1 }, ({ status }) => nodesCell(status)),
  column(
    {
      id: "indexes",
      title: "SERVING",
      min: 7,
      priority: 2,
      align: "right",
      sort: ({ indexes }) => indexes?.length ?? -1,
    },
    ({ cluster, indexes }, context) =>
      cellIfKnown(lookup(context, indexesQuery(context.scope, cluster.name, "once")), () => servingCell(indexes)),
  ),
  column(
    { id: "machines", title: "TOTAL", min: 8, priority: 4, align: "right", sort: ({ machines }) => machines ?? 0 },
    ({ machines }) => (machines === null ? DASH : String(machines)),
  ),
  column({ id: "tier", title: "TIER", min: 4, max: 8, priority: 3 }, ({ host }) => host.tier),
  column({ id: "where", title: "REGION", min: 14, max: 24, priority: 4 }, ({ host }) => formatWhere(host)),
  column({ id: "kind", title: "KIND", min: 11, max: 14, priority: 5 }, ({ cluster }) =>
    cluster.paused ? dim(`${clusterKindLabel(cluster.kind)}, paused`) : clusterKindLabel(cluster.kind),
  ),
];

const listedIn = (context: Context): readonly Listed[] =>
  clustersOf(context.scope, DEDICATED).map((cluster) => listed(context, cluster));

const nodesIn = ({ status }: Listed) => (status.kind === "nodes" ? status.nodes : null);

export const fields = rowFields<Listed>(
  [
    { id: "cluster", kind: "text", about: "name of the cluster", read: ({ cluster }) => cluster.name },
    {
      id: "status",
      kind: "text",
      about: "none, ready, changing, or as the service writes it",
      read: (one) => (one.status.kind === "none" ? "none" : statusValue(nodesIn(one))),
    },
    {
      id: "ready",
      kind: "flag",
      about: "they are there, and nothing changes",
      read: (one) => (one.status.kind === "unread" ? null : nodesIn(one)?.state === "IDLE"),
    },
    {
      id: "nodes",
      kind: "count",
      about: "nodes of each shard",
      read: (one) => nodesIn(one)?.specs.reduce((total, { count }) => total + (count ?? 0), 0) ?? null,
    },
    { id: "machines", kind: "count", about: "nodes of all shards", read: ({ machines }) => machines },
    {
      id: "indexes",
      kind: "count",
      about: "search indexes of the cluster",
      read: ({ indexes }) => indexes?.length ?? null,
    },
  ],
  listedIn,
  ({ cluster }) => cluster.name,
  { isPerCluster: true },
);

export const counts = listCounts<readonly Listed[]>(
  [
    countOf("total", "dedicated clusters", () => true),
    countOf("withNodes", "clusters with search nodes", (one) => nodesIn(one) !== null),
    countOf(
      "changing",
      "clusters whose search nodes change",
      ({ status }) => status.kind === "nodes" && isChanging(status.nodes),
    ),
  ],
  listedIn,
  (context) => !isUnread(nodesLookup(context)),
);

function listed(context: Context, cluster: Cluster): Listed {
  const status = nodesStatusOf(context, cluster.name);
  const host = hostOf(context, cluster.name);
  const machines = status.kind === "nodes" ? machinesOf(status.nodes.specs, shardsOf(host, cluster)) : null;
  return { cluster, status, host, machines, indexes: indexesOn(context, cluster.name) };
}

export function list(context: Context): ListModel {
  const all = listedIn(context).toSorted((left, right) => left.cluster.name.localeCompare(right.cluster.name));
  const some = all.flatMap((one) => nodesIn(one) ?? []);
  const changing = some.filter(isChanging).length;
  const nodes = nodesLookup(context);
  return {
    summary: present(
      ...(!isMissing(nodes)
        ? [
            count(
              "clusters",
              [some.length, all.length],
              (having, sum) => `${having} of ${sum} ${sum === 1 ? "cluster" : "clusters"}`,
            ),
          ]
        : some.length > 0
          ? [count("with-nodes", [some.length], (sum) => `${sum} with search nodes`)]
          : []),
      changing !== 0 && count("changing", [changing], (sum) => accent(`${sum} changing`)),
    ),
    rows: rowsOf(COLUMNS, all, context, ({ cluster }) => ({ id: cluster.name })),
    sections: [],
    defaultSort: { column: "status", descending: false },
    empty: `No dedicated cluster found: search nodes require one. Press ${context.key("action.menu")} to enter a cluster name.`,
  };
}
