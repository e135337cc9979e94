import { weakMapMemoize } from "reselect";
import { AlertConfigId, ClusterName } from "../../contract/schema/ids.ts";
import type { Query } from "../../state/answers/query.ts";
import type { Context, Scope } from "../model/context.ts";

/**
 * The path parameters that most requests need: the project, or one of its clusters. A scope has them once: the keys of questions are
 * known by them.
 */

/** What a request about the project needs. */
export const projectArgs = weakMapMemoize(({ groupId }: Pick<Scope, "groupId">) => ({ params: { groupId } }));

/** The path parameters that name a cluster. */
export const clusterParams = ({ groupId }: Pick<Scope, "groupId">, cluster: string) => ({
  groupId,
  clusterName: ClusterName.of(cluster),
});

/** What a request about a cluster needs. */
export const clusterArgs = weakMapMemoize((scope: Pick<Scope, "groupId">, cluster: string) => ({
  params: clusterParams(scope, cluster),
}));

/** Lists and records that a project has, and those that each of its clusters has: asked with nothing else. */
type ProjectRead =
  | "getDataProtectionSettings"
  | "listAlertConfigurations"
  | "listCloudProviderAccessRoles"
  | "listClusters"
  | "listExportBuckets";
type ClusterRead =
  | "getBackupSchedule"
  | "getServiceSearchDeployment"
  | "listBackupExportJobs"
  | "listBackupRestoreJobs"
  | "listReplicaSetBackups"
  | "listServerlessBackupRestoreJobs"
  | "listServerlessBackups"
  | "listServiceSearchIndexesCluster"
  | "listShardedClusterBackups";

/** A question about the project without whose answer a screen can do. */
export const projectQuery = (
  operation: ProjectRead,
  scope: Pick<Scope, "groupId">,
  poll: Query["poll"] = "once",
): Query => ({ operation, args: projectArgs(scope), poll, optional: true });

/** The same about a cluster: of another kind it has none of these, and a refusal is an answer. */
export const clusterQuery = (
  operation: ClusterRead,
  scope: Pick<Scope, "groupId">,
  cluster: string,
  poll: Query["poll"] = "once",
): Query => ({ operation, args: clusterArgs(scope, cluster), poll, optional: true });

/** What a request about an alert configuration needs. */
export const configurationArgs = ({ scope }: Pick<Context, "scope">, id: string) => ({
  params: { groupId: scope.groupId, alertConfigId: AlertConfigId.of(id) },
});
