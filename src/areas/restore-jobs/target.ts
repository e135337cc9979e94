import { ClusterName, type GroupId } from "../../contract/schema/ids.ts";
import { type Cluster, clusterKindLabel, shardCountOf } from "../../domain/cluster.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { present } from "../../text/present.ts";
import { askClusters } from "../builders/clusters.ts";
import type { Ask, Context } from "../model/context.ts";
import type { RestoreSource } from "./source.ts";

/** Targets of a restore: clusters that fit, and the reasons against the others (`domain.md` 11.3). */

/** A cluster with its current version, state and number of shards. */
export type RestoreTarget = Cluster & {
  readonly groupId: GroupId;
  /** Null where the service does not give it. */
  readonly version: string | null;
  readonly state: string | null;
  readonly shards: number | null;
};

/** True for a name that suggests a cluster meant to be overwritten. */
const isAside = (name: string): boolean => /side|copy|restor|test|stag|dev/iu.test(name);

/** True for a name that suggests a production cluster. */
export const looksProductive = (name: string): boolean => /prod|live/iu.test(name) && !isAside(name);

/** Clusters of a project. `isRead` is false when the service could not list them now, and these are known from before. */
export type KnownClusters = { readonly clusters: readonly Cluster[]; readonly isRead: boolean };

/**
 * The current clusters of a project; known ones where the service lists none, or cannot list them now.
 *
 * @throws ServiceError when they cannot be read, and none is known
 */
export async function clustersIn(ask: Ask, { scope }: Context, groupId: GroupId): Promise<KnownClusters> {
  const known =
    groupId === scope.groupId ? scope.clusters : (scope.projects.find(({ id }) => id === groupId)?.clusters ?? []);
  try {
    const listed = await askClusters(ask, { groupId });
    return { clusters: listed.length === 0 ? known : listed, isRead: true };
  } catch (error) {
    if (known.length === 0) throw error;
    return { clusters: known, isRead: false };
  }
}

type Facts = Pick<RestoreTarget, "version" | "state" | "shards">;

/** The cluster requests lie outside the specification: a service without them gives none of these. */
const NO_FACTS: Facts = { version: null, state: null, shards: null };

async function askFacts(ask: Ask, { name, kind }: Cluster, groupId: GroupId): Promise<Facts> {
  const params = { groupId, clusterName: ClusterName.of(name) };
  if (kind === "serverless") {
    const { databaseVersion = null, stateName = null } = (await ask("getFlexCluster", { params })).data;
    return { version: databaseVersion, state: stateName, shards: null };
  }
  const { data } = await ask("getCluster", { params });
  return { version: data.databaseVersion ?? null, state: data.stateName ?? null, shards: shardCountOf(data) };
}

/** A cluster with its version, state and number of shards, where the service gives them. */
export const askTarget = async (ask: Ask, cluster: Cluster, groupId: GroupId): Promise<RestoreTarget> => ({
  ...cluster,
  groupId,
  ...(await askFacts(ask, cluster, groupId).catch(() => NO_FACTS)),
});

/** The number of shards of the source, where it matters: for a restore into another sharded cluster. */
export const askSourceShards = async (
  ask: Ask,
  { cluster, kind }: RestoreSource,
  groupId: GroupId,
  target: RestoreTarget | null,
): Promise<number | null> =>
  kind === "sharded" && target?.kind === "sharded"
    ? (await askTarget(ask, { name: cluster, kind, paused: null }, groupId)).shards
    : null;

/** True when a version is older than another: the numbers are compared one by one. */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [version, other].map((one) => one.split(".").map(Number));
  for (const [index, number] of (right ?? []).entries()) {
    const difference = (left?.[index] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The reason why a cluster cannot be a restore target, or null: paused, of an unsupported tier, or of another kind. */
export function unfitReason({ family, kind, cluster }: RestoreSource, target: Cluster): string | null {
  if (target.paused) return "paused: resume it first";
  if (target.kind === "tenant") return "shared-tier clusters cannot be a restore target";
  if (family === "serverless") {
    return target.kind === "sharded" ? `sharded: a backup of ${cluster} does not fit` : null;
  }
  if (kind === null && target.kind === "serverless") return "serverless instances cannot be the target of this restore";
  if (kind === null || target.kind === "unknown" || kind === target.kind) return null;
  return `${clusterKindLabel(target.kind)}, unlike ${cluster}`;
}

/** Sort order of the choices: fitting clusters, then the source itself, then production-looking ones, then unfit ones. */
const rankOf = (source: RestoreSource, isHome: boolean, target: Cluster): number => {
  if (unfitReason(source, target) !== null) return 3;
  if (looksProductive(target.name)) return 2;
  return isHome && target.name === source.cluster ? 1 : 0;
};

/** The clusters of a project to choose from. */
export function targetChoices(
  source: RestoreSource,
  { clusters, isRead }: KnownClusters,
  isHome: boolean,
): readonly Suggestion[] {
  return [...clusters]
    .sort((one, other) => rankOf(source, isHome, one) - rankOf(source, isHome, other))
    .map((target) => {
      const unfit = unfitReason(source, target);
      const isSource = isHome && target.name === source.cluster;
      return {
        value: target.name,
        label: target.name,
        note: present(
          unfit !== null && `no: ${unfit}`,
          isSource && unfit === null && "source cluster: its latest data is lost",
          looksProductive(target.name) && unfit === null && !isSource && "production by its name",
          unfit === null && !isSource && clusterKindLabel(target.kind),
          !isRead && "cached: the list of clusters is not loaded",
        ).join(" · "),
      };
    });
}

/** A cluster of the same kind whose name suggests that it may be overwritten; null for none. */
export const saferTarget = (source: RestoreSource, clusters: readonly Cluster[]): string | null =>
  clusters.find(
    (target) =>
      isAside(target.name) &&
      target.kind === source.kind &&
      target.name !== source.cluster &&
      unfitReason(source, target) === null,
  )?.name ?? null;
