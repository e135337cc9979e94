import { type BodyObject, isJson, isJsonObject, isObject, type JsonObject } from "../../contract/json/json.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import { indexCounts } from "../../domain/search/search-index.ts";
import { formatSpecs, isChanging, nodesIn } from "../../domain/search/search-nodes.ts";
import { newBodyFrom } from "../../forms/open.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { askCluster, clusterNamed, clustersOf, pausedReason, pickClusterFor } from "../builders/clusters.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import {
  createAnew,
  type Effect,
  type FormSetup,
  type Preflight,
  REMOVED_REMEDY,
  RemovedError,
  type ReviewSources,
  type Target,
  type WritePlan,
} from "../model/effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { askIndexesOn } from "../queries/search-indexes.ts";
import { USUALLY } from "./detail.ts";
import { createPlan, NEW_NODES, type NodesFor, updatePlan } from "./form.ts";
import { askHost, formatHost, hostOf, shardsOf } from "./host-cluster.ts";
import { formatIndexes } from "./indexes-on.ts";
import { nodesStatusOf } from "./nodes.ts";

/** Actions on search nodes: E20, E22, E23 (`domain.md` 6.4). */

const targetOf = (context: Context, cluster: string): Target => ({
  id: cluster,
  name: cluster,
  params: { ...clusterArgs(context.scope, cluster).params },
});

function aboutOf(context: Context, cluster: string): NodesFor {
  const { scope } = context;
  const known = clusterNamed(scope, cluster);
  return {
    cluster,
    shards: shardsOf(hostOf(context, cluster), known),
    used: clustersOf(scope, DEDICATED).flatMap(({ name }) => {
      const status = nodesStatusOf(context, name);
      return status.kind === "nodes" ? status.nodes.specs.map((spec) => ({ ...spec, by: name })) : [];
    }),
  };
}

/** Requests the current state of a cluster and its search nodes. */
async function askNow({ ask, context }: ReviewSources, cluster: string) {
  const { scope } = context;
  const [{ data }, indexes, host, known] = await Promise.all([
    ask("getServiceSearchDeployment", clusterArgs(scope, cluster)),
    askIndexesOn(ask, scope, cluster),
    askHost(ask, scope, cluster),
    askCluster(ask, scope, cluster),
  ]);
  const nodes = nodesIn(data);
  const facts = [
    { label: "Current", value: nodes === null ? "no search nodes" : formatSpecs(nodes.specs) },
    { label: "Indexes", value: formatIndexes(indexes) },
    { label: "Cluster", value: formatHost(host, known) },
  ];
  return { nodes, indexes, facts, isPaused: known?.paused === true };
}

const LASTS = { label: "Duration", value: `${USUALLY}, then index builds` } as const;

const pausedWarning = (cluster: string): string =>
  `${cluster} is paused: the service does not change its search nodes until the cluster is resumed.`;

/** The first field of the form, which shows problems found by requests. */
const FIRST_FIELD = "specs[0].instanceSize";

async function preflightCreate(review: ReviewSources, cluster: string): Promise<Preflight> {
  const { nodes, facts, isPaused } = await askNow(review, cluster);
  return {
    problems:
      nodes === null
        ? []
        : [
            {
              field: FIRST_FIELD,
              message: `${cluster} already has search nodes: press ${review.context.key("action.edit")} to change them`,
            },
          ],
    warnings: isPaused ? [pausedWarning(cluster)] : [],
    facts: [...facts, LASTS],
  };
}

/** The form for new nodes. */
export const createSetup = (context: Context, cluster: string, initial: BodyObject = NEW_NODES): FormSetup => ({
  plan: createPlan(aboutOf(context, cluster)),
  targets: [targetOf(context, cluster)],
  initial,
  preflight: (review) => preflightCreate(review, cluster),
});

const create = (context: Context, cluster: string): Effect => ({ kind: "form", setup: createSetup(context, cluster) });

/** The nodes to edit, from the answer, with all their fields. */
export function specsOf(raw: unknown): JsonObject {
  const specs = isObject(raw) ? raw["specs"] : undefined;
  if (!isJson(specs) || !Array.isArray(specs) || specs.length === 0) {
    throw new RemovedError("this cluster no longer has search nodes");
  }
  const [first] = specs;
  if (!isJsonObject(first)) throw new TypeError("the search nodes are not written as JSON objects");
  return { specs };
}

/** The form for the nodes of a cluster. */
export function edit(context: Context, cluster: string): FormSetup {
  return {
    plan: updatePlan(aboutOf(context, cluster)),
    targets: [targetOf(context, cluster)],
    base: async (ask) => {
      const { raw, at } = await ask("getServiceSearchDeployment", clusterArgs(context.scope, cluster));
      return { document: specsOf(raw), at };
    },
    editedIn: ({ specs }) => (specs === undefined ? null : { specs }),
    preflight: async (review) => {
      const { nodes, facts, isPaused } = await askNow(review, cluster);
      const isBusy = nodes !== null && isChanging(nodes);
      return {
        problems: isBusy
          ? [{ field: FIRST_FIELD, message: `a change is in progress: wait until it is done (${USUALLY})` }]
          : [],
        warnings: isPaused ? [pausedWarning(cluster)] : [],
        facts: [...facts, LASTS],
      };
    },
    remedies: {
      [REMOVED_REMEDY]: (body) => {
        const initial = newBodyFrom(createPlan(aboutOf(context, cluster)), body);
        return createAnew("Create new search nodes from this draft", createSetup(context, cluster, initial));
      },
    },
  };
}

/** The write that deletes the nodes of a cluster. */
export function remove(context: Context, cluster: string): WritePlan {
  return {
    operation: "deleteServiceSearchDeployment",
    title: `Delete the search nodes of ${cluster}`,
    sentence: `${cluster} loses its search nodes; search runs on the cluster's own nodes again.`,
    button: "Delete search nodes",
    targets: [targetOf(context, cluster)],
    risk: "destructive",
    confirmName: cluster,
    preflight: async (review) => {
      const { indexes, facts, nodes } = await askNow(review, cluster);
      const count = indexes?.length ?? null;
      const built =
        count === null ? "All indexes are" : count === 1 ? "1 index is" : `${pluralize(count, "index", "indexes")} are`;
      const vectors = (indexes ?? []).filter(({ type }) => type === "vectorSearch").length;
      const { silent } = indexCounts(indexes ?? []);
      return {
        warnings: present(
          ...(count === 0
            ? ["The cluster has no search indexes: nothing is rebuilt."]
            : [
                `${built} rebuilt on the database nodes of ${cluster}, using their disk, memory and CPU.`,
                "Searches may be slow or fail until the rebuild is done; the database slows down meanwhile.",
              ]),
          vectors !== 0 &&
            `${pluralize(vectors, "vector index shares", "vector indexes share")} the memory of the database.`,
          nodes !== null && isChanging(nodes) && "A change of the search nodes is in progress.",
          "Cannot be undone: new nodes start empty and rebuild every index.",
        ),
        facts: present(
          ...facts,
          silent !== 0 && { label: "Not serving", value: pluralize(silent, "index", "indexes") },
        ),
      };
    },
  };
}

const onCluster = actionOn("search-nodes", (_context, cluster) => cluster);

function uncreatable(cluster: string, context: Context): string | null {
  if (nodesStatusOf(context, cluster).kind === "nodes")
    return `${cluster} already has search nodes: press ${context.key("action.edit")} to change them`;
  return pausedReason(context, cluster);
}

function without(cluster: string, context: Context): string | null {
  if (nodesStatusOf(context, cluster).kind === "none")
    return `${cluster} has no search nodes: press ${context.key("action.new")} to add some`;
  return pausedReason(context, cluster);
}

export const actions: readonly Action[] = [
  onCluster({
    id: "search-nodes.create",
    title: "Add search nodes…",
    operation: "createServiceSearchDeployment",
    standard: "new",
    disabled: uncreatable,
    open: (cluster, context) => create(context, cluster),
  }),
  onCluster({
    id: "search-nodes.update",
    title: "Change size or count…",
    operation: "updateServiceSearchDeployment",
    standard: "edit",
    disabled: (cluster, context) => {
      const status = nodesStatusOf(context, cluster);
      if (status.kind === "nodes" && isChanging(status.nodes))
        return `a change is in progress: wait until it is done (${USUALLY})`;
      return without(cluster, context);
    },
    open: (cluster, context) => ({ kind: "form", setup: edit(context, cluster) }),
  }),
  onCluster({
    id: "search-nodes.delete",
    title: "Delete search nodes…",
    operation: "deleteServiceSearchDeployment",
    standard: "delete",
    disabled: without,
    open: (cluster, context) => ({ kind: "write", plan: remove(context, cluster) }),
  }),
  {
    id: "search-nodes.create-for",
    title: "Add search nodes to a cluster…",
    operation: "createServiceSearchDeployment",
    open: (context) =>
      pickClusterFor(context, DEDICATED, "Search nodes for which cluster?", (cluster) => create(context, cluster)),
  },
];
