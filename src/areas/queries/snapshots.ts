import { weakMapMemoize } from "reselect";
import { SnapshotId } from "../../contract/schema/ids.ts";
import type { ReplicaSetSnapshot, ServerlessSnapshot, ShardedSnapshot } from "../../contract/snapshots.ts";
import {
  inOrder,
  ofReplicaSet,
  ofServerless,
  ofSharded,
  type Snapshot,
  type SnapshotKind,
} from "../../domain/backup/snapshot.ts";
import type { Cluster } from "../../domain/cluster.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { clusterNamed, unsharedClusters } from "../builders/clusters.ts";
import { lookupByCluster, missingText } from "../builders/lookup.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { clusterArgs, clusterParams, clusterQuery } from "./args.ts";
import { scheduleQueries } from "./schedule-of-cluster.ts";

/** Snapshots of the clusters in scope: the lists to query, cached ones, and requests (E53, E58). */

/** The lists that may have snapshots of a cluster: for a cluster of unknown kind all are requested, and an empty or refused list is an answer. */
const KINDS: Readonly<Record<Cluster["kind"], readonly SnapshotKind[]>> = {
  replicaSet: ["replicaSet"],
  sharded: ["sharded"],
  serverless: ["serverless"],
  tenant: [],
  unknown: ["replicaSet", "sharded", "serverless"],
};

const OPERATIONS = {
  replicaSet: "listReplicaSetBackups",
  sharded: "listShardedClusterBackups",
  serverless: "listServerlessBackups",
} as const;

/** The queries for the snapshots of one cluster. */
export const snapshotQueries = (scope: Scope, { name, kind }: Cluster, poll: Query["poll"]): readonly Query[] =>
  KINDS[kind].map((list) => clusterQuery(OPERATIONS[list], scope, name, poll));

/** The queries for the snapshots of every cluster. */
export const allSnapshotQueries = (scope: Scope, poll: Query["poll"]): readonly Query[] =>
  unsharedClusters(scope).flatMap((cluster) => snapshotQueries(scope, cluster, poll));

/** The snapshots of every cluster, and the schedules that they are checked against. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...allSnapshotQueries(scope, "once"),
  ...scheduleQueries(scope),
];

/** Parsed answers, memoized: a screen is redrawn every minute, while its answers mostly stay the same. */
const READ = {
  replicaSet: weakMapMemoize((results: readonly ReplicaSetSnapshot[], cluster: string) =>
    results.map((snapshot) => ofReplicaSet(snapshot, cluster)),
  ),
  sharded: weakMapMemoize((results: readonly ShardedSnapshot[], cluster: string) =>
    results.map((snapshot) => ofSharded(snapshot, cluster)),
  ),
  serverless: weakMapMemoize((results: readonly ServerlessSnapshot[], cluster: string) =>
    results.map((snapshot) => ofServerless(snapshot, cluster)),
  ),
} as const;

/** The snapshots of several lists, each once, the oldest first. */
const together = weakMapMemoize((...lists: readonly (readonly Snapshot[])[]): readonly Snapshot[] =>
  inOrder([...new Map(lists.flat().map((snapshot) => [snapshot.id, snapshot])).values()]),
);

/** The cached snapshots of a cluster, the oldest first; undefined while none of its lists was read. */
export function cachedSnapshots(context: Context, { name, kind }: Cluster): readonly Snapshot[] | undefined {
  const args = clusterArgs(context.scope, name);
  const lists = KINDS[kind].flatMap((list): (readonly Snapshot[])[] => {
    switch (list) {
      case "replicaSet": {
        const cached = context.cached("listReplicaSetBackups", args);
        return cached === undefined ? [] : [READ.replicaSet(cached.data.results, name)];
      }
      case "sharded": {
        const cached = context.cached("listShardedClusterBackups", args);
        return cached === undefined ? [] : [READ.sharded(cached.data.results, name)];
      }
      default: {
        const cached = context.cached("listServerlessBackups", args);
        return cached === undefined ? [] : [READ.serverless(cached.data.results, name)];
      }
    }
  });
  return lists.length === 0 ? undefined : together(...lists);
}

/** Memoized: thousands of marked rows are looked up at a key. */
const byId = weakMapMemoize(
  (snapshots: readonly Snapshot[]): ReadonlyMap<string, Snapshot> =>
    new Map(snapshots.map((snapshot) => [snapshot.id, snapshot])),
);

/** A cached snapshot of any cluster, by id. */
export function snapshotOf(context: Context, id: string): Snapshot | undefined {
  for (const cluster of unsharedClusters(context.scope)) {
    const snapshots = cachedSnapshots(context, cluster);
    const found = snapshots === undefined ? undefined : byId(snapshots).get(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The snapshot that a job copies, restores or starts from, while it is still there. */
export const snapshotOfJob = (
  context: Context,
  { snapshotId }: { readonly snapshotId?: string | null | undefined },
): Snapshot | undefined =>
  snapshotId === null || snapshotId === undefined ? undefined : snapshotOf(context, snapshotId);

/** The reason why the snapshot of a job is not available: the service does not name it, it was deleted, or not every list that may have it was read. */
export function missingSnapshotText(
  context: Context,
  { cluster, job }: { readonly cluster: string; readonly job: { readonly snapshotId?: string | null | undefined } },
): string {
  if (job.snapshotId === null || job.snapshotId === undefined) return "not reported";
  const own = unsharedClusters(context.scope).filter(({ name }) => name === cluster);
  const queries = own.flatMap((one) => snapshotQueries(context.scope, one, "once"));
  const found = lookupByCluster(context, queries);
  return isMissing(found) ? missingText(found) : "no longer exists";
}

/** The path parameters that name a snapshot. */
export const snapshotParams = (scope: Scope, { cluster, id }: Pick<Snapshot, "cluster" | "id">) => ({
  ...clusterParams(scope, cluster),
  snapshotId: SnapshotId.of(id),
});

/** Requests the snapshots of a dedicated cluster now, the oldest first. A cluster of unknown kind has them in one of two lists. */
export async function askSnapshots(
  ask: Ask,
  scope: Scope,
  name: string,
  kind: Cluster["kind"],
): Promise<readonly Snapshot[]> {
  const args = clusterArgs(scope, name);
  const replicaSet = async (): Promise<readonly Snapshot[]> =>
    (await ask("listReplicaSetBackups", args)).data.results.map((snapshot) => ofReplicaSet(snapshot, name));
  const sharded = async (): Promise<readonly Snapshot[]> =>
    (await ask("listShardedClusterBackups", args)).data.results.map((snapshot) => ofSharded(snapshot, name));
  if (kind === "replicaSet") return inOrder(await replicaSet());
  if (kind === "sharded") return inOrder(await sharded());
  return inOrder((await Promise.all([replicaSet(), sharded()])).flat());
}

/** The kind of a cluster by its name; `unknown` where it is not known. */
export const kindOf = (scope: Scope, name: string): Cluster["kind"] => clusterNamed(scope, name)?.kind ?? "unknown";
