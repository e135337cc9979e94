import type { Screen } from "../../areas/area.ts";
import { areaOf } from "../../areas/areas.ts";
import type { Project, Scope } from "../../areas/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { GroupId } from "../../contract/ids.ts";
import { type Cluster, clusterKind } from "../../domain/cluster.ts";
import { ALL_CLUSTERS, clusterQueries, lookupOfQueries } from "../../state/directory.ts";
import type { Lookup } from "../../state/lookup.ts";
import { isUnlisted, type KnownName } from "../../state/names.ts";
import type { Query } from "../../state/query.ts";
import { type ConsoleState, viewOf } from "../../state/store.ts";
import { memoize } from "../../text/memoize.ts";

/** Where one is, as areas see it: the project, its clusters, and what the list was asked. */

const lookups = new Map<string, Lookup>();

/** The same object while it says the same. */
function stable(key: string, lookup: Lookup): Lookup {
  const known = lookups.get(key);
  if (known?.kind === lookup.kind && wordsIn(known) === wordsIn(lookup)) return known;
  lookups.set(key, lookup);
  return lookup;
}

const wordsIn = (lookup: Lookup): string | null => ("why" in lookup ? lookup.why.words : null);

/** What is known of which clusters a project has: by its own lists where they were asked, else by the one over all projects. */
function clusterListOf(state: ConsoleState, groupId: GroupId): Lookup {
  const isOwn = groupId === state.session.groupId;
  return stable(groupId, lookupOfQueries(state, isOwn ? clusterQueries(groupId) : ALL_CLUSTERS));
}

let last: { readonly parts: readonly unknown[]; readonly clusters: readonly Cluster[] } | null = null;

/** The clusters of the project, by name; the same array while nothing changed. */
function clustersOf({ session, navigation, names }: ConsoleState, { kind: list }: Lookup): readonly Cluster[] {
  // Names that were only seen somewhere stand in where the service lists no clusters: one of them may be gone.
  const seen = list === "read" || list === "asking" ? null : names;
  // Of what kind one is, its project's own list says: asked by a rough kind, the service refuses.
  const isUnsure = list === "asking";
  const parts = [session.clusters, session.groupId, navigation.cluster, seen, isUnsure];
  if (last?.parts.every((part, index) => part === parts[index]) === true) return last.clusters;
  const all = new Map<string, Cluster>();
  for (const known of seen?.values() ?? []) {
    if (known.kind === "cluster" && known.project === session.groupId) {
      all.set(known.name, { name: known.name, kind: clusterKind(known.about?.["kind"] ?? null), paused: null });
    }
  }
  for (const { groupId, name, kind, paused, isRough } of session.clusters) {
    if (groupId === session.groupId && !(isUnsure && isRough === true))
      all.set(name, { name, kind: clusterKind(kind), paused });
  }
  const narrowed = navigation.cluster;
  const clusters =
    narrowed === null
      ? [...all.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
      : [all.get(narrowed) ?? { name: narrowed, kind: "unknown" as const, paused: null }];
  last = { parts, clusters };
  return clusters;
}

let lastProjects: { readonly parts: readonly unknown[]; readonly projects: readonly Project[] } | null = null;

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

/** All projects by name, with the clusters that are listed; the same array while nothing changed. */
function projectsOf(state: ConsoleState): readonly Project[] {
  const { session } = state;
  const lists = session.projects.map(({ id }) => clusterListOf(state, id));
  const parts = [session.projects, session.clusters, ...lists];
  const isSame = lastProjects?.parts.length === parts.length;
  if (isSame && lastProjects?.parts.every((part, index) => part === parts[index])) return lastProjects.projects;
  const clustersIn = (id: string): readonly Cluster[] =>
    session.clusters
      .filter(({ groupId }) => groupId === id)
      .map(({ name, kind, paused }) => ({ name, kind: clusterKind(kind), paused }))
      .sort(byName);
  const projects = session.projects
    .map(({ id, name }, index): Project => {
      const clusterList = lists[index];
      return { id, name, clusters: clustersIn(id), ...(clusterList === undefined ? {} : { clusterList }) };
    })
    .sort(byName);
  lastProjects = { parts, projects };
  return projects;
}

let lastUnlisted: { readonly names: ConsoleState["names"]; readonly unlisted: readonly KnownName[] } | null = null;

const sameNames = (left: readonly KnownName[], right: readonly KnownName[]): boolean =>
  left.length === right.length && left.every((name, index) => name === right[index]);

/** What was seen of things without a list, most recently first; the same array while nothing of it changed. */
function unlistedOf({ names }: ConsoleState): readonly KnownName[] {
  if (lastUnlisted?.names === names) return lastUnlisted.unlisted;
  const found = [...names.values()].filter(isUnlisted).sort((left, right) => right.lastSeen - left.lastSeen);
  const unlisted = lastUnlisted !== null && sameNames(lastUnlisted.unlisted, found) ? lastUnlisted.unlisted : found;
  lastUnlisted = { names, unlisted };
  return unlisted;
}

const NOTHING_ASKED: Scope["params"] = {};

/** The view of an area: what it is narrowed to is part of its name, unless it looks beyond one project. */
export function viewKeyOf(area: AreaId, { groupId, cluster }: Pick<Scope, "groupId" | "cluster">): string {
  if (areaOf(area).scope === "profile") return area;
  return cluster === null ? `${groupId}/${area}` : `${groupId}/${area}/${cluster}`;
}

let lastPlain: Scope | null = null;
const plainScopes = memoize<Scope>(1);
const narrowed = new WeakMap<Scope, Scope>();

function isSameScope(one: Scope, other: Scope): boolean {
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length && fields.every(([name, value]) => Reflect.get(other, name) === value)
  );
}

/**
 * The project that is looked at, as the current list sees it; null before one is known. The same object while nothing of it changed, so
 * that what is made of it stands as well.
 */
export function scopeOf(state: ConsoleState): Scope | null {
  const plain = plainScopeOf(state);
  if (plain === null) return null;
  const { asked } = viewOf(state, viewKeyOf(state.navigation.place.area, plain));
  const known = narrowed.get(plain);
  if (known?.params === asked) return known;
  const scope = { ...plain, params: asked };
  narrowed.set(plain, scope);
  return scope;
}

/** The same without what one list was asked: for what stands beside all of them. */
export function plainScopeOf(state: ConsoleState): Scope | null {
  const { session, navigation, names } = state;
  const { groupId } = session;
  if (groupId === null) return null;
  const { listClusters, listFlexClusters, listClustersOfAllProjects } = state.resources;
  const parts = [session, navigation, names, listClusters, listFlexClusters, listClustersOfAllProjects];
  return plainScopes("", parts, () => {
    const made = madeScope(state, groupId);
    if (lastPlain === null || !isSameScope(lastPlain, made)) lastPlain = made;
    return lastPlain;
  });
}

function madeScope(state: ConsoleState, groupId: GroupId): Scope {
  const { groupName, orgId, orgName } = state.session;
  const clusterList = clusterListOf(state, groupId);
  return {
    groupId,
    groupName: groupName ?? groupId,
    orgId,
    orgName,
    cluster: state.navigation.cluster,
    clusters: clustersOf(state, clusterList),
    clusterList,
    projects: projectsOf(state),
    unlisted: unlistedOf(state),
    params: NOTHING_ASKED,
  };
}

/** Whether the current screen shows all projects and not only the one where one is. */
export function isOfAllProjects(state: ConsoleState): boolean {
  const scope = scopeOf(state);
  return scope !== null && areaOf(state.navigation.place.area).screen?.isOfAllProjects?.(scope) === true;
}

/** What asks: a screen, or the badge of an area. */
type Asking = Pick<Screen, "queries" | "lookups">;

/** Questions made once a scope, by who asks. */
function madeOnce(
  make: (asking: Asking, scope: Scope) => readonly Query[],
): (asking: Asking, scope: Scope) => readonly Query[] {
  const made = new WeakMap<Scope, Map<Asking, readonly Query[]>>();
  return (asking, scope) => {
    const known = made.get(scope) ?? new Map<Asking, readonly Query[]>();
    const asked = known.get(asking) ?? make(asking, scope);
    made.set(scope, known.set(asking, asked));
    return asked;
  };
}

/** What is asked in a scope: the same questions as long as it stands, whose keys are known then. */
export const queriesOf = madeOnce(({ queries }, scope) => queries(scope));

/** What the questions of a scope are made of. */
export const lookupsOf = madeOnce(({ lookups: of }, scope) => of?.(scope) ?? []);
