import { ClusterName } from "../../contract/ids.ts";
import type { Scope } from "../context.ts";

/** The path parameters that most requests need: the project, or one of its clusters. */

/** What a request about the project needs. */
export const projectArgs = ({ groupId }: Pick<Scope, "groupId">) => ({ params: { groupId } });

/** The path parameters that name a cluster. */
export const clusterParams = ({ groupId }: Pick<Scope, "groupId">, cluster: string) => ({
  groupId,
  clusterName: ClusterName.of(cluster),
});

/** What a request about a cluster needs. */
export const clusterArgs = (scope: Pick<Scope, "groupId">, cluster: string) => ({
  params: clusterParams(scope, cluster),
});
