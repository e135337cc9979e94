import { weakMapMemoize } from "reselect";
import { AlertConfigId, ClusterName } from "../../contract/schema/ids.ts";
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

/** What a request about an alert configuration needs. */
export const configurationArgs = ({ scope }: Pick<Context, "scope">, id: string) => ({
  params: { groupId: scope.groupId, alertConfigId: AlertConfigId.of(id) },
});
