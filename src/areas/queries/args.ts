import { weakMapMemoize } from "reselect";
import { AlertConfigId, ClusterName } from "../../contract/schema/ids.ts";
import type { Query } from "../../state/answers/query.ts";
import type { Context, Scope } from "../model/context.ts";

/**
 * The path parameters that most requests need: the project, or one of its clusters. Memoized per scope, because query keys are looked up by the
 * identity of these objects.
 */

/** Arguments of a request about the project. */
export const projectArgs = weakMapMemoize(({ groupId }: Pick<Scope, "groupId">) => ({ params: { groupId } }));

/** The path parameters that name a cluster. */
export const clusterParams = ({ groupId }: Pick<Scope, "groupId">, cluster: string) => ({
  groupId,
  clusterName: ClusterName.of(cluster),
});

/** Arguments of a request about a cluster. */
export const clusterArgs = weakMapMemoize((scope: Pick<Scope, "groupId">, cluster: string) => ({
  params: clusterParams(scope, cluster),
}));

/** Lists and records of a project or of each of its clusters, requested with no further arguments. */
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

/** A query about the project that a screen can do without. */
export const projectQuery = (
  operation: ProjectRead,
  scope: Pick<Scope, "groupId">,
  poll: Query["poll"] = "once",
): Query => ({ operation, args: projectArgs(scope), poll, optional: true });

/** A query about a cluster that a screen can do without: a cluster of another kind has none of these, and its refusal is an answer. */
export const clusterQuery = (
  operation: ClusterRead,
  scope: Pick<Scope, "groupId">,
  cluster: string,
  poll: Query["poll"] = "once",
): Query => ({ operation, args: clusterArgs(scope, cluster), poll, optional: true });

/** Arguments of a request about an alert configuration. */
export const configurationArgs = ({ scope }: Pick<Context, "scope">, id: string) => ({
  params: { groupId: scope.groupId, alertConfigId: AlertConfigId.of(id) },
});
