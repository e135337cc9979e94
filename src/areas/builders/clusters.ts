import { ClusterName } from "../../contract/schema/ids.ts";
import {
  type Cluster,
  type ClusterKind,
  clusterKind,
  clusterKindLabel,
  DEDICATED,
  UNSHARED,
} from "../../domain/cluster.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { clustersOf as clustersNow } from "../../state/names/directory.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { clusterList } from "./lookup.ts";
import { seenNames } from "./seen-names.ts";

/** Clusters for the areas: which ones to query, their names, suggestions, and texts about clusters that could not be read. */

/** The clusters of these kinds in the current scope. */
export const clustersOf = ({ clusters }: Scope, kinds: readonly ClusterKind[]): readonly Cluster[] =>
  clusters.filter(({ kind }) => kinds.includes(kind));

/** All clusters of the project, whichever one the scope is narrowed to: a filter limits what is listed, not what exists. */
export function clustersOfProject({ cluster, clusters, groupId, projects }: Scope): readonly Cluster[] {
  const project = cluster === null ? undefined : projects.find(({ id }) => id === groupId);
  if (project === undefined) return clusters;
  // Only the project's own list gives the kinds reliably: while it is loading, clusters of the other list do not
  // count.
  const listed = (project.clusterList?.kind === "asking" ? project.own?.clusters : project.clusters) ?? [];
  return [...listed, ...clusters.filter(({ name }) => !listed.some((one) => one.name === name))];
}

/** The dedicated clusters of the project, whichever cluster the scope is narrowed to: a project setting applies to all of them. */
export const dedicatedOfProject = (scope: Scope): readonly Cluster[] =>
  clustersOfProject(scope).filter(({ kind }) => DEDICATED.includes(kind));

/** A known cluster of the project, by name. */
export const clusterNamed = (scope: Scope, name: string): Cluster | undefined =>
  clustersOfProject(scope).find((cluster) => cluster.name === name);

/** False where the clusters of the project were read and none has this name. */
export const isKnownCluster = (scope: Scope, name: string): boolean =>
  isMissing(clusterList(scope)) || clusterNamed(scope, name) !== undefined;

/**
 * Clusters of these kinds to choose from: known ones first, paused ones after running ones (few actions are possible on them), then names that were
 * only seen, with source and age (`domain.md` 1.7).
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
 * Requests the clusters of the project now.
 *
 * @throws ServiceError when they cannot be read
 */
export async function askClusters(ask: Ask, { groupId }: Pick<Scope, "groupId">): Promise<readonly Cluster[]> {
  const listed = await clustersNow(ask, groupId);
  return listed.map(({ name, kind, paused }) => ({ name, kind: clusterKind(kind), paused }));
}

/** A cluster as the service lists it now, or else as it is known here. Undefined where neither has it. */
export async function askCluster(ask: Ask, scope: Scope, name: string): Promise<Cluster | undefined> {
  const listed = await askClusters(ask, scope).catch(() => []);
  return listed.find((cluster) => cluster.name === name) ?? clusterNamed(scope, name);
}

/**
 * The clusters of the project: the known ones where they were read, otherwise requested now.
 *
 * @throws ServiceError when they cannot be read
 */
export const listedClusters = async (ask: Ask, scope: Scope): Promise<readonly Cluster[]> =>
  scope.clusters.length > 0 && !isMissing(clusterList(scope)) ? scope.clusters : askClusters(ask, scope);

/**
 * Clusters of these kinds to choose from. Where the list is not read yet, or failed, it is requested here, so that the name need not be typed.
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

/** The dedicated clusters in the current scope: those with schedules and with snapshots that can be exported. */
export const dedicatedClusters = (scope: Scope): readonly Cluster[] => clustersOf(scope, DEDICATED);

/** The clusters in the current scope that have snapshots and an access history. */
export const unsharedClusters = (scope: Scope): readonly Cluster[] => clustersOf(scope, UNSHARED);

/** The reason why a paused cluster cannot be changed (`docs/assumptions.md`), or null. */
export const pausedReason = ({ scope }: Pick<Context, "scope">, cluster: string): string | null =>
  clusterNamed(scope, cluster)?.paused === true ? `${cluster} is paused: resume the cluster first` : null;

/** Help above the choice when the typed text cannot be a name. */
const NAME_HELP = "A cluster's name: letters, digits and hyphens only";

/** Help above the choice when no such cluster was offered: a list of the service may lack one, so the name is taken when it is entered again. */
const UNKNOWN_HELP = "Not a known cluster: choose one, or enter it again";

/**
 * Runs an action in one cluster: at once where the cluster is clear (the scope is narrowed to it, or it is the only one), otherwise after a choice.
 * Free text is the last resort.
 */
export function pickClusterFor(
  context: Context,
  kinds: readonly ClusterKind[],
  title: string,
  take: (cluster: string) => Effect,
): Effect {
  const candidates = clustersOf(context.scope, kinds);
  const [only] = candidates;
  const isOnly = candidates.length === 1 && !isMissing(clusterList(context.scope));
  if (only !== undefined && (isOnly || context.scope.cluster === only.name)) return take(only.name);
  const isUnknown = (name: string): boolean =>
    !isMissing(clusterList(context.scope)) &&
    context.scope.clusters.length > 0 &&
    !clusterSuggestions(context, kinds).some(({ value }) => value === name);
  const pick = (words: string, entered: string | null = null): Effect => ({
    kind: "pick",
    title: words,
    suggest: (ask) => suggestClusters(ask, context, kinds),
    open: true,
    take: (name) => {
      if (!ClusterName.safeParse(name).success) return pick(NAME_HELP);
      return isUnknown(name) && name !== entered ? pick(UNKNOWN_HELP, name) : take(name);
    },
  });
  return pick(title);
}
