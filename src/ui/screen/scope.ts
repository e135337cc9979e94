import type { Cluster, KnownName, Project, Scope } from "../../areas/area.ts";
import { areaOf } from "../../areas/areas.ts";
import { clusterKind } from "../../areas/clusters.ts";
import { remembering } from "../../areas/remembering.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { isUnlisted } from "../../state/names.ts";
import type { Query } from "../../state/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import { viewOf } from "../../state/store.ts";

/** Where one is, as areas see it: the project, its clusters, and what the list was asked. */

let last: { readonly parts: readonly unknown[]; readonly clusters: readonly Cluster[] } | null = null;

/** The clusters of the project, by name; the same array while nothing changed. */
function clustersOf({ session, navigation, names }: ConsoleState): readonly Cluster[] {
  // Names that were only seen somewhere stand in where the service lists no clusters: one of them may be gone.
  const seen = session.directory === "absent" ? names : null;
  const parts = [session.clusters, session.groupId, navigation.cluster, seen];
  if (last?.parts.every((part, index) => part === parts[index]) === true) return last.clusters;
  const all = new Map<string, Cluster>();
  for (const known of seen?.values() ?? []) {
    if (known.kind === "cluster" && known.project === session.groupId) {
      all.set(known.name, { name: known.name, kind: clusterKind(known.about?.["kind"] ?? null), paused: false });
    }
  }
  for (const { groupId, name, kind, paused } of session.clusters) {
    if (groupId === session.groupId) all.set(name, { name, kind: clusterKind(kind), paused });
  }
  const narrowed = navigation.cluster;
  const clusters =
    narrowed === null
      ? [...all.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
      : [all.get(narrowed) ?? { name: narrowed, kind: "unknown" as const, paused: false }];
  last = { parts, clusters };
  return clusters;
}

let lastProjects: { readonly parts: readonly unknown[]; readonly projects: readonly Project[] } | null = null;

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

/** All projects by name, with the clusters that are listed; the same array while nothing changed. */
function projectsOf({ session }: ConsoleState): readonly Project[] {
  const parts = [session.projects, session.clusters];
  if (lastProjects?.parts.every((part, index) => part === parts[index]) === true) return lastProjects.projects;
  const clustersIn = (id: string): readonly Cluster[] =>
    session.clusters
      .filter(({ groupId }) => groupId === id)
      .map(({ name, kind, paused }) => ({ name, kind: clusterKind(kind), paused }))
      .sort(byName);
  const projects = session.projects.map(({ id, name }) => ({ id, name, clusters: clustersIn(id) })).sort(byName);
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

const NOTHING_ASKED: Scope["asked"] = {};

/** The view of an area: what it is narrowed to is part of its name, unless it looks beyond one project. */
export function viewKeyOf(area: AreaId, { groupId, cluster }: Pick<Scope, "groupId" | "cluster">): string {
  if (areaOf(area).scope === "profile") return area;
  return cluster === null ? `${groupId}/${area}` : `${groupId}/${area}/${cluster}`;
}

let lastPlain: Scope | null = null;
const plainScopes = remembering<Scope>(1);
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
  if (known?.asked === asked) return known;
  const scope = { ...plain, asked };
  narrowed.set(plain, scope);
  return scope;
}

/** The same without what one list was asked: for what stands beside all of them. */
export function plainScopeOf(state: ConsoleState): Scope | null {
  const { session, navigation, names } = state;
  const { groupId } = session;
  if (groupId === null) return null;
  return plainScopes("", [session, navigation, names], () => {
    const made = madeScope(state, groupId);
    if (lastPlain === null || !isSameScope(lastPlain, made)) lastPlain = made;
    return lastPlain;
  });
}

function madeScope(state: ConsoleState, groupId: Scope["groupId"]): Scope {
  const { groupName, orgId, orgName, directory } = state.session;
  const clusters = clustersOf(state);
  const isAwaited = clusters.length === 0 && (directory === "unknown" || directory === "asking");
  return {
    groupId,
    groupName: groupName ?? groupId,
    orgId,
    orgName,
    cluster: state.navigation.cluster,
    clusters,
    ...(isAwaited ? { awaitsClusters: true } : {}),
    projects: projectsOf(state),
    unlisted: unlistedOf(state),
    asked: NOTHING_ASKED,
  };
}

/** Whether the current screen shows all projects and not only the one where one is. */
export function isOfAllProjects(state: ConsoleState): boolean {
  const scope = scopeOf(state);
  return scope !== null && areaOf(state.navigation.place.area).screen?.isOfAllProjects?.(scope) === true;
}

/** What asks: a screen, or the badge of an area. */
type Asking = { readonly queries: (scope: Scope) => readonly Query[] };

const questions = new WeakMap<Scope, Map<Asking, readonly Query[]>>();

/** What is asked in a scope: the same questions as long as it stands, whose keys are known then. */
export function queriesOf(asking: Asking, scope: Scope): readonly Query[] {
  const known = questions.get(scope) ?? new Map<Asking, readonly Query[]>();
  const asked = known.get(asking) ?? asking.queries(scope);
  questions.set(scope, known.set(asking, asked));
  return asked;
}
