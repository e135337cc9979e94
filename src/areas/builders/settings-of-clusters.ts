import { saysNotFound } from "../../client/errors/absence.ts";
import type { Cluster } from "../../domain/cluster.ts";
import type { StoredThing } from "../model/settings-kind.ts";

/** Reads optional settings: none where the service knows no such thing, which is not a failure. */
export async function noneIfAbsent(reading: Promise<readonly StoredThing[]>): Promise<readonly StoredThing[]> {
  try {
    return await reading;
  } catch (error) {
    if (saysNotFound(error)) return [];
    throw error;
  }
}

/** The settings of several clusters; a cluster may have none. */
export const ofEachCluster = async (
  clusters: readonly Cluster[],
  read: (cluster: Cluster) => Promise<readonly StoredThing[]>,
): Promise<readonly StoredThing[]> =>
  (await Promise.all(clusters.map((cluster) => noneIfAbsent(read(cluster))))).flat();
