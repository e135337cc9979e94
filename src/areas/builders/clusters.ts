import { ClusterName } from "../../contract/schema/ids.ts";
import { type Cluster, type ClusterKind, clusterKind, clusterKindLabel, DEDICATED } from "../../domain/cluster.ts";
import type { Suggestion } from "../../forms/types.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { clustersOf as clustersNow } from "../../state/names/directory.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { clusterList } from "./lookup.ts";
import { seenNames } from "./seen-names.ts";

/** Clusters as the areas below them use them: which ones to ask, how to name one, what to say of one that could not be read. */

/** The clusters of some kinds that one looks at. */
export const clustersOf = ({ clusters }: Scope, kinds: readonly ClusterKind[]): readonly Cluster[] =>
  clusters.filter(({ kind }) => kinds.includes(kind));

/** The clusters of the project, whatever one is narrowed to: a filter says what is listed, and not what there is. */
export function clustersOfProject({ cluster, clusters, groupId, projects }: Scope): readonly Cluster[] {
  const project = cluster === null ? undefined : projects.find(({ id }) => id === groupId);
  if (project === undefined) return clusters;
  // Of what kind one is, only its project's own list says for sure: while that is asked, the others are not counted.
  const listed = (project.clusterList?.kind === "asking" ? project.own?.clusters : project.clusters) ?? [];
  return [...listed, ...clusters.filter(({ name }) => !listed.some((one) => one.name === name))];
}

/** The dedicated clusters of the project, whatever one is narrowed to: a setting of the project is one of all of them. */
export const dedicatedOfProject = (scope: Scope): readonly Cluster[] =>
  clustersOfProject(scope).filter(({ kind }) => DEDICATED.includes(kind));

/** A cluster of the project by its name, as far as it is known. */
export const clusterNamed = (scope: Scope, name: string): Cluster | undefined =>
  clustersOfProject(scope).find((cluster) => cluster.name === name);

/**
 * The clusters of some kinds to choose from: known ones first, paused ones after those that run (there is little that they can do),
 * then names that were only seen, with source and age (`domain.md` 1.7).
 */
function clusterSuggestions(context: Context, kinds: readonly ClusterKind[]): readonly Suggestion[] {
  const listed = context.scope.clusters;
  const candidates = clustersOf(context.scope, kinds);
  const known = [...candidates.filter(({ paused }) => !paused), ...candidates.filter(({ paused }) => paused)].map(
    ({ name, kind, paused }): Suggestion => ({
      value: name,
      label: name,
      note: `${clusterKindLabel(kind)}${paused ? ", paused" : ""}`,
    }),
  );
  const names = new Set(listed.map(({ name }) => name));
  return [...known, ...seenNames(context, "cluster").filter(({ value }) => !names.has(value))];
}

/**
 * The clusters of the project, asked now.
 *
 * @throws ServiceError when they cannot be read
 */
export async function askClusters(ask: Ask, { groupId }: Pick<Scope, "groupId">): Promise<readonly Cluster[]> {
  const listed = await clustersNow(ask, groupId);
  return listed.map(({ name, kind, paused }) => ({ name, kind: clusterKind(kind), paused }));
}

/** One cluster as the service lists it now; as it is known where the service lists none. Undefined where nothing tells. */
export async function askCluster(ask: Ask, scope: Scope, name: string): Promise<Cluster | undefined> {
  const listed = await askClusters(ask, scope).catch(() => []);
  return listed.find((cluster) => cluster.name === name) ?? clusterNamed(scope, name);
}

/**
 * The clusters of the project: those that are known where they were read, else asked now.
 *
 * @throws ServiceError when they cannot be read
 */
export const listedClusters = async (ask: Ask, scope: Scope): Promise<readonly Cluster[]> =>
  scope.clusters.length > 0 && !isMissing(clusterList(scope)) ? scope.clusters : askClusters(ask, scope);

/**
 * The clusters of some kinds to choose from. Which ones there are may not be read yet, or have failed: they are asked for here rather
 * than a name be typed.
 *
 * @throws ServiceError when they cannot be read
 */
export async function suggestClusters(
  ask: Ask,
  context: Context,
  kinds: readonly ClusterKind[],
): Promise<readonly Suggestion[]> {
  const suggestions = clusterSuggestions(context, kinds);
  const isKnown = suggestions.length > 0 || context.scope.clusters.length > 0;
  if (isKnown && !isMissing(clusterList(context.scope))) return suggestions;
  const clusters = await askClusters(ask, context.scope);
  return clusterSuggestions({ ...context, scope: { ...context.scope, clusters } }, kinds);
}

/** The dedicated clusters that one looks at: those that have schedules and snapshots that can be exported. */
export const dedicatedClusters = (scope: Scope): readonly Cluster[] => clustersOf(scope, DEDICATED);

/** Why nothing can be changed on a cluster that is paused (`docs/assumptions.md`), or null. */
export const pausedReason = ({ scope }: Pick<Context, "scope">, cluster: string): string | null =>
  clusterNamed(scope, cluster)?.paused === true ? `${cluster} is paused: resume the cluster first` : null;

/** What stands above the choice when what was typed cannot be a name. */
const NAME_HELP = "A cluster's name: letters, digits and hyphens only";

/**
 * What has to be done in one cluster: at once where it is clear which (one is narrowed to, or there is one only), else after it was
 * picked. Free text is the last choice: a name that the service does not know is refused by it in words.
 */
export function inCluster(
  context: Context,
  kinds: readonly ClusterKind[],
  title: string,
  take: (cluster: string) => Effect,
): Effect {
  const candidates = clustersOf(context.scope, kinds);
  const [only] = candidates;
  const isOnly = candidates.length === 1 && !isMissing(clusterList(context.scope));
  if (only !== undefined && (isOnly || context.scope.cluster === only.name)) return take(only.name);
  const pick = (words: string): Effect => ({
    kind: "pick",
    title: words,
    suggest: (ask) => suggestClusters(ask, context, kinds),
    open: true,
    take: (name) => (ClusterName.safeParse(name).success ? take(name) : pick(NAME_HELP)),
  });
  return pick(title);
}
