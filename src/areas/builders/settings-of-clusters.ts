import { saysNotThere } from "../../client/errors/absence.ts";
import type { Cluster } from "../../domain/cluster.ts";
import type { StoredThing } from "../model/settings-kind.ts";

/** What may not be there: that the service knows no such thing is an answer and no failure. */
export async function orNone(reading: Promise<readonly StoredThing[]>): Promise<readonly StoredThing[]> {
  try {
    return await reading;
  } catch (error) {
    if (saysNotThere(error)) return [];
    throw error;
  }
}

/** The settings of several clusters; one may have none. */
export const ofEachCluster = async (
  clusters: readonly Cluster[],
  read: (cluster: Cluster) => Promise<readonly StoredThing[]>,
): Promise<readonly StoredThing[]> => (await Promise.all(clusters.map((cluster) => orNone(read(cluster))))).flat();
