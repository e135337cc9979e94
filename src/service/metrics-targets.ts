import type { JsonObject } from "../contract/json/json.ts";
import { type metricsTargetOperations, TARGET_SCHEMES } from "../contract/metrics-targets.ts";
import { dedicatedClustersOf, type NamedCluster, NODES } from "./clusters.ts";
import { settingDraft } from "./project-settings.ts";
import { PROJECT } from "./projects.ts";
import { type HandlersOf, param, value } from "./requests/handler.ts";
import type { DocumentDraft } from "./storage/storage.ts";

/** Metrics targets: E54. One item per process of the dedicated clusters, including paused ones; shared and flex clusters have none. */

const METRICS_TARGETS = "metrics-targets";

/** Port of the metrics exporter, not of the database. */
const EXPORTER_PORT = 27_018;

/** Test data: labels that the items of some hosts lack, by host. */
export const missingLabels = (groupId: string, byHost: Readonly<Record<string, string>>): DocumentDraft =>
  settingDraft(METRICS_TARGETS, groupId, byHost);

export const metricsTargetHandlers: HandlersOf<keyof typeof metricsTargetOperations> = {
  async listMetricsTargets(transaction, call) {
    const groupId = param(call, "groupId");
    const isPrivate = call.query["targetScheme"] === TARGET_SCHEMES[1];
    const project = (await transaction.get(PROJECT, groupId))?.body ?? {};
    const ofProject = { group_id: groupId, group_name: String(project["name"]), org_id: String(project["orgId"]) };
    const missing = (await transaction.get(METRICS_TARGETS, groupId))?.body ?? {};
    const items = (await dedicatedClustersOf(transaction, groupId)).flatMap((cluster) =>
      cluster.hosts.map((host, index) => {
        const labels = { ...ofProject, ...labelsOf(cluster, index) };
        return {
          targets: [`${isPrivate ? privateName(host) : host}:${EXPORTER_PORT}`],
          labels: Object.fromEntries(Object.entries(labels).filter(([name]) => name !== missing[host])),
        };
      }),
    );
    return value(items);
  },
};

/** Hostname in the private network. */
const privateName = (host: string): string => host.replace(".", "-pri.");

/** Labels of a process; all values are texts. */
function labelsOf({ name, providerName, regionName }: NamedCluster, index: number): JsonObject {
  const shard = Math.floor(index / NODES);
  return {
    availability_zone: `${zonePrefix(regionName)}-az${(index % NODES) + 1}`,
    cl_name: name,
    node_type: "ELECTABLE",
    provider: providerName,
    region: regionName.toLowerCase().replaceAll("_", "-"),
    replica_set_name: `${name}-shard-${shard}`,
  };
}

/** Prefix of the provider's zone ids for a region: `euw1` for `EU_WEST_1`. */
function zonePrefix(region: string): string {
  const [area = "", direction = "", number = ""] = region.toLowerCase().split("_");
  return `${area}${direction.charAt(0)}${number}`;
}
