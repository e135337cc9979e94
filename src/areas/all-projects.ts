import { GroupId } from "../contract/schema/ids.ts";
import type { Context, ListParams, Project, Scope } from "./model/context.ts";

/**
 * All projects of the profile in one list: how a list is asked for them, which projects these are, how a thing of one of them is named among
 * those of all, and what an area sees of it: one project, as if one stood in it.
 */

/** The param of a list that asks for all projects. */
const PROJECTS = "projects";
const ALL = "all";

/** Whether a list was asked for all projects of the profile, known or not. */
export const wantsAllProjects = ({ params }: Pick<Scope, "params">): boolean => params[PROJECTS] === ALL;

/** Whether a list shows several projects. */
export const isOfAll = (scope: Pick<Scope, "params" | "projects">): boolean =>
  wantsAllProjects(scope) && scope.projects.length > 1;

/** What a list is asked for, but for how many projects. */
export function paramsOfOne(params: ListParams): ListParams {
  const { [PROJECTS]: _all, ...others } = params;
  return others;
}

/** The same asked of all projects. */
export const paramsOfAll = (params: ListParams): ListParams => ({ ...params, [PROJECTS]: ALL });

/** The scope of one of the projects, as if one stood in it. */
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

/** One project of the profile with all of its clusters, as if one stood in it; null where it is not known. */
export function scopeOfProject(scope: Scope, groupId: string): Scope | null {
  const project = scope.projects.find(({ id }) => id === groupId);
  return project === undefined ? null : scopeIn(scope, project, NO_PARAMS);
}

/**
 * The projects that a list is about, each as if one stood in it: the one of the moment, narrowed to a cluster where the console is, or all.
 *
 * @param params what each of them is asked beyond the questions of the area
 */
export function projectScopes(scope: Scope, params: ListParams = NO_PARAMS): readonly Scope[] {
  const here: Scope = { ...scope, params };
  if (!isOfAll(scope)) return [here];
  return scope.projects.map((project) =>
    project.id === scope.groupId && scope.cluster === null ? here : scopeIn(scope, project, params),
  );
}

/** The same answers, looked at from one project. */
export const contextIn = (context: Context, scope: Scope): Context => ({
  ...context,
  scope,
  known: (kind, project = scope.groupId) => context.known(kind, project),
});

/** Stands between a project and the id that a thing has there; no id of a thing holds it. */
const BETWEEN = "~";

/** A thing among those of all projects: ids are unlike only within one. */
export const idInAll = (project: string, id: string): string => `${project}${BETWEEN}${id}`;

/** The id of a thing by itself, as requests name it. */
export const ownIdOf = (id: string): string => thingIn(id)?.id ?? id;

/** A thing of one project. */
export type ThingOf = { readonly project: GroupId; readonly id: string };

/** The project of a thing among those of all, and its id there; null for an id that names no project. */
export function thingIn(id: string): ThingOf | null {
  const at = id.indexOf(BETWEEN);
  const project = GroupId.safeParse(id.slice(0, Math.max(0, at)));
  return at < 0 || !project.success ? null : { project: project.data, id: id.slice(at + 1) };
}

/** Where a place is, by itself: one among those of all projects names its project, any other is in the one that is looked at. */
export function ownPlaceOf<P extends { readonly ids: readonly string[] }, G>(
  place: P,
  groupId: G,
): { place: P; groupId: G | GroupId } {
  const thing = thingIn(place.ids[0] ?? "");
  if (thing === null) return { place, groupId };
  return { place: { ...place, ids: [thing.id, ...place.ids.slice(1)] }, groupId: thing.project };
}
