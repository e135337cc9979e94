import { type Cluster, DEDICATED } from "../../domain/cluster.ts";
import type { Context } from "../model/context.ts";
import { effectOfAction, type Remedy } from "../model/effect.ts";

/**
 * Takes a snapshot of a cluster before its data is replaced; null where it is of a kind that takes none on demand (`domain.md` 11.4, 14.4).
 *
 * @param description the note of the snapshot: what it is taken before
 */
export function takeSnapshotFirst(
  { scope, ...context }: Context,
  cluster: Cluster,
  description: string,
): Remedy | null {
  if (!DEDICATED.includes(cluster.kind)) return null;
  const { name } = cluster;
  const only = { ...context, scope: { ...scope, cluster: name, clusters: [cluster] } };
  const effect = effectOfAction("snapshots", "snapshots.take", only, [], { description });
  return { title: `Take a snapshot of ${name} first`, effect };
}
