import * as z from "zod";
import { DELETION, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, many, text } from "./schema/fields.ts";
import { ofLength } from "./schema/lengths.ts";
import { someText } from "./schema/some-text.ts";

/** Search nodes: specification 2.7 and 4.5 (E20 to E23). */

const sizes = (family: string, ...numbers: readonly number[]): readonly string[] =>
  numbers.map((number) => `S${number}_${family}`);

/** Known node sizes; the specification names only `S20_HIGHCPU_NVME`. */
export const NODE_SIZES: readonly string[] = [
  ...sizes("HIGHCPU_NVME", 20, 30, 40, 50, 60, 70, 80),
  ...sizes("LOWCPU_NVME", 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 135, 140),
  ...sizes("STORAGE_NVME", 40, 50, 60, 80, 90),
];

/** Allowed number of nodes per shard. */
export const NODE_COUNT = { least: 2, most: 32 } as const;

const Specification = z.strictObject({
  instanceSize: someText("choose a size").meta({
    title: "Node size",
    help: "Size of every search node",
    example: "S20_HIGHCPU_NVME",
    known: NODE_SIZES,
    assumes: "values of specs.instanceSize beyond S20_HIGHCPU_NVME",
  }),
  nodeCount: z
    .int()
    .min(NODE_COUNT.least, `at least ${NODE_COUNT.least}`)
    .max(NODE_COUNT.most, `at most ${NODE_COUNT.most}`)
    .meta({
      title: "Nodes",
      help: `${NODE_COUNT.least} to ${NODE_COUNT.most}, per shard`,
      example: "2",
      assumes: "range of specs.nodeCount: 2 to 32",
    }),
});

/** Body of create and update (E22, E23). */
export const SearchNodesBody = body(
  z.strictObject({
    specs: z
      .array(Specification)
      .length(1, ofLength("enter exactly one configuration for all nodes"))
      .meta({ title: "Nodes", help: "One configuration for all search nodes of the cluster" }),
  }),
);

/** Search nodes in an answer; an empty object if there are none. */
export const SearchNodes = z.looseObject({
  id: text(),
  groupId: text(),
  stateName: text(),
  specs: many(z.looseObject({ instanceSize: text(), nodeCount: amount() })),
  effectiveSpecs: many(z.looseObject({ instanceSize: text(), nodeCount: amount() })),
  encryptionAtRestProvider: text(),
});

export type SearchNodes = z.output<typeof SearchNodes>;

const common = {
  area: "search-nodes",
  entity: { name: "search nodes", id: [], param: "clusterName", parent: "cluster" },
  path: "/groups/{groupId}/clusters/{clusterName}/search/deployment",
  roles: [],
  budget: "search-deployments",
  version: "2024-05-30",
} as const;

export const searchNodeOperations = operationTable({
  deleteServiceSearchDeployment: {
    ...common,
    // The cluster keeps its row in the list, without nodes.
    entityUse: "update",
    spec: "E20",
    aliases: ["deleteGroupClusterSearchDeployment"],
    title: "Delete search nodes",
    ...DELETION,
    risk: "destructive",
    assumes: [
      "no role is documented for search nodes: any assigned role is accepted",
      "a deletion takes two minutes; deleting again does not extend it",
    ],
  },
  getServiceSearchDeployment: {
    ...common,
    spec: "E21",
    aliases: ["getGroupClusterSearchDeployment"],
    title: "Get search nodes",
    response: SearchNodes,
    version: "2025-03-12",
    assumes: [
      "a cluster without search nodes answers 200 and an empty object",
      "stateName beyond IDLE: UPDATING, PAUSED",
      "encryptionAtRestProvider beyond NONE: AWS, AZURE, GCP",
    ],
  },
  updateServiceSearchDeployment: {
    ...common,
    spec: "E22",
    aliases: ["updateGroupClusterSearchDeployment"],
    title: "Update search nodes",
    method: "PATCH",
    body: SearchNodesBody,
    response: SearchNodes,
    risk: "disruptive",
    update: "replace",
    assumes: [
      "without search nodes it is 404 ATLAS_SEARCH_DEPLOYMENT_DOES_NOT_EXIST",
      "an update while UPDATING is accepted: the newest specs win",
    ],
  },
  createServiceSearchDeployment: {
    ...common,
    spec: "E23",
    aliases: ["createGroupClusterSearchDeployment"],
    title: "Create search nodes",
    method: "POST",
    body: SearchNodesBody,
    response: SearchNodes,
    risk: "disruptive",
    success: 201,
    assumes: [
      "the first answer to a change still says IDLE",
      "existing search nodes are 409 ATLAS_SEARCH_DEPLOYMENT_ALREADY_EXISTS",
      "a shared cluster is 400 TENANT_CLUSTER_UPDATE_UNSUPPORTED",
    ],
  },
});
