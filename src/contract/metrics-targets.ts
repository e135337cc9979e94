import * as z from "zod";
import { operationTable } from "./operation.ts";
import { knownValues, many, text } from "./schema/fields.ts";

/** Metrics target discovery: specification 2.18 and 4.14 (E54), with its own address and login. */

/** Kinds of addresses of the targets; the first is the default. */
export const TARGET_SCHEMES = ["PUBLIC", "PRIVATE"] as const;

/** One process to scrape: its addresses and labels. All labels are texts. Additional and missing labels are accepted. */
export const MetricsTarget = z.looseObject({
  targets: many(z.string()),
  labels: z.record(z.string(), text()).nullish(),
});
export type MetricsTarget = z.output<typeof MetricsTarget>;

export const metricsTargetOperations = operationTable({
  listMetricsTargets: {
    entity: { name: "metrics target", id: [], parent: "project" },
    spec: "E54",
    area: "metrics-targets",
    title: "List metrics targets",
    address: "metrics",
    path: "/groups/{groupId}/discovery",
    query: {
      targetScheme: knownValues(TARGET_SCHEMES)
        .optional()
        .meta({
          title: "Addresses",
          help: "Public host names, or those of the private network",
          example: "PUBLIC",
          ghost: TARGET_SCHEMES[0],
          words: { PUBLIC: "public", PRIVATE: "private" },
          assumes: "values PUBLIC (default) and PRIVATE",
        }),
    },
    queryFlags: null,
    response: z.array(MetricsTarget),
    answer: "array",
    roles: [],
    budget: "metrics-discovery",
    assumes: [
      "labels for project and replica set: group_name, replica_set_name",
      "the Authorization header is HTTP Basic; the answer is application/json",
      "Accept is not checked: the path has no versions",
      "one item per process of the dedicated clusters, on port 27018; shared and flex clusters have none",
    ],
  },
});
