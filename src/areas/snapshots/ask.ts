import type { Ask, Cluster, Scope } from "../area.ts";
import { clusterParams } from "../clusters.ts";
import { inOrder, ofReplicaSet, ofSharded, type Snapshot } from "./known.ts";

/** Snapshots and plans asked for a review, now. */

/** The snapshots of a dedicated cluster, the oldest first. One of unknown kind has them in one of two lists. */
export async function askSnapshots(
  ask: Ask,
  scope: Scope,
  name: string,
  kind: Cluster["kind"],
): Promise<readonly Snapshot[]> {
  const args = { params: clusterParams(scope, name) };
  const replicaSet = async (): Promise<readonly Snapshot[]> =>
    (await ask("listReplicaSetBackups", args)).data.results.map((snapshot) => ofReplicaSet(snapshot, name));
  const sharded = async (): Promise<readonly Snapshot[]> =>
    (await ask("listShardedClusterBackups", args)).data.results.map((snapshot) => ofSharded(snapshot, name));
  if (kind === "replicaSet") return inOrder(await replicaSet());
  if (kind === "sharded") return inOrder(await sharded());
  return inOrder((await Promise.all([replicaSet(), sharded()])).flat());
}

/** The schedule of a cluster, or null where it has none or it may not be read. */
export async function askSchedule(ask: Ask, scope: Scope, name: string) {
  try {
    return (await ask("getBackupSchedule", { params: clusterParams(scope, name) })).data;
  } catch {
    return null;
  }
}

/** The kind of a cluster by its name, as far as it is known. */
export const kindOf = (scope: Scope, name: string): Cluster["kind"] =>
  scope.clusters.find((cluster) => cluster.name === name)?.kind ?? "unknown";
