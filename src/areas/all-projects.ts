import { GroupId } from "../contract/schema/ids.ts";
import type { Context, ListParams, Project, Scope } from "./model/context.ts";

/**
 * All projects of the profile in one list: the param that requests it, the projects in it, ids that are unique among all projects, and the scope for
 * an area, which sees one project as if it were the current one.
 */

/** The param of a list that shows all projects. */
const PROJECTS = "projects";
const ALL = "all";

/** True when a list was requested for all projects of the profile, whether these are known yet or not. */
export const wantsAllProjects = ({ params }: Pick<Scope, "params">): boolean => params[PROJECTS] === ALL;

/** True when a list shows several projects. */
export const isOfAll = (scope: Pick<Scope, "params" | "projects">): boolean =>
  wantsAllProjects(scope) && scope.projects.length > 1;

/** The params of a list without the one for all projects. */
export function paramsOfOne(params: ListParams): ListParams {
  const { [PROJECTS]: _all, ...others } = params;
  return others;
}

/** The same params for all projects. */
export const paramsOfAll = (params: ListParams): ListParams => ({ ...params, [PROJECTS]: ALL });

/** The scope of one of the projects, as if it were the current one. */
function scopeIn(scope: Scope, project: Project, params: ListParams): Scope {
  const { clusterList: _others, ...here } = scope;
  return {
    ...here,
    groupId: project.id,
    groupName: project.name,
    cluster: null,
    clusters: project.clusters,
    ...(project.clusterList === undefined ? {} : { clusterList: project.clusterList }),
    params,
  };
}

const NO_PARAMS: ListParams = {};

/** The scope of one project of the profile with all of its clusters, as if it were the current one; null for an unknown project. */
export function scopeOfProject(scope: Scope, groupId: string): Scope | null {
  const project = scope.projects.find(({ id }) => id === groupId);
  return project === undefined ? null : scopeIn(scope, project, NO_PARAMS);
}

/**
 * The scopes of the projects that a list shows, each as if it were the current one: the current project, narrowed to a cluster like the scope, or
 * all.
 *
 * @param params parameters for each of them beyond the area's own queries
 */
export function projectScopes(scope: Scope, params: ListParams = NO_PARAMS): readonly Scope[] {
  const here: Scope = { ...scope, params };
  if (!isOfAll(scope)) return [here];
  return scope.projects.map((project) =>
    project.id === scope.groupId && scope.cluster === null ? here : scopeIn(scope, project, params),
  );
}

/** The context with one project as the current one, and the same answers. */
export const contextIn = (context: Context, scope: Scope): Context => ({
  ...context,
  scope,
  known: (kind, project = scope.groupId) => context.known(kind, project),
});

/** Separates a project from the id of a thing in it; no such id contains it. */
const BETWEEN = "~";

/** An id that is unique among all projects: ids of things are unique only within one. */
export const idInAll = (project: string, id: string): string => `${project}${BETWEEN}${id}`;

/** The id of a thing within its project, as requests use it. */
export const ownIdOf = (id: string): string => thingIn(id)?.id ?? id;

/** A thing of one project. */
type ThingOf = { readonly project: GroupId; readonly id: string };

/** The project of a thing in a list of all, and its id there; null for an id without a project. */
export function thingIn(id: string): ThingOf | null {
  const at = id.indexOf(BETWEEN);
  // Most ids name no project, and thousands may be marked.
  if (at < 0) return null;
  const project = GroupId.safeParse(id.slice(0, at));
  return project.success ? { project: project.data, id: id.slice(at + 1) } : null;
}

/** A place with the project that it is in: the one that its id names, otherwise the current one. */
export function ownPlaceOf<P extends { readonly ids: readonly string[] }, G>(
  place: P,
  groupId: G,
): { place: P; groupId: G | GroupId } {
  const thing = thingIn(place.ids[0] ?? "");
  if (thing === null) return { place, groupId };
  return { place: { ...place, ids: [thing.id, ...place.ids.slice(1)] }, groupId: thing.project };
}
