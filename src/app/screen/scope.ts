import { weakMapMemoize } from "reselect";
import { isOfAll, paramsOfAll, thingIn } from "../../areas/all-projects.ts";
import { areaOf } from "../../areas/areas.ts";
import type { Screen } from "../../areas/model/area.ts";
import type { Project, Scope } from "../../areas/model/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { type Cluster, clusterKind } from "../../domain/cluster.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import {
  ALL_CLUSTERS,
  clusterQueries,
  listedOfAll,
  lookupOfQueries,
  projectsWithoutReport,
} from "../../state/names/directory.ts";
import { isUnlisted, type KnownName } from "../../state/names/names.ts";
import { type ViewKey, viewIn } from "../../state/navigation/views.ts";
import { pinsIn } from "../../state/pins.ts";
import { createSelector } from "../../state/selector.ts";
import type { SessionState } from "../../state/session/session.ts";
import type { ConsoleState } from "../../state/store.ts";
import { compareTexts } from "../../text/compare.ts";
import { areSameIn, areSameItems } from "../../text/same-items.ts";

/** Scope of areas: the project, its clusters, and the parameters of the list. */

const NO_PARAMS: Scope["params"] = {};
const ALL_PROJECTS = paramsOfAll(NO_PARAMS);

const UNREPORTED = "The clusters of this project are not reported.";
const NOT_REPORTED: Lookup = {
  kind: "failed",
  why: { words: UNREPORTED, reason: UNREPORTED, status: null, code: null },
};

/** Parameters for all projects; memoized, so the same object for the same parameters. */
const ofAll = weakMapMemoize(paramsOfAll);

const reasonIn = (lookup: Lookup): string | null => ("why" in lookup ? lookup.why.words : null);

const isSameLookup = (one: Lookup, other: Lookup): boolean =>
  one.kind === other.kind && reasonIn(one) === reasonIn(other);

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  compareTexts(left.name, right.name);

/** Clusters of a project, by name. */
const clustersIn = (entries: SessionState["clusters"], project: string): readonly Cluster[] =>
  entries
    .filter(({ groupId }) => groupId === project)
    .map(({ name, kind, paused }) => ({ name, kind: clusterKind(kind), paused }))
    .sort(byName);

const areSameClusters = (one: readonly Cluster[], other: readonly Cluster[]): boolean =>
  areSameItems(one, other, (left, right) => areSameIn(left, right, "name", "kind", "paused"));

const isSameList = (one: Lookup | undefined, other: Lookup | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSameLookup(one, other));

/** True when a project is unchanged, so that everything computed from it stays valid. */
const isSameProject = (one: Project, other: Project): boolean =>
  one.name === other.name &&
  areSameClusters(one.clusters, other.clusters) &&
  areSameClusters(one.own?.clusters ?? [], other.own?.clusters ?? []) &&
  isSameList(one.clusterList, other.clusterList) &&
  isSameList(one.own?.clusterList, other.own?.clusterList);

/** View key of an area: it contains the project and the cluster filter, unless the area shows more than one project. */
export function viewKeyOf(area: AreaId, scope: Pick<Scope, "groupId" | "cluster" | "params" | "projects">): ViewKey {
  const { groupId, cluster } = scope;
  if (areaOf(area).scope === "profile" || isOfAll(scope)) return area;
  return cluster === null ? `${groupId}/${area}` : `${groupId}/${area}/${cluster}`;
}

/** True for areas that can show all projects. */
export const canShowAll = (area: AreaId): boolean => areaOf(area).screen.showsAllProjects === true;

/** Parameters of an area's list, for one project or for all. */
function paramsIn({ views, navigation: { place } }: ConsoleState, area: AreaId, plain: Scope): Scope["params"] {
  const { params: kept } = viewIn(views, area);
  // A thing whose id contains its project belongs to the list of all projects, also if the id comes from outside.
  const isNamed = place.area === area && place.ids.some((id) => thingIn(id) !== null);
  const params = isNamed ? ofAll(kept) : kept;
  if (isOfAll({ ...plain, params }) && canShowAll(area)) return params;
  return viewIn(views, viewKeyOf(area, plain)).params;
}

export type ScopeSelectors = {
  /**
   * The current project as the current list sees it; null before one is known. The same object while nothing in it changes, so that everything
   * computed from it stays valid too.
   */
  readonly scope: (state: ConsoleState) => Scope | null;
  /** The same without the parameters of a list: for everything beside the lists. */
  readonly plainScope: (state: ConsoleState) => Scope | null;
  /** Scope of an area, on screen or not. */
  readonly scopeOf: (state: ConsoleState, area: AreaId) => Scope | null;
  /** True when the current screen shows all projects and not only the current one. */
  readonly isOfAllProjects: (state: ConsoleState) => boolean;
  /** Scope of badges: they count as many projects as the current screen shows. */
  readonly badgeScope: (state: ConsoleState) => Scope | null;
};

/** The scopes of a console. */
export function createScopeSelectors(): ScopeSelectors {
  const groupIdIn = ({ session }: ConsoleState): SessionState["groupId"] => session.groupId;
  const entriesIn = ({ session }: ConsoleState): SessionState["clusters"] => session.clusters;
  const resourcesIn = ({ resources }: ConsoleState): ConsoleState["resources"] => resources;

  /** Lookup of the current project's clusters: from its own lists if they were read. */
  const clusterListOf = createSelector(
    [resourcesIn, groupIdIn],
    (resources, groupId) => lookupOfQueries({ resources }, groupId === null ? ALL_CLUSTERS : clusterQueries(groupId)),
    { memoizeOptions: { resultEqualityCheck: isSameLookup } },
  );
  /** The same for other projects, from the list of all projects. */
  const otherListOf = createSelector([resourcesIn], (resources) => lookupOfQueries({ resources }, ALL_CLUSTERS), {
    memoizeOptions: { resultEqualityCheck: isSameLookup },
  });
  const kept = new Map<string, Project>();
  const projectsOf = createSelector(
    [
      ({ session }: ConsoleState) => session.projects,
      entriesIn,
      groupIdIn,
      clusterListOf,
      otherListOf,
      ({ resources }: ConsoleState) => resources.listClusters,
      ({ resources }: ConsoleState) => resources.listFlexClusters,
      listedOfAll,
    ],
    (projects, entries, groupId, here, others, listClusters, listFlexClusters, listed): readonly Project[] => {
      const unreported = projectsWithoutReport(listed);
      const lists = { ...(listClusters && { listClusters }), ...(listFlexClusters && { listFlexClusters }) };
      return projects
        .map(
          ({ id, name }): Project => ({
            id,
            name,
            clusters: clustersIn(entries, id),
            clusterList: id === groupId ? here : unreported.has(id) ? NOT_REPORTED : others,
            own: {
              clusters: clustersIn(
                entries.filter(({ isRough }) => isRough !== true),
                id,
              ),
              clusterList: lookupOfQueries({ resources: lists }, clusterQueries(id)),
            },
          }),
        )
        .sort(byName)
        .map((project) => {
          const before = kept.get(project.id);
          const same = before !== undefined && isSameProject(before, project) ? before : project;
          kept.set(project.id, same);
          return same;
        });
    },
  );

  // Names that were only seen elsewhere are used if the service lists no clusters: one of them may no longer exist.
  const seenNames = (state: ConsoleState): ConsoleState["names"] | null =>
    ["read", "asking", "partly"].includes(clusterListOf(state).kind) ? null : state.names;
  // The exact kind of a cluster comes from its project's own list: the service refuses queries for a wrong kind.
  const isUnsure = (state: ConsoleState): boolean => clusterListOf(state).kind === "asking";
  const clustersOf = createSelector(
    [entriesIn, groupIdIn, ({ navigation }: ConsoleState) => navigation.cluster, seenNames, isUnsure],
    (entries, groupId, narrowed, seen, unsure): readonly Cluster[] => {
      const all = new Map<string, Cluster>();
      for (const { kind, project, name, about } of seen?.values() ?? []) {
        if (kind === "cluster" && project === groupId) {
          all.set(name, { name, kind: clusterKind(about?.["kind"] ?? null), paused: null });
        }
      }
      for (const { groupId: project, name, kind, paused, isRough } of entries) {
        if (project === groupId && !(unsure && isRough === true)) {
          all.set(name, { name, kind: clusterKind(kind), paused });
        }
      }
      return narrowed === null
        ? [...all.values()].sort(byName)
        : [all.get(narrowed) ?? { name: narrowed, kind: "unknown", paused: null }];
    },
  );
  /** Names of things without a list, most recently seen first. */
  const unlistedOf = createSelector(
    [({ names }: ConsoleState) => names],
    (names): readonly KnownName[] =>
      [...names.values()].filter(isUnlisted).sort((left, right) => right.lastSeen - left.lastSeen),
    { memoizeOptions: { resultEqualityCheck: areSameItems } },
  );

  const pinsOf = createSelector([({ pins }: ConsoleState) => pins], pinsIn);

  const plainScope = createSelector(
    [
      groupIdIn,
      ({ session }: ConsoleState) => session.groupName,
      ({ session }: ConsoleState) => session.orgId,
      ({ session }: ConsoleState) => session.orgName,
      ({ navigation }: ConsoleState) => navigation.cluster,
      clustersOf,
      clusterListOf,
      projectsOf,
      unlistedOf,
      pinsOf,
      ({ drift }: ConsoleState) => drift,
    ],
    (groupId, name, orgId, orgName, cluster, clusters, clusterList, projects, unlisted, pins, drift): Scope | null =>
      groupId === null
        ? null
        : {
            groupId,
            groupName: name ?? groupId,
            orgId,
            orgName,
            cluster,
            clusters,
            clusterList,
            projects,
            unlisted,
            pins,
            drift,
            params: NO_PARAMS,
          },
  );
  const withParams = weakMapMemoize((plain: Scope, params: Scope["params"]): Scope => ({ ...plain, params }));
  const scopeOf = (state: ConsoleState, area: AreaId): Scope | null => {
    const plain = plainScope(state);
    return plain && withParams(plain, paramsIn(state, area, plain));
  };
  const scope = (state: ConsoleState): Scope | null => scopeOf(state, state.navigation.place.area);
  const isOfAllProjects = (state: ConsoleState): boolean => {
    const now = scope(state);
    return now !== null && isOfAll(now) && canShowAll(state.navigation.place.area);
  };
  return {
    plainScope,
    scope,
    scopeOf,
    isOfAllProjects,
    badgeScope: (state) => {
      const plain = plainScope(state);
      return plain && isOfAllProjects(state) ? withParams(plain, ALL_PROJECTS) : plain;
    },
  };
}

/** Source of queries: a screen, or the badge of an area. */
type Asking = Pick<Screen, "queries" | "lookups">;

/** Queries of a scope; memoized, so that their cached keys stay valid. */
export const queriesOf = weakMapMemoize((asking: Asking, scope: Scope): readonly Query[] => asking.queries(scope));

/** Queries that the queries of a scope depend on. */
export const lookupsOf = weakMapMemoize(
  (asking: Asking, scope: Scope): readonly Query[] => asking.lookups?.(scope) ?? [],
);
