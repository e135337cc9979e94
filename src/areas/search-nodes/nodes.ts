import type { Ring } from "../../domain/sample-ring.ts";
import { type Nodes, type NodesStatus, nodesIn, UPDATING } from "../../domain/search/search-nodes.ts";
import { saysAbsent } from "../../state/answers/lookup.ts";
import { searchNodesKey } from "../../state/samples/measured.ts";
import { accent, dim, good } from "../builders/cells.ts";
import { type Cell, cellText } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import { clusterArgs } from "../queries/args.ts";

/** Status of a cluster's search nodes, as far as known. */
export function nodesStatusOf(context: Context, cluster: string): NodesStatus {
  const args = clusterArgs(context.scope, cluster);
  const cached = context.cached("getServiceSearchDeployment", args);
  const unread = context.unread("getServiceSearchDeployment", args);
  if (saysAbsent(unread)) return { kind: "none", raw: null };
  if (cached === undefined) return { kind: "unread", why: unread?.words ?? null };
  const nodes = nodesIn(cached.data);
  return nodes === null ? { kind: "none", raw: cached.raw } : { kind: "nodes", nodes, raw: cached.raw };
}

/** The state in a word; an unknown state as the service wrote it. */
export function stateCell({ state }: Pick<Nodes, "state">): Cell {
  switch (state) {
    case "IDLE":
      return good("ready");
    case UPDATING:
      return accent("changing");
    case "PAUSED":
      return dim("paused");
    default:
      return { text: state || "unknown", tone: "plain" };
  }
}

/** The same for programs; null where it is not known. */
export const statusValue = (nodes: Nodes | null): string | null => (nodes === null ? null : cellText(stateCell(nodes)));

/** The samples of a cluster's search nodes. */
export const nodeSamples = (context: Context, cluster: string): Ring =>
  context.ring(searchNodesKey(context.scope.groupId, cluster));
